// @ts-check
/** Where a game is played and whose goal is what, chosen by picture before it begins. */
import { capital, h } from "./dom.js";
import { pictured } from "./samples.js";
import { choice } from "./seating.js";

/**
 * Something to choose, as the server tells it; a side without a seat stands for each of them.
 * @typedef {{count: number, about: string}} Force
 * @typedef {{seat: string | null, aims: string[], forces: Force[]}} Side
 * @typedef {{id: string, title: string, story: string, sides: Side[], facts: string[],
 *   terms: any, state: any}} Setting
 */

/** @param {Side} side */
const strength = (side) => side.forces.reduce((sum, force) => sum + force.count, 0);

/** How many against how many. @param {Setting} setting */
function sizes(setting) {
  const parts = setting.sides.flatMap((side, n) => [
    n ? " v " : "",
    h("b", side.seat ? { style: `--c: var(--${side.seat})` } : {}, String(strength(side))),
  ]);
  return h("small", {}, ...parts, setting.sides.length === 1 ? " a side" : "");
}

/** @param {Side} side */
const drawnSide = (side) =>
  h(
    "section",
    { class: "side", style: `--c: var(--${side.seat ?? "ink"})` },
    h("h4", {}, side.seat ? capital(side.seat) : "Every side"),
    h("p", { class: "small" }, side.aims.length > 1 ? "Wins by any of these:" : "Wins like this:"),
    h("ul", {}, ...side.aims.map((aim) => h("li", {}, aim))),
    h(
      "dl",
      {},
      ...side.forces.flatMap((force) => [
        h("dt", {}, String(force.count)),
        h("dd", {}, force.about),
      ]),
    ),
  );

/** The settings of a game as cards, and the chosen one told at length. */
export class Briefing {
  /** @param {any} game @param {Setting[]} settings @param {string} [last] */
  constructor(game, settings, last) {
    this.game = game;
    this.settings = settings;
    const first = settings.find((each) => each.id === last) ?? settings[0];
    this.told = h("article", { class: "briefing" });
    this.cards = h(
      "fieldset",
      { class: "settings" },
      h("legend", {}, "Choose a fight"),
      h(
        "div",
        { class: "choices" },
        ...settings.map((setting) => {
          const place = h("i", { class: "thumb" });
          pictured(game.id, setting.state, "small").then((made) => made && place.append(made));
          return choice(
            "setting",
            setting.id,
            setting === first,
            place,
            h("b", {}, setting.title),
            sizes(setting),
          );
        }),
      ),
    );
    this.cards.addEventListener("change", () => this.tell());
    this.tell(first);
  }

  get chosen() {
    const found = this.cards.querySelector("input:checked");
    const id = /** @type {HTMLInputElement | null} */ (found)?.value;
    return this.settings.find((each) => each.id === id) ?? this.settings[0];
  }

  tell(setting = this.chosen) {
    const map = h("div", { class: "map" });
    pictured(this.game.id, setting.state, "large").then((made) => made && map.append(made));
    this.told.replaceChildren(
      h("h3", {}, setting.title),
      h("p", { class: "story" }, setting.story),
      h(
        "div",
        { class: "plan" },
        h(
          "div",
          {},
          map,
          h("ul", { class: "facts" }, ...setting.facts.map((fact) => h("li", {}, fact))),
        ),
        h("div", { class: "sides-told" }, ...setting.sides.map(drawnSide)),
      ),
    );
  }
}
