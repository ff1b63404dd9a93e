// @ts-check
/** The server's HTTP side, and what this browser remembers: tokens of seats, and choices. */
import { sha256 } from "./sha256.js";

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {Record<string, string>} [headers]
 */
export async function ask(method, path, body, headers = {}) {
  const options = { method, headers: { ...headers } };
  if (body !== undefined) {
    Object.assign(options, { body: typeof body === "string" ? body : JSON.stringify(body) });
    Object.assign(options.headers, {
      "content-type": typeof body === "string" ? "application/jsonl" : "application/json",
    });
  }
  const response = await fetch(path, options).catch(() => {
    throw new Error("The server does not answer. Try again.");
  });
  const json = (response.headers.get("content-type") ?? "").includes("json");
  const said = json ? await response.json() : await response.text();
  if (!response.ok)
    throw Object.assign(
      new Error(said?.error?.message ?? `the server answered ${response.status}`),
      { status: response.status },
    );
  return said;
}

/** @type {Promise<any> | null} */
let known = null;
/** What can be played. Where there was no answer it is asked again. */
export const games = () =>
  (known ??= ask("GET", "/api/games").then(
    (said) => said.games,
    (error) => {
      known = null;
      throw error;
    },
  ));

/** @param {string} key @param {any} otherwise */
export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`outrider:${key}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}
/** @param {string} key @param {any} value */
export function keep(key, value) {
  try {
    localStorage.setItem(`outrider:${key}`, JSON.stringify(value));
  } catch {
    /* a full or forbidden store: nothing is remembered */
  }
}

/**
 * What this browser holds of a match: seats' tokens, the link to watch, invitations, what it was
 * asked for with, own entropy; the
 * seeds of own seals, links that were given and for what; what it has seen of the match; and,
 * before
 * the answer has come, what it asked for a seat with. Of its seals: seats for which it asked to
 * hold
 * one (sealing), those it left with the server (entrusted), made only after the beginning (late),
 * or
 * has from another device (moved); what it offered last, and what of that holds no more; and the
 * lines with which its own seals were named.
 * @typedef {{link: string, for: string}} Given
 * @typedef {{commitment: string | null}} Kept
 * @typedef {{anchor: string, for: string | null} | null} Offer
 * @typedef {{token: string, own: {text: string, commitment: string}}} Joining
 * @typedef {{tokens: Record<string, string>, watch?: string, invites?: Record<string, string>,
 *   wish?: any, entropy?: Record<string, string>, seals?: Record<string, string[]>,
 *   given?: Record<string, Given>, kept?: Kept, heads?: any[], joining?: Joining,
 *   sealing?: Record<string, boolean>, entrusted?: Record<string, boolean>,
 *   late?: Record<string, boolean>, moved?: Record<string, boolean>,
 *   offered?: Record<string, Offer>, lapsed?: Record<string, string | null>, own?: number[]}} Held
 */
/** What is held for each seat. */
const BY_SEAT = /** @type {const} */ ([
  "tokens",
  "entropy",
  "seals",
  "given",
  "sealing",
  "entrusted",
  "late",
  "moved",
  "offered",
  "lapsed",
]);

/** @param {string} match @returns {Held} */
export const held = (match) => recall(`match:${match}`, { tokens: {} });
/** @param {string} match @param {Partial<Held>} more */
export function hold(match, more) {
  const now = held(match);
  /** @type {any} */
  const both = {};
  for (const name of BY_SEAT)
    if (now[name] || more[name]) both[name] = { ...now[name], ...more[name] };
  keep(`match:${match}`, { ...now, ...more, ...both });
}

/** @param {Uint8Array | ArrayBuffer} bytes */
export const hex = (bytes) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Entropy of one's own, and what commits to it. */
export function entropy() {
  const text = hex(crypto.getRandomValues(new Uint8Array(32)));
  return { text, commitment: sha256(text) };
}

/** A secret of one's own: what is asked with it twice is done once. */
export const secret = () => hex(crypto.getRandomValues(new Uint8Array(24)));

export const id = () => hex(crypto.getRandomValues(new Uint8Array(8)));
