// @ts-check
/** A whole record checked by the page: its chain, what was seen of it, and every die. */
import { hashAfter, headOf, keyOf } from "./chain.js";
import { bytes, face, sha256 } from "./sha256.js";

/** @typedef {{match: string, anchors: Record<string, string>, commitment: string | null, entropy: Record<string, string>, heads: [number, string][]}} Kept */

/** What is wrong with the chain, if something is. @param {any[]} rows */
function unchained(rows) {
  let before = headOf(rows[0]);
  if (rows[0].hash !== before) return "line 1 is not the one that was written here";
  for (const [at, row] of rows.slice(1).entries()) {
    before = hashAfter(before, row);
    if (row.hash !== before) return `line ${at + 2}, or one before it, is not the one that was written here`;
  }
  return null;
}

/** What differs from what this page saw. @param {any[]} rows @param {Kept} kept */
function unseen(rows, kept) {
  const dice = rows[0].dice ?? {};
  for (const [n, hash] of kept.heads) if (rows[n]?.hash !== hash || n >= rows.length - 1) return `line ${n + 1} is not the one this page saw`;
  if (kept.commitment && dice.commitment !== kept.commitment) return "the secret was committed to otherwise when this page saw it";
  for (const [name, seen] of [["anchors", kept.anchors], ["entropies", kept.entropy]]) {
    for (const [who, text] of Object.entries(seen ?? {})) if (dice[String(name)] && dice[String(name)][who] !== text) return `of the ${name}, ${who}'s is not the one this page saw`;
  }
  return null;
}

/** Whether the signature is that of the key beside it; null where the browser cannot tell. @param {any} last */
async function signed(last) {
  const raw = (/** @type {string} */ text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  try {
    const key = await crypto.subtle.importKey("raw", raw(last.key), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, raw(last.signature), bytes(last.hash));
  } catch { return null; }
}

/** The faces of each roll, by the dice the record says it has. @param {any[]} rows @returns {{wrong?: string, faces?: (row: any, r: number) => number[] | null}} */
function dice(rows) {
  const { seats, dice: told } = rows[0], last = rows[rows.length - 1];
  if (told.kind === "sealed") {
    /** @type {Record<string, string> | null} */
    let opened = null;
    const standing = { ...told.anchors };
    const links = new Map();
    for (const row of rows.slice(1)) {
      if (row.anchors) Object.assign(standing, row.anchors);
      if (row.do) opened = null;
      if (row.open) {
        for (const [who, link] of Object.entries(row.open)) {
          if (sha256(String(link)) !== standing[who]) return { wrong: `line ${row.n + 1}: ${who}'s link is not the next one` };
          standing[who] = link;
        }
        opened = row.open;
      }
      if (row.faces && opened) links.set(row.n, keyOf(opened, seats));
    }
    return { faces: (row, r) => (links.has(row.n) ? row.faces.map((/** @type {number} */ _, /** @type {number} */ k) => face(links.get(row.n), told.match, r, k)) : null) };
  }
  const secret = told.secret ?? last.secret;
  if (sha256(secret) !== told.commitment) return { wrong: "the secret is not the one that was committed to" };
  for (const seat of seats) if (sha256(told.entropies[seat]) !== told.commitments[seat]) return { wrong: `${seat}'s entropy is not the one that was committed to` };
  const said = [told.match, ...seats.map((/** @type {string} */ seat) => told.entropies[seat])].join("|");
  return { faces: (row, r) => row.faces.map((/** @type {number} */ _, /** @type {number} */ k) => face(secret, said, told.kind === "fair" ? row.n : r, k)) };
}

/** @param {any[]} rows */
function rolled(rows) {
  const told = rows[0].dice, last = rows[rows.length - 1];
  if (!told || told.kind === "typed") return { said: "The dice were typed in by people: there is no proof of them." };
  if (told.kind !== "sealed" && !(told.secret ?? last.secret)) return { said: "The dice can be checked when the game is over." };
  const { wrong, faces } = dice(rows);
  if (wrong || !faces) return { wrong };
  let count = 0, r = 0;
  for (const row of rows) {
    if (!row.faces) continue;
    const real = faces(row, r++);
    if (!real) return { wrong: `line ${row.n + 1}: dice fell for which nobody opened a link` };
    for (const [k, shown] of row.faces.entries()) if (real[k] !== shown) return { wrong: `line ${row.n + 1}, die ${k + 1}: it says ${shown}, but ${real[k]} fell` };
    count += row.faces.length;
  }
  return { said: `All ${count} dice fell ${told.kind === "sealed" ? "by the links everybody had opened" : "as committed to"}.` };
}

/** Check a record, as the command `outrider verify` does (but for the rules, which the server has). @param {string} record @param {Kept | null} [kept] */
export async function verify(record, kept = null) {
  const rows = record.trim().split("\n").map((line) => JSON.parse(line));
  const last = rows[rows.length - 1];
  const found = [];
  if (rows[0].hash) {
    const wrong = unchained(rows) ?? (kept?.heads.length ? unseen(rows, kept) : null);
    if (wrong) return `WRONG: ${wrong}.`;
    const good = await signed(last);
    if (good === false) return "WRONG: the signature is not the host's.";
    found.push(`${rows.length - 2} lines, one chain${kept?.heads.length ? ", as this page saw them" : ""}${good ? ", signed by the host" : ""}.`);
  } else if (kept?.heads.length) return "WRONG: the record has no hashes, but this page saw some.";
  const { wrong, said } = rolled(rows);
  return wrong ? `WRONG: ${wrong}.` : [said, ...found].join(" ");
}

