// @ts-check
/** Basic Skirmish Rules: a commander, close and long range. */
import { svg } from "../board/svg.js";
import { measured, unitOf } from "./measured.js";
import { number } from "./skin.js";

const SIGN = { commander: "star", close: "sword", long: "bow" };
const KIND = { commander: "commander", close: "close range", long: "long range" };

/** Inches, without what adding them up leaves behind. @param {number} length */
const inches = (length) => `${Math.round(length * 1000) / 1000}″`;

/** @param {string} game @param {import("./index.js").Book} book */
export const skin = (game, book) => measured({
  most: (unit, state) => number(state, book, `${unit.kind}.health`),
  base: (state) => number(state, book, "base"),
  said: (unit) => KIND[/** @type {keyof typeof KIND} */ (unit.kind)] ?? unit.kind,
  look: (unit) => ({
    sign: SIGN[/** @type {keyof typeof SIGN} */ (unit.kind)],
    dim: unit.done || (unit.moved && unit.attacked),
    badges: [unit.bolstered ? "+" : "", unit.rushed ? "»" : ""].filter(Boolean),
  }),
  chips: (unit, state) => [
    KIND[/** @type {keyof typeof KIND} */ (unit.kind)], `${unit.health}${unit.buffer ? `+${unit.buffer}` : ""} health`,
    `moves ${inches(number(state, book, `${unit.kind}.movement`) + (unit.rushed ? number(state, book, "rush.movement") : 0))}, range ${inches(number(state, book, `${unit.kind}.range`))}`,
    ...(unit.moved ? ["moved"] : []), ...(unit.attacked ? ["attacked"] : []), ...(unit.bolstered ? ["bolstered"] : []),
  ],
  ground(board, state) {
    const [w, h] = state.table.size;
    const deep = state.options?.zone ?? book.zone;
    for (const [seat, y] of /** @type {[string, number][]} */ ([["red", deep], ["blue", h]])) board.ground.append(svg("rect", { x: 0, y: -y, width: w, height: deep, fill: `var(--${seat})`, opacity: 0.09, "pointer-events": "none" }));
  },
  aim: (state, seat, id, other) => (unitOf(state, other)?.seat !== seat ? [{ do: "attack", unit: id, target: other }] : []),
  name: (action) => (action.do === "end" ? "End turn" : action.do === "command" ? `Command: ${action.ability}` : action.do === "attack" ? `Attack ${action.target}` : action.do === "move" ? "Move here" : "Place here"),
  brief: (action) => (action.do === "command" ? `${action.ability.charAt(0).toUpperCase()}${action.ability.slice(1)}` : null),
  heading: (state) => (state.phase === "deploy" ? "Deployment" : `Turn ${state.turn}`),
});
