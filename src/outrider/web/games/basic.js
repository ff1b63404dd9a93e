// @ts-check
/** Basic Skirmish Rules: a commander, close and long range. */
import { svg } from "../board/svg.js";
import { measured, unitOf } from "./measured.js";

const MOST = { commander: 5, close: 3, long: 2 };
const SIGN = { commander: "star", close: "sword", long: "bow" };
const KIND = { commander: "commander", close: "close range", long: "long range" };
/** @type {Record<string, Record<string, number>>} */
const REACH = { commander: { range: 1, movement: 5 }, close: { range: 1, movement: 3 }, long: { range: 10, movement: 4 } };

/** @param {string} game */
export const skin = (game) => measured({
  most: (unit) => MOST[/** @type {keyof typeof MOST} */ (unit.kind)] ?? 1,
  said: (unit) => KIND[/** @type {keyof typeof KIND} */ (unit.kind)] ?? unit.kind,
  look: (unit) => ({
    sign: SIGN[/** @type {keyof typeof SIGN} */ (unit.kind)],
    dim: unit.done || (unit.moved && unit.attacked),
    badges: [unit.bolstered ? "+" : "", unit.rushed ? "»" : ""].filter(Boolean),
  }),
  chips: (unit) => [
    KIND[/** @type {keyof typeof KIND} */ (unit.kind)], `${unit.health}${unit.buffer ? "+1" : ""} health`, `moves ${REACH[unit.kind].movement + (unit.rushed ? 3 : 0)}″, range ${REACH[unit.kind].range}″`,
    ...(unit.moved ? ["moved"] : []), ...(unit.attacked ? ["attacked"] : []), ...(unit.bolstered ? ["bolstered"] : []),
  ],
  ground(board, state) {
    const [w, h] = state.table.size;
    const deep = state.options?.zone ?? 3;
    for (const [seat, y] of /** @type {[string, number][]} */ ([["red", deep], ["blue", h]])) board.ground.append(svg("rect", { x: 0, y: -y, width: w, height: deep, fill: `var(--${seat})`, opacity: 0.09, "pointer-events": "none" }));
  },
  aim: (state, seat, id, other) => (unitOf(state, other)?.seat !== seat ? [{ do: "attack", unit: id, target: other }] : []),
  name: (action) => (action.do === "end" ? "End turn" : action.do === "command" ? `Command: ${action.ability}` : action.do === "attack" ? `Attack ${action.target}` : action.do === "move" ? "Move here" : "Place here"),
  brief: (action) => (action.do === "command" ? `${action.ability.charAt(0).toUpperCase()}${action.ability.slice(1)}` : null),
  heading: (state) => (state.phase === "deploy" ? "Deployment" : `Turn ${state.turn}`),
});
