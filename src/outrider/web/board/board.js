// @ts-check
/**
 * A table without rules: it draws what it is told, and tells what is pointed at.
 *
 * Coordinates are the caller's: x to the right, y upwards. Layers lie over each other in the order
 * ground, past, marks, lines, pointing, tokens, dots, advice, above.
 */
import { Gestures } from "./gestures.js";
import { n, outline, svg } from "./svg.js";

/** @typedef {{x: number, y: number}} Spot */
/** @typedef {{left: number, bottom: number, right: number, top: number}} Box */
/**
 * @typedef {Object} Handlers
 * @property {(spot: Spot) => void} [tap] an empty place was chosen
 * @property {(id: string) => void} [pick] a token was chosen
 * @property {(id: string) => boolean} [lift] may this token be dragged
 * @property {(id: string, spot: Spot) => void} [drag]
 * @property {(id: string, spot: Spot) => void} [drop]
 * @property {() => void} [cancel]
 * @property {() => boolean} [eager] a finger that misses a small token by little means the token
 */

/** How large words are, in pixels. */
const WORD = 13;
let boards = 0;

export class Board {
  /** @param {Box} box @param {string} label @param {Handlers} [handlers] */
  constructor(box, label, handlers = {}) {
    this.box = box;
    this.handlers = handlers;
    this.wording = 1;
    this.measured = -1000;
    this.root = /** @type {SVGSVGElement} */ (
      svg("svg", {
        class: "board",
        role: "group",
        "aria-label": label,
        preserveAspectRatio: "xMidYMid meet",
      })
    );
    /** A pattern of lines, for ground that is dangerous. */
    this.hatching = `hatching${++boards}`;
    this.defs = svg("defs");
    this.ground = svg("g");
    /** What has just happened, under the pieces and over them. */
    this.past = svg("g", { class: "past", "pointer-events": "none" });
    this.dots = svg("g", { class: "past", "pointer-events": "none" });
    this.marks = svg("g");
    this.lines = svg("g", { "pointer-events": "none" });
    this.tokens = svg("g");
    /** What is pointed at, whatever else changes. */
    this.pointing = svg("g", { "pointer-events": "none" });
    /** What somebody would do, until one acts. */
    this.advice = svg("g", { class: "advice", "pointer-events": "none" });
    this.above = svg("g", { "pointer-events": "none" });
    this.root.append(
      ...[this.defs, this.ground, this.past, this.marks, this.lines, this.pointing, this.tokens],
      ...[this.dots, this.advice, this.above],
    );
    /** @type {Map<string, SVGElement>} */
    this.placed = new Map();
    /** @type {Map<string, Spot>} */
    this.where = new Map();
    this.view = { x: box.left, y: -box.top, w: box.right - box.left, h: box.top - box.bottom };
    this.whole = { ...this.view };
    this.hatch();
    this.look();
    new Gestures(this).listen();
  }

  hatch() {
    const step = this.whole.w / 60;
    this.defs.append(
      svg(
        "pattern",
        {
          id: this.hatching,
          width: n(step),
          height: n(step),
          patternUnits: "userSpaceOnUse",
          patternTransform: "rotate(45)",
        },
        svg("line", { class: "hatch", y2: n(step), "stroke-width": n(step * 0.34) }),
      ),
    );
  }

  /** How large a word is in the table's own measure, so that it can always be read. */
  get word() {
    // Asked for many times while something is dragged, and measuring is slow.
    const now = performance.now();
    if (now - this.measured > 250) {
      this.measured = now;
      const across = this.root.isConnected ? this.root.getScreenCTM()?.a : 0;
      this.wording = across
        ? WORD / across
        : (this.whole.w / Math.min(640, innerWidth - 20)) * WORD;
    }
    return this.wording;
  }

  /** How large a pixel of the screen is in the table's own measure. */
  get pixel() {
    return this.word / WORD;
  }

