// @ts-check
/**
 * What has just happened, drawn on a board: ways as trails that taper from where they began, shots
 * as lines that end in a burst or at a cross, and a numbered dot at each.
 */
import { n, outline, svg } from "./svg.js";

/** @typedef {{x: number, y: number}} Spot */
/**
 * @typedef {{
 *   kind: "way" | "shot" | "hurt" | "fell" | "mark", n: number, seat?: string | null,
 *   way?: Spot[], from?: Spot[], at?: Spot, ended?: "hit" | "missed" | null, loss?: number,
 *   label?: string,
 * }} Trace
 */

let gradients = 0;

/** @param {string | null | undefined} seat */
const paint = (seat) =>
  seat ? `color-mix(in srgb, var(--${seat}), #fff var(--lift))` : "var(--soft)";

/** @param {Spot} a @param {Spot} b */
const apart = (a, b) => Math.hypot(b.x - a.x, b.y - a.y);

/** Between two places. @param {Spot} a @param {Spot} b @param {number} share */
const between = (a, b, share) => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });

/**
 * A ribbon along a way: thin where it begins, as wide as told where it ends.
 * @param {Spot[]} way @param {number} wide
 */
function ribbon(way, wide) {
  const steps = way.slice(1).map((to, k) => apart(way[k], to));
  const whole = steps.reduce((sum, each) => sum + each, 0) || 1;
  /** @type {number[][]} */
  const left = [];
  /** @type {number[][]} */
  const right = [];
  let gone = 0;
  way.forEach((at, k) => {
    if (k) gone += steps[k - 1];
    const before = way[Math.max(0, k - 1)],
      after = way[Math.min(way.length - 1, k + 1)];
    const far = apart(before, after) || 1;
    const half = wide * (0.12 + (0.38 * gone) / whole);
    const [x, y] = [(-(after.y - before.y) / far) * half, ((after.x - before.x) / far) * half];
    left.push([at.x + x, -(at.y + y)]);
    right.unshift([at.x - x, -(at.y - y)]);
  });
  return outline([...left, ...right]);
}

/** @param {Trace} trace @param {number} unit */
function trail(trace, unit) {
  const way = /** @type {Spot[]} */ (trace.way);
  const [begin, end] = [way[0], way[way.length - 1]];
  const id = `trail${++gradients}`;
  const stop = (/** @type {string} */ offset, /** @type {number} */ much) =>
    svg("stop", { offset, "stop-color": paint(trace.seat), "stop-opacity": much });
  return svg(
    "g",
    { class: "trail" },
    svg(
      "defs",
      {},
      svg(
        "linearGradient",
        {
          id,
          gradientUnits: "userSpaceOnUse",
          x1: n(begin.x),
          y1: n(-begin.y),
          x2: n(end.x),
          y2: n(-end.y),
        },
        stop("0", 0.14),
        stop("1", 0.6),
      ),
    ),
    svg("polygon", { points: ribbon(way, 0.62 * unit), fill: `url(#${id})` }),
    svg("circle", {
      class: "began",
      cx: n(begin.x),
      cy: n(-begin.y),
      r: n(0.42 * unit),
      stroke: paint(trace.seat),
      fill: paint(trace.seat),
    }),
    trace.label
      ? svg(
          "text",
          {
            x: n(begin.x),
            y: n(-begin.y),
            "font-size": n(0.36 * unit),
            fill: paint(trace.seat),
            "text-anchor": "middle",
            "dominant-baseline": "central",
          },
          trace.label,
        )
      : null,
  );
}

/** Rays around a place. @param {Spot} at @param {number} unit @param {boolean} strong */
function burst(at, unit, strong) {
  let d = "";
  for (let k = 0; k < 10; k++) {
    const turn = (k * Math.PI) / 5 + 0.3;
    const [near, far] = [0.66 * unit, (k % 2 ? 0.86 : strong ? 1.12 : 0.98) * unit];
    const [x, y] = [Math.cos(turn), Math.sin(turn)];
    d += `M${n(at.x + x * near)} ${n(-at.y + y * near)}L${n(at.x + x * far)} ${n(-at.y + y * far)}`;
  }
  return svg("path", { class: strong ? "burst strong" : "burst", d });
}

/** @param {Spot} at @param {number} size */
function cross(at, size) {
  const d =
    `M${n(at.x - size)} ${n(-at.y - size)}L${n(at.x + size)} ${n(-at.y + size)}` +
    `M${n(at.x - size)} ${n(-at.y + size)}L${n(at.x + size)} ${n(-at.y - size)}`;
  return svg("path", { class: "failed", d });
}

/** Where a miss ends: before whom it was meant for. @param {Trace} shot @param {number} unit */
function short(shot, unit) {
  const at = /** @type {Spot} */ (shot.at);
  const from = shot.from?.[0] ?? at;
  const far = apart(from, at);
  return far ? between(from, at, Math.max(0.5, 1 - (0.8 * unit) / far)) : at;
}

