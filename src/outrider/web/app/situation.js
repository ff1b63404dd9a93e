// @ts-check
/**
 * What this page knows of a table and what is being done at it: one object, which nobody changes
 * but `Table.change`. So what is looked up in it is of one moment.
 */

/** @typedef {import("../skins/skin.js").Offer} Offer */
/** @typedef {import("../skins/skin.js").Spot} Spot */
/**
 * A wish, and what the referee says to it: how it is offered, or why not, and what is closest to
 * it.
 * @typedef {{
 *   action: any, legal: boolean | null, offer?: Offer, by?: string | null, target?: string | null,
 *   refusal?: any, nearest?: Offer, odds?: any, expected?: any, senses?: Record<string, any>,
 *   events?: any[],
 * } & import("./account.js").Account} Draft
 */
/**
 * What a seat may do in a version: offers, and for each unit that may move where it may end and
 * where it would be fired at.
 * @typedef {{
 *   of: number, seat: string, offers: Offer[], complete: boolean,
 *   ground: Record<string, {reach: any[], threats: any[]}>, error?: any,
 *   asked?: import("./asked.js").Asked,
 * }} Look
 */
/**
 * @typedef {Object} Situation
 * @property {any} about the match as the server told it last: seats, question, clock, conduct
 * @property {any} state the game's state; nothing before it begins
 * @property {number} version that is shown
 * @property {string[]} mine seats that are played from here
 * @property {string | null} acting which of them is acting, where several may
 * @property {string | null} chosen the token in hand, on the table or not yet
 * @property {Draft | null} draft what might be done, and is shown first
 * @property {Record<string, Look>} looks what each seat may do, as far as it is known
 * @property {{action: any, text: string, value: number, seat: string | null, offer?: Offer,
 *   rough?: boolean} | null} hint what would be good, until one acts
 * @property {any[]} reach where the chosen one may end
 * @property {any[]} threats ground where others would fire
 * @property {any[]} points what somebody points at: pieces, places, areas
 * @property {{unit: string, found: any[]} | null} ranges what is in the power of some piece
 * @property {boolean} ruling the ruler is in hand
 * @property {{from: Spot, to: Spot | null, said: string, blocked: number[] | null} | null} ruler
 *   as it lies on the table
 * @property {boolean} bending the next place is a corner of the way in hand
 * @property {boolean} dragging
 * @property {boolean} tooLate what is dragged was lifted for another question
 */

export {};
