// @ts-check
/** Dice as they lie on a tray. */
import { svg } from "./svg.js";

/** @type {Record<number, number[][]>} */
export const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
};

/** @param {number} face @param {boolean} [fresh] */
export function die(face, fresh = false) {
  const made = svg("svg", {
    viewBox: "-17 -17 34 34",
    class: fresh ? "die tumble" : "die",
    role: "img",
    "aria-label": String(face),
  });
  made.append(svg("rect", { x: -15, y: -15, width: 30, height: 30, rx: 7 }));
  for (const [x, y] of PIPS[face] ?? [])
    made.append(svg("circle", { cx: x * 7.5, cy: y * 7.5, r: 2.7 }));
  return made;
}
