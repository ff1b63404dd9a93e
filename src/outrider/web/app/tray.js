// @ts-check
/** The dice tray: the last roll, what it was rolled against, and what came of it. */
import { die } from "../board/dice.js";
import { h } from "./dom.js";

/**
 * What comes of dice has no part of its own; after an event that has, nothing is said of a roll.
 */
const ENDS = ["begins", "chosen", "silent"];

/** The last roll, and what it was rolled against. @param {any[]} events */
function lastRolls(events) {
  const rolls = events.filter((event) => event.event === "rolled");
  const last = rolls[rolls.length - 1],
    before = rolls[rolls.length - 2];
  return !last ? [] : before && before.seat !== last.seat ? [before, last] : [last];
}

/** @param {number} first @param {number} second */
const compared = (first, second) =>
  first > second
    ? `${first} beats ${second}`
    : first < second
      ? `${second} beats ${first}`
      : `${first} against ${second}`;

export class Tray {
  /** @param {import("./table.js").Table} table @param {(seat: string) => string} nameOf */
  constructor(table, nameOf) {
    this.table = table;
    this.nameOf = nameOf;
    /** @type {any[]} */
    this.recent = [];
    this.element = h(
      "section",
      { class: "card tabbed t-dice empty", "aria-label": "Dice" },
      h("h3", {}, "Dice"),
      h("p", { class: "small" }, "Nothing has been rolled yet."),
    );
  }

  /** Whether there was a roll to show. @param {any[]} events @param {boolean} live */
  happened(events, live) {
    // Real dice are told one throw at a time: what follows a throw at once belongs to it.
    this.recent = events[0]?.event === "rolled" ? [...this.recent.slice(-6), ...events] : events;
    const rolls = lastRolls(this.recent);
    const { skin } = this.table;
    const { state } = this.table.now;
    this.element.classList.toggle(
      "empty",
      Boolean(state && skin?.still?.(state)) ||
        (this.element.classList.contains("empty") && !rolls.length),
    );
    if (!rolls.length) return false;
    const after = events.slice(events.lastIndexOf(rolls[rolls.length - 1]) + 1);
    const done = after.findIndex((event) => ENDS.includes(event.part));
    const meaning = (done < 0 ? after : after.slice(0, done))
      .filter((event) => event.text)
      .map((event) => event.text)
      .slice(0, 3)
      .join(" ");
    const totals = rolls.map((roll) => skin?.total?.(roll, this.recent) ?? null);
    const sum =
      rolls.length === 2 && totals[0] !== null && totals[1] !== null
        ? compared(totals[0], totals[1])
        : "";
    const words = sum && meaning ? `${sum}: ${meaning}` : sum ? `${sum}.` : meaning;
    this.element.replaceChildren(
      h("h3", {}, "Last roll"),
      h("div", { class: "tray" }, ...rolls.map((roll, at) => this.thrown(roll, totals[at], live))),
      ...(words ? [h("p", {}, words)] : []),
    );
    return true;
  }

  /** @param {any} roll @param {number | null} total @param {boolean} live */
  thrown(roll, total, live) {
    const counted = this.table.skin?.counted?.(roll) ?? [];
    const dice = roll.faces.map((/** @type {number} */ face, /** @type {number} */ at) => {
      const made = die(face, live);
      if (roll.faces.length > 1 && counted.length)
        made.classList.add(counted[at] ? "counts" : "spare");
      return /** @type {any} */ (made);
    });
    const best = counted.length ? Math.max(0, ...roll.faces) : null;
    const shown =
      total === null
        ? null
        : best !== null && total > best
          ? `${best} + ${total - best}`
          : roll.faces.length > 1
            ? String(total)
            : null;
    return h(
      "div",
      { style: `--c: var(--${roll.seat})` },
      h(
        "span",
        { class: "who" },
        h("span", { class: "dot" }),
        `${this.nameOf(roll.seat)}: ${roll.purpose}`,
      ),
      h("span", { class: "throw" }, ...dice, shown ? h("b", {}, shown) : null),
    );
  }
}
