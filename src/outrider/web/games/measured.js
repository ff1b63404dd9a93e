// @ts-check
/** What games on a measuring table have in common. */
import { base, fallen, sheet, terrain } from "../board/pieces.js";
import { rounded } from "./skin.js";

/** @typedef {import("./skin.js").Skin} Skin */

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A unit by its id. @param {any} state @param {string} id */
export const unitOf = (state, id) => state.units.find((/** @type {any} */ unit) => unit.id === id);

/**
 * @param {{look?: (unit: any, state: any) => any, most?: (unit: any) => number, chips?: (unit: any) => string[], said?: (unit: any) => string,
 *   go?: Skin["go"], aim?: Skin["aim"], name?: Skin["name"], heading?: Skin["heading"], place?: Skin["place"], over?: Skin["over"], ground?: Skin["ground"], tap?: Skin["tap"]}} own
 * @returns {Skin}
 */
export function measured(own) {
  const most = own.most ?? (() => 1);
  const said = own.said ?? (() => "");
  /** @type {Skin} */
  const skin = {
    unit: 1,
    box: (state) => ({ left: -1.6, bottom: -1.3, right: state.table.size[0] + 0.8, top: state.table.size[1] + 0.8 }),
    ground(board, state) {
      board.ground.replaceChildren(...sheet(state.table, 1), ...state.table.terrain.map(terrain));
      own.ground?.(board, state);
    },
    tokens(state) {
      const found = [];
      for (const unit of state.units) {
        if (!unit.at) continue;
        // Drawn larger than the base is, so that it can be read; the more so the larger the table.
        const larger = 1.25 + Math.max(0, state.table.size[1] - 18) / 36;
        const look = { label: unit.id, seat: unit.seat, radius: (unit.base ?? 0.4) * larger, value: unit.health, most: most(unit), ...own.look?.(unit, state) };
        const key = JSON.stringify([look, unit.alive]);
        const health = most(unit) > 1 ? `, health ${unit.health} of ${most(unit)}` : "";
        const label = unit.alive ? `${unit.id} ${unit.name ?? ""} ${said(unit)}, at ${unit.at[0]}, ${unit.at[1]}${health}` : `${unit.id}, dead, at ${unit.at[0]}, ${unit.at[1]}`;
        found.push({
          id: unit.id, seat: unit.seat, x: unit.at[0], y: unit.at[1], key, label, alive: unit.alive,
          draw: () => (unit.alive ? base(look) : fallen(unit.id, unit.seat, look.radius, unit.grenades ?? 0)),
        });
      }
      return found.sort((a, b) => Number(a.alive) - Number(b.alive));
    },
    card(state, id) {
      const unit = unitOf(state, id);
      const chips = unit ? own.chips?.(unit) ?? [] : [];
      return { title: unit?.name ? `${unit.name}` : id, chips: unit?.name ? [id, ...chips] : chips };
    },
    owner: (action) => action.unit ?? action.units?.[0] ?? null,
    place(action) {
      const found = own.place?.(action);
      if (found) return found;
      if (action.do === "deploy") return { spot: { x: action.at[0], y: action.at[1] } };
      const target = action.target ?? action.corpse;
      return target ? { token: target } : null;
    },
    name: (action, state) => own.name?.(action, state) ?? `${capital(action.do)} ${action.target ?? action.corpse ?? action.unit ?? ""}`.trim(),
    go(state, seat, id, spot) {
      const to = [rounded(spot.x), rounded(spot.y)];
      const unit = unitOf(state, id);
      if (unit && !unit.at) return { do: "deploy", unit: id, at: to };
      return own.go?.(state, seat, id, spot) ?? { do: "move", unit: id, to };
    },
    aim: own.aim ?? (() => []),
    tray: (state, seat) => state.units.filter((/** @type {any} */ unit) => unit.seat === seat && unit.alive && !unit.at && !unit.exited).map((/** @type {any} */ unit) => ({ id: unit.id, label: unit.name ? `${unit.id} ${unit.name}` : `${unit.id} ${unit.kind}` })),
    heading: own.heading ?? ((state) => capital(state.phase)),
    over: own.over,
    tap: own.tap,
  };
  return skin;
}
