// @ts-check
/**
 * What a game's skin brings: how its state looks, and which wishes a gesture stands for. Whether a
 * wish is allowed, what it is called and what may come of it the server says. A game's `skin.js`
 * exports `skin(game, book)`, which returns one of these; docs/adding-a-game.md has an example.
 *
 * @typedef {import("../board/board.js").Board} Board
 * @typedef {import("../board/board.js").Box} Box
 * @typedef {{x: number, y: number}} Spot
 *
 * A piece on the table. It is drawn anew when its `key` changes. With a `radius`, `short` is what
 * its letter says: where that is too small to be read, it stands beside it; so does its `name`,
 * where there is room.
 * @typedef {{
 *   id: string, seat: string, x: number, y: number, key: string, label: string, alive: boolean,
 *   top?: boolean, radius?: number, short?: string, name?: string, draw: () => SVGElement[],
 * }} Token
 *
 * What is said of a piece that somebody looks at.
 * @typedef {{title: string, chips: string[]}} Card
 *
 * An action as the server offers it: `owner` and `place` in the game's own words, a place also as a
 * point; what is `at_once` is played when it is chosen, what `goes` is chosen on the table, with
 * what `ends` one is done. What it `does` is a sentence, a `note` a few words more, and a `key`
 * answers with it where it is asked. `loses` says what is lost with it at once, by seat.
 * @typedef {{
 *   action: any, text: string, label: string, owner?: string, place?: string | number[],
 *   brief?: string, whom?: string, at_once?: boolean, goes?: boolean, ends?: boolean,
 *   does?: string, note?: string, key?: string, loses?: Record<string, number>,
 * }} Offer
 *
 * What a gesture stands for: shown first, unless it is sure `always`, or when `dropped` there.
 * @typedef {{action: any, sure?: "always" | "dropped"}} Wish
 *
 * @typedef {Object} Skin
 * @property {number} unit the size of an inch or a square, for words and tapes
 * @property {boolean} [text] the table is the state's `picture` in characters, without tokens
 * @property {boolean} [reaches] pieces have a reach, which is asked for by their ids
 * @property {(state: any) => Box} box
 * @property {(board: Board, state: any) => void} ground
 * @property {(state: any) => Token[]} tokens
 * @property {(state: any) => any} [posed] a sample's state with the numbers of the game in it
 * @property {(events: any[]) => void} [follow] what has moved where: a token keeps its identity
 * @property {(unit: string) => string | null} [token] the token of what the game calls a unit
 * @property {(place: string | number[]) => {token: string} | {spot: Spot} | null} [where] where on
 *   the table an offer's place is; without it a name is a token's and a pair of numbers a point
 * @property {(name: string) => Spot | null} [spot] where a name in an event is, where that is a
 *   place and no unit
 * @property {(event: any, state: any) => string | null} [plain] an event in names and plain places;
 *   nothing where its own sentence is as good
 * @property {(state: any, seat: string) => Spot | null} [home] where a seat's side of the table is:
 *   it is turned so that this lies before whoever plays that seat
 * @property {(state: any, id: string) => Card} card
 * @property {(state: any, seat: string, id: string, spot: Spot) => Wish | null} go to go there
 * @property {(state: any, seat: string, id: string, other: string) => Wish[]} aim to use one token
 *   on another, the likeliest first
 * @property {(state: any, seat: string, spot: Spot) => Wish | null} [tap] a wish for a bare place
 * @property {(state: any, seat: string, id: string) => Wish | null} [onto] the same for the place
 *   at which a token stands
 * @property {(state: any, seat: string) => {id: string, label: string}[]} [tray] what is not on
 *   the table yet
 * @property {(state: any) => string} heading one line above the question
 * @property {(action: any) => number[][] | null} [path] where an action leads, corner by corner
 * @property {(action: any, further: any) => any} [bend] the one action with the other's way after
 *   its own; nothing where ways have no corners
 * @property {(events: any[]) => string} [warn] what one should know before doing it
 * @property {(events: any[]) => {by: string, at: number[]}[]} [shots] who would fire, and where at
 * @property {(board: Board, state: any, chosen: string | null, draft: any) => void} [over] what
 *   lies over the table
 * @property {(action: any, state: any) => boolean} [far] a place that is reached unusually
 * @property {(state: any) => boolean} [together] whether all act at once, until each is ready
 * @property {(roll: any, events: any[]) => number | null} [total] what a roll comes to, where two
 *   are compared
 * @property {(roll: any) => boolean[]} [counted] which of its dice counted
 * @property {(state: any) => boolean} [still] whether no more dice will fall
 */

export {};
