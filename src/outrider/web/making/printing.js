// @ts-check
/** A page to print: the map in inches, and what to lay and to place where on a real table. */
import { ask } from "../app/api.js";
import { capital, h, sheet, title } from "../app/dom.js";
import { terrainText } from "../board/terrain.js";
import { gameOf, skinOf } from "../skins/index.js";
import { draft as draftOf } from "./drafts.js";
import { boxOf, inches, middleOf, sizeOf } from "./geometry.js";
import { picture } from "./picture.js";
import { Work } from "./work.js";

/** @param {string} id of a draft, or of one that is shared
 * @returns {Promise<import("../app/main.js").Page>} */
export async function print(id) {
  const styled = sheet("making");
  const mine = draftOf(id);
  const found = mine ?? (await ask("GET", `/api/designs/${id}`));
  const draft = { groups: [], ...found };
  const game = await gameOf(draft.game);
  if (!game?.page?.making) throw new Error(`${draft.game} is not played here`);
  const [kit, skin] = await Promise.all([ask("GET", game.page.making), skinOf(draft.game)]);
  await styled;
  const { value } = draft;
  const work = new Work(draft, kit);
  // As much as can be drawn: a draft may have faults.
  const drawn = work.items;
  const terrain = drawn.filter((item) => item.list === "terrain").map((item) => item.value);
  title(`${value.name ?? "A table"}, to print`);
  const map = h("div", { class: "map" });
  map.append(picture(draft, kit, skin));
  const said = await ask("POST", "/api/making/check", {
    game: draft.game,
    kind: draft.kind,
    value,
  }).catch(() => null);
  const element = h(
    "div",
    { class: "page paper" },
    h(
      "p",
      { class: "btns no-print" },
      h("button", { class: "btn main", type: "button", onclick: () => window.print() }, "Print it"),
      h("a", { class: "btn", href: mine ? `/make/${id}` : `/made/${id}` }, "Back"),
    ),
    h("h1", {}, String(value.name ?? "A table")),
    h(
      "p",
      { class: "small" },
      `${game.title} · ${work.size.map(inches).join(" × ")} inches`,
      found.author ? ` · by ${found.author}` : "",
      " · a square of the map is an inch; places are counted from the lower left corner.",
    ),
    value.story ? h("p", { class: "story" }, String(value.story)) : null,
    map,
    ...told(said?.setting),
    ...(said && !said.ok
      ? [h("p", { class: "error" }, "It has faults, and cannot be played like this.")]
      : []),
    terrainTable(terrain),
    ...work.sides.map((side) => {
      const own = drawn.filter((item) => item.list === "piece" && item.seat === side.seat);
      return piecesTable(
        kit,
        side,
        own.map((item) => item.value),
      );
    }),
  );
  return { element };
}

/** What each side is after, who begins, and how long it goes on. @param {any} setting */
const told = (setting) => [
  ...(setting?.sides ?? []).map((/** @type {any} */ side) =>
    h(
      "p",
      {},
      h("b", {}, side.seat ? `${capital(side.seat)} wins: ` : "Everybody wins: "),
      side.aims.join(" Or: "),
    ),
  ),
  ...(setting?.facts?.length ? [h("p", {}, setting.facts.join(" "))] : []),
];

/** @param {any[]} pieces */
function terrainTable(pieces) {
  if (!pieces.length) return h("p", {}, "Nothing lies on the table.");
  return listed(
    "What lies on the table",
    ["what", "middle at", "size", "corners"],
    pieces.map((piece) => [
      capital(terrainText(piece)),
      middleOf(boxOf(piece)).map(inches).join(", "),
      sizeOf(piece),
      (piece.points ?? [])
        .map((/** @type {number[]} */ point) => point.map(inches).join(", "))
        .join("  ·  "),
    ]),
  );
}

/** @param {any} kit @param {any} side @param {any[]} pieces */
function piecesTable(kit, side, pieces) {
  const fields = kit.piece.fields.filter((/** @type {any} */ each) => each.name !== "name");
  return listed(
    capital(side.seat),
    ["who", "stands at", ...fields.map((/** @type {any} */ each) => each.label.toLowerCase())],
    (pieces ?? []).map((piece) => [
      [piece.id, piece.name].filter(Boolean).join(" "),
      piece.at.map(inches).join(", "),
      ...fields.map((/** @type {any} */ field) => {
        const each = piece[field.name];
        const words = field.choices?.find((/** @type {any} */ choice) => choice[0] === each)?.[1];
        return each === undefined ? "" : `${words ?? each}${field.unit ?? ""}`;
      }),
    ]),
  );
}

/** @param {string} name @param {string[]} heads @param {string[][]} rows */
const listed = (name, heads, rows) => {
  const made = tableOf(name, heads, rows);
  // On a phone it is looked at in parts.
  return h("div", { class: "wide", role: "region", "aria-label": name, tabindex: 0 }, made);
};

/** @param {string} name @param {string[]} heads @param {string[][]} rows */
const tableOf = (name, heads, rows) =>
  h(
    "table",
    {},
    h("caption", {}, name),
    h("thead", {}, h("tr", {}, ...heads.map((each) => h("th", { scope: "col" }, each)))),
    h(
      "tbody",
      {},
      ...rows.map((row) =>
        h(
          "tr",
          {},
          ...row.map((cell, at) => h(at ? "td" : "th", at ? {} : { scope: "row" }, cell)),
        ),
      ),
    ),
  );
