// @ts-check
/** Events on a measuring table in names and plain places: 3 inches forward, behind the loaf. */
import { middle } from "../board/terrain.js";

/** From how near one stands beside a thing, in inches from its middle or its edge. */
const NEAR = 1.6;
/** How straight a way has to be to lead forward or back: the cosine of 50 degrees. */
const STRAIGHT = 0.64;

/** What is shorter is no way, in inches. */
const LEAST = 0.05;

/** @param {number[]} a @param {number[]} b */
const far = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** Where the enemies are, taken together. @param {any} state @param {any} unit */
function facing(state, unit) {
  const others = state.units.filter(
    (/** @type {any} */ each) => each.seat !== unit.seat && each.alive && each.at,
  );
  if (!others.length) return null;
  const sum = (/** @type {number} */ axis) =>
    others.reduce((/** @type {number} */ all, /** @type {any} */ each) => all + each.at[axis], 0);
  return [sum(0) / others.length, sum(1) / others.length];
}

/** @param {number} length */
function inches(length) {
  const shown = length < 1 ? Math.round(length * 10) / 10 : Math.round(length * 2) / 2;
  return shown === 1 ? "1 inch" : `${shown} inches`;
}

/** As whoever walks sees it. @param {number[]} from @param {number[]} to @param {any} front */
function direction(from, to, front) {
  if (!front) return "";
  const [long, away] = [far(from, to), far(from, front)];
  if (!long || !away) return "";
  const way = [to[0] - from[0], to[1] - from[1]],
    look = [front[0] - from[0], front[1] - from[1]];
  const along = (way[0] * look[0] + way[1] * look[1]) / long / away;
  if (along > STRAIGHT) return " forward";
  if (along < -STRAIGHT) return " back";
  return way[0] * look[1] - way[1] * look[0] > 0 ? " to the right" : " to the left";
}

/** Whether a point lies in a shape. @param {number[]} at @param {any} piece */
function within(at, piece) {
  if (piece.shape === "disc") return far(at, piece.at) <= piece.radius;
  let odd = false;
  piece.points.forEach((/** @type {number[]} */ a, /** @type {number} */ k) => {
    const b = piece.points[(k + 1) % piece.points.length];
    if (a[1] > at[1] !== b[1] > at[1])
      if (at[0] < a[0] + ((at[1] - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) odd = !odd;
  });
  return odd;
}

/** How far a point is from a shape. @param {number[]} at @param {any} piece */
function gap(at, piece) {
  if (piece.shape === "disc") return far(at, piece.at) - piece.radius;
  const sides = piece.points.map((/** @type {number[]} */ a, /** @type {number} */ k) => {
    const b = piece.points[(k + 1) % piece.points.length];
    const long = far(a, b) ** 2 || 1;
    const share = ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / long;
    const held = Math.min(1, Math.max(0, share));
    return far(at, [a[0] + (b[0] - a[0]) * held, a[1] + (b[1] - a[1]) * held]);
  });
  return Math.min(...sides);
}

/** @param {any} state @param {number[]} at @param {any} front */
function landmark(state, at, front) {
  const named = (state.table.terrain ?? []).filter((/** @type {any} */ each) => each.name);
  const on = named.find((/** @type {any} */ each) => within(at, each));
  if (on) return `${on.height ? "on" : "in"} the ${on.name}`;
  const near = named
    .map((/** @type {any} */ piece) => ({ piece, far: gap(at, piece) }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.far - b.far)[0];
  if (!near || near.far > NEAR) return "";
  const core = middle(near.piece);
  const covered =
    front &&
    (core[0] - at[0]) * (front[0] - at[0]) + (core[1] - at[1]) * (front[1] - at[1]) >
      STRAIGHT * far(at, core) * far(at, front);
  return `${covered ? "behind" : "beside"} the ${near.piece.name}`;
}

/** @param {any} state @param {string} id */
const nameOf = (state, id) =>
  state.units.find((/** @type {any} */ unit) => unit.id === id)?.name || id;

/** A point by who stands there, or what is there, or whom it is near. @param {any} state
 * @param {number[]} at */
function place(state, at) {
  const near = state.units
    .filter((/** @type {any} */ unit) => unit.at)
    .map((/** @type {any} */ unit) => ({ unit, far: far(at, unit.at) }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.far - b.far)[0];
  const thing = (state.table.terrain ?? []).find(
    (/** @type {any} */ each) => each.name && within(at, each),
  );
  if (near?.far < LEAST || (near && near.far <= (near.unit.base ?? 0)))
    return nameOf(state, near.unit.id);
  if (thing) return `the ${thing.name}`;
  return near ? `a point ${inches(near.far)} from ${nameOf(state, near.unit.id)}` : null;
}

/** A sentence with names and places for ids and points. @param {any} event @param {any} state */
function located(event, state) {
  // A line of older rules that is not played any more says its own words.
  if (!Array.isArray(event.said)) return event.text;
  const said = event.said.map((/** @type {any} */ part) =>
    typeof part === "string"
      ? part
      : part.unit
        ? nameOf(state, part.unit)
        : (place(state, part.at) ?? part.at.join(",")),
  );
  return said.join("");
}

/** @param {any} event @param {any} state @returns {string} */
export function plainly(event, state) {
  const unit = state.units.find((/** @type {any} */ each) => each.id === event.unit);
  if (!unit || !["moved", "deployed"].includes(event.event)) return located(event, state);
  const front = facing(state, unit);
  const at = event.event === "moved" ? event.to : event.at;
  const mark = landmark(state, at, front);
  const name = nameOf(state, unit.id);
  if (event.event === "deployed") return `${name} takes its place${mark ? ` ${mark}` : ""}.`;
  const long = far(event.from, at);
  if (long < LEAST) return `${name} stays${mark ? ` ${mark}` : ""}.`;
  const way = `${inches(long)}${direction(event.from, at, front)}`;
  return `${name} moves ${way}${mark ? `, ${mark}` : ""}.`;
}
