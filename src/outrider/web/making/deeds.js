// @ts-check
/** What can be done to what is being made: each is one step, with a word for it. */
import { id } from "../app/api.js";
import { capital } from "../app/dom.js";
import { around, boxOf, middleOf, mirrored, moved, opposite, scaled, turned } from "./geometry.js";
import { changed, exact, valueAt } from "./values.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./work.js").Item} Item */

/** What something is called. @param {Item} item */
export const called = (item) =>
  item.list === "piece"
    ? String(item.value.id ?? "piece")
    : item.list === "zone"
      ? `${item.seat}'s zone`
      : String(item.value.name ?? "shape");

/** A thing of the tray, put down with its middle at a place. @param {Work} work
 * @param {any} thing @param {[number, number]} at */
export function putThing(work, thing, [x, y]) {
  const place = work.inTable("terrain");
  const before = work.list(place);
  const group = thing.put.length > 1 ? id() : null;
  const made = thing.put.map((/** @type {any} */ each) => moved(each, x, y));
  const groups = [...padded(work, before.length), ...made.map(() => group)];
  work.go(changed(work.value, place, [...before, ...made]), `${thing.name} put down`, "", groups);
  work.choose(
    made.map((/** @type {any} */ _, /** @type {number} */ n) => {
      return `terrain:${before.length + n}`;
    }),
  );
}

/** As many groups as pieces of terrain. @param {Work} work @param {number} count */
const padded = (work, count) =>
  Array.from({ length: count }, (_, n) => work.held.groups[n] ?? null);

/** A shape that was drawn corner by corner. @param {Work} work @param {any} like
 * @param {number[][]} points */
export function putShape(work, like, points) {
  const thing = { name: like.name ?? "shape", put: [{ shape: "polygon", points, ...like }] };
  putThing(work, thing, [0, 0]);
}

/** The first number that no piece of a side has. @param {Work} work @param {any} side */
function nextId(work, side) {
  const taken = new Set(work.list(side.pieces).map((piece) => piece?.id));
  let n = 1;
  while (taken.has(`${side.letter}${n}`)) n += 1;
  return `${side.letter}${n}`;
}

/** @param {Work} work @param {any} side @param {[number, number]} at @param {any} [like] */
export function putPiece(work, side, [x, y], like = {}) {
  const before = work.list(side.pieces);
  const piece = {
    id: nextId(work, side),
    at: [exact(x), exact(y)],
    ...work.kit.piece.new,
    ...like,
  };
  work.set(side.pieces, [...before, piece], `${piece.id} put down`);
  work.choose([`piece:${side.seat}:${before.length}`]);
}

/** @param {Work} work @param {any} side @param {any} kind of aim
 * @param {[number, number]} [at] @param {any} [more] */
export function putAim(work, side, kind, at, more = {}) {
  const before = work.list(side.aims);
  const [x, y] = at ?? middleOf({ left: 0, bottom: 0, right: work.size[0], top: work.size[1] });
  const zone = {
    shape: "polygon",
    points: [
      [x - 3, y - 2],
      [x + 3, y - 2],
      [x + 3, y + 2],
      [x - 3, y + 2],
    ].map((point) => point.map(exact)),
  };
  const aim = { ...kind.new, ...(kind.zone ? { zone } : {}), ...more };
  work.set(side.aims, [...before, aim], `an aim for ${capital(side.seat)}`);
  work.choose(kind.zone ? [`zone:${side.seat}:${before.length}`] : []);
}

/** @param {Work} work @param {Item[]} items @param {(value: any) => any} change
 * @param {string} words @param {string} [tag] */
export function reshape(work, items, change, words, tag) {
  work.setAll(
    items.map((item) => [item.place, change(item.value)]),
    words,
    tag,
  );
}

/** @param {Item[]} items */
const naming = (items) => (items.length === 1 ? called(items[0]) : `${items.length} things`);

/** @param {Work} work @param {number} dx @param {number} dy @param {string} [tag] */
export const move = (work, dx, dy, tag) => {
  const items = work.chosenItems;
  reshape(work, items, (value) => moved(value, dx, dy), `${naming(items)} moved`, tag);
};

/** @param {Work} work @param {number} degrees @param {string} [tag] */
export function turn(work, degrees, tag) {
  const items = work.chosenItems;
  const about = middleOf(around(items.map((item) => boxOf(item.value))));
  reshape(work, items, (value) => turned(value, degrees, about), `${naming(items)} turned`, tag);
}

/** @param {Work} work @param {number} by @param {string} [tag] */
export function scale(work, by, tag) {
  const items = work.chosenItems.filter((item) => item.list !== "piece");
  if (!items.length) return;
  const about = middleOf(around(items.map((item) => boxOf(item.value))));
  reshape(work, items, (value) => scaled(value, by, about), `${naming(items)} resized`, tag);
}

/** Left for right, where it stands. @param {Work} work */
export function mirror(work) {
  const items = work.chosenItems;
  const [about] = middleOf(around(items.map((item) => boxOf(item.value))));
  reshape(work, items, (value) => mirrored(value, "x", about), `${naming(items)} mirrored`);
}

