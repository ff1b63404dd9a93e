// @ts-check
/** Changed numbers of a game's rules: what they are, said to people, and chosen by them. */
import { capital, h, rulesAt } from "./dom.js";

/**
 * @typedef {{name: string, default: number, low: number, high: number, step: number, rule: string,
 *   sentence: string}} Figure
 */

const VERSION = 1;
const UNNAMED = "our own numbers";

/**
 * What a variant changes, each with what it is in the book.
 * @param {any} game
 * @param {any} variant
 * @returns {(Figure & {value: number})[]}
 */
const changes = (game, variant) =>
  (game?.figures ?? [])
    .filter((/** @type {Figure} */ each) => each.name in (variant?.set ?? {}))
    .map((/** @type {Figure} */ each) => ({ ...each, value: variant.set[each.name] }));

/** In one line. @param {any} game @param {any} variant */
export const inShort = (game, variant) =>
  changes(game, variant)
    .map(({ name, value, default: was }) => `${name} ${value} (not ${was})`)
    .join(", ");

/** All of them, with their rules. @param {any} game @param {any} variant */
const list = (game, variant) =>
  h(
    "ul",
    { class: "numbers" },
    ...changes(game, variant).map((each) =>
      h(
        "li",
        {},
        h("b", {}, each.name),
        " ",
        h("mark", {}, `${each.value}`),
        ` not ${each.default}. `,
        h(
          "span",
          { class: "small" },
          each.sentence,
          " ",
          h("a", { href: rulesAt(game.id, each.rule, variant), target: "_blank" }, each.rule),
        ),
      ),
    ),
  );

/**
 * For whoever is about to play, or to read. Nothing where the book's numbers hold.
 * @param {any} game
 * @param {any} variant
 */
export const notice = (game, variant) =>
  variant && game
    ? h(
        "section",
        { class: "card changed", "aria-label": "Changed numbers" },
        h("h2", {}, "Plays with changed numbers"),
        h("p", {}, `“${variant.name}”`),
        list(game, variant),
      )
    : null;

/**
 * At a table, folded away.
 * @param {any} game
 * @param {any} variant
 * @param {boolean} open
 * @param {(open: boolean) => void} toggled
 */
export const folded = (game, variant, open, toggled) =>
  h(
    "details",
    { open, class: "changed", ontoggle: (/** @type {any} */ event) => toggled(event.target.open) },
    h("summary", {}, `Changed numbers (${changes(game, variant).length})`),
    h(
      "div",
      { class: "more" },
      h("p", { class: "small" }, `“${variant.name}”`),
      list(game, variant),
      h(
        "a",
        { href: rulesAt(game.id, "", variant), target: "_blank" },
        "The rules with these numbers",
      ),
    ),
  );

/** A field for every number, one for the name, and a file to read them from. @param {any} game */
export function numberFields(game) {
  if (!game.figures) return null;
  const error = h("p", { class: "error", role: "alert" });
  const name = h("input", {
    type: "text",
    id: "v-name",
    name: "variant-name",
    maxlength: 60,
    placeholder: UNNAMED,
  });
  const file = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", id: "v-file", accept: ".json" })
  );
  const count = h("span", { class: "chip" });
  const inputs = game.figures.map((/** @type {Figure} */ each) =>
    h("input", {
      type: "number",
      id: `v-${each.name}`,
      name: `number:${each.name}`,
      value: each.default,
      min: each.low,
      max: each.high,
      step: each.step,
      required: true,
    }),
  );
  const label = (/** @type {Figure} */ each) =>
    h(
      "label",
      { for: `v-${each.name}` },
      h("b", {}, each.name),
      `${each.sentence} ${each.default} in the book, from ${each.low} to ${each.high}. `,
      h("a", { href: `/rules/${game.id}#${each.rule}`, target: "_blank" }, each.rule),
    );
  const made = h(
    "details",
    { class: "variant" },
    h("summary", {}, "Numbers of the rules ", count),
    h(
      "p",
      { class: "small" },
      "For a game that is not quite the book's. Everybody who sits down is told what is changed.",
    ),
    h(
      "div",
      { class: "options" },
      h(
        "div",
        { class: "field" },
        h("label", { for: "v-name" }, h("b", {}, "Name"), "What you call it."),
        name,
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "v-file" }, h("b", {}, "From a file"), "A variant's JSON."),
        file,
      ),
      ...game.figures.map((/** @type {Figure} */ each, /** @type {number} */ at) =>
        h("div", { class: "field" }, label(each), inputs[at]),
      ),
    ),
    error,
  );
  const told = () => {
    let changed = 0;
    for (const [at, each] of game.figures.entries()) {
      const other = Number(inputs[at].value) !== each.default;
      inputs[at].closest(".field")?.classList.toggle("changed", other);
      if (other) changed++;
    }
    count.hidden = !changed;
    count.textContent = `${changed} changed`;
  };
  made.addEventListener("input", told);
  // A number that cannot be is said by the browser, which has to be able to show where.
  made.addEventListener("invalid", () => made.setAttribute("open", ""), true);
  file.addEventListener("change", async () => {
    error.textContent = "";
    try {
      const read = JSON.parse(await /** @type {File} */ (file.files?.[0]).text());
      if (
        read?.outrider_variant !== VERSION ||
        read.game !== game.id ||
        typeof read.set !== "object"
      )
        throw new Error(`this is no variant of ${game.title}`);
      const strange = Object.keys(read.set).filter(
        (each) => !game.figures.some((/** @type {Figure} */ known) => known.name === each),
      );
      if (strange.length) throw new Error(`${game.title} has no number ${strange[0]}`);
      for (const [at, each] of game.figures.entries())
        inputs[at].value = String(read.set[each.name] ?? each.default);
      /** @type {HTMLInputElement} */ (name).value = String(read.name ?? "");
    } catch (problem) {
      error.textContent = capital(String(/** @type {any} */ (problem).message ?? problem));
      file.value = "";
    }
    told();
  });
  told();
  return made;
}

/**
 * The variant that the fields say; nothing if they say what the book does.
 * @param {any} game
 * @param {FormData} data
 */
export function chosenVariant(game, data) {
  const changed = (game.figures ?? [])
    .map((/** @type {Figure} */ each) => [
      each.name,
      Number(data.get(`number:${each.name}`)),
      each.default,
    ])
    .filter((/** @type {any[]} */ [, value, was]) => value !== was);
  if (!changed.length) return undefined;
  return {
    outrider_variant: VERSION,
    game: game.id,
    name: String(data.get("variant-name") ?? "").trim() || UNNAMED,
    set: Object.fromEntries(changed),
  };
}

/**
 * A text with numbers of the book in it: their names stand in braces, also several that are added.
 * @param {string} text
 * @param {any} game
 */
export function numbered(text, game) {
  const of = (/** @type {string} */ name) =>
    (game?.figures ?? []).find((/** @type {Figure} */ each) => each.name === name)?.default;
  return text.replace(/\{([a-z][a-z0-9._+]*)\}/g, (_, names) =>
    String(
      names
        .split("+")
        .reduce((/** @type {number} */ sum, /** @type {string} */ name) => sum + of(name), 0),
    ),
  );
}
