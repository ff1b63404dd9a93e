// @ts-check
/** Who sits where at a new table: one's own side, and for every other seat who is to have it. */
import { SEATS } from "../board/pieces.js";
import { ask, keep, recall } from "./api.js";
import { capital, h } from "./dom.js";

/**
 * A seat as the server is asked for it.
 * @typedef {{kind: string, level?: string, name?: string}} Seat
 */

const LEVELS = [
  ["recruit", "makes mistakes"],
  ["soldier", "slips now and then"],
  ["captain", "plays soundly"],
  ["marshal", "thinks ahead"],
];
const KINDS = [
  ["bot", "A bot", "right away"],
  ["here", "A friend beside you", "same screen"],
  ["link", "A friend with a link", "or whoever comes"],
];
const MIX = ["mix", "A mix", "seat by seat"];
const DRAWN = "drawn";

/**
 * A card to choose, with a few words below.
 * @param {string} name @param {string} value @param {boolean} checked
 * @param {(Node | string | null)[]} words
 */
export const choice = (name, value, checked, ...words) =>
  h(
    "label",
    { class: "choice" },
    h("input", { type: "radio", name, value, checked }),
    h("span", {}, ...words),
  );

/** @param {string} seat */
const dot = (seat) => h("i", { class: "dot", style: `--c: var(--${seat})` });

/** A number from 0 to below another, none more likely. @param {number} below */
const drawn = (below) => {
  const most = Math.floor(2 ** 32 / below) * below;
  for (;;) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    if (number < most) return number % below;
  }
};

/** The fields about seats in the form of a new match, and what they say. */
export class Seating {
  /** @param {any} game @param {string | null} [level] the bot that somebody has been promised */
  constructor(game, level = null) {
    this.game = game;
    const last = recall(`choice:${game.id}`, {});
    /** @type {{against: string, level: string, side: string, count: number, others: Seat[]}} */
    this.last = {
      against: "bot",
      level: "soldier",
      side: SEATS[0],
      others: [],
      ...last,
      ...(level ? { against: "bot", level } : {}),
      count: game.seats.includes(last.count) ? last.count : game.seats[0],
    };
    if (!this.bots().some(([name]) => name === this.last.level)) this.last.level = "soldier";
    if (this.last.against === MIX[0] && this.last.count < 3) this.last.against = "bot";
    this.many = Math.max(...game.seats) > 2;
    this.name = h("input", {
      type: "text",
      id: "host-name",
      maxlength: 40,
      autocomplete: "nickname",
      placeholder: "Your name",
    });
    this.known = "";
    /** Whether somebody without a name was asked for it: nobody has to have one. */
    this.asked = false;
    ask("GET", "/api/me").then(
      (me) => {
        const field = /** @type {HTMLInputElement} */ (this.name);
        this.known = me.name ?? "";
        field.value ||= this.known;
      },
      () => {},
    );
    this.levels = this.drawLevels();
    this.sides = h("fieldset", { class: "sides" });
    this.rows = h("fieldset", { class: "rows-of-seats" });
    this.called = h(
      "div",
      { class: "field called" },
      h("label", { for: "host-name" }, "What shall the others call you?"),
      this.name,
    );
    this.element = h(
      "div",
      { class: "seating" },
      this.many ? this.counts() : null,
      this.opponents(),
      this.levels,
      this.sides,
      this.rows,
      this.called,
    );
    this.element.addEventListener("change", (event) => this.changed(event));
    this.draw();
  }

  counts() {
    return h(
      "fieldset",
      { class: "counts" },
      h("legend", {}, "How many at the table?"),
      h(
        "div",
        { class: "choices" },
        ...this.game.seats.map((/** @type {number} */ count) =>
          choice("seats", String(count), count === this.last.count, String(count)),
        ),
      ),
    );
  }

  opponents() {
    const kinds = this.many ? [...KINDS, MIX] : KINDS;
    return h(
      "fieldset",
      { class: `against${this.many ? " many" : ""}` },
      h("legend", {}, "Against whom?"),
      h(
        "div",
        { class: "choices" },
        ...kinds.map(([kind, text, small]) =>
          choice("against", kind, kind === this.last.against, text, h("small", {}, small)),
        ),
      ),
    );
  }

  /** The levels, and what the host has installed beside them: names, and a few words each. */
  bots() {
    const brought = (this.game.bots ?? []).map((/** @type {any} */ bot) => [bot.name, bot.about]);
    return [...LEVELS, ...brought];
  }

  drawLevels() {
    return h(
      "fieldset",
      { class: "levels" },
      h("legend", {}, "How strong?"),
      h(
        "div",
        { class: "choices" },
        ...this.bots().map(([level, small]) =>
          choice("level", level, level === this.last.level, capital(level), h("small", {}, small)),
        ),
      ),
    );
  }

  /** @param {string} name */
  chosen(name) {
    const found = this.element.querySelector(`input[name="${name}"]:checked`);
    return /** @type {HTMLInputElement | null} */ (found)?.value ?? "";
  }

  /** @param {string} name @param {string} value */
  choose(name, value) {
    const found = this.element.querySelector(`input[name="${name}"][value="${value}"]`);
    if (found) /** @type {HTMLInputElement} */ (found).checked = true;
  }

  get count() {
    return this.many ? Number(this.chosen("seats")) : this.game.seats[0];
  }

  /** @returns {Seat[]} */
  get others() {
    const against = this.chosen("against");
    if (against !== MIX[0]) {
      const level = this.chosen("level");
      const seat = against === "bot" ? { kind: "bot", level } : { kind: against };
      return Array.from({ length: this.count - 1 }, () => seat);
    }
    return this.last.others;
  }

