// @ts-check
/** Mouse and fingers on the table that is being made. */
import * as deeds from "./deeds.js";
import { around, boxOf, inches, middleOf, scaled, turned } from "./geometry.js";
import { drawHandles } from "./handles.js";
import { snapped } from "./snapping.js";
import { exact } from "./values.js";

/** @typedef {import("./canvas.js").Canvas} Canvas */
/** @typedef {import("./work.js").Item} Item */
/** A gesture under way. @typedef {{drag: (spot: {x: number, y: number}) => void,
 *   drop: () => void, tap?: () => void}} Gesture */

/** Pixels within which something catches, and that a tap may stray. */
const NEAR = 7;
const STRAY = 4;
const QUARTER = 15;

export class Hands {
  /** @param {Canvas} canvas @param {import("./drawing.js").Drawing} drawing */
  constructor(canvas, drawing) {
    this.canvas = canvas;
    this.work = canvas.work;
    this.drawing = drawing;
    /** @type {Gesture | null} */
    this.gesture = null;
    /** What the next tap puts down. @type {((spot: [number, number]) => void) | null} */
    this.carried = null;
    this.start = { clientX: 0, clientY: 0 };
    this.begun = false;
    this.asked = 0;
    /** @type {{x: number, y: number} | null} */
    this.latest = null;
    const { root } = canvas;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.moves(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("dblclick", () => this.drawing.close());
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0 || this.gesture) return;
    const target = /** @type {Element} */ (event.target);
    const spot = this.canvas.spot(event);
    if (this.carried || this.drawing.active) {
      event.preventDefault();
      return;
    }
    const grip = target.closest("[data-grip]")?.getAttribute("data-grip");
    const key = target.closest("[data-key]")?.getAttribute("data-key");
    this.gesture = grip ? this.grip(grip) : key ? this.lift(key, event, spot) : this.sweep(spot);
    if (!this.gesture) return;
    this.start = event;
    this.begun = false;
    if (grip || key) event.preventDefault();
    this.canvas.root.setPointerCapture(event.pointerId);
    const focus = target.closest("[data-grip], [data-key]");
    if (focus) /** @type {HTMLElement} */ (focus).focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  moves(event) {
    if (this.drawing.active && !this.gesture) {
      this.drawing.hover(this.caught(this.canvas.spot(event)));
      return;
    }
    if (!this.gesture) return;
    const far = Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY);
    if (!this.begun && far < STRAY) return;
    this.begun = true;
    this.latest = this.canvas.spot(event);
    // Once a frame, however often the pointer says where it is.
    this.asked ||= requestAnimationFrame(() => this.frame());
  }

  frame() {
    this.asked = 0;
    if (this.gesture && this.latest) this.gesture.drag(this.latest);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const spot = this.canvas.spot(event);
    if (this.drawing.active) {
      this.drawing.corner(this.caught(spot));
      return;
    }
    if (this.carried) {
      const at = this.caught(spot);
      this.carried([at.x, at.y]);
      return;
    }
    const { gesture } = this;
    this.gesture = null;
    if (!gesture) return;
    if (this.begun) {
      this.latest = spot;
      gesture.drag(spot);
      gesture.drop();
    } else gesture.tap?.();
    this.canvas.drop();
    drawHandles(this.canvas);
  }

  cancel() {
    this.gesture = null;
    this.canvas.drop();
    this.canvas.drawn.forEach((known) => (known.drawn = ""));
    this.canvas.draw();
    drawHandles(this.canvas);
  }

  /** A point, where it catches on a whole step. @param {{x: number, y: number}} spot */
  caught({ x, y }) {
    const { step } = this.work;
    const to = (/** @type {number} */ value) =>
      exact(step ? Math.round(value / step) * step : Math.round(value * 20) / 20);
    return { x: to(x), y: to(y) };
  }

  get near() {
    return NEAR * this.canvas.pixel;
  }

  /** Take something, and all that goes with it. @param {string} key @param {PointerEvent} event
   * @param {{x: number, y: number}} from @returns {Gesture} */
  lift(key, event, from) {
    const { work, canvas } = this;
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    const together = work.together(key);
    const before = work.chosen.has(key);
    if (more) {
      const keys = new Set(work.chosen);
      for (const each of together) before ? keys.delete(each) : keys.add(each);
      work.choose(keys);
    } else if (!before) work.choose(together);
    const items = work.chosenItems;
    const box = items.length ? around(items.map((item) => boxOf(item.value))) : null;
    const others = this.others();
    let [dx, dy] = [0, 0];
    return {
      drag: ({ x, y }) => {
        if (!box) return;
        const [rx, ry] = [x - from.x, y - from.y];
        const there = shifted(box, rx, ry);
        const how = { step: work.step, near: work.step ? this.near : 0 };
        const caught = snapped(there, others, work.size, how);
        [dx, dy] = [rx + caught.dx, ry + caught.dy];
        canvas.shift(work.chosen, dx, dy);
        canvas.guide(caught.guides);
        const [mx, my] = middleOf(shifted(box, dx, dy));
        const word = `${inches(exact(mx))} , ${inches(exact(my))}`;
        canvas.guides.append(canvas.tag(mx, my - canvas.word * 2.2, word, "where"));
      },
      drop: () => deeds.move(work, exact(dx), exact(dy)),
      // A second tap on one of a group means this one alone.
      tap: () => {
        if (!more && before && work.chosen.size > 1) work.choose([key]);
      },
    };
  }

