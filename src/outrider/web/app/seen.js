// @ts-check
/** One line of a game that is looked at again: the table as it was then, and what happened. */
import { Board } from "../board/board.js";
import { drawPast } from "../board/past.js";
import { skinOf } from "../skins/index.js";
import { cited, h } from "./dom.js";
import { Happened, told } from "./happened.js";

export class Seen {
  /** @param {string} match @param {import("./course.js").Course} course */
  constructor(match, course) {
    this.match = match;
    this.course = course;
    this.at = -1;
    /** @type {Board | null} */
    this.board = null;
    /** @type {import("../skins/skin.js").Skin | null} */
    this.skin = null;
    this.felt = h("div", { class: "felt" });
    this.words = h("div", { class: "words", "aria-live": "polite" });
    this.element = h(
      "section",
      { class: "seen", "aria-label": "How it stood" },
      this.felt,
      this.words,
    );
  }

  /**
   * @param {number} at which line
   * @param {{last: number, heading: string, better: HTMLElement | null}} said
   */
  async show(at, said) {
    this.at = at;
    try {
      if (at && !this.course.has(at - 1)) await this.course.need(at - 1);
      if (!this.course.has(at)) await this.course.need(at);
      this.skin ??= await skinOf(this.course.said.game);
    } catch (error) {
      this.words.replaceChildren(h("p", { class: "error" }, /** @type {Error} */ (error).message));
      return;
    }
    if (this.at !== at) return;
    const moment = this.course.at(at);
    this.tell(at, moment, said);
    if (moment.state) this.draw(at, moment);
  }

  /**
   * @param {number} at @param {any} moment
   * @param {{last: number, heading: string, better: HTMLElement | null}} said
   */
  tell(at, moment, { last, heading, better }) {
    const texts = moment.events
      .filter((/** @type {any} */ each) => each.text && each.part !== "silent")
      .map((/** @type {any} */ each) => this.skin?.plain?.(each, moment.state) ?? each.text);
    this.words.replaceChildren(
      h("p", { class: "small" }, `Line ${at} of ${last} · ${heading}`),
      h("p", {}, ...cited(texts.join(" "), this.course.said.game, this.course.said.variant)),
      ...(better ? [better] : []),
      h(
        "p",
        { class: "btns" },
        h("a", { class: "btn", href: `/analyse/${this.match}#at=${at}` }, "Analyse from here"),
        h("a", { class: "btn", href: `/replay/${this.match}#at=${at}` }, "Replay from here"),
      ),
    );
  }

  /** @param {number} at @param {any} moment */
  draw(at, moment) {
    const { skin } = this;
    if (!skin) return;
    if (skin.text) {
      this.felt.replaceChildren(
        h("pre", { class: "picture", role: "img", "aria-label": "As it was" }, moment.picture),
      );
      return;
    }
    if (!this.board) {
      this.board = new Board(skin.box(moment.state), "The table, as it was");
      this.felt.replaceChildren(/** @type {any} */ (this.board.root));
      skin.ground(this.board, moment.state);
    }
    const { board } = this;
    const tokens = skin.tokens(moment.state);
    board.only(new Set(tokens.map((each) => each.id)));
    for (const each of tokens)
      board
        .put(each.id, each.x, each.y, each.key, each.label, each.draw)
        .setAttribute("tabindex", "-1");
    for (const each of tokens) if (each.top) board.raise(each.id);
    board.clear();
    skin.over?.(board, moment.state, null, null);
    const story = new Happened(skin);
    if (at) told(story, this.course, at, at);
    const wide = Math.max(0, ...tokens.map((each) => each.radius ?? 0));
    drawPast(board, story.traces(), 2 * wide || skin.unit);
  }

  leave() {
    this.course.gone = true;
  }
}
