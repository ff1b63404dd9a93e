// @ts-check
/** The server's HTTP side, and what this browser remembers: tokens of seats, and choices. */
import { sha256 } from "./sha256.js";

/** @param {string} method @param {string} path @param {any} [body] @param {Record<string, string>} [headers] */
export async function ask(method, path, body, headers = {}) {
  const options = { method, headers: { ...headers } };
  if (body !== undefined) {
    Object.assign(options, { body: typeof body === "string" ? body : JSON.stringify(body) });
    Object.assign(options.headers, { "content-type": typeof body === "string" ? "application/jsonl" : "application/json" });
  }
  const response = await fetch(path, options);
  const json = (response.headers.get("content-type") ?? "").includes("json");
  const said = json ? await response.json() : await response.text();
  if (!response.ok) throw new Error(said?.error?.message ?? `the server answered ${response.status}`);
  return said;
}

/** @type {Promise<any> | null} */
let known = null;
/** What can be played. Where there was no answer it is asked again. */
export const games = () => (known ??= ask("GET", "/api/games").then((said) => said.games, (error) => { known = null; throw error; }));

/** @param {string} key @param {any} otherwise */
export function recall(key, otherwise) {
  try { return JSON.parse(localStorage.getItem(`outrider:${key}`) ?? "null") ?? otherwise; } catch { return otherwise; }
}
/** @param {string} key @param {any} value */
export function keep(key, value) {
  try { localStorage.setItem(`outrider:${key}`, JSON.stringify(value)); } catch { /* a full or forbidden store: nothing is remembered */ }
}

/**
 * What this browser holds of a match: seats' tokens, the link to watch, invitations, own entropy; the
 * seeds of own seals, links that were given and for what; what it has seen of the match; and, before
 * the answer has come, what it asked for a seat with.
 * @typedef {{link: string, for: string}} Given
 * @typedef {{anchors: Record<string, string>, commitment: string | null}} Kept
 * @typedef {{token: string, own: {text: string, commitment: string}}} Joining
 * @typedef {{tokens: Record<string, string>, watch?: string, invites?: Record<string, string>,
 *   entropy?: Record<string, string>, seals?: Record<string, string[]>,
 *   given?: Record<string, Given>, kept?: Kept, heads?: any[], joining?: Joining}} Held
 */
/** @param {string} match @returns {Held} */
export const held = (match) => recall(`match:${match}`, { tokens: {} });
/** @param {string} match @param {Partial<Held>} more */
export function hold(match, more) {
  const now = held(match);
  const both = (/** @type {"tokens" | "entropy" | "seals" | "given"} */ name) => ({ ...now[name], ...more[name] });
  keep(`match:${match}`, { ...now, ...more, tokens: both("tokens"), entropy: both("entropy"), seals: both("seals"), given: both("given") });
}

/** @param {Uint8Array | ArrayBuffer} bytes */
export const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Entropy of one's own, and what commits to it. */
export function entropy() {
  const text = hex(crypto.getRandomValues(new Uint8Array(32)));
  return { text, commitment: sha256(text) };
}

/** A secret of one's own: what is asked with it twice is done once. */
export const secret = () => hex(crypto.getRandomValues(new Uint8Array(24)));

export const id = () => hex(crypto.getRandomValues(new Uint8Array(8)));
