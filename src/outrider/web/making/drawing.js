// @ts-check
/** A shape drawn corner by corner; what is half drawn is kept with the rest. */
import { say } from "../app/dom.js";
import { n, outline, svg } from "../board/svg.js";
import { putShape } from "./deeds.js";
import { inches } from "./geometry.js";
import { exact } from "./values.js";

/** @typedef {import("./canvas.js").Canvas} Canvas */

/** Pixels from the first corner within which the shape is closed. */
const CLOSE = 14;

export class Drawing {
  /** @param {Canvas} canvas @param {() => void} changed */
  constructor(canvas, changed) {
    this.canvas = canvas;
    this.work = canvas.work;
    this.changed = changed;
    /** What the shape will be besides its corners. @type {any} */
    this.like = null;
    /** @type {number[][]} */
    this.points = [];
    /** @type {{x: number, y: number} | null} */
    this.at = null;
  }

  get active() {
    return this.like !== null;
  }

  /** @param {any} like @param {number[][]} [points] */
  begin(like, points = []) {
    this.like = like;
    this.points = points;
    const [wide, high] = this.work.size;
    this.at = { x: wide / 2, y: high / 2 };
    this.work.choose([]);
    this.canvas.root.classList.add("drawing");
    say("Draw a shape: tap its corners, and the first one again to close it.");
    this.show();
    this.changed();
  }

  end() {
    this.like = null;
    this.points = [];
    this.canvas.root.classList.remove("drawing");
    this.canvas.guides.replaceChildren();
    this.work.note({ sketch: undefined });
    this.changed();
  }

  /** @param {{x: number, y: number}} spot */
  corner({ x, y }) {
    const [first] = this.points;
    const near = Math.max(CLOSE * this.canvas.pixel, 0.01);
    if (first && this.points.length > 2 && Math.hypot(first[0] - x, first[1] - y) < near) {
      this.close();
      return;
    }
    this.points = [...this.points, [exact(x), exact(y)]];
    this.work.note({ sketch: this.points });
    say(`Corner ${this.points.length} at ${inches(x)}, ${inches(y)}.`);
    this.show();
    this.changed();
  }

  /** The last corner is taken back; without one the drawing ends. */
  back() {
    if (!this.points.length) {
      this.end();
      return;
    }
    this.points = this.points.slice(0, -1);
    this.work.note({ sketch: this.points });
    this.show();
    this.changed();
  }

  close() {
    if (!this.active || this.points.length < 3) return;
    const { like, points } = this;
    this.end();
    putShape(this.work, like, points);
  }

  /** @param {{x: number, y: number}} spot */
  hover(spot) {
    this.at = spot;
    this.show();
  }

  /** By keys: the pencil goes so far. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const [wide, high] = this.work.size;
    const { x, y } = this.at ?? { x: wide / 2, y: high / 2 };
    const kept = (/** @type {number} */ value, /** @type {number} */ most) =>
      exact(Math.min(Math.max(value, 0), most));
    this.at = { x: kept(x + dx, wide), y: kept(y + dy, high) };
    say(`${inches(this.at.x)}, ${inches(this.at.y)}`);
    this.show();
  }

  show() {
    const { canvas, points, at } = this;
    const { pixel } = canvas;
    const line = [...points, ...(at ? [[at.x, at.y]] : [])].map(([x, y]) => [x, -y]);
    const parts = [
      svg("polyline", {
        class: "sketch",
        points: outline(line),
        "stroke-width": n(2 * pixel),
      }),
      ...points.map(([x, y], number) =>
        svg("circle", {
          class: number ? "sketched" : "sketched first",
          cx: n(x),
          cy: n(-y),
          r: n((number ? 5 : 8) * pixel),
          "stroke-width": n(2 * pixel),
        }),
      ),
    ];
    if (at)
      parts.push(
        svg("path", {
          class: "pencil",
          d:
            `M${n(at.x - 9 * pixel)} ${n(-at.y)}h${n(18 * pixel)}` +
            `M${n(at.x)} ${n(-at.y - 9 * pixel)}v${n(18 * pixel)}`,
          "stroke-width": n(1.5 * pixel),
        }),
        canvas.tag(at.x, at.y - canvas.word * 1.8, `${inches(at.x)} , ${inches(at.y)}`, "where"),
      );
    canvas.guides.replaceChildren(...parts);
  }
}
