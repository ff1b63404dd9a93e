// @ts-check
/** Skins of games: each game's own, from where the server says it is, or the plain one. */
import { games } from "../app/api.js";
import { plain } from "./plain.js";

/**
 * The numbers of a game's rulebook, and what its options are unless somebody says otherwise, by
 * their names.
 * @typedef {Record<string, any>} Book
 */

/** A game as the server describes it. @param {string} game */
export const gameOf = async (game) =>
  (await games()).find((/** @type {any} */ each) => each.id === game);

/** Games in the order in which they stand on the shelf; those without a place come last. */
export const shelved = async () => {
  const place = (/** @type {any} */ game) => game.page?.shelf ?? Infinity;
  return [...(await games())].sort((a, b) => (place(a) < place(b) ? -1 : 1));
};

/** @param {string} game @returns {Promise<Book>} */
export async function bookOf(game) {
  const found = await gameOf(game);
  const options = Object.entries(found?.options?.properties ?? {}).map(([name, option]) => [
    name,
    option.default,
  ]);
  return Object.fromEntries([
    ...options,
    ...(found?.figures ?? []).map((/** @type {any} */ each) => [each.name, each.default]),
  ]);
}

/** @param {string} game @returns {Promise<import("./skin.js").Skin>} */
export async function skinOf(game) {
  const found = (await gameOf(game))?.page?.skin;
  if (!found) return plain();
  const [own, book] = await Promise.all([import(found), bookOf(game)]);
  return own.skin(game, book);
}
