// @ts-check
/** Both sides: who fights with what, what each is after, and how it ends. */
import { capital, h } from "../app/dom.js";
import { putAim } from "./deeds.js";
import { billed } from "./billing.js";
import { drawn } from "./fields.js";
import { valueAt } from "./values.js";

/** @typedef {import("./work.js").Work} Work */

/** @param {Work} work @param {any} setting what the referee says of it, if it is playable
 * @param {Record<string, any> | null} [bills] what each side costs, where pieces have points */
export function sidesCard(work, setting, bills = null) {
  const name = { name: "name", label: "Name", text: 60 };
  const rows = drawn(name, work.value.name, (value) => work.set("name", value, "name", "name"));
  if (!work.sides.length)
    return h(
      "section",
      { class: "card sides", "aria-label": "The table" },
      h("h2", {}, "The table"),
      h("div", { class: "rows" }, ...rows, ...sizeRows(work)),
    );
  return h(
    "section",
    { class: "card sides", "aria-label": "Sides and aims" },
    h("div", { class: "rows" }, ...rows),
    forces(work),
    ...(bills ? [billed(work, bills)] : []),
    ...work.sides.map((side) => aims(work, side, setting)),
    h(
      "details",
      { open: work.opened },
      h("summary", { onclick: () => (work.opened = !work.opened) }, "Turns, story and size"),
      h(
        "div",
        { class: "rows" },
        ...work.kit.terms.flatMap((/** @type {any} */ field) =>
          drawn(field, valueAt(work.value, field.name), (value) =>
            work.set(field.name, value, field.label.toLowerCase(), `term:${field.name}`),
          ),
        ),
        ...sizeRows(work),
      ),
    ),
    setting ? h("p", { class: "small facts" }, setting.facts.join(" ")) : null,
  );
}

/** @param {Work} work */
export function sizeRows(work) {
  if (work.table.outline) return [];
  const [wide, high] = work.size;
  const field = (/** @type {string} */ label) => ({
    name: label,
    label,
    step: 2,
    least: 6,
    most: 72,
    unit: "″",
  });
  const place = work.inTable("size");
  return [
    ...drawn(field("Width"), wide, (value) =>
      work.set(place, [value, high], "size of the table", "size"),
    ),
    ...drawn(field("Depth"), high, (value) =>
      work.set(place, [wide, value], "size of the table", "size"),
    ),
  ];
}

/** Those alike in one row. @param {Work} work */
function forces(work) {
  const fields = work.kit.piece.fields.filter((/** @type {any} */ each) => each.dice);
  const rows = work.sides.flatMap((side, at) => {
    /** @type {Map<string, any[]>} */
    const alike = new Map();
    work.list(side.pieces).forEach((piece, n) => {
      const ratings = JSON.stringify({ ...piece, id: 0, at: 0, name: 0 });
      alike.set(ratings, [...(alike.get(ratings) ?? []), { ...piece, n }]);
    });
    return [...alike.values()].map((some, row) =>
      h(
        "tr",
        { class: at && !row ? "next" : null },
        h(
          "th",
          { scope: "row" },
          h(
            "button",
            {
              type: "button",
              class: "link",
              onclick: () => work.choose(some.map(({ n }) => `piece:${side.seat}:${n}`)),
            },
            h("i", { class: "dot", style: `--c: var(--${side.seat})` }),
            some.length > 1 ? `${some[0].id} +${some.length - 1}` : String(some[0].id),
          ),
        ),
        h("td", {}, said(some[0], some.length)),
        ...fields.map((/** @type {any} */ field) => h("td", {}, dice(some[0][field.name]))),
        h("td", { class: "far" }, `${some[0].movement}″`),
      ),
    );
  });
  if (!rows.length)
    return h("p", { class: "small" }, "Nobody yet: drag pieces of both sides onto the table.");
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}, h("span", { class: "unseen" }, "who")),
        h("th", {}, h("span", { class: "unseen" }, "with what")),
        ...fields.map((/** @type {any} */ field) =>
          h("th", {}, field.label.toLowerCase().slice(0, 7)),
        ),
        h("th", {}, h("span", { class: "unseen" }, "moves")),
      ),
    ),
    h("tbody", {}, ...rows),
  );
}

