// @ts-check
/**
 * Where something that is moved catches: edges and middles of others and of the table, equal gaps
 * to its two neighbours, and else whole steps.
 */
import { inches } from "./geometry.js";

/** @typedef {import("./geometry.js").Box} Box */
/**
 * A thin line to show: along x or y at a place, or a gap with its length.
 * @typedef {{axis: "x" | "y", at: number, from: number, to: number, word?: string}} Guide
 */

/** @param {Box} box @param {"x" | "y"} axis @returns {[number, number]} */
const ends = (box, axis) => (axis === "x" ? [box.left, box.right] : [box.bottom, box.top]);

/**
 * @param {Box} box what is moved, where it would be
 * @param {Box[]} others
 * @param {number[]} size of the table
 * @param {{step: number, near: number}} how the steps, and how near something has to be
 * @returns {{dx: number, dy: number, guides: Guide[]}}
 */
export function snapped(box, others, size, how) {
  const x = along("x", box, others, size[0], how);
  const y = along("y", box, others, size[1], how);
  return { dx: x.by, dy: y.by, guides: [...x.guides, ...y.guides] };
}

/**
 * @param {"x" | "y"} axis @param {Box} box @param {Box[]} others @param {number} whole
 * @param {{step: number, near: number}} how
 * @returns {{by: number, guides: Guide[]}}
 */
function along(axis, box, others, whole, { step, near }) {
  const across = axis === "x" ? "y" : "x";
  const [low, high] = ends(box, axis);
  const middle = (low + high) / 2;
  /** @type {{by: number, guides: Guide[]}} */
  let best = { by: Infinity, guides: [] };
  const offer = (/** @type {number} */ by, /** @type {Guide[]} */ guides) => {
    if (Math.abs(by) <= near && Math.abs(by) < Math.abs(best.by) - 1e-9) best = { by, guides };
  };
  offer(-low, [line(across, 0, box, box)]);
  offer(whole - high, [line(across, whole, box, box)]);
  offer(whole / 2 - middle, [line(across, whole / 2, box, box)]);
  for (const other of others) {
    const [from, to] = ends(other, axis);
    for (const [mine, theirs] of [
      [low, from],
      [high, to],
      [low, to],
      [high, from],
      [middle, (from + to) / 2],
    ])
      offer(theirs - mine, [line(across, theirs, box, other)]);
  }
  const gaps = equal(axis, box, others);
  if (gaps) offer(gaps.by, gaps.guides);
  if (best.by !== Infinity) return best;
  if (!step) return { by: 0, guides: [] };
  return { by: Math.round(low / step) * step - low, guides: [] };
}

/** A line at a place, long enough for both. @param {"x" | "y"} axis @param {number} at
 * @param {Box} one @param {Box} other @returns {Guide} */
function line(axis, at, one, other) {
  const [a, b] = ends(one, axis);
  const [c, d] = ends(other, axis);
  return { axis, at, from: Math.min(a, c) - 0.5, to: Math.max(b, d) + 0.5 };
}

/**
 * The place between two neighbours at which the gaps are equal.
 * @param {"x" | "y"} axis @param {Box} box @param {Box[]} others
 */
function equal(axis, box, others) {
  const across = axis === "x" ? "y" : "x";
  const [low, high] = ends(box, axis);
  const [floor, roof] = ends(box, across);
  const beside = others.filter((other) => {
    const [from, to] = ends(other, across);
    return from < roof && to > floor;
  });
  const before = Math.max(
    ...beside.filter((other) => ends(other, axis)[1] <= low + 1).map((o) => ends(o, axis)[1]),
  );
  const after = Math.min(
    ...beside.filter((other) => ends(other, axis)[0] >= high - 1).map((o) => ends(o, axis)[0]),
  );
  if (!isFinite(before) || !isFinite(after) || after - before <= high - low) return null;
  const gap = (after - before - (high - low)) / 2;
  const word = `${inches(gap)}″`;
  const at = (floor + roof) / 2;
  return {
    by: before + gap - low,
    guides: [
      { axis, at, from: before, to: before + gap, word },
      { axis, at, from: after - gap, to: after, word },
    ],
  };
}
