// @ts-check
/**
 * What a game's skin brings: how its state looks, and which wishes a gesture stands for. Whether a wish
 * is allowed only the server says.
 *
 * @typedef {{id: string, seat: string, x: number, y: number, key: string, label: string, alive: boolean, top?: boolean, draw: () => SVGElement[]}} Token
 * @typedef {{title: string, chips: string[]}} Card
 * @typedef {{x: number, y: number}} Spot
 * @typedef {Object} Skin
 * @property {number} unit the size of an inch or a square, for words and tapes
 * @property {(state: any) => import("../board/board.js").Box} box
 * @property {(board: import("../board/board.js").Board, state: any) => void} ground
 * @property {(state: any) => Token[]} tokens
 * @property {(events: any[]) => void} [follow] what has moved where, so that a token keeps its identity
 * @property {(unit: string) => string | null} [token] the token that stands for what an event calls a unit
 * @property {(state: any, id: string) => Card} card
 * @property {(action: any) => string | null} owner the token an action belongs to
 * @property {(action: any) => {token: string} | {spot: Spot} | null} place where on the table it points
 * @property {(action: any, state: any) => string} name what a button says
 * @property {(action: any, state: any) => string | null} [brief] the same in fewer words, where it stands among others
 * @property {(state: any, seat: string, id: string, spot: Spot) => any} go the wish to go there
 * @property {(state: any, seat: string, id: string, other: string) => any[]} aim the wishes that use one token on another
 * @property {(state: any, seat: string) => {id: string, label: string}[]} [tray] what is not on the table yet
 * @property {boolean} [quick] choosing a place plays it at once: nothing is left to chance
 * @property {(state: any, seat: string, spot: Spot) => any} [tap] a wish for a bare place, without a token
 * @property {(state: any) => string} heading one line above the question
 * @property {(board: import("../board/board.js").Board, state: any, chosen: string | null, draft: any) => void} [over] what lies over the table
 * @property {(action: any, state: any) => boolean} [far] a place that is reached in an unusual way
 * @property {(roll: any, events: any[]) => number | null} [total] what a roll comes to, where two are compared
 * @property {(roll: any) => boolean[]} [counted] which of its dice counted
 * @property {(state: any) => boolean} [still] whether no more dice will fall
 */

/** A number of the rules, as it is played by. @param {any} state @param {import("./index.js").Book} book @param {string} name */
export const number = (state, book, name) => state.variant?.set?.[name] ?? book[name];

/** @param {number} value */
export const rounded = (value) => Math.round(value * 100) / 100;
