// @ts-check
/** Numbers as skins need them. */

/**
 * A number of the rules, as it is played by.
 * @param {any} state @param {import("./index.js").Book} book @param {string} name
 */
export const number = (state, book, name) => state.variant?.set?.[name] ?? book[name];

/** @param {number} value */
export const rounded = (value) => Math.round(value * 100) / 100;
