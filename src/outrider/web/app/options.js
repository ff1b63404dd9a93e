// @ts-check
/** The terms of a match that few change: options of the rules, clock, dice, who may find it. */
import { capital, h } from "./dom.js";

/**
 * Everything about a match that may be left as it is, but for options that are `set` elsewhere.
 * @param {any} game
 * @param {string[]} set
 */
export function optionFields(game, set) {
  const made = [];
  for (const [name, spec] of Object.entries(
    /** @type {Record<string, any>} */ (game.options.properties),
  )) {
    if (set.includes(name)) continue;
    const id = `o-${name}`;
    /** @type {HTMLElement} */
    let input;
    if (spec.enum)
      input = h(
        "select",
        { id, name: `option:${name}` },
        ...spec.enum.map((/** @type {string} */ each) =>
          h("option", { value: each }, each.replaceAll("_", " ")),
        ),
      );
    else if (spec.type === "boolean")
      input = h(
        "select",
        { id, name: `option:${name}` },
        ...[spec.default, !spec.default].map((each) =>
          h("option", { value: String(each) }, each ? "yes" : "no"),
        ),
      );
    else if (spec.type === "string")
      input = h("input", { type: "text", id, name: `option:${name}`, value: spec.default });
    else
      input = h("input", {
        type: "number",
        id,
        name: `option:${name}`,
        value: spec.default,
        min: spec.minimum,
        max: spec.maximum,
        step: spec.type === "integer" ? 1 : "any",
      });
    made.push(field(name.replaceAll("_", " "), name, input, spec.description, game.id));
  }
  made.push(
    field(
      "Clock",
      "clock",
      h(
        "select",
        { id: "o-clock", name: "clock" },
        h("option", { value: "" }, "none"),
        h("option", { value: "move:60" }, "a minute a move"),
        h("option", { value: "total:600:5" }, "10 minutes, 5 s a move"),
        h("option", { value: "total:1800:15" }, "30 minutes, 15 s a move"),
      ),
    ),
  );
  made.push(
    field(
      "Bots answer",
      "pace",
      h(
        "select",
        { id: "o-pace", name: "pace" },
        h("option", { value: "500" }, "at a player's pace"),
        h("option", { value: "0" }, "as fast as they can"),
        h("option", { value: "1500" }, "slowly"),
      ),
    ),
  );
  made.push(
    field(
      "Dice",
      "dice",
      h(
        "select",
        { id: "o-dice", name: "dice" },
        h("option", { value: "" }, "as fits the clock"),
        h("option", { value: "sealed" }, "sealed: nobody can foresee them"),
        h("option", { value: "fair-2" }, "fair: nobody can change them"),
        h("option", { value: "typed" }, "our own, typed in"),
      ),
    ),
  );
  made.push(
    field(
      "Who may find it",
      "listed",
      h(
        "select",
        { id: "o-listed", name: "listed" },
        h("option", { value: "" }, "only with the link"),
        h("option", { value: "yes" }, "anybody: an open table"),
      ),
    ),
  );
  return made;
}

/**
 * A field with what it means; a rule in brackets becomes a link.
 * @param {string} label
 * @param {string} name
 * @param {HTMLElement} input
 * @param {string} [about]
 * @param {string} [game]
 */
function field(label, name, input, about = "", game = "") {
  const [, text, rule] = /^(.*?)\s*(?:\[([\w-]+)\])?$/.exec(about) ?? ["", about, ""];
  return h(
    "div",
    { class: "field" },
    h(
      "label",
      { for: `o-${name}` },
      h("b", {}, capital(label)),
      text ? `${text} ` : null,
      rule ? h("a", { href: `/rules/${game}#${rule}`, target: "_blank" }, rule) : null,
    ),
    input,
  );
}
