// @ts-check
/** What somebody is making, kept by this browser with every change until they throw it away. */
import { id, keep, recall } from "../app/api.js";

/**
 * `groups` says of each piece of terrain with which others it was put down; `sketch` has the
 * corners of a shape that is being drawn. `shared` is the link it was last shared under, `budget`
 * how many points each side may cost, `dealt` what bots made of a fight that was dealt, and
 * which it was.
 * @typedef {{id: string, game: string, kind: string, value: any, groups: (string | null)[],
 *   sketch?: number[][], shared?: string, budget?: number, dealt?: Dealt,
 *   changed: number}} Draft
 * @typedef {{value: any, seed: number, pieces: number,
 *   measured: import("../app/briefing.js").Measured}} Dealt
 */

const LIST = "drafts";

/** @returns {string[]} */
const known = () => recall(LIST, []);

/** All there are, the last touched first. @returns {Draft[]} */
export const drafts = () =>
  known()
    .map((each) => draft(each))
    .filter((each) => each !== null)
    .sort((a, b) => b.changed - a.changed);

/** @param {string} name @returns {Draft | null} */
export const draft = (name) => recall(`draft:${name}`, null);

/**
 * Whether it could be kept: a full or forbidden store keeps nothing, which has to be said.
 * @param {Draft} one
 */
export function keepDraft(one) {
  const made = { ...one, changed: Date.now() };
  keep(`draft:${one.id}`, made);
  if (!known().includes(one.id)) keep(LIST, [one.id, ...known()]);
  return draft(one.id)?.changed === made.changed;
}

/** @param {string} game @param {string} kind @param {any} value @param {Partial<Draft>} [more] */
export function newDraft(game, kind, value, more = {}) {
  /** @type {Draft} */
  const made = { id: id(), game, kind, value, groups: [], changed: Date.now(), ...more };
  keepDraft(made);
  return made;
}

/** @param {string} name */
export function dropDraft(name) {
  keep(
    LIST,
    known().filter((each) => each !== name),
  );
  try {
    localStorage.removeItem(`outrider:draft:${name}`);
  } catch {
    /* a forbidden store had nothing to forget */
  }
}
