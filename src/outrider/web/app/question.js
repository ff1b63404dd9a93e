// @ts-check
/** What is asked, of whom, and what can be answered without a piece: the head of the panel. */
import { capital, cited, h, later, say } from "./dom.js";
import { time } from "./people.js";
import { Sealing } from "./sealing.js";

/** @typedef {import("../skins/skin.js").Offer} Offer */

const hints = later(() => import("./hinting.js"));
const making = later(() => import("./making.js"));
const rolling = later(() => import("./rolling.js"));

/** What the first who plays a bot on a new machine has to know. */
const PREPARING =
  "The bots are being compiled for this machine, once. For a minute the best of them think " +
  "less far.";
/** What one waits for besides people, the weightiest first, and how that is said. */
const WAITS = /** @type {const} */ ([
  ["failing", "The bot does not answer. It is asked again in a while; the match goes on then."],
  ["preparing", PREPARING],
  ["slow", "The bot is taking its time: this machine is busy."],
]);

export class Question {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "card turn", "aria-label": "What is asked" });
    this.sealing = new Sealing(table);
    this.waits = "";
    /** @type {HTMLElement | null} */
    this.clock = null;
  }

  show() {
    const { skin } = this.table;
    const { about, acting, state } = this.table.now;
    const over = Boolean(about.result && about.pending?.over);
    const asked = about.pending?.decide ?? [];
    const seat = acting ?? asked[0] ?? about.pending?.roll?.seat;
    this.element.style.setProperty("--seat", seat && !over ? `var(--${seat})` : "var(--att)");
    const heading = over
      ? "The game is over"
      : state && skin
        ? capital(skin.heading(state))
        : about.stuck
          ? "Older rules"
          : "Before the game";
    const who = over || !state ? "" : this.whose(asked);
    const question = this.sealing.question() || (state ? this.plain() : this.before());
    const waits = over ? "" : (WAITS.find(([kind]) => about[kind])?.[1] ?? "");
    if (waits && waits !== this.waits) say(waits);
    this.waits = waits;
    const { said, story } = this.table.panel;
    this.clock = h("span", { class: "clock", role: "timer" });
    this.element.replaceChildren(
      this.clock,
      h("p", { class: "small" }, heading, who ? ` · ${who}` : ""),
      h("p", { class: "ask" }, ...cited(said || question, about.game, about.variant)),
      ...(said ? [h("p", { class: "small" }, question)] : []),
      ...(over ? [] : story.latest()),
      ...(waits ? [h("p", { class: "small wait" }, waits)] : []),
      ...(this.table.now.hint ? [hints(({ hinted }) => h("div", {}, ...hinted(this.table)))] : []),
      ...this.sealing.parts(),
      ...(over ? [] : this.ready(asked)),
      ...this.actors(asked),
      this.buttons(over),
    );
    this.tick();
  }

  /** Whose move it is. @param {string[]} asked */
  whose(asked) {
    const { acting, mine } = this.table.now;
    if (acting) return mine.length > 1 ? `${capital(acting)}, your move` : "Your move";
    return asked.length
      ? `Waiting for ${asked.map((each) => this.nameOf(each)).join(" and ")}`
      : "";
  }

  /** What is said while there is no game yet. */
  before() {
    const { about } = this.table.now;
    return (
      about.stuck ??
      (about.stage === "open"
        ? "Send the link. The game begins when every seat is taken."
        : "Everybody is here. The dice are being sealed…")
    );
  }

  /** Where all act at once, who is done. @param {string[]} asked */
  ready(asked) {
    const { about, state } = this.table.now;
    if (!asked.length || !state || !this.table.skin?.together?.(state)) return [];
    const ready = about.seats
      .filter((/** @type {any} */ each) => !asked.includes(each.seat))
      .map((/** @type {any} */ each) => `${this.nameOf(each.seat)} is ready ✓`);
    return ready.length ? [h("p", { class: "small" }, ready.join(", "))] : [];
  }

  /** For whom one acts, where several seats are one's own. @param {string[]} asked */
  actors(asked) {
    const { acting, mine } = this.table.now;
    const several = mine.filter((each) => asked.includes(each));
    if (several.length < 2) return [];
    const act = (/** @type {string} */ seat) => () => {
      this.table.change({ acting: seat });
      this.table.hands.unchoose();
    };
    return [
      h(
        "div",
        { class: "btns" },
        ...several.map((each) =>
          h(
            "button",
            {
              class: "btn",
              "aria-label": `Act for ${capital(each)}`,
              "aria-pressed": String(each === acting),
              style: `--c: var(--${each})`,
              onclick: act(each),
            },
            h("span", { class: "dot" }),
            several.length > 2 ? capital(each) : `Act for ${capital(each)}`,
          ),
        ),
      ),
    ];
  }

  /** Buttons for what needs no piece, and for what comes after the game. @param {boolean} over */
  buttons(over) {
    const { about } = this.table.now;
    const { pending, dice, match } = about;
    return h(
      "div",
      { class: "btns" },
      ...this.bare(),
      pending?.roll && dice?.kind === "typed" && this.rolls(pending.roll.seat)
        ? rolling(({ typed }) => typed(this.table, pending.roll))
        : "",
      ...(over
        ? [
            about.campaign
              ? h("a", { class: "btn main", href: `/campaign/${about.campaign}` }, "The campaign")
              : "",
            h(
              "a",
              { class: about.campaign ? "btn" : "btn main", href: `/review/${match}` },
              "What decided it",
            ),
            h("a", { class: "btn", href: `/replay/${match}` }, "Replay"),
            making(({ again }) => again(match)),
            h("a", { class: "btn", href: "/" }, "New game"),
          ]
        : []),
    );
  }

  /** What may be done without a piece. */
  bare() {
    const { table } = this;
    if (!table.now.acting || table.asking.asked) return [];
    const offers = table.offering.offers();
    const bare = offers.filter(
      (each) => !table.offering.owner(each) && !table.offering.place(each),
    );
    const only = bare.length === offers.length && bare.length < 4;
    const words = (/** @type {Offer} */ offer) => {
      if (table.skin.text && offer.goes) return offer.text;
      if (table.skin.text && offer.owner) return `${offer.owner}: ${offer.label}`;
      return offer.whom ? offer.label : (offer.brief ?? offer.label);
    };
    const hinted = JSON.stringify(table.now.hint?.action);
    const look = (/** @type {Offer} */ offer) =>
      `${offer.ends || (only && offer === bare[0]) ? "btn main" : "btn"}` +
      `${JSON.stringify(offer.action) === hinted ? " advised" : ""}`;
    // What is dark is what one is most likely to want: to be done, or the first of what there is.
    return bare.map((offer) =>
      h(
        "button",
        {
          class: look(offer),
          "aria-label": table.skin.text ? words(offer) : offer.label,
          "aria-description": offer.does ?? null,
          "data-note": offer.note ?? null,
          title: offer.does ?? null,
          onclick: () =>
            offer.at_once ? table.wishes.choose(offer.action) : table.wishes.try(offer.action),
        },
        words(offer),
      ),
    );
  }

  /** The question, without the seat's name where it is one's own. */
  plain() {
    const { acting, mine, about } = this.table.now;
    const { question, asks } = about;
    const { asked } = this.table.asking;
    if (acting && asked) return `${mine.length > 1 ? `${capital(acting)}: ` : ""}${asked.title}.`;
    if (!acting || !asks || about.result) return question ?? about.stuck ?? "";
    if (mine.length > 1 && (about.pending?.decide ?? []).length > 2)
      return `${capital(acting)}: ${asks}`;
    if (mine.length > 1) return question;
    // A square's name is not written with a capital.
    return /^[a-z]+\b/.test(asks) ? capital(asks) : asks;
  }

  /**
   * Whether it is for somebody here to roll: for oneself, for a bot, or for nobody in particular.
   * @param {string | null} seat
   */
  rolls(seat) {
    const { about, mine } = this.table.now;
    return (
      mine.length > 0 &&
      (!seat ||
        mine.includes(seat) ||
        about.seats.some((/** @type {any} */ each) => each.seat === seat && each.kind === "bot"))
    );
  }

  /** @param {string} seat */
  nameOf(seat) {
    return this.table.panel.people.nameOf(seat);
  }

  /** Time goes by. */
  tick() {
    const { about, acting } = this.table.now;
    if (this.sealing.late) {
      this.show();
      return;
    }
    const clock = about?.clock;
    if (!this.clock || !clock?.left) return;
    if (about.result) {
      this.clock.textContent = "";
      return;
    }
    const gone = performance.now() - this.table.panel.received;
    // What the rules give for this; where each has a time of his own, it stands at his name, and
    // the own one here.
    const seat = acting ?? clock.running?.[0];
    const ms = clock.limit ?? (clock.running?.includes(seat) ? clock.left[seat] : undefined);
    this.clock.textContent = ms === undefined || ms === null ? "" : time(ms - gone);
    this.clock.classList.toggle("low", ms !== undefined && ms - gone < 10000);
  }
}
