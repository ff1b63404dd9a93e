// @ts-check
/** Which part of a table is looked at: the fight, the whole, closer, farther; and a small map. */
import { fights } from "../board/fights.js";
import { n, svg } from "../board/svg.js";
import { h, say } from "./dom.js";

/** How much of the table is seen when that is called all of it. */
const WHOLE = 0.99;

export class Views {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** Which of the fights was looked at last. */
    this.last = -1;
    this.waits = false;
    this.map = svg("svg", { class: "minimap", "aria-hidden": "true" });
    this.map.addEventListener("pointerdown", (event) => this.to(event));
    this.fight = this.button("To the fight", "Z", () => this.toFight());
    this.all = this.button("Whole table", "T", () => this.toAll());
    /** What there is to measure with, on tables where things are measured. */
    this.tools = h("span", { class: "tools" });
    const zoom = (/** @type {number} */ by) => () => this.table.board?.zoom(by);
    this.element = h(
      "div",
      { class: "views", role: "group", "aria-label": "What is looked at" },
      /** @type {any} */ (this.map),
      h(
        "div",
        { class: "zoom" },
        h("button", { class: "btn closer", "aria-label": "Closer", onclick: zoom(1.4) }, "+"),
        h("button", { class: "btn closer", "aria-label": "Farther", onclick: zoom(1 / 1.4) }, "−"),
        this.fight,
        this.all,
        h(
          "button",
          {
            class: "btn closer",
            "aria-label": "Turn the table",
            onclick: () => this.table.picture.turn(),
          },
          "⟲",
        ),
        this.tools,
      ),
    );
  }

  /** @param {string} words @param {string} key @param {() => void} act */
  button(words, key, act) {
    return h(
      "button",
      { class: "btn", "aria-keyshortcuts": key, onclick: act },
      words,
      h("kbd", { "aria-hidden": "true" }, key),
    );
  }

  /**
   * The controls of a board that was just laid.
   * @param {import("../board/board.js").Board} board
   */
  of(board) {
    this.last = -1;
    board.looked = () => this.moved();
    this.tools.replaceChildren(...(this.table.skin.reaches ? [this.table.measuring.button] : []));
    return this.element;
  }

  /** A key that is meant for this. @param {string} key */
  key(key) {
    const { board } = this.table;
    if (!board) return false;
    /** @type {Record<string, () => void>} */
    const keys = {
      z: () => this.toFight(),
      t: () => this.toAll(),
      "+": () => board.zoom(1.4),
      "-": () => board.zoom(1 / 1.4),
    };
    const act = keys[key.toLowerCase()];
    act?.();
    return Boolean(act);
  }

  found() {
    const { skin, picture, now } = this.table;
    return skin ? fights(picture.tokens(), skin.unit, now.chosen) : [];
  }

  /** The next fight, after the last one the first again. */
  toFight() {
    const found = this.found();
    if (!found.length || !this.table.board) {
      say("There is no fight yet.");
      return;
    }
    this.last = this.whole ? 0 : (this.last + 1) % found.length;
    this.table.board.show(found[this.last]);
    const which = found.length > 1 ? ` ${this.last + 1} of ${found.length}` : "";
    say(`Looking at the fight${which}.`);
  }

  toAll() {
    this.last = -1;
    this.table.board?.all();
    say("Looking at the whole table.");
  }

  get whole() {
    const { board } = this.table;
    return !board || board.view.w >= WHOLE * board.whole.w;
  }

  /** Who stands where has changed. */
  show() {
    const { board, picture, skin } = this.table;
    if (!board) return;
    const none = !this.found().length;
    this.fight.toggleAttribute("disabled", none);
    this.element.classList.toggle("idle", none);
    const { x, y, w, h: high } = board.whole;
    this.map.setAttribute("viewBox", `${n(x)} ${n(y)} ${n(w)} ${n(high)}`);
    const size = Math.max(skin.unit * 0.4, w / 40);
    this.map.replaceChildren(
      svg("rect", { class: "sheet", x: n(x), y: n(y), width: n(w), height: n(high) }),
      ...picture
        .tokens()
        .filter((token) => token.alive)
        .map((token) => ({ ...board.facing(token), fill: `var(--${token.seat})` }))
        .map(({ x, y, fill }) => svg("circle", { cx: n(x), cy: n(-y), r: n(size), fill })),
      svg("rect", { class: "view", "stroke-width": n(w / 45) }),
    );
    this.mark();
  }

  /** Another part is looked at: what is drawn as large as a word is drawn anew. */
  moved() {
    this.mark();
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      if (!this.table.now.dragging && this.table.now.state) this.table.picture.mark();
      this.table.picture.drawPast();
    });
  }

  /** Which part it is, on the small map. */
  mark() {
    const { board } = this.table;
    this.element.classList.toggle("near", !this.whole);
    const view = this.map.querySelector(".view");
    if (!board || !view) return;
    const seen = board.seen();
    const { x, y, w, h: high } = board.whole;
    const [left, right] = [Math.max(x, seen.x - seen.w / 2), Math.min(x + w, seen.x + seen.w / 2)];
    const [top, low] = [Math.max(y, -seen.y - seen.h / 2), Math.min(y + high, seen.h / 2 - seen.y)];
    view.setAttribute("x", n(left));
    view.setAttribute("y", n(top));
    view.setAttribute("width", n(Math.max(0, right - left)));
    view.setAttribute("height", n(Math.max(0, low - top)));
  }

  /** To a place on the small map. @param {PointerEvent} event */
  to(event) {
    const { board } = this.table;
    const matrix = /** @type {SVGSVGElement} */ (/** @type {any} */ (this.map)).getScreenCTM();
    if (!board || !matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    board.view.x = at.x - board.view.w / 2;
    board.view.y = at.y - board.view.h / 2;
    board.keep();
  }
}
