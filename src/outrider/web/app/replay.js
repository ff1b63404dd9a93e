// @ts-check
/** A game again, line by line. */
import { Board } from "../board/board.js";
import { die } from "../board/dice.js";
import { still } from "../board/svg.js";
import { skinOf } from "../games/index.js";
import { ask, games, held, hold } from "./api.js";
import { capital, cited, copy, h, title } from "./dom.js";

/** @param {string} match @returns {Promise<import("./main.js").Page>} */
export async function replay(match) {
  const carried = new URLSearchParams(location.hash.slice(1));
  if (carried.get("watch")) { hold(match, { watch: String(carried.get("watch")) }); history.replaceState(null, "", location.pathname); }
  const mine = held(match);
  const token = Object.values(mine.tokens)[0];
  const headers = { ...(token ? { "outrider-token": token } : {}), ...(mine.watch ? { "outrider-watch": mine.watch } : {}) };
  const [said, known] = await Promise.all([ask("GET", `/api/matches/${match}/moments`, undefined, headers), games()]);
  const game = known.find((/** @type {any} */ each) => each.id === said.game);
  title(`${game?.title ?? said.game}, replay`);
  const skin = await skinOf(said.game);
  const moments = said.moments;
  // Of a game of older rules there are positions as far as today's agree: perhaps none.
  const last = moments.findLastIndex((/** @type {any} */ moment) => moment.state);
  const board = last < 0 ? null : new Board(skin.box(moments[0].state), "The table, as it was");
  let at = 0;
  /** @type {number | undefined} */
  let timer;
  const range = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: moments.length - 1, value: 0, "aria-label": "Where in the game" }));
  const what = h("section", { class: "card turn" });
  const list = h("div", { class: "log moves", role: "group", "aria-label": "Moves", tabindex: "0" });
  const names = said.names ?? {};
  const titleOf = (/** @type {any} */ line) => !line ? "The beginning" : line.roll ? `${names[line.seat] ?? capital(line.seat)} rolls ${line.faces.join(" ")} for ${line.roll}` : line.match ? `${capital(line.seat)}: ${line.match}` : `${line.seat ? names[line.seat] ?? capital(line.seat) : "The clock"}: ${line.text ?? line.do}`;
  const show = (/** @type {number} */ to) => {
    const forward = to === at + 1;
    at = Math.max(0, Math.min(moments.length - 1, to));
    const moment = moments[at];
    const state = moments[Math.min(at, last)]?.state;
    if (forward && at <= last) skin.follow?.(moment.events);
    if (board) {
      const tokens = skin.tokens(state);
      board.only(new Set(tokens.map((each) => each.id)));
      for (const each of tokens) board.put(each.id, each.x, each.y, each.key, each.label, each.draw);
      board.clear();
      skin.over?.(board, state, null, null);
    }
    if (forward && board) for (const event of moment.events) if (event.event === "hurt" || event.event === "died") board.shake(skin.token?.(event.unit) ?? event.unit);
    range.value = String(at);
    for (const each of list.querySelectorAll(".now")) each.classList.remove("now");
    // Where it stands among the choices: the last one that had been made by then.
    const now = [...list.children].find((each) => Number(each.getAttribute("data-n")) <= at);
    now?.classList.add("now");
    if (list.isConnected && now) list.scrollTop += now.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    what.replaceChildren(h("p", { class: "small" }, `${at} of ${moments.length - 1}${at > last ? " · by older rules, as it is written" : ` · ${skin.heading(state)}`}`), h("p", { class: "ask" }, titleOf(moment.line)), ...(moment.line?.faces ? [h("div", { class: "tray" }, h("span", { class: "throw" }, ...moment.line.faces.map((/** @type {number} */ face) => /** @type {any} */ (die(face, forward)))))] : []), ...moment.events.filter((/** @type {any} */ event) => event.text && event.event !== "rolled" && event.event !== "unplayed").map((/** @type {any} */ event) => h("p", {}, event.text)));
    if (at === moments.length - 1 && said.result) what.append(h("p", {}, h("b", {}, ...cited(said.sentence, said.game))));
  };
  const stop = () => { clearInterval(timer); timer = undefined; playing.textContent = "Play"; };
  const playing = h("button", { class: "btn main", onclick: () => {
    if (timer) { stop(); return; }
    playing.textContent = "Pause";
    if (at === moments.length - 1) show(0);
    timer = setInterval(() => { if (at === moments.length - 1) stop(); else show(at + 1); }, still() ? 900 : 600);
  } }, "Play");
  range.addEventListener("input", () => { stop(); show(Number(range.value)); });
  const jump = (/** @type {number} */ by) => () => { stop(); show(at + by); };
  const rolls = () => { stop(); const next = moments.findIndex((/** @type {any} */ moment, /** @type {number} */ n) => n > at && moment.line?.faces); if (next >= 0) show(next); };
  const scrub = h("div", { class: "scrub" }, h("button", { class: "btn", "aria-label": "One back", onclick: jump(-1) }, "◀"), playing, h("button", { class: "btn", "aria-label": "One on", onclick: jump(1) }, "▶"), range, h("button", { class: "btn", onclick: rolls }, "Next roll"));
  const share = h("button", { class: "btn", onclick: (/** @type {Event} */ event) => copy(event, `${location.origin}/replay/${match}${mine.watch ? `#watch=${mine.watch}` : ""}`) }, "Copy a link to it");
  const save = h("button", { class: "btn", onclick: async () => { const text = await ask("GET", `/api/matches/${match}/record`, undefined, headers); h("a", { href: URL.createObjectURL(new Blob([text])), download: `${said.game}-${match}.jsonl` }).click(); } }, "Download");
  moments.forEach((/** @type {any} */ moment, /** @type {number} */ n) => { if (moment.line && (!moment.line.roll || n > last)) list.prepend(h("button", { class: "quiet", "data-n": n, onclick: () => { stop(); show(n); } }, `${n}. ${titleOf(moment.line)}`)); });
  const keys = (/** @type {KeyboardEvent} */ event) => { if (event.target === range) return; if (event.key === "ArrowRight") jump(1)(); if (event.key === "ArrowLeft") jump(-1)(); };
  document.addEventListener("keydown", keys);
  show(Number(carried.get("at") ?? 0));
  const element = h("div", { class: "play" }, h("div", { class: "stage" }, h("div", { class: "felt" }, /** @type {any} */ (board?.root ?? h("div", { class: "page narrow" }, h("h1", {}, "No positions to show"), h("p", { class: "lead" }, "What happened stands beside, line by line.")))), scrub), h("div", { class: "panel" }, what, ...older(said), h("section", { class: "card" }, h("div", { class: "menu" }, share, save, ...(said.result && !said.older?.why ? [h("a", { class: "btn", href: `/review/${match}` }, "What decided it")] : []), h("a", { class: "btn", href: "/" }, "To the games"))), h("section", { class: "card t-log" }, list)));
  // The ground is drawn when the board has its size: words on it are as large as on the page.
  if (board) requestAnimationFrame(() => skin.ground(board, moments[0].state));
  return { element, leave: () => { stop(); document.removeEventListener("keydown", keys); } };
}

/** By which rules a game was played, where they are not today's. @param {any} said */
function older(said) {
  if (!said.older) return [];
  const { rules, today, why } = said.older;
  const agreed = `This game was played by version ${rules} of the rules. Today's, ${today}, agree with all of it.`;
  const more = why ? [h("p", { class: "small" }, "What today's rules do not play is listed as it is written. The result is the one on record.")] : [];
  return [h("section", { class: "card older" }, h("p", {}, ...cited(why ?? agreed, said.game)), ...more)];
}
