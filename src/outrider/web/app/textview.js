// @ts-check
/** The table as a text that can be read out: every piece with distance and bearing. */
import { h } from "./dom.js";

const WINDS = [
  "north",
  "north-east",
  "east",
  "south-east",
  "south",
  "south-west",
  "west",
  "north-west",
];

/** @param {import("./table.js").Table} table */
export function textView(table) {
  const { skin } = table;
  const { state, chosen } = table.now;
  if (!skin || !state) return;
  const tokens = skin.tokens(state);
  const from = tokens.find((token) => token.id === chosen) ?? null;
  const rows = tokens.map((token) => {
    const [dx, dy] = from ? [token.x - from.x, token.y - from.y] : [0, 0];
    const far = Math.hypot(dx, dy);
    const wind = WINDS[Math.round(((Math.atan2(dx, dy) / Math.PI) * 4 + 8) % 8) % 8];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, token.label),
      h("td", {}, !from || token === from ? "" : `${far.toFixed(1)} ${wind}`),
    );
  });
  const close = () => made.close();
  const made = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { "aria-label": "The table as text" },
      h("h2", {}, "The table"),
      h(
        "p",
        { class: "small" },
        from
          ? `Distances from ${from.label}. North is away from Red.`
          : "Choose a piece first to hear distances from it.",
      ),
      h("table", { class: "text" }, h("tbody", {}, ...rows)),
      h("div", { class: "btns" }, h("button", { class: "btn main", onclick: close }, "Close")),
    )
  );
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
}
