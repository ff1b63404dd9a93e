// @ts-check
/**
 * A table without rules: it draws what it is told, and tells what is pointed at.
 *
 * Coordinates are the caller's: x to the right, y upwards. Layers lie over each other in the order
 * ground, marks, tokens, above.
 */
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
 */

const SLOP = 6;

export class Board {
  /** @param {Box} box @param {string} label @param {Handlers} [handlers] */
  constructor(box, label, handlers = {}) {
    this.box = box;
    this.handlers = handlers;
    this.scale = 1;
    this.root = /** @type {SVGSVGElement} */ (svg("svg", { class: "board", role: "group", "aria-label": label, preserveAspectRatio: "xMidYMid meet" }));
    this.defs = svg("defs");
    this.ground = svg("g");
    this.marks = svg("g");
    this.tokens = svg("g");
    this.above = svg("g", { "pointer-events": "none" });
    this.root.append(this.defs, this.ground, this.marks, this.tokens, this.above);
    /** @type {Map<string, SVGElement>} */
    this.placed = new Map();
    /** @type {Map<string, Spot>} */
    this.where = new Map();
    this.view = { x: box.left, y: -box.top, w: box.right - box.left, h: box.top - box.bottom };
    this.whole = { ...this.view };
    this.look();
    this.listen();
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

  /** Where on the table an event is. @param {{clientX: number, clientY: number}} event @returns {Spot} */
  spot(event) {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: at.x, y: -at.y };
  }