/** Taken away: an aim goes with its zone. @param {Work} work */
export function remove(work) {
  const items = work.chosenItems;
  if (!items.length) return;
  const places = items.map((item) => item.place.replace(/\.zone$/, ""));
  const order = (/** @type {string} */ place) => Number(/\[(\d+)\]$/.exec(place)?.[1]);
  // The last first, so that those before keep their numbers.
  const last = [...places].sort((a, b) => order(b) - order(a));
  const value = last.reduce((whole, place) => changed(whole, place, undefined), work.value);
  const gone = new Set(items.filter((i) => i.list === "terrain").map((i) => order(i.place)));
  const count = work.list(work.inTable("terrain")).length;
  const groups = padded(work, count).filter((_, n) => !gone.has(n));
  const words = `${naming(items)} removed`;
  work.chosen = new Set();
  work.go(value, words, "", groups);
  work.tell("chosen");
}

/** The same again, a little beside. @param {Work} work */
export function copy(work) {
  const items = work.chosenItems;
  if (!items.length) return;
  const words = `${naming(items)} copied`;
  let value = work.value;
  const groups = padded(work, work.list(work.inTable("terrain")).length);
  const group = id();
  /** @type {string[]} */
  const keys = [];
  const [wide, high] = work.size;
  const box = around(items.map((item) => boxOf(item.value)));
  const dx = box.right + 1 <= wide ? 1 : -1;
  const dy = box.bottom - 1 >= 0 ? -1 : box.top + 1 <= high ? 1 : 0;
  for (const item of items) {
    const list = item.list === "zone" ? item.place.replace(/\[\d+\]\.zone$/, "") : "";
    const place = list || item.place.replace(/\[\d+\]$/, "");
    const before = valueAt(value, place);
    let made = moved(item.value, dx, dy);
    if (item.list === "zone")
      made = { ...valueAt(value, item.place.replace(/\.zone$/, "")), zone: made };
    if (item.list === "piece") made = { ...made, id: freeId(work, item, value) };
    if (item.list === "piece") delete made.name;
    value = changed(value, place, [...before, made]);
    if (item.list === "terrain") groups.push(items.length > 1 ? group : null);
    const seat = item.seat ? `${item.seat}:` : "";
    keys.push(`${item.list}:${seat}${before.length}`);
  }
  work.go(value, words, "", groups);
  work.choose(keys);
}

/** @param {Work} work @param {Item} item @param {any} value */
function freeId(work, item, value) {
  const side = work.sides.find((each) => each.seat === item.seat);
  const taken = new Set(valueAt(value, side.pieces).map((/** @type {any} */ p) => p.id));
  let n = 1;
  while (taken.has(`${side.letter}${n}`)) n += 1;
  return `${side.letter}${n}`;
}

/** One side's pieces for the other, as seen from across the table. @param {Work} work
 * @param {any} from @param {any} to */
export function mirrorSide(work, from, to) {
  const pieces = work.list(from.pieces).map((piece) => {
    const made = opposite(piece, work.size);
    return { ...made, id: String(piece.id).replace(from.letter, to.letter) };
  });
  work.chosen = new Set();
  work.set(to.pieces, pieces, `${capital(from.seat)} mirrored to ${capital(to.seat)}`);
}

/** What the server says would mend something. @param {Work} work @param {any} mend */
export function mended(work, mend) {
  const value = mend.changes.reduce(
    (/** @type {any} */ whole, /** @type {any} */ { place, value: next }) =>
      changed(whole, place, next ?? undefined),
    work.value,
  );
  const place = work.inTable("terrain");
  const gone = mend.changes
    .filter((/** @type {any} */ each) => each.value === null && each.place.startsWith(`${place}[`))
    .map((/** @type {any} */ each) => Number(/\[(\d+)\]$/.exec(each.place)?.[1]));
  const groups = padded(work, work.list(place).length).filter((_, n) => !gone.includes(n));
  work.go(value, mend.label, "", groups);
}

/** A free place for something new, as near to the middle as there is. @param {Work} work
 * @param {[number, number]} room from its middle to its sides, across and upwards */
export function freePlace(work, [across, upward]) {
  const [wide, high] = work.size;
  const boxes = work.items.filter((item) => item.list !== "zone").map((i) => boxOf(i.value));
  const clear = (/** @type {number} */ x, /** @type {number} */ y) =>
    boxes.every(
      (box) =>
        x + across < box.left ||
        x - across > box.right ||
        y + upward < box.bottom ||
        y - upward > box.top,
    );
  /** @type {[number, number]} */
  const middle = [half(wide / 2), half(high / 2)];
  const far = (/** @type {[number, number]} */ [x, y]) => Math.hypot(x - middle[0], y - middle[1]);
  /** @type {[number, number][]} */
  const places = [];
  for (let x = half(across + 0.25); x < wide - across; x += 0.5)
    for (let y = half(upward + 0.25); y < high - upward; y += 0.5) places.push([x, y]);
  return places.sort((a, b) => far(a) - far(b)).find(([x, y]) => clear(x, y)) ?? middle;
}

/** @param {number} value */
const half = (value) => Math.round(value * 2) / 2;
