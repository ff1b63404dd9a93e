// @ts-check
/** Shapes moved, turned, made larger and mirrored. Whether one is any good the server says. */
import { exact } from "./values.js";

/** @typedef {[number, number]} Pair */
/** @typedef {{left: number, bottom: number, right: number, top: number}} Box */

/** @param {any} shape @param {(point: number[]) => number[]} move @returns {any} */
const each = (shape, move) => {
  const rounded = (/** @type {number[]} */ point) => move(point).map(exact);
  return shape.shape === "polygon"
    ? { ...shape, points: shape.points.map(rounded) }
    : { ...shape, at: rounded(shape.at) };
};

/** @param {any} shape @returns {Box} */
export function boxOf(shape) {
  if (shape.shape === "polygon") {
    const xs = shape.points.map((/** @type {number[]} */ p) => p[0]);
    const ys = shape.points.map((/** @type {number[]} */ p) => p[1]);
    return {
      left: Math.min(...xs),
      right: Math.max(...xs),
      bottom: Math.min(...ys),
      top: Math.max(...ys),
    };
  }
  const [x, y] = shape.at;
  const r = shape.radius ?? shape.base ?? 0.4;
  return { left: x - r, right: x + r, bottom: y - r, top: y + r };
}

/** @param {Box[]} boxes @returns {Box} */
export const around = (boxes) => ({
  left: Math.min(...boxes.map((box) => box.left)),
  right: Math.max(...boxes.map((box) => box.right)),
  bottom: Math.min(...boxes.map((box) => box.bottom)),
  top: Math.max(...boxes.map((box) => box.top)),
});

/** @param {Box} box @returns {Pair} */
export const middleOf = (box) => [(box.left + box.right) / 2, (box.bottom + box.top) / 2];

/** @param {any} shape @param {number} dx @param {number} dy */
export const moved = (shape, dx, dy) => each(shape, ([x, y]) => [x + dx, y + dy]);

/** @param {any} shape @param {number} degrees to the left @param {Pair} about */
export function turned(shape, degrees, [ax, ay]) {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return each(shape, ([x, y]) => [
    ax + (x - ax) * cos - (y - ay) * sin,
    ay + (x - ax) * sin + (y - ay) * cos,
  ]);
}

/** @param {any} shape @param {number} by @param {Pair} about */
export function scaled(shape, by, [ax, ay]) {
  const made = each(shape, ([x, y]) => [ax + (x - ax) * by, ay + (y - ay) * by]);
  if (shape.shape === "disc") made.radius = Math.max(0.1, exact(shape.radius * by));
  return made;
}

/** Seen in a mirror: left for right, or top for bottom. @param {any} shape
 * @param {"x" | "y"} axis @param {number} at where the mirror stands */
export function mirrored(shape, axis, at) {
  const made = each(shape, ([x, y]) => (axis === "x" ? [2 * at - x, y] : [x, 2 * at - y]));
  // So that corners still follow each other the same way round.
  if (made.points) made.points.reverse();
  return made;
}

/** As seen from the other side of the table. @param {any} shape @param {number[]} size */
export const opposite = (shape, [wide, high]) => each(shape, ([x, y]) => [wide - x, high - y]);

/** @param {number} value */
export const inches = (value) => {
  const quarters = Math.round(value * 4) / 4;
  if (Math.abs(quarters - value) > 0.0005) return `${Math.round(value * 100) / 100}`;
  const part = ["", "¼", "½", "¾"][Math.round((quarters % 1) * 4)];
  return `${Math.floor(quarters) || !part ? Math.floor(quarters) : ""}${part}`;
};

/** How large something is, in words. @param {any} shape */
export function sizeOf(shape) {
  if (shape.shape === "disc") return `⌀ ${inches(shape.radius * 2)}″`;
  const box = boxOf(shape);
  return `${inches(box.right - box.left)} × ${inches(box.top - box.bottom)}″`;
}
