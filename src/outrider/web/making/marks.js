// @ts-check
/** Words at the zones: who is after what there, where they hide as little as can be. */
import { n, svg } from "../board/svg.js";
import { boxOf } from "./geometry.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./work.js").Item} Item */
/** @typedef {import("./geometry.js").Box} Box */

/** How bad it is to lie on another's words, over the rim, on a piece. */
const [ON_WORDS, OVER_RIM, ON_PIECE] = [100, 50, 3];

/** What an aim with a zone says there. @param {Work} work @param {Item} item */
export function aimWord(work, item) {
  const side = work.sides.find((each) => each.seat === item.seat);
  const number = Number(item.key.split(":")[2]);
  const aim = work.list(side.aims)[number] ?? {};
  const kind = work.kit.aims.find((/** @type {any} */ each) => each.kind === aim.kind);
  const count = aim[kind?.fields?.[0]?.name];
  const words = kind?.mark?.[count === 1 ? 0 : 1] ?? `${aim.kind}`;
  return `${String(item.seat).toUpperCase()} · ${words.replace("#", `${count ?? "?"}`)}`;
}

/**
 * The words of all zones, each by the key of its own.
 * @param {Work} work @param {Item[]} items @param {number} word how large one is
 * @returns {Map<string, SVGElement>}
 */
export function marks(work, items, word) {
  const size = word * 0.9;
  const standing = items.filter((item) => item.list === "piece").map((item) => boxOf(item.value));
  /** @type {Box[]} */
  const taken = [];
  /** @type {Map<string, SVGElement>} */
  const made = new Map();
  for (const item of items.filter((each) => each.list === "zone")) {
    const said = aimWord(work, item);
    const room = placed(boxOf(item.value), said.length * size * 0.62, size, (box) =>
      cost(box, taken, standing, work.size),
    );
    taken.push(room);
    made.set(item.key, drawn(item, said, room, size));
  }
  return made;
}

/** The best place at a zone. @param {Box} zone @param {number} wide @param {number} size
 * @param {(box: Box) => number} cost @returns {Box} */
function placed(zone, wide, size, cost) {
  const high = size * 1.3;
  const [pad, left] = [size * 0.35, zone.left + (zone.right - zone.left > wide ? size * 0.4 : 0)];
  const right = zone.right - wide - size * 0.4;
  const rows = [
    zone.top - pad,
    zone.bottom + high + pad,
    zone.top - pad - high,
    zone.top + high,
    zone.bottom,
  ];
  const boxes = rows.flatMap((top) =>
    [left, right].map((at) => ({ left: at, right: at + wide, top, bottom: top - high })),
  );
  return boxes.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}

/** @param {Box} box @param {Box[]} taken @param {Box[]} standing @param {number[]} size */
function cost(box, taken, standing, [wide, high]) {
  const on = (/** @type {Box[]} */ boxes) => boxes.filter((each) => meets(box, each)).length;
  const over = box.left < 0 || box.right > wide || box.bottom < 0 || box.top > high;
  return ON_WORDS * on(taken) + (over ? OVER_RIM : 0) + ON_PIECE * on(standing);
}

/** @param {Box} one @param {Box} other */
const meets = (one, other) =>
  one.left < other.right &&
  other.left < one.right &&
  one.bottom < other.top &&
  other.bottom < one.top;

/** @param {Item} item @param {string} said @param {Box} box @param {number} size */
function drawn(item, said, box, size) {
  const made = svg(
    "text",
    {
      class: "zone-word",
      x: n(box.left),
      y: n(-box.bottom - size * 0.3),
      "font-size": n(size),
      "font-weight": 700,
      fill: `var(--${item.seat})`,
      stroke: "var(--ground)",
      "stroke-width": n(size * 0.3),
      "stroke-linejoin": "round",
      "paint-order": "stroke",
    },
    said,
  );
  made.style.setProperty("--c", `var(--${item.seat})`);
  return made;
}