/** @param {Trace} shot @param {number} unit */
function line(shot, unit) {
  const missed = shot.ended === "missed";
  const end = missed ? short(shot, unit) : /** @type {Spot} */ (shot.at);
  return (shot.from ?? []).map((from) =>
    svg("line", {
      class: missed ? "aimed missed" : "aimed",
      x1: n(from.x),
      y1: n(-from.y),
      x2: n(end.x),
      y2: n(-end.y),
      stroke: missed ? "var(--soft)" : paint(shot.seat),
    }),
  );
}

/**
 * Places beside a trace where its number may stand, the best first.
 * @param {Trace} trace @param {number} unit @param {number} size
 */
function places(trace, unit, size) {
  const at = trace.at ?? trace.way?.[trace.way.length - 1] ?? { x: 0, y: 0 };
  const from = trace.way?.[trace.way.length - 2] ?? trace.from?.[0] ?? at;
  const far = apart(from, at);
  const off = 0.52 * unit + size;
  /** @type {Spot[]} */
  const found = [];
  if (far > 1.5 * unit)
    for (const share of [0.5, 0.36, 0.64, 0.24, 0.76]) found.push(between(from, at, share));
  const across = far ? { x: -(at.y - from.y) / far, y: (at.x - from.x) / far } : { x: 0, y: 1 };
  const middle = between(from, at, 0.5);
  for (const way of [1, -1])
    found.push({ x: middle.x + across.x * off * way, y: middle.y + across.y * off * way });
  for (let ring = 1; ring < 3; ring++)
    for (let k = 0; k < 8; k++) {
      const turn = (k * Math.PI) / 4 + Math.PI / 4;
      found.push({
        x: at.x + Math.cos(turn) * off * 1.3 * ring,
        y: at.y + Math.sin(turn) * off * 1.3 * ring,
      });
    }
  return found;
}

/**
 * Draw it all, instead of what was drawn before.
 * @param {import("./board.js").Board} board
 * @param {Trace[]} traces
 * @param {number} unit the size of a piece
 */
export function drawPast(board, traces, unit) {
  const under = [],
    over = [];
  for (const trace of traces) {
    if (trace.kind === "way") under.push(trail(trace, unit));
    if (trace.kind === "shot") {
      under.push(...line(trace, unit));
      if (trace.ended === "missed") over.push(cross(short(trace, unit), board.word * 0.36));
      if (trace.ended === "hit" && trace.at) over.push(burst(trace.at, unit, false));
    }
    if (trace.at && (trace.kind === "hurt" || trace.kind === "fell"))
      over.push(burst(trace.at, unit, trace.kind === "fell"));
  }
  board.past.replaceChildren(...under);
  const lost = losses(traces, unit).map(({ at, sum }) =>
    board.label(at.x, at.y, `−${sum}`, "#B3261E", 0.86),
  );
  board.dots.replaceChildren(...over, ...lost, ...dots(board, traces, unit));
}

/**
 * What each has lost, summed up, and where that is written.
 * @param {Trace[]} traces @param {number} unit
 */
function losses(traces, unit) {
  /** @type {Map<string, {at: Spot, sum: number}>} */
  const sums = new Map();
  for (const { kind, at, loss } of traces) {
    if (kind !== "hurt" || !at || !loss) continue;
    const key = `${n(at.x)},${n(at.y)}`;
    const beside = { x: at.x + 0.9 * unit, y: at.y + 0.75 * unit };
    sums.set(key, { at: beside, sum: (sums.get(key)?.sum ?? 0) + loss });
  }
  return [...sums.values()];
}

/**
 * One number for each event; the last one stands out.
 * @param {import("./board.js").Board} board @param {Trace[]} traces @param {number} unit
 */
function dots(board, traces, unit) {
  const size = board.word * 0.66;
  const last = Math.max(...traces.map((each) => each.n));
  const taken = [
    ...[...board.where.values()].map((at) => ({ at, room: 0.5 * unit + size * 0.8 })),
    ...losses(traces, unit).map(({ at }) => ({ at, room: 1.3 * board.word + size })),
  ];
  const inside = (/** @type {Spot} */ { x, y }) =>
    x > board.box.left + size &&
    x < board.box.right - size &&
    y > board.box.bottom + size &&
    y < board.box.top - size;
  const made = [];
  const seen = new Set();
  for (const trace of traces) {
    if (seen.has(trace.n)) continue;
    seen.add(trace.n);
    const free = places(trace, unit, size).filter(inside);
    const at =
      free.find((place) => taken.every((each) => apart(each.at, place) > each.room)) ?? free[0];
    if (!at) continue;
    taken.push({ at, room: 2.1 * size });
    made.push(
      svg(
        "g",
        {
          class: trace.n === last ? "number last" : "number",
          "data-n": trace.n,
          transform: `translate(${n(at.x)} ${n(-at.y)})`,
        },
        svg("circle", { r: n(size) }),
        svg(
          "text",
          {
            "font-size": n(size * 1.25),
            "text-anchor": "middle",
            "dominant-baseline": "central",
          },
          String(trace.n),
        ),
      ),
    );
  }
  return made;
}