  /** The boxes of what is not chosen. */
  others() {
    return this.work.items
      .filter((item) => !this.work.chosen.has(item.key) && item.list !== "zone")
      .map((item) => boxOf(item.value));
  }

  /** @param {string} name @returns {Gesture | null} */
  grip(name) {
    const { work } = this;
    const items = work.chosenItems;
    const [kind, number] = name.split(":");
    if (kind === "turn") return this.turns(items);
    const [item] = items;
    if (!item) return null;
    if (kind === "size") return this.sizes(item);
    return this.corners(item, Number(number), kind === "side");
  }

  /** @param {Item[]} items @returns {Gesture} */
  turns(items) {
    const { canvas, work } = this;
    const about = middleOf(around(items.map((item) => boxOf(item.value))));
    let degrees = 0;
    return {
      drag: ({ x, y }) => {
        // It hangs below: straight down is no turn.
        const angle = (Math.atan2(x - about[0], -(y - about[1])) * 180) / Math.PI;
        degrees = work.step ? Math.round(angle / QUARTER) * QUARTER : Math.round(angle);
        for (const item of items) canvas.preview(item, turned(item.value, degrees, about));
        canvas.handles.replaceChildren();
        canvas.guides.replaceChildren(canvas.tag(about[0], about[1], `${degrees}°`, "where"));
      },
      drop: () => {
        canvas.drawn.forEach((known) => (known.drawn = ""));
        if (degrees) deeds.turn(work, degrees);
        canvas.draw();
      },
    };
  }

  /** @param {Item} item @returns {Gesture} */
  sizes(item) {
    const { canvas, work } = this;
    const about = /** @type {[number, number]} */ (item.value.at);
    let made = item.value;
    return {
      drag: ({ x, y }) => {
        const far = Math.max(0.2, Math.hypot(x - about[0], y - about[1]));
        const step = (work.step || 0.1) / 2;
        const radius = exact(Math.max(step, Math.round(far / step) * step));
        made = scaled(item.value, radius / item.value.radius, about);
        made.radius = radius;
        canvas.preview(item, made);
        canvas.handles.replaceChildren();
        const word = `⌀ ${inches(radius * 2)}″`;
        canvas.guides.replaceChildren(canvas.tag(about[0], about[1] + radius, word, "where"));
      },
      drop: () => work.set(item.place, made, `${deeds.called(item)} resized`),
    };
  }

  /** Move a corner, or make one of the middle of a side. @param {Item} item @param {number} at
   * @param {boolean} fresh @returns {Gesture} */
  corners(item, at, fresh) {
    const { canvas, work } = this;
    const points = [...item.value.points];
    const index = fresh ? at + 1 : at;
    if (fresh) points.splice(index, 0, [0, 0]);
    const others = [...this.others(), ...points.filter((_, n) => n !== index).map(dotted)];
    let made = item.value;
    return {
      drag: ({ x, y }) => {
        const how = { step: work.step, near: work.step ? this.near : 0 };
        const caught = snapped(dotted([x, y]), others, work.size, how);
        const point = [exact(x + caught.dx), exact(y + caught.dy)];
        made = { ...item.value, points: points.map((each, n) => (n === index ? point : each)) };
        canvas.preview(item, made);
        canvas.handles.replaceChildren();
        canvas.guide(caught.guides);
        const word = `${inches(point[0])} , ${inches(point[1])}`;
        canvas.guides.append(canvas.tag(point[0], point[1] - canvas.word * 1.8, word, "where"));
      },
      drop: () => work.set(item.place, made, fresh ? "corner added" : "corner moved"),
    };
  }

  /** Nothing there: choose all in a rectangle, or let go of everything.
   * @param {{x: number, y: number}} from @returns {Gesture} */
  sweep(from) {
    const { canvas, work } = this;
    let to = from;
    const box = () => ({
      left: Math.min(from.x, to.x),
      right: Math.max(from.x, to.x),
      bottom: Math.min(from.y, to.y),
      top: Math.max(from.y, to.y),
    });
    return {
      drag: (spot) => {
        to = spot;
        canvas.sweep(box());
      },
      drop: () => {
        const { left, right, bottom, top } = box();
        const inside = work.items.filter((item) => {
          const each = boxOf(item.value);
          return (
            each.left >= left && each.right <= right && each.bottom >= bottom && each.top <= top
          );
        });
        work.choose(inside.map((item) => item.key));
      },
      tap: () => work.choose([]),
    };
  }
}

/** @param {number[]} point */
const dotted = ([x, y]) => ({ left: x, right: x, bottom: y, top: y });

/** @param {import("./geometry.js").Box} box @param {number} dx @param {number} dy */
const shifted = (box, dx, dy) => ({
  left: box.left + dx,
  right: box.right + dx,
  bottom: box.bottom + dy,
  top: box.top + dy,
});
