// @ts-check
/** The chosen piece: what it is, what it may do. */
import { h } from "./dom.js";
import { drafted } from "./weighed.js";

/** @typedef {import("../skins/skin.js").Offer} Offer */

export class Card {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", {
      class: "card unit tabbed t-unit",
      "aria-label": "The chosen unit",
    });
  }

  show() {
    const { table } = this;
    const { skin } = table;
    const { acting, chosen, state, draft } = table.now;
    this.element.hidden = !state || !skin || Boolean(table.now.about.result && !chosen);
    if (this.element.hidden) return;
    const tray = acting ? (skin.tray?.(state, acting) ?? []) : [];
    const parts = [];
    if (chosen) {
      const about = skin.card(state, chosen);
      parts.push(
        h(
          "h3",
          {},
          about.title,
          " ",
          ...about.chips.map((chip) => h("span", { class: "chip" }, chip)),
        ),
      );
    } else if (tray.length)
      parts.push(
        h("h3", {}, "To be placed"),
        h(
          "div",
          { class: "btns" },
          ...tray.map((each) =>
            h("button", { class: "btn", onclick: () => table.hands.pick(each.id) }, each.label),
          ),
        ),
        h("p", { class: "small" }, "Choose one, or a place for the first."),
      );
    else {
      const offers = table.offering.offers();
      const hint = !acting
        ? table.picture.tokens().length
          ? "You can look at any piece."
          : ""
        : offers.some((offer) => table.offering.owner(offer))
          ? "Pick a piece to see what it may do."
          : offers.some((offer) => table.offering.place(offer))
            ? "Choose one of the marked places."
            : "";
      if (hint) parts.push(h("p", { class: "small" }, hint));
    }
    if (draft && draft.legal !== false) parts.push(...drafted(table));
    const power = chosen ? this.power(chosen) : null;
    if (chosen)
      parts.push(
        ...this.possible(
          chosen,
          tray.some((each) => each.id === chosen),
        ),
      );
    if (power) parts.push(power);
    this.element.hidden = !parts.length;
    this.element.replaceChildren(...parts);
    // What is to be confirmed is never below the edge of the screen.
    if (draft) this.element.querySelector(".btns .main")?.scrollIntoView({ block: "nearest" });
  }

  /** Of anybody's piece, how far it could go and fire. @param {string} chosen */
  power(chosen) {
    const { measuring, picture, now } = this.table;
    const stands = picture.tokens().some((token) => token.id === chosen && token.alive);
    if (!measuring.able || !stands) return null;
    return h(
      "button",
      {
        class: "btn power",
        "aria-pressed": String(now.ranges?.unit === chosen),
        onclick: () => measuring.ranges(chosen),
      },
      "Show its ranges",
    );
  }

  /** @param {string} chosen @param {boolean} waits for a place on the table */
  possible(chosen, waits) {
    const { table } = this;
    if (!table.hands.isMine(chosen)) return [];
    const acts = table.offering.offered().filter((offer) => !offer.goes);
    const other = acts.filter(
      ({ action }) =>
        JSON.stringify(action) !== JSON.stringify(table.now.draft?.action) ||
        table.now.draft?.legal === false,
    );
    if (acts.length) return other.length ? [this.acts(other)] : [];
    if (waits)
      return [h("p", { class: "small" }, "Choose one of the places, or any other in your zone.")];
    if (table.now.reach.length)
      return table.now.draft
        ? []
        : [
            h(
              "p",
              { class: "small" },
              table.now.threats.length
                ? "Drag it, or choose a place in its reach. Hatched: somebody would fire."
                : "Drag it, or choose a place in its reach.",
            ),
          ];
    if (table.now.draft) return [];
    return table.offering.offered().length
      ? [h("p", { class: "small" }, "Choose one of the marked places.")]
      : [h("p", { class: "small" }, "Nothing is left for it to do just now.")];
  }

  /**
   * What a unit may do; where it is the same with many others, on one line.
   * @param {Offer[]} acts
   */
  acts(acts) {
    const { draft } = this.table.now;
    /** @type {Map<string, Offer[]>} */
    const groups = new Map();
    for (const offer of acts) {
      const key = offer.brief ?? offer.label;
      groups.set(key, [...(groups.get(key) ?? []), offer]);
    }
    const press = (/** @type {Offer} */ offer) => () =>
      offer.at_once ? this.table.wishes.choose(offer.action) : this.table.wishes.try(offer.action);
    const button = (/** @type {Offer} */ offer, /** @type {string} */ text) => {
      const said = this.table.offering.forecast(offer);
      const meant = JSON.stringify(offer.action) === JSON.stringify(draft?.action);
      return h(
        "button",
        {
          class: said ? "btn wide" : "btn",
          "aria-label": offer.label,
          "aria-description": said || offer.does || null,
          title: offer.does ?? null,
          "aria-pressed": String(meant),
          onclick: press(offer),
        },
        text,
        said ? h("small", {}, said) : null,
      );
    };
    const apart = [...groups.values()].some((several) =>
      several.some((offer) => this.table.offering.forecast(offer)),
    );
    const ordered = [...groups].sort(([, a], [, b]) => Number(a.length > 1) - Number(b.length > 1));
    return h(
      "div",
      { class: "acts" },
      ...ordered.flatMap(([verb, several]) =>
        several.length === 1 || apart
          ? several.map((each) => button(each, each.label))
          : [
              h(
                "div",
                { class: "several" },
                h("span", {}, verb),
                ...several.map((each) => button(each, each.whom ?? each.label)),
              ),
            ],
      ),
    );
  }
}
