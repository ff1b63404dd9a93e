// @ts-check
/** The chain of a record, and the chains of links that dice are sealed with. */
import { sha256 } from "./sha256.js";

export const LINKS = 1024;
const LEFT_OUT = new Set(["hash", "signature"]);

/**
 * JSON in the one way that is hashed: keys sorted, no spaces.
 * @param {any} value
 * @returns {string}
 */
function sorted(value) {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${sorted(value[name])}`).join(",")}}`;
}

/** A line without what no hash covers. @param {any} line */
export function canonical(line) {
  return sorted(Object.fromEntries(Object.entries(line).filter(([name]) => !LEFT_OUT.has(name))));
}

/** @param {any} header */
export const headOf = (header) => sha256(canonical(header));
/** @param {string} before @param {any} line */
export const hashAfter = (before, line) => sha256(before + canonical(line));

/**
 * All links of a chain from its seed on; the last is the anchor.
 * @param {string} match
 * @param {string} seat
 * @param {string} seed
 */
export function links(match, seat, seed) {
  const made = [sha256(`outrider|${match}|${seat}|${seed}`)];
  while (made.length <= LINKS) made.push(sha256(made[made.length - 1]));
  return made;
}

/**
 * What opened links make together, the server's first, then in the order of the seats.
 * @param {Record<string, string>} opened
 * @param {string[]} seats
 */
export const keyOf = (opened, seats) =>
  sha256(
    ["server", ...seats]
      .filter((each) => each in opened)
      .map((each) => opened[each])
      .join("|"),
  );
