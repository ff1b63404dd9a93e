// @ts-check
/** Stepping back in a game that goes on: a turn again, or step by step to its beginning. */
import { held } from "./api.js";
import { capital, h, say } from "./dom.js";
import { BEFORE, Happened, told } from "./happened.js";

export class Stepping {
  /** @param {import("./looking.js").Looking} looking */
  constructor(looking) {
    this.looking = looking;
    this.table = looking.table;
    /** @type {import("./course.js").Course | null} */
    this.course = null;
    this.at = 0;
    /** The first and the last moment of a turn that is seen again. */
    this.first = 0;
    this.last = 0;
    this.title = "";
    this.asked = 0;
    this.bar = h("div", { class: "looking", role: "group", "aria-label": "Looking back" });
  }

  /** The last turn in which something was done, from its beginning. */
  async turn() {
    if (!(await this.open()) || !this.course) return;
    const { course, table } = this;
    const story = new Happened(table.skin);
    told(story, course, Math.max(1, course.last - BEFORE), course.last);
    const turn = story.shown();
    if (!turn) return;
    this.first = turn.begun;
    this.last = turn.ended;
    const name = turn.seat ? table.panel.nameOf(turn.seat) : "";
    this.title = name ? `${name}'s turn` : "The last turn";
    this.at = this.first;
    await this.step(1);
  }

  /** Anew each time: the game may have gone on. */
  async open() {
    const asked = ++this.asked;
    // It may take a while where the rules have to be made ready first.
    this.table.panel.note("Looking back…");
    const course = await this.fetched(this.table.now.version, (text) =>
      this.table.panel.note(text),
    );
    if (course) this.table.panel.note("");
    if (!course || asked !== this.asked) return false;
    this.course = course;
    this.first = 0;
    this.last = this.at = course.last;
    this.title = "";
    return true;
  }

  /**
   * The moments up to a version.
   * @param {number} until @param {(text: string) => void} [failed]
   */
  async fetched(until, failed) {
    const mine = held(this.table.match);
    const token = Object.values(mine.tokens)[0];
    const { Course } = await import("./course.js");
    const course = new Course(
      `/api/matches/${this.table.match}/moments`,
      {
        ...(token ? { "outrider-token": token } : {}),
        ...(mine.watch ? { "outrider-watch": mine.watch } : {}),
      },
      () => undefined,
    );
    try {
      await course.need(Math.max(0, until - BEFORE));
      for (let k = Math.max(0, until - BEFORE); k <= until; k++)
        if (k <= course.last && !course.has(k)) await course.need(k);
      return course;
    } catch (error) {
      failed?.(capital(/** @type {Error} */ (error).message));
      return null;
    }
  }

  /** To the next moment, that way, in which something happened. @param {number} by */
  async step(by) {
    if (!this.looking.state && !this.title) {
      if (by > 0 || !(await this.open())) return;
    }
    const { course } = this;
    if (!course) return;
    let to = this.at + by;
    try {
      while (to > this.first && to < this.last) {
        if (!course.has(to)) await course.need(to);
        if (course.at(to)?.events.some((/** @type {any} */ each) => each.text)) break;
        to += by;
      }
      if (to > this.last) {
        this.close();
        return;
      }
      to = Math.max(this.first, to);
      await this.load(to);
    } catch (error) {
      this.table.panel.note(capital(/** @type {Error} */ (error).message));
      return;
    }
    if (this.course === course) this.show(to);
  }

  /** What the picture of a moment needs: also what led to it. @param {number} to */
  async load(to) {
    const { course } = this;
    for (let k = Math.max(0, to - BEFORE); course && k <= to; k++)
      if (!course.has(k)) await course.need(k);
  }

  /** @param {number} to */
  show(to) {
    const { course, table } = this;
    if (!course) return;
    this.at = to;
    const moment = course.at(to);
    const story = new Happened(table.skin);
    told(story, course, Math.max(1, to - BEFORE), to);
    this.looking.story = story;
    this.looking.state =
      moment.picture === undefined ? moment.state : { ...moment.state, picture: moment.picture };
    this.looking.standing = moment.standing ?? null;
    table.change({ chosen: null, draft: null });
    const said = moment.events
      .filter((/** @type {any} */ each) => each.text && each.part !== "silent")
      .map((/** @type {any} */ each) => table.panel.story.plain(each, moment.state))
      .join(" ");
    const sentence = said || "How it stood.";
    say(sentence);
    this.controls(sentence);
    table.aims.show();
    table.picture.draw();
    table.picture.mark();
  }

  /** @param {string} sentence */
  controls(sentence) {
    const step = (
      /** @type {number} */ by,
      /** @type {string} */ label,
      /** @type {string} */ sign,
    ) =>
      h(
        "button",
        {
          class: "btn",
          "aria-label": label,
          disabled: by < 0 && this.at <= this.first,
          onclick: () => this.step(by),
        },
        sign,
      );
    const place = `${this.at - this.first} of ${this.last - this.first}`;
    const focused = this.bar.contains(document.activeElement)
      ? document.activeElement?.getAttribute("aria-label")
      : null;
    this.bar.replaceChildren(
      h(
        "div",
        {},
        h("b", {}, this.title || "As it was"),
        h("span", { class: "small" }, ` ${place}`),
        h("p", {}, sentence),
      ),
      h(
        "div",
        { class: "btns" },
        step(-1, "Back", "◀"),
        step(1, "Forward", "▶"),
        h("button", { class: "btn main", onclick: () => this.close() }, "Back to the game"),
      ),
    );
    if (!this.bar.isConnected) this.table.felt.append(this.bar);
    const again = focused && this.bar.querySelector(`[aria-label="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** The game as it stands. */
  close() {
    this.asked++;
    this.looking.state = this.looking.story = null;
    this.course = null;
    this.title = "";
    this.bar.remove();
    this.table.aims.show();
    this.table.picture.draw();
    this.table.offering.look();
  }
}
