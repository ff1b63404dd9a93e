// @ts-check
/** The card of what is chosen: what it is, what it does in the game, and what can be done to it. */
import { capital, h } from "../app/dom.js";
import * as deeds from "./deeds.js";
import { drawn } from "./fields.js";
import { sizeOf } from "./geometry.js";
import { changed } from "./values.js";

/** @typedef {import("./work.js").Work} Work */

/** @param {Work} work @param {import("./drawing.js").Drawing} drawing */
export function thingCard(work, drawing) {
  const items = work.chosenItems;
  if (drawing.active) return sketching(drawing);
  if (!items.length) return nothing(work);
  const only = items.length === 1 ? items[0] : null;
  const alike = items.every((item) => item.list === items[0].list) ? items[0].list : "";
  const rows =
    alike === "terrain" ? terrainRows(work) : alike === "piece" ? pieceRows(work) : aimRows(work);
  const names = new Set(items.map((item) => deeds.called(item)));
  const title = names.size === 1 ? capital([...names][0]) : `${items.length} things`;
  return h(
    "section",
    { class: "card thing", "aria-label": "What is chosen" },
    h(
      "h2",
      {},
      title,
      " ",
      only?.value.points ? chip(`${only.value.points.length} corners`) : null,
      only && only.list !== "piece" ? chip(sizeOf(only.value)) : null,
      items.length > 1 && names.size === 1 ? chip(`${items.length} of them`) : null,
    ),
    h("div", { class: "rows" }, ...rows),
    buttons(work),
  );
}

/** @param {string} text */
const chip = (text) => h("span", { class: "chip" }, text);

/** @param {Work} work */
const nothing = (work) =>
  h(
    "section",
    { class: "card thing idle", "aria-label": "What is chosen" },
    h("h2", {}, "Nothing chosen"),
    h(
      "p",
      { class: "small" },
      "Drag a thing onto the table, or tap it and then the place. What is chosen can be moved, ",
      "turned, resized and copied.",
    ),
    work.kit.note ? h("p", { class: "small" }, work.kit.note) : null,
  );

/** @param {import("./drawing.js").Drawing} drawing */
const sketching = (drawing) =>
  h(
    "section",
    { class: "card thing", "aria-label": "A shape of your own" },
    h("h2", {}, "A shape of your own ", chip(`${drawing.points.length} corners`)),
    h(
      "p",
      { class: "small" },
      "Tap the corners one after the other. The first one again closes the shape.",
    ),
    h(
      "div",
      { class: "btns" },
      h(
        "button",
        {
          class: "btn main",
          type: "button",
          disabled: drawing.points.length < 3,
          onclick: () => drawing.close(),
        },
        "Close the shape",
      ),
      h("button", { class: "btn", type: "button", onclick: () => drawing.back() }, "Corner back"),
      h("button", { class: "btn", type: "button", onclick: () => drawing.end() }, "Give it up"),
    ),
  );

/** @param {Work} work */
function terrainRows(work) {
  const items = work.chosenItems;
  const [first] = items;
  const named = { name: "name", label: "Name", text: 60 };
  const alike = items.every((item) => item.value.name === first.value.name);
  return [...(alike ? [named] : []), ...work.kit.fields].flatMap((/** @type {any} */ field) =>
    drawn(field, first.value[field.name], (value) => {
      const plain = field.choices?.[0][0];
      const next = value === plain || value === 0 ? undefined : value;
      work.setAll(
        items.map((item) => [item.place, changed(item.value, field.name, next)]),
        `${field.label.toLowerCase()} of the ${deeds.called(first)}`,
        `field:${field.name}:${first.key}`,
      );
    }),
  );
}

/** @param {Work} work */
function pieceRows(work) {
  const items = work.chosenItems;
  const [first] = items;
  const { fields, ranks = [] } = work.kit.piece;
  const all = (/** @type {any} */ set, /** @type {string} */ words, /** @type {string} */ tag) =>
    work.setAll(
      items.map((item) => {
        const entries = Object.entries(set);
        const value = entries.reduce(
          (made, [name, each]) => changed(made, name, each ?? undefined),
          item.value,
        );
        return [item.place, value];
      }),
      words,
      tag,
    );
  const rank = h(
    "div",
    { class: "seg", role: "group", "aria-label": "Rank" },
    ...ranks.map((/** @type {any} */ { label, set }) =>
      h("button", { type: "button", onclick: () => all(set, `now a ${label}`, "") }, label),
    ),
  );
  const shown = fields.filter((/** @type {any} */ field) =>
    Object.entries(field.when ?? {}).every(([name, values]) =>
      /** @type {any[]} */ (values).includes(first.value[name]),
    ),
  );
  return [
    h("span", { class: "word" }, "Rank"),
    rank,
    ...shown.flatMap((/** @type {any} */ field) =>
      drawn(field, first.value[field.name], (value) =>
        all(
          { [field.name]: value, ...(field.set?.[value] ?? {}) },
          `${field.label.toLowerCase()} of ${deeds.called(first)}`,
          `field:${field.name}:${first.key}`,
        ),
      ),
    ),
  ];
}

/** @param {Work} work */
function aimRows(work) {
  const [item] = work.chosenItems;
  if (item.list !== "zone") return [];
  const place = item.place.replace(/\.zone$/, "");
  const number = Number(item.key.split(":")[2]);
  const side = work.sides.find((each) => each.seat === item.seat);
  const aim = work.list(side.aims)[number];
  const kind = work.kit.aims.find((/** @type {any} */ each) => each.kind === aim?.kind);
  const zoned = work.kit.aims.filter((/** @type {any} */ each) => each.zone);
  const other = {
    name: "kind",
    label: "Aim",
    choices: zoned.map((/** @type {any} */ each) => [each.kind, each.label]),
  };
  return [
    ...drawn(other, aim?.kind, (value) => {
      const next = zoned.find((/** @type {any} */ each) => each.kind === value);
      work.set(place, { ...next.new, zone: aim.zone }, "another aim");
    }),
    ...(kind?.fields ?? []).flatMap((/** @type {any} */ field) =>
      drawn({ ...field, label: capital(field.label) }, aim[field.name], (value) =>
        work.set(`${place}.${field.name}`, value, "aim changed", `aim:${field.name}`),
      ),
    ),
  ];
}

/** @param {Work} work */
function buttons(work) {
  const button = (/** @type {string} */ words, /** @type {() => void} */ deed, kind = "") =>
    h("button", { class: `btn ${kind}`, type: "button", onclick: deed }, words);
  const turns = work.chosenItems.some((item) => item.value.shape === "polygon");
  return h(
    "div",
    { class: "btns" },
    button("Copy", () => deeds.copy(work)),
    turns ? button("Turn", () => deeds.turn(work, 45)) : null,
    turns ? button("Mirror", () => deeds.mirror(work)) : null,
    button("Remove", () => deeds.remove(work), "danger"),
  );
}