  /** Whether everybody sits at this screen, who then plays every side. */
  get together() {
    return this.others.every((seat) => seat.kind === "here");
  }

  /** @param {Event} event */
  changed(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const before = this.last.others;
    if (field.dataset.row) {
      // Whoever changes one row has all of them as they stand, and this one otherwise.
      const row = Number(field.dataset.row);
      const [kind, level] = field.value.split(":");
      this.last.others = before.map((seat, n) => (n === row ? { kind, level } : seat));
      this.choose("against", MIX[0]);
    } else if (field.name === "against" && field.value === MIX[0] && this.count < 3) {
      const [more] = this.game.seats.filter((/** @type {number} */ count) => count > 2);
      this.choose("seats", String(more));
    } else if (field.name === "seats" && this.count < 3 && this.chosen("against") === MIX[0])
      this.choose("against", before[0]?.kind ?? "bot");
    const focus = field.dataset.row;
    this.draw();
    if (focus) {
      const row = this.element.querySelector(`select[data-row="${focus}"]`);
      /** @type {HTMLElement | null} */ (row)?.focus();
    }
    this.element.dispatchEvent(new Event("seated", { bubbles: true }));
  }

  /** What depends on the rest. */
  draw() {
    const side = this.chosen("side") || this.last.side;
    const against = this.chosen("against");
    const others = Array.from(
      { length: this.count - 1 },
      (_, n) => this.others[n] ?? { kind: "bot", level: this.chosen("level") || "soldier" },
    );
    this.last.others = others;
    this.levels.hidden = against !== "bot";
    this.called.hidden = this.together;
    this.drawSides(side);
    this.drawRows();
  }

  /** @param {string} side */
  drawSides(side) {
    const seats = SEATS.slice(0, this.count);
    const now = seats.includes(side) || side === DRAWN ? side : seats[0];
    this.sides.hidden = this.together;
    this.sides.replaceChildren(
      h("legend", {}, "Your side"),
      h(
        "div",
        { class: "choices" },
        ...seats.map((seat) => choice("side", seat, seat === now, dot(seat), capital(seat))),
        choice("side", DRAWN, now === DRAWN, h("i", { class: "lots" }, "?"), "Draw lots"),
      ),
    );
  }

  /** Every other seat by itself, where there is more than one. */
  drawRows() {
    this.rows.hidden = this.count < 3;
    const side = this.chosen("side");
    const free = SEATS.slice(0, this.count).filter((seat) => seat !== side);
    const option = (/** @type {Seat} */ seat, /** @type {string[]} */ ...[value, text]) =>
      h(
        "option",
        {
          value,
          selected: value === (seat.kind === "bot" ? `bot:${seat.level}` : seat.kind),
        },
        text,
      );
    const row = (/** @type {Seat} */ seat, /** @type {number} */ n) =>
      h(
        "label",
        { class: "seat-row" },
        side === DRAWN ? h("i", { class: "lots" }, "?") : dot(free[n]),
        h("b", {}, side === DRAWN ? `Player ${n + 2}` : capital(free[n])),
        h(
          "select",
          { "data-row": n },
          ...this.bots().map(([level]) => option(seat, `bot:${level}`, `${capital(level)} bot`)),
          ...KINDS.slice(1).map(([kind, text]) => option(seat, kind, text)),
        ),
      );
    this.rows.replaceChildren(
      h("legend", {}, "At the table with you"),
      ...(this.count < 3 ? [] : this.last.others.map(row)),
    );
  }

  /** In a sentence, as it will be. */
  sentence() {
    const side = this.chosen("side");
    const others = this.others;
    if (this.together) return "Everybody plays at this screen, in turn.";
    const bots = others.filter((seat) => seat.kind === "bot");
    const links = others.filter((seat) => seat.kind === "link").length;
    const here = others.filter((seat) => seat.kind === "here").length;
    const parts = [
      bots.length === 1 ? `a ${bots[0].level} bot` : bots.length ? `${bots.length} bots` : "",
      here === 1 ? "a friend beside you" : here ? `${here} friends beside you` : "",
      links === 1 ? "a friend with a link" : links ? `${links} friends with a link` : "",
    ].filter(Boolean);
    const you = side === DRAWN ? "A side that lots decide" : capital(side);
    return `${you}, against ${parts.join(" and ")}.`;
  }

  /** What to ask before others are sent a link: once, by what name they are to know the host. */
  missing() {
    const field = /** @type {HTMLInputElement} */ (this.name);
    const comes = this.others.some((seat) => seat.kind === "link");
    if (!comes || field.value.trim() || this.asked) return "";
    this.asked = true;
    field.focus();
    return "By what name will your friend know you? Press Start again to be your colour alone.";
  }

  /** All seats in their order; lots are drawn now. @returns {Seat[]} */
  seats() {
    const others = this.others;
    if (this.together) return [{ kind: "here" }, ...others];
    const side = this.chosen("side");
    const mine = side === DRAWN ? drawn(this.count) : SEATS.indexOf(side);
    const name = /** @type {HTMLInputElement} */ (this.name).value.trim();
    const me = { kind: "me", ...(name ? { name } : {}) };
    return [...others.slice(0, mine), me, ...others.slice(mine)];
  }

  /** Remember the choice for the next time, and the name everywhere. */
  async remember() {
    keep(`choice:${this.game.id}`, {
      against: this.chosen("against"),
      level: this.chosen("level"),
      side: this.chosen("side") || this.last.side,
      count: this.count,
      others: this.last.others,
    });
    const name = /** @type {HTMLInputElement} */ (this.name).value.trim();
    if (this.together || !name || name === this.known) return;
    this.known = (await ask("PUT", "/api/me", { name })).name;
  }
}
