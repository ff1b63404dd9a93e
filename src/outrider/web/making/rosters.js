// @ts-check
/** Forces that somebody has put together, kept by this browser until they throw them away. */
import { id, keep, recall } from "../app/api.js";

/** @typedef {{id: string, game: string, value: any, changed: number}} Roster */

const LIST = "rosters";
/** What says of some JSON that it is one, and of which version. */
export const FIELD = "outrider_roster";

/** @returns {string[]} */
const known = () => recall(LIST, []);

/** @param {string} name @returns {Roster | null} */
export const roster = (name) => recall(`roster:${name}`, null);

/** All there are, of one game or of all, the last touched first. @param {string} [game] */
export const rosters = (game) =>
  known()
    .flatMap((each) => roster(each) ?? [])
    .filter((each) => !game || each.game === game)
    .sort((a, b) => b.changed - a.changed);

/** Whether it could be kept. @param {Roster} one */
export function keepRoster(one) {
  const made = { ...one, changed: Date.now() };
  keep(`roster:${one.id}`, made);
  if (!known().includes(one.id)) keep(LIST, [one.id, ...known()]);
  return roster(one.id)?.changed === made.changed;
}

/** @param {string} game @param {any} value */
export function newRoster(game, value) {
  const made = { id: id(), game, value, changed: Date.now() };
  keepRoster(made);
  return made;
}

/** @param {string} name */
export function dropRoster(name) {
  keep(
    LIST,
    known().filter((each) => each !== name),
  );
  try {
    localStorage.removeItem(`outrider:roster:${name}`);
  } catch {
    /* a forbidden store had nothing to forget */
  }
}

/** Pieces of a side as a roster: what they are called and where they stand stays behind.
 * @param {string} name @param {any[]} pieces @param {number | null} [budget] */
export const rosterOf = (name, pieces, budget = null) => ({
  [FIELD]: 1,
  name,
  budget,
  pieces: pieces.map(({ id: _, at: __, ...piece }) => piece),
});
