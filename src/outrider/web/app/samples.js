// @ts-check
/** Small real drawings: positions made for the eye, drawn by the same board and skins as a game. */
import { Board } from "../board/board.js";
import { bookOf, skinOf } from "../games/index.js";
import { h } from "./dom.js";

/** Ten units for a sample: five of each side. What they have `lost` of their health is for the eye. @param {number[][]} spots @param {(at: number) => any} more */
const units = (spots, more) => spots.map((at, n) => ({ id: `${n < 5 ? "R" : "B"}${(n % 5) + 1}`, seat: n < 5 ? "red" : "blue", at, alive: true, base: 0.56, kind: "figure", grenades: 0, seen: false, ...more(n) }));
const SPOTS = [[2.6, 1.5], [7.4, 2.8], [12, 1.4], [16.4, 3], [21.2, 1.6], [2.4, 8.4], [7, 7.2], [12.4, 8.6], [16.8, 7], [21.4, 8.3]];
const SIZE = [24, 10];
/** @param {number[]} at @param {number} radius @param {string} name @param {any} more */
const disc = (at, radius, name, more) => ({ shape: "disc", at, radius, name, ...more });
/** @param {number} x @param {number} y @param {number} w @param {number} d @param {string} name @param {any} more */
const slab = (x, y, w, d, name, more) => ({ shape: "polygon", points: [[x, y], [x + w, y], [x + w, y + d], [x, y + d]], name, ...more });
/** What the cards show: positions made for the eye. @type {Record<string, any>} */
const SAMPLES = {
  skirminion: { position: "8/8/1f1f2f1/3df2p/P1FC2E1/8/8/8 r - -", phase: "battle" },
  basic: { table: { size: SIZE, terrain: [] }, units: units(SPOTS, (n) => ({ kind: ["commander", "close", "close", "long", "long"][n % 5], lost: [0, 0, 1, 0, 1][n % 5], bolstered: n === 1 })) },
  skirmishers: { table: { size: SIZE, terrain: [slab(9.6, 3.6, 4.8, 2.9, "house", { cost: "impassable", blocks_sight: true }), disc([3.6, 4.8], 1.9, "wood", { cover: 1, blocks_sight: true }), disc([19.4, 4.9], 1.5, "rocks", { cover: 1 })] }, units: units(SPOTS, (n) => ({ weapon: ["bow", "none", "firearm", "none", "bow"][n % 5] })) },
  skirmish: { table: { size: SIZE, terrain: [disc([4.4, 4.9], 2.3, "plate", { height: 0.5 }), disc([18.6, 4.9], 1.6, "mug", { height: 4 }), slab(9.6, 4, 4.6, 2.1, "cigar tin", { height: 1.5 })] }, options: {}, units: units(SPOTS, (n) => ({ grenades: 2, lost: (n % 4) * 2, seen: n === 3 })) },
  "skirmish-2012": { table: { size: SIZE, terrain: [] }, options: {}, units: units(SPOTS, (n) => ({ grenades: n % 3, lost: n % 5, alive: n !== 7 })) },
};

/** A unit with the health that it has in the game, less what it has lost; 1 where units have no more. @param {any} unit @param {Record<string, any>} numbers */
const whole = (unit, numbers) => ({ ...unit, health: Math.max(1, (numbers[`${unit.kind}.health`] ?? numbers.health ?? 1) - (unit.lost ?? 0)) });

/** A position by a game's numbers. @param {any} state @param {Record<string, any>} numbers */
const played = (state, numbers) => (state.units ? { ...state, units: state.units.map((/** @type {any} */ unit) => whole(unit, numbers)) } : state);

/** A small real drawing of a game's table. @param {any} game */
export async function drawing(game) {
  if (!SAMPLES[game.id]) return h("div");
  const state = played(SAMPLES[game.id], await bookOf(game.id));
  const [wide, deep] = state.table?.size ?? [];
  return still(game.id, state, wide ? `0 ${-deep} ${wide} ${deep}` : "0 -6.17 8 3.34", "mini");
}

