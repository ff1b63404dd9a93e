// @ts-check
/** Skins by the game's name: its own module, or the plain one. */
import { measured } from "./measured.js";

/** @type {Record<string, () => Promise<{skin: (game: string) => import("./skin.js").Skin}>>} */
const KNOWN = {
  skirminion: () => import("./skirminion.js"),
  basic: () => import("./basic.js"),
  skirmishers: () => import("./skirmishers.js"),
  skirmish: () => import("./skirmish.js"),
  "skirmish-2012": () => import("./skirmish.js"),
};

/** @param {string} game */
export async function skinOf(game) {
  const found = KNOWN[game];
  return found ? (await found()).skin(game) : measured({});
}

/** What the home page says of a game. @type {Record<string, {line: string, about: string}>} */
export const BLURBS = {
  skirminion: { line: "Eight dice a side on a chess board. No luck after the first roll.", about: "2 players · 20 min" },
  basic: { line: "A commander and four units. Move, hit, save. The quickest to learn.", about: "2 players · 15 min" },
  skirmishers: { line: "Warriors with scenarios: advantage, bows and rifles, fire as they come.", about: "2 players · 15–40 min" },
  skirmish: { line: "Scouts among the dinner things. Everybody moves at once; bring the news home.", about: "2–8 players · 40 min" },
  "skirmish-2012": { line: "The first edition: a bare table, and a roll each round for who shoots first.", about: "2–8 players · 40 min" },
};
