// @ts-check
/** Small pictures of games, drawn by their own skins: on the cards, and in the rulebooks. */
import { Board } from "../board/board.js";
import { svg } from "../board/svg.js";
import { bookOf, gameOf, skinOf } from "../skins/index.js";
import { ask } from "./api.js";
import { claims } from "./claims.js";
import { h } from "./dom.js";

/**
 * A position made for the eye; `view` is the part of the table that is shown. Lines are a `way`, a
 * `sight`, or one that is `blocked`, from one point to another, perhaps with a word.
 * @typedef {{from: number[], to: number[], kind: string, word?: string}} Line
 * @typedef {{
 *   state: any, view: string, chosen?: string, draft?: any, reach?: any[], lines?: Line[],
 *   goals?: any[],
 * }} Sample
 * @typedef {Sample & {rule: string, words: string}} Figure
 */

let cuts = 0;

/** A small real drawing of a game's table. @param {any} game */
export async function drawing(game) {
  if (!game.page?.sample || !game.page.skin) return h("div");
  return still(game.id, await ask("GET", game.page.sample), "mini");
}

/**
 * The whole table as it stands, with whose ground is what, or nothing where the game has no skin.
 * @param {string} game @param {any} state @param {string} kind @param {any[]} [goals]
 */
export async function pictured(game, state, kind, goals) {
  if (!(await gameOf(game))?.page?.skin) return null;
  return still(game, { state, view: "", goals }, kind);
}

/**
 * A position that is only looked at.
 * @param {string} game
 * @param {Sample} sample
 * @param {string} kind
 */
async function still(game, sample, kind) {
  const skin = await skinOf(game);
  // What was made for the eye alone leaves out what is the same for all; a real state has it.
  const state = (sample.view && skin.posed?.(sample.state)) || sample.state;
  const board = new Board(skin.box(state), "");
  board.root.setAttribute("class", `board ${kind}`);
  skin.ground(board, state);
  const tokens = skin.tokens(state);
  const chosen = sample.chosen ? (skin.token?.(sample.chosen) ?? sample.chosen) : null;
  for (const token of tokens) {
    const put = board.put(token.id, token.x, token.y, token.key, token.label, token.draw);
    put.removeAttribute("tabindex");
    put.classList.toggle("chosen", token.id === chosen);
  }
  for (const token of tokens) if (token.top) board.raise(token.id);
  skin.over?.(board, state, chosen, sample.draft ?? null);
  // What lies beyond the table's edge is no ground.
  const size = state.table?.size;
  const id = `cut${++cuts}`;
  if (size && sample.reach) {
    const edge = { y: -size[1], width: size[0], height: size[1] };
    board.marks.append(svg("clipPath", { id }, svg("rect", edge)));
  }
  /** @type {Record<string, string>} */
  const within = size ? { "clip-path": `url(#${id})` } : {};
  for (const area of sample.reach ?? [])
    board.marks.append(board.shape(area, { class: "reach", ...within }));
  for (const line of sample.lines ?? []) ruled(board, skin.unit, line);
  if (sample.goals)
    board.ground.append(
      ...claims(board, sample.goals, {
        tokens,
        unit: skin.unit,
        size: (board.box.right - board.box.left) / 32,
      }),
    );
  const fit = kind === "mini" ? "xMidYMid slice" : "xMidYMid meet";
  board.root.setAttribute("preserveAspectRatio", fit);
  board.root.setAttribute("role", "img");
  board.root.setAttribute("aria-hidden", "true");
  if (sample.view) board.root.setAttribute("viewBox", sample.view);
  return /** @type {any} */ (board.root);
}

/**
 * @param {Board} board @param {number} unit @param {Line} line
 */
function ruled(board, unit, { from, to, kind, word }) {
  const [a, b] = [from, to].map(([x, y]) => ({ x, y }));
  if (kind === "way") board.tape(a, b, "", true, unit);
  else {
    const blocked = kind === "blocked";
    board.line(a, b, {
      class: blocked ? "sight blocked" : "sight",
      "stroke-width": 0.1 * unit,
      ...(blocked ? { "stroke-dasharray": `${0.3 * unit} ${0.2 * unit}` } : {}),
    });
    if (blocked) board.cross({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, 0.25 * unit);
  }
  if (word) board.above.append(board.label((a.x + b.x) / 2, (a.y + b.y) / 2 + 0.9 * unit, word));
}

/** @type {Map<string, Promise<Figure[]>>} */
const asked = new Map();

/** All figures of a game's rulebook. @param {string} game @returns {Promise<Figure[]>} */
async function figuresOf(game) {
  const at = (await gameOf(game))?.page?.figures;
  if (!at) return [];
  const known = asked.get(at) ?? ask("GET", at);
  asked.set(at, known);
  return known;
}

/**
 * The diagrams of a rulebook, each with its rule; a length or a number with a name is the game's.
 * @param {string} game @param {any} [variant]
 */
export async function figures(game, variant) {
  const numbers = { ...(await bookOf(game)), ...variant?.set };
  return Promise.all(
    (await figuresOf(game)).map(async (each) => {
      const state = variant ? { ...each.state, variant } : each.state;
      const reach = each.reach?.map((area) => ({
        ...area,
        radius: numbers[area.radius] ?? area.radius,
      }));
      const words = each.words.replace(/\{([a-z._]+)\}/g, (_, name) => numbers[name]);
      const drawn = await still(game, { ...each, state, reach }, "diagram");
      const element = h(
        "figure",
        { class: "figure" },
        drawn,
        h("figcaption", { class: "small" }, words),
      );
      return { rule: each.rule, element };
    }),
  );
}
