// @ts-check
/** Rulebooks in our own words, each rule with its id as an anchor. */
import { ask, games } from "./api.js";
import { h, title } from "./dom.js";

/** @returns {Promise<import("./main.js").Page>} */
export async function shelf() {
  title("Rules");
  const known = await games();
  return { element: h("div", { class: "page narrow" }, h("h1", {}, "Rules"), h("p", { class: "lead" }, "All five games, in our own words. Every rule has a name; the referee cites it."), h("div", { class: "list" }, ...known.map((/** @type {any} */ game) => h("div", {}, h("a", { href: `/rules/${game.id}` }, game.title))))) };
}

/** @param {string} game @returns {Promise<import("./main.js").Page>} */
export async function rules(game) {
  const book = await ask("GET", `/api/games/${game}/rules`);
  title(`Rules of ${book.title}`);
  const element = h("div", { class: "page narrow rules" }, h("h1", {}, book.title), h("p", { class: "lead" }, book.summary), h("p", { class: "small" }, book.credits));
  for (const chapter of book.chapters) element.append(h("section", {}, h("h2", {}, chapter.title), ...chapter.rules.map((/** @type {any} */ rule) => h("div", { class: "rule", id: rule.id }, h("b", {}, rule.id), h("p", {}, rule.text, rule.source === "book" ? "" : h("span", { class: "small" }, ` (${rule.source})`))))));
  return { element };
}
