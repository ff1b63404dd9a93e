// @ts-check
/** Where a game is played and whose goal is what, chosen by picture before it begins. */
import { capital, h } from "./dom.js";
import { pictured } from "./samples.js";
import { choice } from "./seating.js";

/**
 * Something to choose, as the server tells it; a side without a seat stands for each of them.
 * @typedef {{count: number, about: string}} Force
 * @typedef {{seat: string | null, aims: string[], forces: Force[]}} Side
 * @typedef {{mean: number, low: number, high: number}} Share
 * @typedef {{bots: string, games: number, won: Record<string, Share>, drawn: Share}} Measured
 * @typedef {{id: string, title: string, story: string, sides: Side[], facts: string[],
 *   terms: any, state: any, standing?: any, measured?: Measured | null}} Setting
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
    h(
      "h4",
      {},
      side.seat ? capital(side.seat) : "Every side",
      h("small", {}, side.aims.length > 1 ? " wins by any of these:" : " wins like this:"),
    ),
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

/** In 100. @param {number} share */
const hundredth = (share) => Math.round(100 * share);

/** How games on it have ended between bots. @param {Measured} measured */
function odds({ bots, games, won, drawn }) {
  const sides = Object.entries(won);
  const part = (/** @type {string} */ colour, /** @type {number} */ mean) =>
    h("span", { style: `--c: var(--${colour}); flex-grow: ${mean}` });
  const [first, ...others] = sides.map(([seat, { mean }]) => part(seat, mean));
  const words = sides.map(([seat, { mean, low, high }]) =>
    h(
      "span",
      { style: `--c: var(--${seat})` },
      h("b", {}, `${capital(seat)} ${hundredth(mean)}%`),
      ` (${hundredth(low)} to ${hundredth(high)})`,
    ),
  );
  return h(
    "p",
    { class: "odds-told" },
    h("small", {}, `How ${games.toLocaleString("en")} games between ${bots}s ended`),
    h("i", { class: "shares", "aria-hidden": "true" }, first, part("bar", drawn.mean), ...others),
    ...words,
    h("span", {}, `drawn ${hundredth(drawn.mean)}%`),
  );
}

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
        ...settings.map((setting) => this.card(setting, setting === first)),
      ),
    );
    this.cards.addEventListener("change", () => this.tell());
    this.tell(first);
  }

  /** @param {Setting} setting @param {boolean} first */
  card(setting, first) {
    const place = h("i", { class: "thumb" });
    pictured(this.game.id, setting.state, "small").then((made) => made && place.append(made));
    const title = h("b", {}, setting.title);
    return choice("setting", setting.id, first, place, title, sizes(setting));
  }

  /** What people have made for it comes after what ships with it, once somebody asks. */
  shelf() {
    const choices = this.cards.querySelector(".choices");
    const button = h(
      "button",
      {
        type: "button",
        class: "btn shelf-more",
        onclick: async () => {
          button.textContent = "Looking…";
          const { pick } = await import("../making/picking.js");
          const found = await pick(this.game);
          const fresh = found.filter(
            (/** @type {Setting} */ each) => !this.settings.some((other) => other.id === each.id),
          );
          this.settings = [...this.settings, ...fresh];
          choices?.append(...fresh.map((/** @type {Setting} */ each) => this.card(each, false)));
          button.textContent = fresh.length ? "" : "Nothing was made for it yet";
          button.hidden = fresh.length > 0;
        },
      },
      "From the shelf…",
    );
    this.cards.append(button);
  }

  /** A fair fight by lot, for whoever would rather not choose. */
  deals() {
    const button = h(
      "button",
      {
        type: "button",
        class: "btn shelf-more",
        onclick: async () => {
          const { dealt } = await import("../making/dealing.js");
          const found = await dealt(this.game);
          if (!found) return;
          const { seed, pieces, setting } = found;
          const id = `dealt:${seed}:${pieces}`;
          const again = `Dealt by seed ${seed}, ${pieces} a side.`;
          const made = { ...setting, id, facts: [...setting.facts, again] };
          if (!this.settings.some((each) => each.id === id)) {
            this.settings = [...this.settings, made];
            this.cards.querySelector(".choices")?.append(this.card(made, true));
          }
          const card = this.cards.querySelector(`input[value="${id}"]`);
          /** @type {any} */ (card).checked = true;
          /** @type {any} */ (card).focus();
          this.tell(made);
        },
      },
      "Deal me a fair fight…",
    );
    this.cards.append(button);
  }

  get chosen() {
    const found = this.cards.querySelector("input:checked");
    const id = /** @type {HTMLInputElement | null} */ (found)?.value;
    return this.settings.find((each) => each.id === id) ?? this.settings[0];
  }

  tell(setting = this.chosen) {
    const map = h("div", { class: "map" });
    // Nothing has been counted yet.
    const goals = (setting.standing?.goals ?? []).map((/** @type {any} */ goal) => ({
      ...goal,
      said: "",
    }));
    pictured(this.game.id, setting.state, "large", goals).then((made) => made && map.append(made));
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
          ...(setting.measured ? [odds(setting.measured)] : []),
        ),
        h("div", { class: "sides-told" }, ...setting.sides.map(drawnSide)),
      ),
    );
  }
}
