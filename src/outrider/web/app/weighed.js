// @ts-check
/** What may come of a wish, in words and bars, before it is carried out; or why it may not be. */
import { reasons, results } from "./account.js";
import { capital, h, part, percent, rulesAt } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */

/** A wish that is allowed, with its chances and the way to do it. @param {Table} table */
export function drafted(table) {
  const draft = /** @type {import("./situation.js").Draft} */ (table.now.draft);
  const senses = draft.senses ?? {};
  const rows = [];
  const all = Object.entries(draft.odds ?? {}).map(
    ([name, text]) => /** @type {[string, number]} */ ([name, part(String(text))]),
  );
  const weighs = (/** @type {string} */ name, /** @type {string} */ weight) =>
    senses[name]?.weight === weight;
  // What is certain, or said already, needs no bar; of many only what may come of it.
  const parts = all.some(([name]) => weighs(name, "usual") || weighs(name, "part"));
  const shown = all.filter(
    ([name, share]) =>
      share > 0 && !(weighs(name, "usual") && share === 1) && !(weighs(name, "sum") && parts),
  );
  for (const [name, share] of shown.length > 5
    ? shown.filter(([name]) => !weighs(name, "detail"))
    : shown) {
    const tone = senses[name]?.tone ?? "good";
    rows.push(
      h("span", {}, name),
      h(
        "span",
        { class: tone === "good" ? "bar" : `bar ${tone}` },
        h("span", { style: `width:${Math.round(share * 100)}%` }),
      ),
      h("span", {}, percent(share)),
    );
  }
  const warned = table.skin.warn?.(draft.events ?? []) ?? "";
  const expected = Object.entries(draft.expected ?? {})
    .filter(([name, text]) => part(String(text)) > 0 && !weighs(name, "detail"))
    .map(([name, text]) => `${part(String(text)).toFixed(1)} ${name}`);
  const bend = table.skin.bend?.(draft.action, draft.action)
    ? [
        h(
          "button",
          {
            class: "btn",
            "aria-pressed": String(table.now.bending),
            onclick: () => {
              table.change({ bending: !table.now.bending });
              table.panel.card.show();
            },
          },
          "Add a corner",
        ),
      ]
    : [];
  return [
    ...(warned ? [h("p", { class: "warn" }, warned)] : []),
    // The game's own account says more than the bare numbers.
    ...(draft.results?.length ? results(draft) : [h("div", { class: "odds" }, ...rows)]),
    h(
      "div",
      { class: "btns" },
      h(
        "button",
        {
          class: "btn main",
          disabled: draft.legal === null,
          onclick: () => table.wishes.choose(draft.action),
        },
        draft.offer?.label ?? "…",
      ),
      ...bend,
      h(
        "button",
        {
          class: "btn",
          onclick: () => {
            table.change({ draft: null });
            table.picture.mark();
            table.panel.card.show();
          },
        },
        "Not this",
      ),
      ...(expected.length && !draft.results?.length
        ? [h("span", { class: "small" }, `≈ ${expected.join(", ")}`)]
        : []),
    ),
    // Below the way to do it, which is in sight also where there is little room.
    ...(draft.results?.length ? reasons(draft) : []),
  ];
}

/** Why a wish is refused, and what is near. @param {Table} table @param {HTMLElement} card */
export function refused(table, card) {
  const { draft, about } = table.now;
  card.hidden = !draft || draft.legal !== false || !draft.refusal;
  if (card.hidden || !draft) return;
  const { rule, message, kind } = draft.refusal;
  const { nearest } = draft;
  card.replaceChildren(
    h(
      "h3",
      {},
      kind === "not-your-turn" || kind === "over"
        ? "Not now"
        : kind === "lesson"
          ? "Not quite"
          : "Refused",
    ),
    h(
      "p",
      {},
      `${capital(message)}.`,
      ...(rule
        ? [" ", h("a", { href: rulesAt(about.game, rule, about.variant), target: "_blank" }, rule)]
        : []),
    ),
    ...(nearest
      ? [
          h(
            "div",
            { class: "btns" },
            h(
              "button",
              { class: "btn main", onclick: () => table.wishes.choose(nearest.action) },
              `${nearest.label}: as near as it gets`,
            ),
          ),
        ]
      : []),
  );
}
