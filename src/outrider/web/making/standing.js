// @ts-check
/** A roster put onto the table: in rows along its side's own end, clear of what stands there. */
import { capital } from "../app/dom.js";
import { boxOf } from "./geometry.js";
import { exact } from "./values.js";

/** @typedef {import("./work.js").Work} Work */

const APART = 1.25;
const ROOM = 0.5;
const FROM = 2;

/** In place of whoever was there. @param {Work} work @param {any} side @param {any} roster */
export function putForce(work, side, roster) {
  const upper = work.sides.indexOf(side) > 0;
  const some = Array.isArray(roster.pieces) ? roster.pieces : [];
  const at = places(work, side, some.length, upper);
  const pieces = some.map((/** @type {any} */ piece, /** @type {number} */ n) => ({
    id: `${side.letter}${n + 1}`,
    at: at[n],
    ...piece,
  }));
  work.chosen = new Set();
  work.set(side.pieces, pieces, `${roster.name ?? "a force"} put in for ${capital(side.seat)}`);
}

/** @param {Work} work @param {any} side @param {number} count @param {boolean} upper */
function places(work, side, count, upper) {
  const [wide, high] = work.size;
  const others = work.items.filter(
    (item) => item.list !== "zone" && !(item.list === "piece" && item.seat === side.seat),
  );
  const boxes = others.map((item) => boxOf(item.value));
  const clear = (/** @type {number} */ x, /** @type {number} */ y) =>
    boxes.every(
      (box) =>
        x + ROOM < box.left || x - ROOM > box.right || y + ROOM < box.bottom || y - ROOM > box.top,
    );
  /** @type {number[][]} */
  const found = [];
  for (let row = 0; FROM + row * APART < high - 1 && found.length < count; row++) {
    const y = upper ? high - FROM - row * APART : FROM + row * APART;
    for (let n = 0; found.length < count; n++) {
      // The middle first, then to both hands.
      const x = wide / 2 + APART * (n % 2 ? (n + 1) / 2 : -n / 2);
      if (x < 1 && n % 2 === 0) break;
      if (x <= wide - 1 && x >= 1 && clear(x, y)) found.push([exact(x), exact(y)]);
    }
  }
  while (found.length < count) found.push([exact(wide / 2), exact(high / 2)]);
  return found;
}
