// @ts-check
/** A file that somebody brings along: what it is, and for which game. */
import { games } from "../app/api.js";
import { FIELD } from "./rosters.js";

const LARGEST = 1024 * 1024;

/** @param {File | undefined} file @returns {Promise<any>} */
export async function readFile(file) {
  const value = await readAny(file);
  if (value[FIELD] !== undefined)
    throw new Error(
      `${file?.name} is a force: bring it along on the shelf, and put it in from there`,
    );
  return value;
}

/** The same, or a roster. @param {File | undefined} file @returns {Promise<any>} */
export async function readAny(file) {
  if (!file) throw new Error("no file was chosen");
  if (file.size > LARGEST) throw new Error(`${file.name} is too large to be a table or a scenario`);
  let value;
  try {
    value = JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not JSON`);
  }
  if (!value || typeof value !== "object" || Array.isArray(value))
    throw new Error(`${file.name} holds neither a table nor a scenario`);
  if (value.outrider !== undefined)
    throw new Error(`${file.name} is the record of a game: bring it along under “My tables”`);
  if (value.outrider_variant !== undefined)
    throw new Error(`${file.name} changes numbers of the rules: it is no table and no scenario`);
  if (value.outrider_campaign !== undefined)
    throw new Error(`${file.name} is a campaign: bring it along under “Campaigns”`);
  return value;
}

/**
 * What a value may be made of: a kind, and the games that have it. A scenario says that it is one.
 * @param {any} value
 */
export async function kindOf(value) {
  const kind = value.sides || value.outrider_scenario !== undefined ? "scenario" : "table";
  if (kind === "table" && !value.terrain && !value.size)
    throw new Error("that file holds neither a table nor a scenario");
  const able = (await games()).filter((/** @type {any} */ game) => game.makes?.includes(kind));
  return { kind, able };
}

/** The game whose roster it is: the one it names, or the first. @param {any} value */
export async function musterer(value) {
  const able = (await games()).filter((/** @type {any} */ game) => game.musters);
  const found = value.game
    ? able.find((/** @type {any} */ game) => game.id === value.game)
    : able[0];
  if (!found) throw new Error("that force is of a game that is not played here");
  return found;
}
