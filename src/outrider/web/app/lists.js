// @ts-check
/** Tables of one's own, and tables that wait for somebody. */
import { ask, games, held } from "./api.js";
import { capital, h, title } from "./dom.js";
import { go } from "./main.js";

const STAGES = { open: "waiting for players", revealing: "about to begin", running: "in play", over: "finished", archived: "a record" };

/** How long ago something was. @param {number} ms */
function ago(ms) {
  const minutes = Math.max(0, Math.round((Date.now() - ms) / 60000));
  const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 60 * 48 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  return count ? `${count} ${unit}${count === 1 ? "" : "s"} ago` : "just now";
}

/** @param {any[]} matches @param {any[]} known the games, for their titles @param {boolean} [joining] */
export function rows(matches, known, joining = false) {
  return h("div", { class: "rows" }, ...matches.map((match) => {
    const name = known.find((each) => each.id === match.game)?.title ?? match.game;
    const seated = match.seats.filter((/** @type {any} */ seat) => seat.taken).map((/** @type {any} */ seat) => seat.name ?? capital(seat.seat)).join(", ");
    const mine = Object.keys(held(match.match).tokens).length > 0;
    const over = match.stage === "over" || match.stage === "archived";
    const href = joining && !mine ? `/join/${match.match}` : over ? `/replay/${match.match}` : `/table/${match.match}`;
    return h("div", { class: "card" }, h("b", { class: "book" }, name, " ", h("span", { class: match.stage === "running" ? "chip go" : "chip" }, STAGES[/** @type {keyof typeof STAGES} */ (match.stage)]), match.dice === "typed" ? h("span", { class: "chip" }, "own dice, typed in") : null), h("span", { class: "small" }, seated, match.touched ? ` · ${ago(match.touched)}` : ""), h("a", { class: over ? "btn" : "btn main", href, "aria-label": `${name}, ${joining ? "join" : over ? "replay" : "go on"}` }, joining && !mine ? "Join" : over ? "Replay" : "Go on"));
  }));
}

/** A record from somewhere else is kept and shown. */
function bringing() {
  const error = h("p", { class: "error", role: "alert" });
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", id: "record", accept: ".jsonl" }));
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try { go(`/replay/${(await ask("POST", "/api/records", await file.text())).match}`); } catch (problem) { error.textContent = capital(String(/** @type {any} */ (problem).message ?? problem)); input.value = ""; }
  });
  return h("div", { class: "field" }, h("label", { for: "record" }, "Look at a record you have as a file"), input, error);
}

/** @param {string} heading @param {string} path @param {string} empty @param {boolean} joining @returns {Promise<import("./main.js").Page>} */
async function page(heading, path, empty, joining) {
  title(heading);
  const [said, known] = await Promise.all([ask("GET", path), games()]);
  return { element: h("div", { class: "page narrow" }, h("h1", {}, heading), said.matches.length ? rows(said.matches, known, joining) : h("p", { class: "lead" }, empty), ...(joining ? [] : [bringing()]), h("p", { class: "btns" }, h("a", { class: "btn main", href: "/" }, "New table"))) };
}

export const mine = () => page("My tables", "/api/matches/mine?limit=100", "You have no tables yet.", false);
export const open = () => page("Open tables", "/api/matches?limit=100", "Nobody waits for an opponent just now. Make a table that anybody may find.", true);
