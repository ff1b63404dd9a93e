// @ts-check
/** A game looked at again: who was winning, and whether choices or dice made it so. */
import { n, svg } from "../board/svg.js";
import { ask, held } from "./api.js";
import { capital, h, title } from "./dom.js";

const WIDE = 860, HIGH = 260;

/** @param {string} match @returns {Promise<import("./main.js").Page>} */
export async function review(match) {
  title("Review");
  const mine = held(match);
  const token = Object.values(mine.tokens)[0];
  const headers = { ...(token ? { "outrider-token": token } : {}), ...(mine.watch ? { "outrider-watch": mine.watch } : {}) };
  const place = h("div", { class: "page" }, h("h1", {}, "What decided it"), h("p", { class: "waiting" }, "Looking at every move. This can take a minute…"));
  ask("GET", `/api/matches/${match}/review`, undefined, headers).then((found) => place.replaceChildren(...shown(match, found)), (error) => place.replaceChildren(h("h1", {}, "That did not work"), h("p", { class: "lead error" }, error.message)));
  return { element: place };
}

/** @param {string} match @param {any} found */
function shown(match, found) {
  const name = (/** @type {string} */ seat) => found.names[seat] ?? capital(seat);
  const points = (/** @type {number} */ share) => `${share >= 0 ? "+" : "−"}${Math.abs(Math.round(share * 100))}`;
  const seat = found.seats[0];
  const moments = found.swings.filter((/** @type {any} */ swing) => found.moments.includes(swing.n));
  return [
    h("h1", {}, "What decided it"), h("p", { class: "lead" }, "Each line is a player's chance to win, after every choice and every roll."),
    h("div", { class: "card", style: "margin-top:18px" }, /** @type {any} */ (graph(found, name))),
    h("h2", { style: "margin-top:26px" }, "Three moments that mattered"),
    h("div", { class: "list" }, ...moments.map((/** @type {any} */ swing) => h("div", {}, h("b", {}, String(swing.n)), h("span", {}, `${points(swing.by[seat])} for ${name(seat)}, by ${swing.kind === "dice" ? "the dice" : swing.seat ? `${name(swing.seat)}'s choice` : "the clock"}.`), h("span", { class: "small" }, swing.text)))),
    h("h2", { style: "margin-top:26px" }, "Luck and skill"),
    h("table", { class: "text" }, h("thead", {}, h("tr", {}, ...["", "by own choices", "by the dice"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...found.seats.map((/** @type {string} */ each) => h("tr", {}, h("th", { scope: "row" }, name(each)), h("td", {}, `${points(found.skill[each])} points`), h("td", {}, `${points(found.luck[each])} points`))))),
    h("p", { class: "btns" }, h("a", { class: "btn main", href: `/replay/${match}` }, "Replay"), h("a", { class: "btn", href: "/" }, "To the games")),
  ];
}

/** @param {any} found @param {(seat: string) => string} name */
function graph(found, name) {
  const last = Math.max(1, found.chances.length - 1);
  const x = (/** @type {number} */ at) => 40 + (at / last) * (WIDE - 50);
  const y = (/** @type {number} */ share) => 10 + (1 - share) * (HIGH - 40);
  const made = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `Winning chances: ${found.seats.map((/** @type {string} */ seat) => `${name(seat)} ends at ${Math.round(found.chances[last]?.[seat] * 100)} percent`).join(", ")}`, width: "100%" });
  for (const share of [0, 0.25, 0.5, 0.75, 1]) made.append(svg("line", { x1: 40, x2: WIDE - 10, y1: n(y(share)), y2: n(y(share)), stroke: "var(--hair)", "stroke-dasharray": share === 0.5 ? "none" : "3 4" }), svg("text", { x: 34, y: n(y(share) + 4), "font-size": 11, "text-anchor": "end", fill: "var(--soft)" }, `${share * 100}%`));
  for (const swing of found.swings) {
    const by = swing.by[found.seats[0]];
    if (Math.abs(by) >= 0.04) made.append(svg("line", { x1: n(x(swing.n)), x2: n(x(swing.n)), y1: n(y(found.chances[swing.n - 1][found.seats[0]])), y2: n(y(found.chances[swing.n][found.seats[0]])), stroke: swing.kind === "dice" ? "var(--att)" : "var(--ok)", "stroke-width": 4, opacity: 0.55 }, svg("title", {}, `${swing.n}: ${Math.round(by * 100)} points by ${swing.kind === "dice" ? "the dice" : "a choice"}`)));
  }
  found.seats.forEach((/** @type {string} */ seat, /** @type {number} */ at) => made.append(svg("polyline", { points: found.chances.map((/** @type {any} */ each, /** @type {number} */ index) => `${n(x(index))},${n(y(each[seat]))}`).join(" "), fill: "none", stroke: `var(--${seat})`, "stroke-width": 2, "stroke-dasharray": ["none", "7 3", "3 3", "1 3"][at % 4] })));
  for (const moment of found.moments) made.append(svg("circle", { cx: n(x(moment)), cy: n(y(found.chances[moment][found.seats[0]])), r: 6, fill: "none", stroke: "var(--ink)", "stroke-width": 2 }));
  made.append(svg("text", { x: 44, y: HIGH - 6, "font-size": 11, fill: "var(--soft)" }, `${found.seats.map(name).join(" and ")}; thick amber: dice, thick green: choices; circles: what mattered most`));
  return made;
}
