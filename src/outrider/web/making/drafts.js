// @ts-check
/** What somebody is making, kept by this browser with every change until they throw it away. */
import { id, keep, recall } from "../app/api.js";

/**
 * `groups` says of each piece of terrain with which others it was put down; `sketch` has the
 * corners of a shape that is being drawn. `shared` is the link it was last shared under, `budget`
 * how many points each side may cost.
 * @typedef {{id: string, game: string, kind: string, value: any, groups: (string | null)[],
 *   sketch?: number[][], shared?: string, budget?: number, changed: number}} Draft
 */

const LIST = "drafts";
const MOST = 200;

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
  if (!known().includes(one.id)) keep(LIST, [one.id, ...known()].slice(0, MOST));
  return draft(one.id)?.changed === made.changed;
}

/** @param {string} game @param {string} kind @param {any} value @param {string} [from] */
export function newDraft(game, kind, value, from) {
  /** @type {Draft} */
  const made = { id: id(), game, kind, value, groups: [], changed: Date.now() };
  if (from) made.shared = from;
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