/** @param {any} piece @param {number} count */
function said(piece, count) {
  const armed = piece.range ? `${piece.weapon}, ${piece.range}″` : "";
  return [count > 1 ? `×${count}` : (piece.name ?? ""), armed].filter(Boolean).join(" ");
}

/** @param {any} count */
function dice(count) {
  const full = Math.min(Number(count) || 0, 6);
  return h(
    "span",
    { class: "dice", role: "img", "aria-label": `${count} dice` },
    ...Array.from({ length: Math.max(3, full) }, (_, at) =>
      h("i", { class: at < full ? "full" : null }),
    ),
  );
}

/** @param {Work} work @param {any} side @param {any} setting */
function aims(work, side, setting) {
  const list = work.list(side.aims);
  const kinds = work.kit.aims;
  const told = setting?.sides.find((/** @type {any} */ each) => each.seat === side.seat)?.aims;
  const add = h(
    "select",
    {
      "aria-label": `Another aim for ${capital(side.seat)}`,
      onchange: (/** @type {any} */ event) => {
        const kind = kinds.find((/** @type {any} */ each) => each.kind === event.target.value);
        if (kind) putAim(work, side, kind);
      },
    },
    h("option", { value: "" }, "+ aim"),
    ...kinds.map((/** @type {any} */ kind) => h("option", { value: kind.kind }, kind.label)),
  );
  return h(
    "div",
    { class: "goals", style: `--c: var(--${side.seat})` },
    h("p", {}, h("b", {}, `${capital(side.seat)} wins`), add),
    h(
      "ul",
      {},
      ...list.map((aim, n) => {
        const kind = kinds.find((/** @type {any} */ each) => each.kind === aim?.kind);
        const words = told?.length >= list.length ? told[n] : (kind?.label ?? "something unknown");
        return h(
          "li",
          {},
          h("span", {}, words),
          ...(kind?.zone ? [chosen(work, side, n)] : fieldsOf(work, side, n, aim, kind)),
          h(
            "button",
            {
              type: "button",
              class: "gone",
              "aria-label": `Remove ${capital(side.seat)}'s aim ${n + 1}`,
              onclick: () => work.set(`${side.aims}[${n}]`, undefined, "aim removed"),
            },
            "×",
          ),
        );
      }),
    ),
  );
}

/** @param {Work} work @param {any} side @param {number} n */
const chosen = (work, side, n) =>
  h(
    "button",
    {
      type: "button",
      class: "link",
      onclick: () => work.choose([`zone:${side.seat}:${n}`]),
    },
    "on the table",
  );

/** @param {Work} work @param {any} side @param {number} n @param {any} aim @param {any} kind */
function fieldsOf(work, side, n, aim, kind) {
  const place = `${side.aims}[${n}]`;
  return (kind?.fields ?? []).map((/** @type {any} */ field) => {
    if (field.enemies) return enemies(work, side, `${place}.${field.name}`, aim[field.name] ?? []);
    const [, made] = drawn(field, aim[field.name], (value) =>
      work.set(`${place}.${field.name}`, value, "aim changed", `${place}${field.name}`),
    );
    return made;
  });
}

/** Whom it is about. @param {Work} work @param {any} side @param {string} place
 * @param {string[]} named */
function enemies(work, side, place, named) {
  const other = work.sides.find((each) => each.seat !== side.seat);
  return h(
    "span",
    { class: "whom" },
    ...work.list(other.pieces).map((piece) => {
      const held = named.includes(piece.id);
      return h(
        "button",
        {
          type: "button",
          class: "chip",
          "aria-pressed": String(held),
          onclick: () =>
            work.set(
              place,
              held ? named.filter((id) => id !== piece.id) : [...named, piece.id],
              "aim changed",
            ),
        },
        String(piece.id),
      );
    }),
  );
}
