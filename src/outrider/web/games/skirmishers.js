// @ts-check
/** Skirmishers: warriors with ratings, advantage, reactions. */
import { svg } from "../board/svg.js";
import { measured, unitOf } from "./measured.js";
import { rounded } from "./skin.js";

/** @type {Record<string, string>} */
const SIGN = { none: "sword", bow: "bow", firearm: "rifle" };
/** @type {Record<string, string>} */
const NAMES = { "return-fire": "Return fire", "defensive-fire": "Fire at the mover", hold: "Hold fire", end: "End turn", move: "Move here" };

/** @param {any} state */
const goals = (state) => Object.entries(state.scenario?.sides ?? {}).flatMap(([seat, side]) => /** @type {any} */ (side).victory.map((/** @type {any} */ goal) => ({ seat, goal })));

/** @param {string} game */
export const skin = (game) => measured({
  said: (unit) => (unit.weapon === "none" ? "with a blade" : `with a ${unit.weapon}`),
  look: (unit, state) => ({
    sign: SIGN[unit.weapon] ?? "sword",
    dim: unit.fired || (unit.moved && unit.fought),
    badges: [state.units.some((/** @type {any} */ other) => other.advantage_over?.includes(unit.id)) ? "▼" : "", unit.advantage_over?.length ? "▲" : ""].filter(Boolean),
  }),
  chips: (unit) => [
    `attack ${unit.attack}`, `defense ${unit.defense}`, `moves ${unit.movement}″`, ...(unit.weapon === "none" ? [] : [`${unit.weapon} ${unit.range}″, ${unit.firing} di${unit.firing === 1 ? "e" : "ce"}`]),
    ...(unit.advantage_over?.length ? [`advantage over ${unit.advantage_over.join(", ")}`] : []), ...["moved", "fired", "fought", "reacted"].filter((word) => unit[word]),
  ],
  ground(board, state) {
    for (const { seat, goal } of goals(state)) if (goal.zone) board.ground.append(board.shape(goal.zone, { fill: `var(--${seat})`, "fill-opacity": 0.1, stroke: `var(--${seat})`, "stroke-width": 0.07, "stroke-dasharray": "0.4 0.3", "pointer-events": "none" }));
    const [w, h] = state.table.size;
    /** @type {Record<string, number[]>} */
    const sides = { top: [0, h, w, h], bottom: [0, 0, w, 0], left: [0, 0, 0, h], right: [w, 0, w, h] };
    for (const { seat, goal } of goals(state)) if (goal.edge) {
      const [x1, y1, x2, y2] = sides[goal.edge];
      board.ground.append(svg("line", { x1, x2, y1: -y1, y2: -y2, stroke: `var(--${seat})`, "stroke-width": 0.3, "stroke-dasharray": "0.8 0.4" }));
    }
  },
  go: (state, seat, id, spot) => ({ do: "move", unit: id, path: [[rounded(spot.x), rounded(spot.y)]] }),
  aim(state, seat, id, other) {
    if (unitOf(state, other)?.seat === seat) return [];
    return [{ do: "fight", units: [id], target: other }, { do: "fire", unit: id, target: other }];
  },
  name: (action) => NAMES[action.do] ?? (action.do === "fight" ? `${action.units.join(" and ")} fight ${action.target}` : action.do === "fire" ? `Fire at ${action.target}` : `${action.do} ${action.unit ?? ""}`),
  place: (action) => (action.do === "choose" ? { token: action.unit } : null),
  heading: (state) => `${state.scenario?.name ?? "Battle"} · turn ${state.turn}`,
});
