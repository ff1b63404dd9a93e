// @ts-check
/** Fields as the game describes them: a choice, a number with steps, a switch, words. */
import { h } from "../app/dom.js";

/**
 * @typedef {{name: string, label: string, choices?: [any, string][], flag?: string, step?: number,
 *   least?: number, most?: number, unit?: string, text?: number, lines?: number, dice?: boolean,
 *   enemies?: boolean, when?: Record<string, any[]>, set?: Record<string, any>}} Field
 * Hears a new value; with `undefined` the field is left out.
 * @typedef {(value: any) => void} Hears
 */

let fields = 0;

/**
 * @param {Field} field @param {any} value @param {Hears} hears
 * @returns {HTMLElement[]} a word and what stands beside it
 */
export function drawn(field, value, hears) {
  const id = `f${++fields}`;
  if (field.choices) return [word(field.label), choices(field, value, hears)];
  if (field.flag) return [word(field.label), flag(field, value, hears)];
  if (field.text) return [labelled(field.label, id), text(field, value, hears, id)];
  if (field.lines) return [labelled(field.label, id), lines(field, value, hears, id)];
  return [labelled(field.label, id), number(field, value, hears, id)];
}

/** @param {string} label */
const word = (label) => h("span", { class: "word" }, label);

/** @param {string} label @param {string} id */
const labelled = (label, id) => h("label", { class: "word", for: id }, label);

/** @param {Field} field @param {any} value @param {Hears} hears */
function choices(field, value, hears) {
  const own = field.choices?.some(([each]) => each === value) || value === undefined;
  const listed = own ? (field.choices ?? []) : [...(field.choices ?? []), [value, `${value}`]];
  const first = field.choices?.[0][0];
  return h(
    "div",
    { class: "seg", role: "group", "aria-label": field.label },
    ...listed.map(([each, words]) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(each === (value === undefined ? first : value)),
          onclick: () => hears(each),
        },
        String(words),
      ),
    ),
  );
}

/** @param {Field} field @param {any} value @param {Hears} hears */
const flag = (field, value, hears) =>
  h(
    "button",
    {
      type: "button",
      class: "switch",
      role: "switch",
      "aria-checked": String(Boolean(value)),
      onclick: () => hears(value ? undefined : true),
    },
    h("i", {}),
    field.flag,
  );

/** @param {Field} field @param {any} value @param {Hears} hears @param {string} id */
function number(field, value, hears, id) {
  const { step = 1, least = 0, most = 100, unit = "" } = field;
  const now = typeof value === "number" ? value : least;
  const go = (/** @type {number} */ to) =>
    hears(Math.round(Math.min(Math.max(to, least), most) * 1000) / 1000);
  const input = h("input", {
    id,
    type: "text",
    inputmode: "decimal",
    value: `${value ?? 0}`,
    "aria-label": `${field.label}${unit ? ", inches" : ""}`,
    onchange: (/** @type {any} */ event) => {
      const typed = Number(String(event.target.value).replace(",", ".").replace("″", ""));
      // What is no number stays as it was; one that is too large the referee speaks of.
      if (event.target.value.trim() && isFinite(typed)) hears(typed);
      else event.target.value = `${value ?? 0}`;
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      go(now + (event.key === "ArrowUp" ? step : -step));
    },
  });
  const button = (
    /** @type {string} */ sign,
    /** @type {number} */ to,
    /** @type {string} */ say,
  ) =>
    h(
      "button",
      { type: "button", "aria-label": `${field.label}: ${say}`, onclick: () => go(to) },
      sign,
    );
  return h(
    "div",
    { class: "step" },
    button("−", now - step, "less"),
    input,
    unit ? h("span", { class: "unit", "aria-hidden": "true" }, unit) : null,
    button("+", now + step, "more"),
  );
}

/** @param {Field} field @param {any} value @param {Hears} hears @param {string} id */
const text = (field, value, hears, id) =>
  h("input", {
    id,
    type: "text",
    maxlength: field.text,
    value: value ?? "",
    autocomplete: "off",
    onchange: (/** @type {any} */ event) => hears(event.target.value.trim() || undefined),
  });

/** @param {Field} field @param {any} value @param {Hears} hears @param {string} id */
function lines(field, value, hears, id) {
  const made = h("textarea", {
    id,
    rows: 3,
    maxlength: field.lines,
    onchange: (/** @type {any} */ event) => hears(event.target.value),
  });
  /** @type {HTMLTextAreaElement} */ (made).value = value ?? "";
  return made;
}
