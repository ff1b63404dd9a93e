// @ts-check
/** A whole record checked by the page: its chain, what was seen of it, and every die. */
import { hashAfter, headOf, keyOf } from "./chain.js";
import { bytes, face, sha256 } from "./sha256.js";

const UNSIGNED = " The signature was not checked: this browser cannot do that here.";

/** By what lines of the match somebody leaves it. */
const LEAVING = ["resign", "abandon", "flag", "claim"];

/**
 * @typedef {{match: string, anchors: Record<string, string>, commitment: string | null, entropy:
 *   Record<string, string>, heads: [number, string][]}} Kept
 */

/** What is wrong with the chain, if something is. @param {any[]} rows */
function unchained(rows) {
  let before = headOf(rows[0]);
  if (rows[0].hash !== before) return "line 1 is not the one that was written here";
  for (const [at, row] of rows.slice(1).entries()) {
    before = hashAfter(before, row);
    if (row.hash !== before)
      return `line ${at + 2}, or one before it, is not the one that was written here`;
  }
  return null;
}

/** What differs from what this page saw. @param {any[]} rows @param {Kept} kept */
function unseen(rows, kept) {
  const dice = rows[0].dice ?? {};
  for (const [n, hash] of kept.heads)
    if (rows[n]?.hash !== hash || n >= rows.length - 1)
      return `line ${n + 1} is not the one this page saw`;
  if (kept.commitment && dice.commitment !== kept.commitment)
    return "the secret was committed to otherwise when this page saw it";
  for (const [name, seen] of [
    ["anchors", kept.anchors],
    ["entropies", kept.entropy],
  ]) {
    for (const [who, text] of Object.entries(seen ?? {}))
      if (dice[String(name)]?.[who] !== text)
        return `of the ${name}, ${who}'s is not the one this page saw`;
  }
  return unmade(rows, kept);
}

/**
 * Seals of this page's own seats that it did not see to itself: where it did, it kept the line.
 * @param {any[]} rows
 * @param {Kept} kept
 */
function unmade(rows, kept) {
  if ("server" in kept.anchors) return null;
  const seen = new Set(kept.heads.map(([n]) => n)),
    left = new Set();
  for (const row of rows.slice(1)) {
    if (row.match === "entrust" && row.seat in kept.anchors) {
      if (!seen.has(row.n) && !left.has(row.seat))
        return `line ${row.n + 1}: ${row.seat} did not leave the seal with the server here`;
      left.add(row.seat);
    }
    for (const seat of Object.keys(row.anchors ?? {}).filter((each) => each in kept.anchors)) {
      if (!seen.has(row.n) && !left.has(seat))
        return `line ${row.n + 1}: ${seat} did not commit to the new seal that is here`;
      if (seen.has(row.n)) left.delete(seat);
    }
  }
  return null;
}

/**
 * Whether the signature is that of the key beside it; null where the browser has no means to tell.
 * @param {any} last
 */
async function signed(last) {
  if (!/^[0-9a-f]{64}$/.test(last.key) || !/^[0-9a-f]{128}$/.test(last.signature)) return false;
  if (!globalThis.crypto?.subtle) return null;
  const raw = (/** @type {string} */ text) =>
    Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  try {
    const key = await crypto.subtle.importKey("raw", raw(last.key), { name: "Ed25519" }, false, [
      "verify",
    ]);
    return await crypto.subtle.verify("Ed25519", key, raw(last.signature), bytes(last.hash));
  } catch (problem) {
    // A browser that does not know Ed25519 says so; anything else is a key that is none.
    return /** @type {any} */ (problem).name === "NotSupportedError" ? null : false;
  }
}

/**
 * Whose links an opening lacks, or has too many; null if it is right as far as can be told without
 * the rules.
 * @param {any[]} rows
 * @param {any} row
 * @param {Map<string, number>} left
 */
function unopened(rows, row, left) {
  const { seats } = rows[0],
    before = rows.slice(0, row.n);
  const asked = before.findIndex((each) => each.hash === row.for);
  if (asked < 0 || before.slice(asked + 1).some((each) => !each.match))
    return "links are opened here for another line than the one that led to the dice";
  if (before[asked].anchors && Object.keys(row.open).some((who) => !(who in before[asked].anchors)))
    return "while dice waited, not all have committed anew";
  const strange = Object.keys(row.open).find(
    (who) => who !== "server" && !(seats.includes(who) && (left.get(who) ?? asked + 1) > asked),
  );
  if (strange) return `${strange} has no link to open here`;
  for (const who of ["server", ...seats].filter((each) => !(each in row.open))) {
    const gone = left.get(who) ?? Infinity;
    if (gone <= asked) continue;
    if (gone < row.n)
      return `${who} left while these dice waited: without its link all have to commit anew`;
    // With more than two, somebody may be out of the game; then they do nothing in it any more.
    const rest = rows.slice(row.n + 1),
      back = rest.findIndex((each) => each.match === "takeback");
    const acts = rest
      .slice(0, back < 0 ? rest.length : back)
      .some((each) => each.do && each.seat === who);
    if (who === "server" || seats.length < 3 || acts) return `${who}'s link is missing`;
  }
  if (rows[row.n + 1]?.faces || !("n" in (rows[row.n + 1] ?? {}))) return null;
  return "links are opened here, but the dice do not fall";
}

