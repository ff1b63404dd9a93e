// @ts-check
/** The dice's proof: what was committed to, and whether all of it fell as it had to. */
import { ask, held, hex } from "./api.js";
import { h } from "./dom.js";

const text = new TextEncoder();

/** @param {string} value */
const sha = async (value) => hex(await crypto.subtle.digest("SHA-256", text.encode(value)));

/** Compute every die of a record again, as the command `outrider verify` does. @param {string} record */
export async function verify(record) {
  const rows = record.trim().split("\n").map((line) => JSON.parse(line));
  const dice = rows[0].dice;
  if (dice?.kind !== "fair") return "The dice of this game were typed in: there is no proof of them.";
  if (!dice.secret) return "The secret is revealed when the game is over.";
  if ((await sha(dice.secret)) !== dice.commitment) return "WRONG: the secret is not the one that was committed to.";
  for (const seat of rows[0].seats) if ((await sha(dice.entropies[seat])) !== dice.commitments[seat]) return `WRONG: ${seat}'s entropy is not the one that was committed to.`;
  const key = await crypto.subtle.importKey("raw", text.encode(dice.secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const said = [dice.match, ...rows[0].seats.map((/** @type {string} */ seat) => dice.entropies[seat])].join("|");
  let count = 0;
  for (const row of rows.slice(1)) {
    if (!row.faces) continue;
    for (const [k, face] of row.faces.entries()) {
      let byte = 255;
      for (let t = 0; byte >= 252; t++) byte = new Uint8Array(await crypto.subtle.sign("HMAC", key, text.encode(`${said}|${row.n}|${k}|${t}`)))[0];
      if ((byte % 6) + 1 !== face) return `WRONG: line ${row.n}, die ${k + 1}: it says ${face}, but ${(byte % 6) + 1} fell.`;
      count++;
    }
  }
  return `All ${count} dice fell as committed to.`;
}

/** @param {import("./table.js").Table} table */
export function fairness(table) {
  const { about } = table;
  const dice = about.dice;
  if (!dice) return h("p", { class: "small" }, "Nothing is known of these dice.");
  if (dice.kind === "typed") return h("p", { class: "small" }, "You roll your own dice and type in what they show.");
  const result = h("p", { role: "status" });
  const check = async () => {
    result.textContent = "Checking…";
    const mine = held(about.match);
    const token = Object.values(mine.tokens)[0];
    const record = await ask("GET", `/api/matches/${about.match}/record`, undefined, { ...(token ? { "outrider-token": token } : {}), ...(mine.watch ? { "outrider-watch": mine.watch } : {}) });
    result.textContent = crypto.subtle ? await verify(record) : "This page is not secure, so it cannot compute hashes. Download the record and use outrider verify.";
  };
  const engine = new Set(dice.engine ?? []);
  return h("div", {}, h("p", { class: "small" }, "The server committed to a secret before the first roll, and every player added entropy."),
    h("p", { class: "mono" }, `secret committed ${dice.commitment.slice(0, 16)}…`), ...Object.entries(dice.entropies ?? {}).map(([seat, value]) => h("p", { class: "mono" }, `${seat}: ${String(value).slice(0, 16)}…${engine.has(seat) ? " (the engine's)" : ""}`)),
    h("p", {}, h("button", { class: "btn", onclick: check }, about.result ? "Check every die" : "Check (after the game)")), result);
}
