// @ts-check
/** The log: turns in the order they were, each entry with the number it has on the table. */
import { capital, cited, h } from "./dom.js";

/** @typedef {import("./happened.js").Turn} Turn */
/** @typedef {import("./happened.js").Entry} Entry */

const ENDS = ["hurt", "fell"];
/** How near its end a log has to be read to go on with it, in pixels. */
const NEAR = 60;

/** @param {Entry} entry @param {number} last the number of what happened last */
const kindOf = (entry, last) =>
  entry.undone ? "entry undone" : entry.n && entry.n === last ? "entry last" : "entry";

export class Story {
  /** @param {import("./table.js").Table} table @param {HTMLElement} lines */
  constructor(table, lines) {
    this.table = table;
    this.lines = lines;
    /** @type {Map<Turn, HTMLElement>} */
    this.drawn = new Map();
    this.version = 0;
    this.follows = true;
    const read = () =>
      requestAnimationFrame(() => {
        const { scrollHeight, scrollTop, clientHeight } = lines;
        this.follows = scrollHeight - scrollTop - clientHeight < NEAR;
      });
    for (const name of ["wheel", "touchmove", "keyup", "pointerup"])
      lines.addEventListener(name, read, { passive: true });
    new ResizeObserver(() => this.follow()).observe(lines);
    this.again = h("button", { class: "btn", onclick: () => this.see() }, "See it again");
    const step = (
      /** @type {number} */ by,
      /** @type {string} */ label,
      /** @type {string} */ sign,
    ) =>
      h(
        "button",
        { class: "btn", "aria-label": label, onclick: () => table.looking.step(by) },
        sign,
      );
    this.exact = h(
      "button",
      {
        class: "btn",
        "aria-pressed": "false",
        title: "Places as coordinates",
        "aria-label": "x,y: places as coordinates",
        onclick: () =>
          this.lines.classList.contains("exactly") ? this.exactly(false) : this.exactly(true),
      },
      "x,y",
    );
    this.head = h(
      "div",
      { class: "again", hidden: true },
      this.again,
      this.exact,
      step(-1, "One step back in the game", "◀"),
      step(1, "One step on", "▶"),
    );
  }

  /** @param {boolean} on */
  exactly(on) {
    this.lines.classList.toggle("exactly", on);
    this.exact.setAttribute("aria-pressed", String(on));
  }

  /** @param {any[]} events @param {number} version */
  add(events, version) {
    const { story } = this.table;
    const { state } = this.table.now;
    if (!story) return;
    story.add(events, state, this.version, version);
    this.version = version;
    this.write();
  }

  /** The log as the story is. */
  write() {
    const { story } = this.table;
    if (!story) return;
    const log = this.lines;
    const shown = story.shown();
    story.turns.forEach((turn, k) => {
      const old = this.drawn.get(turn);
      const undone = turn.entries.some((each) => each.undone) && !old?.querySelector(".undone");
      if (old && k < story.turns.length - 2 && !old.matches(".now") && !undone) return;
      const made = this.turn(turn, turn === shown);
      this.drawn.set(turn, made);
      if (old) old.replaceWith(made);
      else log.insertBefore(made, log.children[k] ?? null);
    });
    for (const [turn, made] of this.drawn)
      if (!story.turns.includes(turn)) {
        made.remove();
        this.drawn.delete(turn);
      }
    this.follow();
    this.offer();
  }

  /** Keep what happened last in view, unless somebody reads what was before. */
  follow() {
    if (this.follows) this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** The buttons above the log. */
  offer() {
    const turn = this.table.story?.shown();
    this.head.hidden = !turn || this.table.practising;
    this.exact.hidden = !this.table.skin.plain;
    if (!turn) return;
    const whose = turn.seat ? `${this.table.panel.nameOf(turn.seat)}'s turn` : "the last turn";
    this.again.textContent = `See ${whose} again`;
  }

  see() {
    this.table.looking.turn();
  }

  /** @param {Turn} turn @param {boolean} now */
  turn(turn, now) {
    const seat = turn.seat;
    const name = seat ? this.table.panel.nameOf(seat) : "";
    const last = Math.max(0, ...turn.entries.map((each) => each.n));
    const heading = turn.title || name;
    return h(
      "section",
      {
        class: now ? "turned now" : "turned",
        // One in which nothing was done is none, except while it is under way.
        hidden: !turn.entries.length && turn !== this.table.story?.turns.at(-1),
      },
      heading
        ? h(
            "div",
            { class: "mark", style: seat ? `--c: var(--${seat})` : "" },
            h("b", {}, ...this.words(heading)),
            turn.title && seat ? h("span", {}, h("span", { class: "dot" }), name) : null,
          )
        : null,
      ...turn.entries.map((entry) =>
        h(
          "div",
          {
            class: kindOf(entry, last),
            "data-n": entry.n || null,
          },
          ...(entry.undone ? [h("b", { class: "undo" }, "Taken back: ")] : []),
          ...this.sentences(entry),
        ),
      ),
    );
  }

  /** @param {string} text */
  words(text) {
    const { about } = this.table.now;
    return cited(text, about?.game, about?.variant);
  }

  /** @param {Entry} entry */
  sentences(entry) {
    return entry.events.flatMap((event, k) => {
      const kind =
        event.event === "rolled" ? "soft" : ENDS.includes(event.scene?.kind) ? "ends" : "";
      const plain = this.plain(event, entry.state);
      const space = k ? " " : "";
      if (plain === event.text) return [space, h("span", { class: kind }, ...this.words(plain))];
      return [
        space,
        h("span", { class: `${kind} exact` }, ...this.words(event.text)),
        h("span", { class: `${kind} plain` }, ...this.words(plain)),
      ];
    });
  }

  /** @param {any} event @param {any} state */
  plain(event, state) {
    return this.table.skin?.plain?.(event, state) ?? event.text;
  }

  /** What happened last, for where the log is not in view. */
  latest() {
    const entry = this.table.story?.last();
    if (!entry) return [];
    const said = entry.events.filter((event) => event.event !== "rolled");
    const text = said.map((event) => this.plain(event, entry.state)).join(" ");
    return text ? [h("p", { class: "latest", "data-n": entry.n || null }, capital(text))] : [];
  }
}
