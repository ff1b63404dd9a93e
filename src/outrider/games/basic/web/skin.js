// @ts-check
/** Basic Skirmish Rules: a commander, close and long range. */
import { svg } from "/static/board/svg.js";
import { measured, unitOf } from "/static/skins/measured.js";
import { number } from "/static/skins/numbers.js";

const SIGN = { commander: "star", close: "sword", long: "bow" };
const KIND = { commander: "commander", close: "close range", long: "long range" };

/** Inches, without what adding them up leaves behind. @param {number} length */
const inches = (length) => `${Math.round(length * 1000) / 1000}″`;

/**
 * How far a unit may go.
 * @param {any} unit @param {any} state @param {import("/static/skins/index.js").Book} book
 */
const pace = (unit, state, book) =>
  number(state, book, `${unit.kind}.movement`) +
  (unit.rushed ? number(state, book, "rush.movement") : 0);

/** @param {string} game @param {import("/static/skins/index.js").Book} book */
export const skin = (game, book) =>
  measured({
    most: (unit, state) => number(state, book, `${unit.kind}.health`),
    base: (state) => number(state, book, "base"),
    said: (unit) => KIND[/** @type {keyof typeof KIND} */ (unit.kind)] ?? unit.kind,
    look: (unit) => ({
      sign: SIGN[/** @type {keyof typeof SIGN} */ (unit.kind)],
      dim: unit.done || (unit.moved && unit.attacked),
      badges: [unit.bolstered ? "+" : "", unit.rushed ? "»" : ""].filter(Boolean),
    }),
    chips: (unit, state) => [
      KIND[/** @type {keyof typeof KIND} */ (unit.kind)],
      `${unit.health}${unit.buffer ? `+${unit.buffer}` : ""} health`,
      `moves ${inches(pace(unit, state, book))}, ` +
        `range ${inches(number(state, book, `${unit.kind}.range`))}`,
      ...(unit.moved ? ["moved"] : []),
      ...(unit.attacked ? ["attacked"] : []),
      ...(unit.bolstered ? ["bolstered"] : []),
    ],
    ground(board, state) {
      const [w, h] = state.table.size;
      const deep = state.options?.zone ?? book.zone;
      for (const [seat, y] of /** @type {[string, number][]} */ ([
        ["red", deep],
        ["blue", h],
      ]))
        board.ground.append(
          svg("rect", {
            x: 0,
            y: -y,
            width: w,
            height: deep,
            fill: `var(--${seat})`,
            opacity: 0.09,
            "pointer-events": "none",
          }),
        );
    },
    aim: (state, seat, id, other) =>
      unitOf(state, other)?.seat !== seat
        ? [{ action: { do: "attack", unit: id, target: other } }]
        : [],
    home: ({ table: { size } }, seat) => ({ x: size[0] / 2, y: seat === "red" ? 0 : size[1] }),
    heading: (state) => (state.phase === "deploy" ? "Deployment" : `Turn ${state.turn}`),
  });
