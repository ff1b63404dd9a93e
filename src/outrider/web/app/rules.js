// @ts-check
/** Rulebooks in our own words, each rule with its id as an anchor. */
import { shelved } from "../skins/index.js";
import { ask, games } from "./api.js";
import { notice } from "./changes.js";
import { h, title } from "./dom.js";
import { figures } from "./samples.js";

/** @returns {Promise<import("./main.js").Page>} */
export async function shelf() {
  title("Rules");
  const sorted = await shelved();
  return {
    element: h(
      "div",
      { class: "page" },
      h("h1", {}, "Rules"),
      h(
        "p",
        { class: "lead" },
        "All games, in our own words. Every rule has a name; the referee cites it.",
      ),
      h(
        "div",
        { class: "list shelf" },
        ...sorted.map((/** @type {any} */ game) =>
          h(
            "a",
            { class: "card", href: `/rules/${game.id}` },
            h("h2", {}, game.title),
            h("span", {}, game.page?.line ?? ""),
            h("span", { class: "small" }, game.page?.about ?? ""),
          ),
        ),
      ),
    ),
  };
}

/** @param {string} text */
const anchor = (text) => `chapter-${text.toLowerCase().replace(/[^a-z]+/g, "-")}`;

/** What stands between backticks is something one types. @param {string} text */
const coded = (text) => text.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));

/** What is not the book's number is marked. @param {any} rule */
const worded = (rule) =>
  rule.parts
    ? rule.parts.flatMap((/** @type {[string, boolean]} */ [text, changed]) =>
        changed ? h("mark", {}, text) : coded(text),
      )
    : coded(rule.text);

/** A rule's table; a cell with a changed number is marked. @param {any} rule */
function tabled(rule) {
  if (!rule.table) return [];
  const [heads, ...rows] = rule.table;
  const words = (/** @type {[string, boolean]} */ [text, changed]) =>
    changed ? [h("mark", {}, text)] : coded(text);
  return [
    h(
      "table",
      { class: "text", "aria-label": rule.lead },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...heads.map((/** @type {any} */ cell) =>
            cell[0] ? h("th", { scope: "col" }, ...words(cell)) : h("td", {}),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        ...rows.map((/** @type {any[]} */ [first, ...rest]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, ...words(first)),
            ...rest.map((cell) => h("td", {}, ...words(cell))),
          ),
        ),
      ),
    ),
  ];
}

/** @param {string} game @returns {Promise<import("./main.js").Page>} */
export async function rules(game) {
  const asked = new URLSearchParams(location.search).get("variant");
  const [book, known] = await Promise.all([
    ask(
      "GET",
      `/api/games/${game}/rules${asked === null ? "" : `?variant=${encodeURIComponent(asked)}`}`,
    ),
    games(),
  ]);
  const played = known.find((/** @type {any} */ each) => each.id === game);
  title(`Rules of ${book.title}`);
  const contents = h(
    "nav",
    { "aria-label": "Chapters" },
    ...book.chapters.map((/** @type {any} */ chapter) =>
      h("a", { href: `#${anchor(chapter.title)}` }, chapter.title),
    ),
    played?.page?.lesson ? h("a", { href: `/learn/${game}` }, "Learn by playing") : null,
  );
  const text = h(
    "div",
    { class: "rules" },
    h("h1", {}, book.title),
    h("p", { class: "lead" }, book.summary),
    h("p", { class: "small credits" }, book.credits),
    notice(played, book.variant),
  );
  const all = await figures(game, book.variant);
  const drawn = (/** @type {string} */ id) =>
    all.filter((each) => each.rule === id).map((each) => each.element);
  for (const chapter of book.chapters) {
    text.append(
      h(
        "section",
        { id: anchor(chapter.title) },
        h("h2", {}, chapter.title),
        ...chapter.rules.map((/** @type {any} */ rule) =>
          h(
            "div",
            { class: "rule", id: rule.id },
            h("a", { href: `#${rule.id}` }, rule.id),
            h(
              "p",
              {},
              ...(rule.table ? coded(rule.lead) : worded(rule)),
              rule.source === "book" ? "" : h("span", { class: "small" }, ` (${rule.source})`),
            ),
            ...tabled(rule),
            ...drawn(rule.id),
          ),
        ),
      ),
    );
  }
  return { element: h("div", { class: "page book-page" }, contents, text) };
}