/**
 * The faces of each roll, by the dice the record says it has.
 * @param {any[]} rows
 * @returns {{wrong?: string, faces?: (row: any, r: number) => number[] | null}}
 */
function dice(rows) {
  const { seats, dice: told } = rows[0],
    last = rows[rows.length - 1];
  if (told.kind === "sealed") {
    /** @type {Record<string, string> | null} */
    let opened = null;
    const standing = { ...told.anchors };
    const links = new Map();
    /** @type {Map<string, number>} */
    const left = new Map();
    for (const row of rows.slice(1)) {
      if (row.anchors) Object.assign(standing, row.anchors);
      if (LEAVING.includes(row.match)) left.set(row.against ?? row.seat, row.n);
      if (row.do || row.anchors || LEAVING.includes(row.match)) opened = null;
      if (row.open) {
        const problem = unopened(rows, row, left);
        if (problem) return { wrong: `line ${row.n + 1}: ${problem}` };
        for (const [who, link] of Object.entries(row.open)) {
          if (sha256(String(link)) !== standing[who])
            return { wrong: `line ${row.n + 1}: ${who}'s link is not the next one` };
          standing[who] = link;
        }
        opened = row.open;
      }
      if (row.faces && opened) links.set(row.n, keyOf(opened, seats));
    }
    return {
      faces: (row, r) =>
        links.has(row.n)
          ? row.faces.map((/** @type {number} */ _, /** @type {number} */ k) =>
              face(links.get(row.n), told.match, r, k),
            )
          : null,
    };
  }
  const secret = told.secret ?? last.secret;
  if (sha256(secret) !== told.commitment)
    return { wrong: "the secret is not the one that was committed to" };
  for (const seat of seats)
    if (sha256(told.entropies[seat]) !== told.commitments[seat])
      return { wrong: `${seat}'s entropy is not the one that was committed to` };
  const said = [
    told.match,
    ...seats.map((/** @type {string} */ seat) => told.entropies[seat]),
  ].join("|");
  return {
    faces: (row, r) =>
      row.faces.map((/** @type {number} */ _, /** @type {number} */ k) =>
        face(secret, said, told.kind === "fair" ? row.n : r, k),
      ),
  };
}

/** @param {any[]} rows */
function rolled(rows) {
  const told = rows[0].dice,
    last = rows[rows.length - 1];
  if (!told || told.kind === "typed")
    return { said: "The dice were typed in by people: there is no proof of them." };
  if (told.kind !== "sealed" && !(told.secret ?? last.secret) && last.result)
    return { wrong: "the match is over, but the secret of its dice is not revealed" };
  if (told.kind !== "sealed" && !(told.secret ?? last.secret))
    return { said: "The dice can be checked when the game is over." };
  const { wrong, faces } = dice(rows);
  if (wrong || !faces) return { wrong };
  let count = 0,
    r = 0;
  for (const row of rows) {
    if (!row.faces) continue;
    const real = faces(row, r++);
    if (!real) return { wrong: `line ${row.n + 1}: dice fell for which nobody opened a link` };
    for (const [k, shown] of row.faces.entries())
      if (real[k] !== shown)
        return { wrong: `line ${row.n + 1}, die ${k + 1}: it says ${shown}, but ${real[k]} fell` };
    count += row.faces.length;
  }
  return {
    said:
      `All ${count} dice fell ` +
      `${told.kind === "sealed" ? "by the links everybody had opened" : "as committed to"}.`,
  };
}

/**
 * Check a record, as the command `outrider verify` does (but for the rules, which the server has).
 * @param {string} record
 * @param {Kept | null} [kept]
 */
export async function verify(record, kept = null) {
  const rows = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const last = rows[rows.length - 1];
  const found = [];
  if (rows[0].hash) {
    const own = kept && (kept.heads.length || Object.keys(kept.anchors).length);
    const wrong = unchained(rows) ?? (own ? unseen(rows, kept) : null);
    if (wrong) return `WRONG: ${wrong}.`;
    const good = await signed(last);
    if (good === false) return "WRONG: the signature is not the host's.";
    found.push(
      `${rows.length - 2} lines, one ` +
        `chain${kept?.heads.length ? ", as this page saw them" : ""}` +
        `${good ? ", signed by the host" : ""}.` +
        (good === null ? UNSIGNED : ""),
    );
  } else if (kept?.heads.length) return "WRONG: the record has no hashes, but this page saw some.";
  const { wrong, said } = rolled(rows);
  return wrong ? `WRONG: ${wrong}.` : [said, ...found].join(" ");
}
