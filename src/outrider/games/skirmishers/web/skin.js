// @ts-check
/** Skirmishers: warriors with ratings, advantage, reactions. */
import { svg } from "/static/board/svg.js";
import { measured, unitOf } from "/static/skins/measured.js";
import { rounded } from "/static/skins/numbers.js";

/** @type {Record<string, string>} */
const SIGN = { none: "sword", bow: "bow", firearm: "rifle" };
/** @param {any} state */
const goals = (state) =>
  Object.entries(state.scenario?.sides ?? {}).flatMap(([seat, side]) =>
    /** @type {any} */ (side).victory.map((/** @type {any} */ goal) => ({ seat, goal })),
  );

/**
 * Who is on top lies a little upon the other's base.
 * @param {any} unit @param {any} state @param {number} radius @returns {number[]}
 */
function lean(unit, state, radius) {
  const moved = [0, 0];
  for (const other of state.units) {
    if (!other.at || !other.alive || !unit.alive || other.seat === unit.seat) continue;
    if (!unit.advantage_over?.includes(other.id)) continue;
    const [dx, dy] = [other.at[0] - unit.at[0], other.at[1] - unit.at[1]];
    const far = Math.hypot(dx, dy) || 1;
    moved[0] += (dx / far) * radius * 0.3;
    moved[1] += (dy / far) * radius * 0.3;
  }
  return moved.map((value) => Math.round(value * 100) / 100);
}

/** Whether somebody is on top of a piece. @param {any} unit @param {any} state */
const pinned = (unit, state) =>
  state.units.some((/** @type {any} */ other) => other.advantage_over?.includes(unit.id));

/** @param {number[]} faces */
const highest = (faces) => (faces.length ? Math.max(...faces) : 0);

/** @param {string} game */
export const skin = (game) =>
  measured({
    said: (unit) => (unit.weapon === "none" ? "with a blade" : `with a ${unit.weapon}`),
    look: (unit, state, radius) => ({
      lean: lean(unit, state, radius),
      top: unit.advantage_over?.length > 0,
      sign: SIGN[unit.weapon] ?? "sword",
      dim: unit.fired || unit.fought || pinned(unit, state),
      badges: [pinned(unit, state) ? "▼" : "", unit.advantage_over?.length ? "▲" : ""].filter(
        Boolean,
      ),
    }),
    chips: (unit) => [
      `attack ${unit.attack}`,
      `defense ${unit.defense}`,
      `moves ${unit.movement}″`,
      ...(unit.weapon === "none"
        ? []
        : [`${unit.weapon} ${unit.range}″, ${unit.firing} di${unit.firing === 1 ? "e" : "ce"}`]),
      ...(unit.advantage_over?.length ? [`advantage over ${unit.advantage_over.join(", ")}`] : []),
      ...["moved", "fired", "fought", "reacted"].filter((word) => unit[word]),
    ],
    ground(board, state) {
      for (const { seat, goal } of goals(state))
        if (goal.zone)
          board.ground.append(
            board.shape(goal.zone, {
              fill: `var(--${seat})`,
              "fill-opacity": 0.1,
              stroke: `var(--${seat})`,
              "stroke-width": 0.07,
              "stroke-dasharray": "0.4 0.3",
              "pointer-events": "none",
            }),
          );
      const [w, h] = state.table.size;
      /** @type {Record<string, number[]>} */
      const sides = {
        top: [0, h, w, h],
        bottom: [0, 0, w, 0],
        left: [0, 0, 0, h],
        right: [w, 0, w, h],
      };
      for (const { seat, goal } of goals(state))
        if (goal.edge) {
          const [x1, y1, x2, y2] = sides[goal.edge];
          board.ground.append(
            svg("line", {
              x1,
              x2,
              y1: -y1,
              y2: -y2,
              stroke: `var(--${seat})`,
              "stroke-width": 0.3,
              "stroke-dasharray": "0.8 0.4",
            }),
          );
        }
    },
    go: (state, seat, id, spot) => ({
      action: { do: "move", unit: id, path: [[rounded(spot.x), rounded(spot.y)]] },
      sure: "dropped",
    }),
    path: (action) => action.path ?? null,
    bend: (action, further) =>
      action.path && further.path ? { ...further, path: [...action.path, ...further.path] } : null,
    shots: (events) =>
      events
        .filter((event) => event.event === "offered" && event.at)
        .map((event) => ({ by: event.unit, at: event.at })),
    warn(events) {
      const asked = events.filter((event) => event.event === "offered").map((event) => event.unit);
      return asked.length ? `${asked.join(" and ")} would be asked to fire on the way.` : "";
    },
    aim(state, seat, id, other) {
      const [own, target] = [unitOf(state, id), unitOf(state, other)];
      if (!own?.at || !target?.at || target.seat === seat) return [];
      const near =
        Math.hypot(own.at[0] - target.at[0], own.at[1] - target.at[1]) < own.base + target.base + 1;
      const [fight, fire] = [
        { action: { do: "fight", units: [id], target: other } },
        { action: { do: "fire", unit: id, target: other } },
      ];
      return near || own.weapon === "none" ? [fight, fire] : [fire, fight];
    },
    counted(roll) {
      const best = roll.faces.indexOf(highest(roll.faces));
      return roll.faces.map((/** @type {number} */ _, /** @type {number} */ at) => at === best);
    },
    total(roll, events) {
      const shot =
        roll.purpose === "defense" ? events.filter((event) => event.event === "fired").pop() : null;
      return highest(roll.faces) + (shot?.cover ?? 0);
    },
    home(state, seat) {
      const pieces = /** @type {any[]} */ (state.scenario?.sides?.[seat]?.pieces ?? []);
      if (!pieces.length) return null;
      const sum = (/** @type {number} */ axis) =>
        pieces.reduce((all, each) => all + each.at[axis], 0);
      // Along the table, as its sides are told.
      return { x: state.table.size[0] / 2, y: sum(1) / pieces.length };
    },
    heading: (state) => `${state.scenario?.name ?? "Battle"} · turn ${state.turn}`,
  });
