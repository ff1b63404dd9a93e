// @ts-check
/** Skins by the game's name: its own module, or the plain one. */
import { games } from "../app/api.js";
import { measured } from "./measured.js";

/** @typedef {Record<string, any>} Book the numbers of a game's rulebook, and what its options are unless somebody says otherwise, by their names */
/** @type {Record<string, () => Promise<{skin: (game: string, book: Book) => import("./skin.js").Skin}>>} */
const KNOWN = {
  skirminion: () => import("./skirminion.js"),
  basic: () => import("./basic.js"),
  skirmishers: () => import("./skirmishers.js"),
  skirmish: () => import("./skirmish.js"),
  "skirmish-2012": () => import("./skirmish.js"),
};

/** @param {string} game @returns {Promise<Book>} */
export async function bookOf(game) {
  const found = (await games()).find((/** @type {any} */ each) => each.id === game);
  const options = Object.entries(found?.options?.properties ?? {}).map(([name, option]) => [name, option.default]);
  return Object.fromEntries([...options, ...(found?.figures ?? []).map((/** @type {any} */ each) => [each.name, each.default])]);
}

/** @param {string} game */
export async function skinOf(game) {
  const found = KNOWN[game];
  if (!found) return measured({});
  const [own, book] = await Promise.all([found(), bookOf(game)]);
  return own.skin(game, book);
}

/** What the home page says of a game. @type {Record<string, {line: string, about: string}>} */
export const BLURBS = {
  skirminion: { line: "Eight dice a side on a chess board. No luck after the first roll.", about: "2 players · 20 min" },
  basic: { line: "A commander and four units. Move, hit, save. The quickest to learn.", about: "2 players · 15 min" },
  skirmishers: { line: "Warriors with scenarios: advantage, bows and rifles, fire as they come.", about: "2 players · 15–40 min" },
  skirmish: { line: "Scouts among the dinner things. Everybody moves at once; bring the news home.", about: "2–8 players · 40 min" },
  "skirmish-2012": { line: "The first edition: a bare table, and a roll each round for who shoots first.", about: "2–8 players · 40 min" },
};
