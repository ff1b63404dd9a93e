// @ts-check
/** Tables of one's own, and tables that wait for somebody. */
import { ask, games, held } from "./api.js";
import { capital, h, title } from "./dom.js";

const STAGES = { open: "waiting for players", revealing: "about to begin", running: "in play", over: "finished", archived: "a record" };

/** @param {any[]} matches @param {boolean} [joining] */
export function rows(matches, joining = false) {
  return h("div", { class: "list" }, ...matches.map((match) => {
    const seated = match.seats.filter((/** @type {any} */ seat) => seat.taken).map((/** @type {any} */ seat) => seat.name ?? capital(seat.seat)).join(", ");
    const mine = Object.keys(held(match.match).tokens).length > 0;
    const over = match.stage === "over" || match.stage === "archived";
    const href = joining && !mine ? `/join/${match.match}` : over ? `/replay/${match.match}` : `/table/${match.match}`;
    return h("div", {}, h("b", {}, match.game), h("span", { class: "small" }, seated), h("span", { class: "chip" }, STAGES[/** @type {keyof typeof STAGES} */ (match.stage)]), h("a", { href, "aria-label": `${match.game}, ${joining ? "join" : over ? "replay" : "go on"}` }, joining && !mine ? "Join" : over ? "Replay" : "Go on"));
  }));
}

/** @param {string} heading @param {string} path @param {string} empty @param {boolean} joining @returns {Promise<import("./main.js").Page>} */
async function page(heading, path, empty, joining) {
  title(heading);
  const [said] = await Promise.all([ask("GET", path), games()]);
  return { element: h("div", { class: "page narrow" }, h("h1", {}, heading), said.matches.length ? rows(said.matches, joining) : h("p", { class: "lead" }, empty), h("p", { class: "btns" }, h("a", { class: "btn main", href: "/" }, "New table"))) };
}

export const mine = () => page("My tables", "/api/matches/mine?limit=100", "You have no tables yet.", false);
export const open = () => page("Open tables", "/api/matches?limit=100", "Nobody waits for an opponent just now. Make a table that anybody may find.", true);