  /** The token that is pointed at: where several overlap, the one whose middle is nearest. @param {PointerEvent} event */
  tokenAt(event) {
    const hit = /** @type {Element} */ (event.target).closest?.(".token")?.getAttribute("data-id");
    if (!hit) return null;
    const spot = this.spot(event);
    let best = hit, least = Infinity;
    for (const [id, { x, y }] of this.where) {
      const far = Math.hypot(x - spot.x, y - spot.y);
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  listen() {
    /** @type {Map<number, PointerEvent>} */
    const down = new Map();
    /** @type {{id: string | null, token: string | null, start: PointerEvent, moved: boolean} | null} */
    let act = null;
    this.root.addEventListener("pointerdown", (event) => {
      down.set(event.pointerId, event);
      if (down.size > 1) { act = null; return; }
      const id = this.tokenAt(event);
      act = { id: id && this.handlers.lift?.(id) ? id : null, start: event, moved: false, token: id };
      this.root.setPointerCapture(event.pointerId);
    });
    this.root.addEventListener("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      if (down.size === 2) { this.pinch(down, event); return; }
      down.set(event.pointerId, event);
      if (!act) return;
      const far = Math.hypot(event.clientX - act.start.clientX, event.clientY - act.start.clientY);
      if (far < SLOP && !act.moved) return;
      act.moved = true;
      if (act.id) this.handlers.drag?.(act.id, this.spot(event));
      else {
        const a = this.spot(before), b = this.spot(event);
        this.view.x += a.x - b.x;
        this.view.y += b.y - a.y;
        this.keep();
      }
    });
    const end = (/** @type {PointerEvent} */ event) => {
      const known = down.delete(event.pointerId);
      if (!known || !act) return;
      const { id, token, moved } = act;
      const target = /** @type {Element} */ (act.start.target);
      act = null;
      if (event.type === "pointercancel") { this.handlers.cancel?.(); return; }
      if (moved) { if (id) this.handlers.drop?.(id, this.spot(event)); return; }
      const mark = target.closest?.(".mark");
      if (mark) { mark.dispatchEvent(new CustomEvent("choose")); return; }
      if (token) this.handlers.pick?.(token);
      else this.handlers.tap?.(this.spot(event));
    };
    this.root.addEventListener("pointerup", end);
    this.root.addEventListener("pointercancel", end);
    this.root.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && this.scale === 1 && this.view.w === this.whole.w && event.deltaY > 0) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.spot(event));
    }, { passive: false });
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      const target = /** @type {Element} */ (event.target);
      if (target.classList.contains("mark")) { event.preventDefault(); target.dispatchEvent(new CustomEvent("choose")); }
      else if (target.classList.contains("token")) { event.preventDefault(); this.handlers.pick?.(target.getAttribute("data-id") ?? ""); }
    });
  }

  /** @param {Map<number, PointerEvent>} down @param {PointerEvent} event */
  pinch(down, event) {
    const [a, b] = [...down.values()];
    const before = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    down.set(event.pointerId, event);
    const [c, d] = [...down.values()];
    const after = Math.hypot(c.clientX - d.clientX, c.clientY - d.clientY);
    const middle = { clientX: (c.clientX + d.clientX) / 2, clientY: (c.clientY + d.clientY) / 2 };
    if (before > 0) this.zoom(after / before, this.spot(middle));
  }

  /**
   * Put a token somewhere, or move it there. The drawing is made anew when its key has changed.
   * @param {string} id @param {number} x @param {number} y @param {string} key @param {string} label @param {() => SVGElement[]} draw
   */
  put(id, x, y, key, label, draw) {
    let token = this.placed.get(id);
    if (!token) {
      token = svg("g", { class: "token hit", "data-id": id, tabindex: 0, role: "button" });
      this.placed.set(id, token);
      this.tokens.append(token);
    }
    if (token.getAttribute("data-key") !== key) {
      token.setAttribute("data-key", key);
      token.replaceChildren(...draw());
    }
    this.where.set(id, { x, y });
    token.setAttribute("aria-label", label);
    token.style.transform = `translate(${n(x)}px, ${n(-y)}px)`;
    return token;
  }

  /** Take away every token that is not among these. @param {Set<string>} ids */
  only(ids) {
    for (const [id, token] of this.placed) if (!ids.has(id)) { token.remove(); this.placed.delete(id); this.where.delete(id); }
  }

  /** Lay a token over the others. @param {string} id */
  raise(id) {
    const token = this.placed.get(id);
    if (token && token !== this.tokens.lastElementChild && document.activeElement !== token) this.tokens.append(token);
  }

  /** Show where a token would be. @param {string} id @param {number} x @param {number} y */
  ghost(id, x, y) {
    const drawn = this.placed.get(id)?.firstElementChild?.cloneNode(true);
    if (drawn) this.above.append(svg("g", { class: "ghost", opacity: 0.45, transform: `translate(${n(x)} ${n(-y)})` }, drawn));
  }

  /** @param {string} id */
  shake(id) {
    const inner = this.placed.get(id)?.firstElementChild;
    inner?.classList.add("shake");
    setTimeout(() => inner?.classList.remove("shake"), 300);
  }

  clear() {
    this.marks.replaceChildren();
    this.above.replaceChildren();
  }

  /**
   * Something on the table that can be chosen.
   * @param {SVGElement[]} parts @param {number} x @param {number} y @param {string} label @param {() => void} chosen
   */
  mark(parts, x, y, label, chosen) {
    const made = svg("g", { class: "mark", tabindex: 0, role: "button", "aria-label": label, transform: `translate(${n(x)} ${n(-y)})` }, ...parts);
    made.addEventListener("choose", chosen);
    this.marks.append(made);
    return made;
  }

  /** A shape from its JSON. @param {any} shape @param {Record<string, string | number>} attributes */
  shape(shape, attributes) {
    if (shape.shape === "disc") return svg("circle", { cx: shape.at[0], cy: -shape.at[1], r: shape.radius, ...attributes });
    return svg("polygon", { points: outline(shape.points.map((/** @type {number[]} */ [x, y]) => [x, -y])), ...attributes });
  }

  /** @param {Spot} a @param {Spot} b @param {Record<string, string | number>} attributes */
  line(a, b, attributes) {
    const made = svg("line", { x1: a.x, y1: -a.y, x2: b.x, y2: -b.y, ...attributes });
    this.above.append(made);
    return made;
  }

  /** A measuring tape with a word at its end. @param {Spot} a @param {Spot} b @param {string} word @param {boolean} allowed @param {number} unit */
  tape(a, b, word, allowed, unit) {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const turn = (Math.atan2(-(b.y - a.y), b.x - a.x) * 180) / Math.PI;
    const half = 0.13 * unit;
    const tape = svg("g", { transform: `translate(${n(a.x)} ${n(-a.y)}) rotate(${n(turn)})` });
    tape.append(svg("rect", { x: 0, y: -half, width: n(length), height: 2 * half, fill: allowed ? "#F2C14E" : "#E9A59F", stroke: "#7a5b12", "stroke-width": 0.02 * unit }));
    for (let at = 0; at <= length; at += 0.5 * unit) tape.append(svg("line", { x1: at, x2: at, y1: -half, y2: at % unit === 0 ? 0 : -half / 2, stroke: "#4a3708", "stroke-width": 0.03 * unit }));
    this.above.append(tape, this.label(b.x, b.y + 0.9 * unit, word, unit, allowed ? "#1F2430" : "#B3261E"));
  }

  /** A word on a dark tag. @param {number} x @param {number} y @param {string} word @param {number} unit @param {string} [colour] */
  label(x, y, word, unit, colour = "#1F2430") {
    const wide = (word.length * 0.3 + 0.7) * unit;
    const left = Math.min(Math.max(x, this.box.left + wide / 2), this.box.right - wide / 2);
    const up = Math.min(Math.max(y, this.box.bottom + 0.5 * unit), this.box.top - 0.5 * unit);
    return svg("g", { transform: `translate(${n(left)} ${n(-up)})` },
      svg("rect", { x: n(-wide / 2), y: n(-0.38 * unit), width: n(wide), height: n(0.76 * unit), rx: n(0.38 * unit), fill: colour }),
      svg("text", { "text-anchor": "middle", y: n(0.18 * unit), "font-size": n(0.5 * unit), fill: "#FBF8F1" }, word));
  }
}
