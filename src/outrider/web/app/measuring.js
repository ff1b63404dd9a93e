// @ts-check
/** What anybody may measure at any time, and with what: the ruler, and pieces' ranges. */
import { svg } from "../board/svg.js";
import { h } from "./dom.js";

/** @typedef {{x: number, y: number}} Spot */

export class Measuring {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** What is shown of whom, in words. */
    this.legend = h("div", { class: "ranged", role: "status", hidden: true });
    this.button = h(
      "button",
      {
        class: "btn ruler",
        "aria-label": "Ruler: measure between two places",
        "aria-pressed": "false",
        "aria-keyshortcuts": "R",
        title: "Ruler (R)",
        onclick: () => this.rule(!table.now.ruling),
      },
      svg(
        "svg",
        { viewBox: "0 0 24 24", "aria-hidden": "true" },
        svg("path", { d: "M3 16L16 3l5 5L8 21zM7 12l2 2M10 9l3 3M13 6l2 2" }),
      ),
    );
    /** Who measures, from the first time on. @type {import("./tape.js").Tape | null} */
    this.tape = null;
  }

  get now() {
    return this.table.now;
  }

  /** Whether pieces have something in their power that can be drawn. */
  get able() {
    return Boolean(this.table.skin?.reaches && this.now.state && !this.now.about.result);
  }

  async taken() {
    const { Tape } = await import("./tape.js");
    return (this.tape ??= new Tape(this));
  }

  /** What a piece could do, or no more. @param {string} unit */
  async ranges(unit) {
    await (await this.taken()).ranges(unit);
  }

  /** Take the ruler, or lay it down: at once, whatever is still on its way.
   * @param {boolean} on */
  async rule(on) {
    if (on && !this.able) return;
    this.button.setAttribute("aria-pressed", String(on));
    this.table.change({ ruling: on, ruler: null });
    (await this.taken()).rule(on);
  }

  /** A place was pointed at with the ruler in hand. @param {Spot} spot */
  async point(spot) {
    await (await this.taken()).point(spot);
  }

  /** @param {Spot} from @param {Spot} to @param {boolean} done */
  async span(from, to, done) {
    await (await this.taken()).span(from, to, done);
  }
}