  look() {
    const { x, y, w, h } = this.view;
    this.root.setAttribute("viewBox", `${n(x)} ${n(y)} ${n(w)} ${n(h)}`);
  }

  /** @param {number} by @param {Spot} [about] */
  zoom(by, about) {
    const view = this.view;
    const w = Math.min(this.whole.w, Math.max(this.whole.w / 8, view.w / by));
    const part = w / view.w;
    const cx = about ? about.x : view.x + view.w / 2;
    const cy = about ? -about.y : view.y + view.h / 2;
    this.view = { x: cx - (cx - view.x) * part, y: cy - (cy - view.y) * part, w, h: view.h * part };
    this.keep();
  }

  all() {
    this.view = { ...this.whole };
    this.look();
  }

  keep() {
    const { view, whole } = this;
    view.x = Math.min(Math.max(view.x, whole.x), whole.x + whole.w - view.w);
    view.y = Math.min(Math.max(view.y, whole.y), whole.y + whole.h - view.h);
    this.look();
  }

  /**
   * Where on the table an event is.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Spot}
   */
  spot(event) {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: at.x, y: -at.y };
  }

  /**
   * Put a token somewhere, or move it there. The drawing is made anew when its key has changed.
   * @param {string} id @param {number} x @param {number} y @param {string} key @param {string}
   *   label @param {() => SVGElement[]} draw
   */
  put(id, x, y, key, label, draw) {
    let token = this.placed.get(id);
    if (!token) {
      token = svg("g", { class: "token hit", "data-id": id, tabindex: 0, role: "button" });
      this.placed.set(id, token);
      this.tokens.append(token);
    }
    const before = token.getAttribute("data-key");
    if (before !== key) {
      token.setAttribute("data-key", key);
      token.classList.toggle("changed", before !== null);
      token.replaceChildren(...draw());
    }
    this.where.set(id, { x, y });
    token.setAttribute("aria-label", label);
    token.style.transform = `translate(${n(x)}px, ${n(-y)}px)`;
    return token;
  }

  /** Take away every token that is not among these. @param {Set<string>} ids */
  only(ids) {
    for (const [id, token] of this.placed)
      if (!ids.has(id)) {
        token.remove();
        this.placed.delete(id);
        this.where.delete(id);
      }
  }

  /** Lay a token over the others. @param {string} id */
  raise(id) {
    const token = this.placed.get(id);
    if (token && token !== this.tokens.lastElementChild && document.activeElement !== token)
      this.tokens.append(token);
  }

  /** Show where a token would be. @param {string} id @param {number} x @param {number} y */
  ghost(id, x, y) {
    const drawn = this.placed.get(id)?.firstElementChild?.cloneNode(true);
    if (drawn)
      this.above.append(
        svg(
          "g",
          { class: "ghost", opacity: 0.45, transform: `translate(${n(x)} ${n(-y)})` },
          drawn,
        ),
      );
  }

  /** @param {string} id */
  shake(id) {
    const inner = this.placed.get(id)?.firstElementChild;
    inner?.classList.add("shake");
    setTimeout(() => inner?.classList.remove("shake"), 300);
  }

  clear() {
    this.marks.replaceChildren();
    this.lines.replaceChildren();
    this.above.replaceChildren();
  }

  /**
   * Something on the table that can be chosen.
   * @param {SVGElement[]} parts @param {number} x @param {number} y @param {string} label @param
   *   {() => void} chosen
   */
  mark(parts, x, y, label, chosen) {
    const made = svg(
      "g",
      {
        class: "mark",
        tabindex: 0,
        role: "button",
        "aria-label": label,
        transform: `translate(${n(x)} ${n(-y)})`,
      },
      ...parts,
    );
    made.addEventListener("choose", chosen);
    this.marks.append(made);
    return made;
  }

  /**
   * A shape from its JSON.
   * @param {any} shape
   * @param {Record<string, string | number>} attributes
   */
  shape(shape, attributes) {
    if (shape.shape === "disc")
      return svg("circle", { cx: shape.at[0], cy: -shape.at[1], r: shape.radius, ...attributes });
    return svg(shape.shape === "line" ? "polyline" : "polygon", {
      points: outline(shape.points.map((/** @type {number[]} */ [x, y]) => [x, -y])),
      ...attributes,
    });
  }

  /**
   * A line that runs under the tokens.
   * @param {Spot} a
   * @param {Spot} b
   * @param {Record<string, string | number>} attributes
   */
  line(a, b, attributes) {
    const made = svg("line", { x1: n(a.x), y1: n(-a.y), x2: n(b.x), y2: n(-b.y), ...attributes });
    this.lines.append(made);
    return made;
  }

  /**
   * A cross where something ends that should have gone on.
   * @param {Spot} at
   * @param {number} size
   */
  cross(at, size) {
    const arm = (/** @type {number} */ way) =>
      svg("line", {
        x1: n(-size),
        y1: n(-size * way),
        x2: n(size),
        y2: n(size * way),
        "stroke-linecap": "round",
      });
    this.above.append(
      svg(
        "g",
        {
          class: "cross",
          transform: `translate(${n(at.x)} ${n(-at.y)})`,
          "stroke-width": n(size * 0.42),
        },
        arm(1),
        arm(-1),
      ),
    );
  }

  /**
   * A measuring tape with a word at its end.
   * @param {Spot} a
   * @param {Spot} b
   * @param {string} word
   * @param {boolean} allowed
   * @param {number} unit
   */
  tape(a, b, word, allowed, unit) {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const turn = (Math.atan2(-(b.y - a.y), b.x - a.x) * 180) / Math.PI;
    const half = Math.max(0.13 * unit, this.word * 0.22);
    const tape = svg("g", { transform: `translate(${n(a.x)} ${n(-a.y)}) rotate(${n(turn)})` });
    tape.append(
      svg("rect", {
        x: 0,
        y: n(-half),
        width: n(length),
        height: n(2 * half),
        rx: n(half * 0.3),
        fill: allowed ? "#F2C14E" : "#E9A59F",
        stroke: "#7A5B12",
        "stroke-width": n(0.14 * half),
      }),
    );
    // One path for all ticks: a long tape has many.
    let ticks = "";
    for (let at = 0; at <= length; at += 0.5 * unit)
      ticks += `M${n(at)} ${n(-half)}V${n(at % unit === 0 ? half * 0.2 : -half * 0.4)}`;
    tape.append(svg("path", { d: ticks, stroke: "#4A3708", "stroke-width": n(0.2 * half) }));
    this.above.append(tape);
    if (word)
      this.above.append(
        this.label(
          b.x,
          b.y + Math.max(0.9 * unit, this.word * 1.9),
          word,
          allowed ? "#1F2430" : "#B3261E",
        ),
      );
  }

  /**
   * Words on a dark tag that stays on the table.
   * @param {number} x
   * @param {number} y
   * @param {string} word
   * @param {string} [colour]
   * @param {number} [part] of the usual size
   */
  label(x, y, word, colour = "#1F2430", part = 1) {
    const size = this.word * part;
    const wide = (word.length * 0.55 + 1.1) * size;
    const left = Math.min(Math.max(x, this.box.left + wide / 2), this.box.right - wide / 2);
    const up = Math.min(Math.max(y, this.box.bottom + size), this.box.top - size);
    return svg(
      "g",
      { class: "tag", transform: `translate(${n(left)} ${n(-up)})` },
      svg("rect", {
        x: n(-wide / 2),
        y: n(-0.8 * size),
        width: n(wide),
        height: n(1.6 * size),
        rx: n(0.8 * size),
        fill: colour,
      }),
      svg(
        "text",
        { "text-anchor": "middle", y: n(0.35 * size), "font-size": n(size), fill: "#FBF8F1" },
        word,
      ),
    );
  }
}
