// @ts-check
/** Where the dice come from, what that proves against whom, and whether all of it held. */
import { ask, held } from "./api.js";
import { banner, capital, h, say } from "./dom.js";
import { verify } from "./verifying.js";

/** What each kind of dice is worth, in words. @type {Record<string, string>} */
const WORTH = {
  sealed: "Sealed dice: each die is made of a link that every player's page and the server open only when the move is on record. Nobody can know or choose it before, the host included.",
  "fair-2": "Fair dice: the server committed to a secret before the first roll, and every player added entropy. Nobody can change them; whoever runs this server could know them before they fall.",
  fair: "Fair dice of an older kind: the server committed to a secret, and every player added entropy. Whoever runs the server could know them, and move them about by adding lines.",
  typed: "You roll your own dice and type in what they show: all have agreed to that, and nothing proves them.",
};

/** Fetch the record and check it with what this page kept. @param {import("./table.js").Table} table */
async function check(table) {
  const { match } = table.about;
  const mine = held(match);
  const token = Object.values(mine.tokens)[0];
  const record = await ask("GET", `/api/matches/${match}/record`, undefined, { ...(token ? { "outrider-token": token } : {}), ...(mine.watch ? { "outrider-watch": mine.watch } : {}) });
  const said = await verify(record, table.witness.kept());
  table.witness.verdict = said;
  if (said.startsWith("WRONG")) { say(said); banner(`Do not trust this record. ${said}`); }
  return said;
}

/** The game is over: the record is held against what this page has seen. @param {import("./table.js").Table} table */
export function concluded(table) {
  const { witness } = table;
  if (!witness.hashes.length || witness.verdict) return;
  witness.verdict = "Checking the record…";
  check(table).then(() => table.panel.show(), (problem) => { witness.verdict = capital(String(problem.message ?? problem)); });
}

/** What this page kept, as a file. @param {import("./table.js").Table} table */
function save(table) {
  const text = JSON.stringify(table.witness.kept());
  h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: `${table.match}-seen.json` }).click();
}

/** One's seal, left with the server while one is away. @param {import("./table.js").Table} table */
function leaving(table) {
  const { about, mine, witness } = table;
  const own = about.result || about.dice.kind !== "sealed" ? [] : mine.filter((seat) => witness.place(seat));
  const leave = (/** @type {string} */ seat) => async () => {
    if (!confirm("The server can then know your dice in advance. Everybody is told. Leave your seal with it?")) return;
    const said = await witness.entrust(seat);
    if (!said.ok) table.panel.note(capital(said.error.message));
  };
  const name = (/** @type {string} */ seat) => (mine.length > 1 ? ` (${capital(seat)})` : "");
  return own.map((seat) => h("button", { class: "btn", onclick: leave(seat) }, `Roll for me while I am away${name(seat)}`));
}

/** @param {import("./table.js").Table} table */
export function fairness(table) {
  const { about, witness } = table;
  const dice = about.dice;
  if (!dice) return h("p", { class: "small" }, "Nothing is known of these dice.");
  const result = h("p", { role: "status", class: witness.verdict.startsWith("WRONG") ? "error" : "small" }, witness.verdict);
  const look = async () => {
    result.textContent = "Checking…";
    try { result.textContent = await check(table); } catch (problem) { result.textContent = capital(String(/** @type {any} */ (problem).message ?? problem)); }
  };
  const engine = new Set(dice.engine ?? []);
  const texts = Object.entries(dice.anchors ?? dice.entropies ?? {});
  const head = witness.hashes[witness.hashes.length - 1];
  return h("div", { class: "fairness" }, h("p", { class: "small" }, WORTH[dice.kind] ?? ""),
    dice.commitment ? h("p", { class: "mono" }, `secret committed ${dice.commitment.slice(0, 16)}…`) : null,
    ...texts.map(([seat, value]) => h("p", { class: "mono" }, `${seat}: ${String(value).slice(0, 16)}…${engine.has(seat) ? " (kept by the server)" : ""}`)),
    head ? h("p", { class: "mono" }, `line ${witness.hashes.length - 1} seen: ${head.slice(0, 16)}…`) : null,
    h("p", { class: "btns" }, h("button", { class: "btn", onclick: look }, "Check the record"), head ? h("button", { class: "btn", onclick: () => save(table) }, "Save what this page saw") : null, ...leaving(table)), result);
}