/** A position that is only looked at. @param {string} game @param {any} state @param {string} view @param {string} kind @param {{chosen?: string, draft?: any, reach?: any[]}} [more] */
async function still(game, state, view, kind, more = {}) {
  const skin = await skinOf(game);
  const board = new Board(skin.box(state), "");
  board.root.setAttribute("class", `board ${kind}`);
  skin.ground(board, state);
  const tokens = skin.tokens(state);
  for (const token of tokens) {
    const put = board.put(token.id, token.x, token.y, token.key, token.label, token.draw);
    put.removeAttribute("tabindex");
    if (more.chosen && (token.label.includes(` ${more.chosen},`) || token.id === more.chosen)) put.classList.add("chosen");
  }
  for (const token of tokens) if (token.top) board.raise(token.id);
  const chosen = tokens.find((token) => more.chosen && (token.id === more.chosen || token.label.includes(` ${more.chosen},`)))?.id ?? null;
  skin.over?.(board, state, chosen, more.draft ?? null);
  for (const area of more.reach ?? []) board.marks.append(board.shape(area, { class: "reach" }));
  board.root.setAttribute("preserveAspectRatio", kind === "mini" ? "xMidYMid slice" : "xMidYMid meet");
  board.root.setAttribute("role", "img");
  board.root.setAttribute("aria-hidden", "true");
  board.root.setAttribute("viewBox", view);
  return /** @type {any} */ (board.root);
}

/** @param {string} id @param {number[]} at @param {any} more */
const one = (id, at, more) => ({ id, seat: id[0] === "R" ? "red" : "blue", at, base: 0.5, alive: true, kind: "figure", grenades: 0, ...more });
const SMALL = { size: [24, 8], terrain: [] };
/**
 * Diagrams of the rulebooks: which chapter they stand in, and what they show.
 * @type {Record<string, {chapter: string, words: string, state: any, view: string, chosen?: string, draft?: any, reach?: any[]}[]>}
 */
const FIGURES = {
  skirminion: [
    { chapter: "Attack", words: "d4 is chosen. It touches d5, and c4 touches d5 as well: the dotted line is help.", state: { position: "8/8/8/3de3/2FC4/8/8/8 r - -", phase: "battle" }, view: "0 -5.1 8 2.2", chosen: "d4" },
    { chapter: "Moving", words: "Units, and a fort of each side. Dashed lines join enemies that touch.", state: { position: "8/8/1f1f2f1/3df2p/P1FC2E1/8/8/8 r - -", phase: "battle" }, view: "0 -6.1 8 3.2" },
  ],
  basic: [{ chapter: "Movement", words: "A commander (star), close range (sword) and long range (bow). The soft disc is how far the chosen one may go.", state: { table: SMALL, options: { zone: 0 }, units: [one("R1", [5, 3], { kind: "commander" }), one("R2", [8, 4.5], { kind: "close" }), one("R4", [3, 5.5], { kind: "long" }), one("B2", [17, 4], { kind: "close", lost: 1 })] }, view: "0 -8 24 8", chosen: "R1", reach: [{ shape: "disc", at: [5, 3], radius: "commander.movement" }] }],
  skirmishers: [{ chapter: "Melee", words: "Left: two who only touch. Right: R2 has advantage over B2, so its base lies upon the other's.", state: { table: SMALL, units: [one("R1", [7, 4], { weapon: "none" }), one("B1", [8, 4], { weapon: "bow" }), one("R2", [16, 4], { weapon: "none", advantage_over: ["B2"] }), one("B2", [17, 4], { weapon: "firearm" })] }, view: "3 -6.4 18 4.8" }],
  skirmish: [{ chapter: "Grenades", words: "Who is within the inner ring resists {blast.dice} dice, who is in the outer one {blast.far_dice}. The dead lie face up while there are grenades to take.", state: { table: SMALL, options: {}, attack: { do: "land", unit: "R1", at: [11, 4] }, units: [one("R1", [5, 4], { grenades: 1 }), one("B1", [12, 5], { lost: 4, grenades: 2 }), one("B2", [13.6, 3.6], { lost: 1, seen: true }), one("B3", [19, 5], { alive: false, grenades: 2 }), one("R4", [19, 2.6], { alive: false })] }, view: "0 -8 24 8" }],
};

/** The diagrams of a rulebook's chapter; a length or a number with a name is the game's. @param {string} game @param {string} chapter @param {any} [variant] */
export async function figures(game, chapter, variant) {
  const numbers = { ...(await bookOf(game)), ...variant?.set };
  const found = (FIGURES[game] ?? FIGURES[game.split("-")[0]] ?? []).filter((each) => each.chapter === chapter);
  return Promise.all(found.map(async (each) => h("figure", { class: "figure" }, await still(game, { ...played(each.state, numbers), variant }, each.view, "diagram", { ...each, reach: each.reach?.map((area) => ({ ...area, radius: numbers[area.radius] ?? area.radius })) }), h("figcaption", { class: "small" }, each.words.replace(/\{([a-z._]+)\}/g, (_, name) => numbers[name])))));
}
