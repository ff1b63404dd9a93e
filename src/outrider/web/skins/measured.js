// @ts-check
/** What games on a measuring table have in common. */
import { base, fallen, sheet } from "../board/pieces.js";
import { terrains } from "../board/terrain.js";
import { plainly } from "./plainly.js";
import { rounded } from "./numbers.js";

/** @typedef {import("./skin.js").Skin} Skin */

/** A way without corners, where there is one. @param {any} end */
const ends = (end) => (Array.isArray(end) ? [end] : null);

/** A unit by its id. @param {any} state @param {string} id */
export const unitOf = (state, id) => state.units.find((/** @type {any} */ unit) => unit.id === id);

/** How much room a sign beside a base needs, as a part of the bases' radii. */
const ELBOW = 1.5;

/**
 * What a game on a measuring table says itself; the rest is the same for all.
 * @typedef {Pick<Skin, "heading"> & Partial<Pick<Skin, "aim" | "over" | "ground" | "tap" | "total"
 *   | "counted" | "path" | "bend" | "warn" | "shots" | "together" | "home" | "onto">> & {
 *   look?: (unit: any, state: any, radius: number) => any,
 *   most?: (unit: any, state: any) => number,
 *   base?: (state: any) => number,
 *   chips?: (unit: any, state: any) => string[],
 *   said?: (unit: any) => string,
 *   left?: (unit: any) => number,
 *   go?: Skin["go"],
 * }} Own
 */

/** @param {Own} own @returns {Skin} */
export function measured(own) {
  const most = own.most ?? (() => 1);
  const said = own.said ?? (() => "");
  /** @type {Skin} */
  const skin = {
    unit: 1,
    reaches: true,
    box(state) {
      // Room for the rulers, whose words are as large on a large table as on a small one.
      const [w, h] = state.table.size;
      const rim = Math.max(w, h) / 36;
      const narrow = innerWidth < 600;
      return {
        left: -(narrow ? 2.6 : 1.7) * rim,
        bottom: -1.5 * rim,
        right: w + (narrow ? 1.2 : 0.8) * rim,
        top: h + 0.8 * rim,
      };
    },
    ground(board, state) {
      const word = board.word * (innerWidth < 600 ? 0.8 : 1);
      board.ground.replaceChildren(
        ...sheet(state.table, word),
        ...terrains(state.table.terrain, word),
      );
      own.ground?.(board, state);
    },
    tokens(state) {
      const found = [];
      const wide = (/** @type {any} */ unit) => unit.base ?? own.base?.(state) ?? 0.4;
      for (const unit of state.units) {
        if (!unit.at) continue;
        const radius = wide(unit);
        // In a crowd the signs would lie on others.
        const crowded = state.units.some(
          (/** @type {any} */ each) =>
            each !== unit &&
            each.alive &&
            each.at &&
            Math.hypot(each.at[0] - unit.at[0], each.at[1] - unit.at[1]) <
              ELBOW * (radius + wide(each)),
        );
        const look = {
          label: unit.id,
          seat: unit.seat,
          radius,
          value: unit.health,
          most: most(unit, state),
          ...own.look?.(unit, state, radius),
          ...(crowded ? { sign: "" } : {}),
        };
        const key = JSON.stringify([look, unit.alive]);
        const health =
          most(unit, state) > 1 ? `, health ${unit.health} of ${most(unit, state)}` : "";
        const label = unit.alive
          ? `${[unit.id, unit.name, said(unit)].filter(Boolean).join(" ")}, ` +
            `at ${unit.at[0]}, ${unit.at[1]}${health}`
          : `${unit.id}, dead, at ${unit.at[0]}, ${unit.at[1]}`;
        found.push({
          id: unit.id,
          seat: unit.seat,
          x: unit.at[0],
          y: unit.at[1],
          key,
          label,
          alive: unit.alive,
          top: Boolean(look.top),
          radius,
          short: unit.id,
          name: unit.name,
          draw: () =>
            unit.alive
              ? base(look)
              : fallen(unit.id, unit.seat, look.radius * 1.5, own.left?.(unit) ?? 0),
        });
      }
      return found.sort((a, b) => Number(a.alive) - Number(b.alive));
    },
    posed: (state) => ({
      ...state,
      units: state.units.map((/** @type {any} */ unit) => ({
        ...unit,
        health: Math.max(1, most(unit, state) - (unit.lost ?? 0)),
      })),
    }),
    card(state, id) {
      const unit = unitOf(state, id);
      const chips = unit ? (own.chips?.(unit, state) ?? []) : [];
      return {
        title: unit?.name ? `${unit.name}` : id,
        chips: unit?.name ? [id, ...chips] : chips,
      };
    },
    go(state, seat, id, spot) {
      const to = [rounded(spot.x), rounded(spot.y)];
      const unit = unitOf(state, id);
      if (unit && !unit.at) return { action: { do: "deploy", unit: id, at: to }, sure: "always" };
      const wish = own.go?.(state, seat, id, spot);
      return wish ?? { action: { do: "move", unit: id, to }, sure: "dropped" };
    },
    aim: own.aim ?? (() => []),
    plain: plainly,
    tray: (state, seat) =>
      state.units
        .filter(
          (/** @type {any} */ unit) => unit.seat === seat && unit.alive && !unit.at && !unit.exited,
        )
        .map((/** @type {any} */ unit) => ({
          id: unit.id,
          label: unit.name ? `${unit.id} ${unit.name}` : `${unit.id} ${unit.kind}`,
        })),
    path: own.path ?? ((action) => ends(action.to ?? action.at)),
    heading: own.heading,
    over: own.over,
    tap: own.tap,
    bend: own.bend,
    home: own.home,
    onto: own.onto,
    warn: own.warn,
    shots: own.shots,
    total: own.total,
    counted: own.counted,
    together: own.together,
  };
  return skin;
}
