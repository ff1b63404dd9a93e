// @ts-check
/**
 * A table without rules: it draws what it is told, and tells what is pointed at.
 *
 * Coordinates are the caller's: x to the right, y upwards, whichever way the table is turned.
 * Layers lie over each other in the order ground, past, marks, lines, pointing, who lies, who
 * stands, dots, advice, above; and names, which do not turn with the table.
 */
import { Gestures } from "./gestures.js";
import { Names } from "./names.js";
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
 * @property {() => boolean} [rules] a ruler is in hand, so that nothing else is dragged
 * @property {(from: Spot, to: Spot, done: boolean) => void} [rule] it is laid so
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
    /** Tokens that lie flat, under all that stand. */
    this.lying = svg("g");
    this.names = svg("g", { class: "names", "pointer-events": "none", "aria-hidden": "true" });
    /** What is pointed at, whatever else changes. */
    this.pointing = svg("g", { "pointer-events": "none" });
    /** What somebody would do, until one acts. */
    this.advice = svg("g", { class: "advice", "pointer-events": "none" });
    this.above = svg("g", { "pointer-events": "none" });
    /** All that lies on the table, and turns with it. */
    this.world = /** @type {SVGGElement} */ (svg("g", { class: "world" }));
    this.world.append(
      ...[this.defs, this.ground, this.past, this.marks, this.lines, this.pointing, this.lying],
      ...[this.tokens, this.dots, this.advice, this.above],
    );
    this.root.append(this.world, this.names);
    /** By how much it is turned, in quarters of a turn to the right. */
    this.turned = 0;
    this.naming = new Names(this);
    /** @type {Map<string, SVGElement>} */
    this.placed = new Map();
    /** @type {Map<string, Spot>} */
    this.where = new Map();
    this.view = { x: box.left, y: -box.top, w: box.right - box.left, h: box.top - box.bottom };
    this.whole = { ...this.view };
    /** @type {(() => void) | null} whoever wants to know that another part is looked at */
    this.looked = null;
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

  /** Turn the table, so many quarters to the right of how it is told. @param {number} quarters */
  turn(quarters) {
    const { left, right, top, bottom } = this.box;
    const [x, y, w, h] = [(left + right) / 2, -(top + bottom) / 2, right - left, top - bottom];
    this.turned = ((quarters % 4) + 4) % 4;
    const [wide, high] = this.turned % 2 ? [h, w] : [w, h];
    this.whole = { x: x - wide / 2, y: y - high / 2, w: wide, h: high };
    this.world.setAttribute("transform", `rotate(${90 * this.turned} ${n(x)} ${n(y)})`);
    this.root.style.setProperty("--turned", String(this.turned));
    this.root.classList.toggle("turned", this.turned > 0);
    for (const [id, token] of this.placed) {
      const at = this.where.get(id);
      if (at) token.style.transform = this.stood(at.x, at.y);
    }
    this.all();
  }

  /** As a style: a place, where what is drawn stays upright. @param {number} x @param {number} y */
  stood(x, y) {
    const back = this.turned ? ` rotate(${-90 * this.turned}deg)` : "";
    return `translate(${n(x)}px, ${n(-y)}px)${back}`;
  }

  /** The same as an attribute. @param {number} x @param {number} y */
  upright(x, y) {
    const back = this.turned ? ` rotate(${-90 * this.turned})` : "";
    return `translate(${n(x)} ${n(-y)})${back}`;
  }

  /** Where a place lies in the view, as the table is turned. @param {Spot} at @returns {Spot} */
  facing({ x, y }) {
    const { left, right, top, bottom } = this.box;
    const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
    let [dx, dy] = [x - cx, y - cy];
    for (let quarter = 0; quarter < this.turned; quarter++) [dx, dy] = [dy, -dx];
    return { x: cx + dx, y: cy + dy };
  }

  /** On the table, what is a way on the screen. @param {number} dx @param {number} dy */
  along(dx, dy) {
    for (let quarter = 0; quarter < this.turned; quarter++) [dx, dy] = [-dy, dx];
    return [dx, dy];
  }

  /** A place so far above another, as one sees it. @param {Spot} at @param {number} far */
  over({ x, y }, far) {
    const [dx, dy] = this.along(0, 1);
    return { x: x + dx * far, y: y + dy * far };
  }

  /** Whether a word has room at a place. @param {Spot} at */
  holds({ x, y }) {
    const { left, right, top, bottom } = this.box;
    const room = this.word;
    return x > left + room && x < right - room && y > bottom + room && y < top - room;
  }

  look() {
    const { x, y, w, h } = this.view;
    this.root.setAttribute("viewBox", `${n(x)} ${n(y)} ${n(w)} ${n(h)}`);
    this.looked?.();
    this.naming.later();
  }

  /** What is seen of the table: the view, and what lies beside it where there is room for more. */
  seen() {
    const { x, y, w, h } = this.view;
    const box = this.root.getBoundingClientRect();
    const least = Math.min(box.width / w, box.height / h) || 1;
    const middle = { x: x + w / 2, y: -(y + h / 2) };
    return { ...middle, w: box.width / least || w, h: box.height / least || h };
  }

  /** Show a part of the table, as large as it can be. @param {Box} part */
  show(part) {
    const { whole } = this;
    const one = this.facing({ x: part.left, y: part.bottom });
    const other = this.facing({ x: part.right, y: part.top });
    const [wide, tall] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
    const box = this.root.getBoundingClientRect();
    const shape = box.height ? box.width / box.height : whole.w / whole.h;
    const high = Math.max(tall, wide / shape);
    const h = Math.min(whole.h, Math.max(high, whole.h / 8));
    const w = (h * whole.w) / whole.h;
    const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    this.view = { x: x - w / 2, y: -y - h / 2, w, h };
    this.keep();
  }

  /** @param {number} by @param {{clientX: number, clientY: number}} [at] of the screen */
  zoom(by, at) {
    const view = this.view;
    const about = at ? this.viewed(at) : null;
    const w = Math.min(this.whole.w, Math.max(this.whole.w / 8, view.w / by));
    const part = w / view.w;
    const [cx, cy] = about ? [about.x, about.y] : [view.x + view.w / 2, view.y + view.h / 2];
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

  /** Where in the view an event is. @param {{clientX: number, clientY: number}} event */
  viewed(event) {
    const matrix = this.root.getScreenCTM();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
  }

  /**
   * Where on the table an event is.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Spot}
   */
  spot(event) {
    const matrix = this.world.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: at.x, y: -at.y };
  }

  /** Where on the screen a place is. @param {Spot} spot @returns {Spot} */
  onScreen({ x, y }) {
    const matrix = this.world.getScreenCTM();
    const at = new DOMPoint(x, -y).matrixTransform(matrix ?? undefined);
    return { x: at.x, y: at.y };
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
      token.replaceChildren(svg("circle", { class: "grip", r: 0, fill: "transparent" }), ...draw());
    }
    this.where.set(id, { x, y });
    token.setAttribute("aria-label", label);
    token.style.transform = this.stood(x, y);
    return token;
  }

  /** Let a token lie under those that stand. @param {string} id @param {boolean} flat */
  lay(id, flat) {
    const token = this.placed.get(id);
    const layer = flat ? this.lying : this.tokens;
    if (!token || token.parentNode === layer) return;
    const focused = document.activeElement === token;
    layer.append(token);
    if (focused) token.focus();
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
    const layer = token?.parentElement;
    if (token && token !== layer?.lastElementChild && document.activeElement !== token)
      layer?.append(token);
  }

  /** Show where a token would be. @param {string} id @param {number} x @param {number} y */
  ghost(id, x, y) {
    const drawn = this.placed.get(id)?.children[1]?.cloneNode(true);
    if (drawn)
      this.above.append(
        svg("g", { class: "ghost", opacity: 0.45, transform: this.upright(x, y) }, drawn),
      );
  }

  /** @param {string} id */
  shake(id) {
    const inner = this.placed.get(id)?.children[1];
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
        transform: this.upright(x, y),
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
    if (!word) return;
    const at = this.over(b, Math.max(0.9 * unit, this.word * 1.9));
    this.above.append(this.label(at.x, at.y, word, allowed ? "#1F2430" : "#B3261E"));
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
    const [across, along] = this.turned % 2 ? [size, wide / 2] : [wide / 2, size];
    const left = Math.min(Math.max(x, this.box.left + across), this.box.right - across);
    const up = Math.min(Math.max(y, this.box.bottom + along), this.box.top - along);
    return svg(
      "g",
      { class: "tag", transform: this.upright(left, up) },
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
