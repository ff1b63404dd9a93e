// @ts-check
/**
 * Names beside pieces: each where there is room for it, out of the way of bases and of each other;
 * where there is none near by, farther off and on a line.
 */
import { n, svg } from "./svg.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{x: number, y: number, w: number, h: number}} Frame with its middle at x, y */
/**
 * @typedef {{
 *   id: string, x: number, y: number, radius: number, text: string, must: boolean, seat: string,
 * }} Wanted
 */
/** @typedef {Wanted & {frame: Frame, led: boolean}} Named */

/** Below so many pixels a letter on a base cannot be read. */
const READABLE = 7;
/** How large a letter is on a base, as a part of its radius. */
const LETTER = 0.78;
/** How large names are, as a part of a word. */
const SIZE = 0.85;
/** How much of a name may lie on something else, where it need not be there at all. */
const LITTLE = 0.05;
const ROUND = Array.from({ length: 16 }, (_, k) => (((k * 5) % 16) / 16) * 2 * Math.PI);
const RINGS = [0.15, 1.1, 2.3, 3.8, 5.6];

/** How much of one frame lies on another, at most 1. @param {Frame} a @param {Frame} b */
function shared(a, b) {
  const wide = Math.min(a.x + a.w / 2, b.x + b.w / 2) - Math.max(a.x - a.w / 2, b.x - b.w / 2);
  const high = Math.min(a.y + a.h / 2, b.y + b.h / 2) - Math.max(a.y - a.h / 2, b.y - b.h / 2);
  return wide > 0 && high > 0 ? (wide * high) / (a.w * a.h) : 0;
}

/** Where a name may stand: the nearest first. @param {Wanted} each @param {number} size */
function* places(each, size) {
  const w = (each.text.length * 0.6 + 0.5) * size,
    h = 1.3 * size;
  for (const [ring, far] of RINGS.entries())
    for (const turn of ROUND) {
      const [dx, dy] = [Math.sin(turn), -Math.cos(turn)];
      const x = each.x + dx * (each.radius + far * size + w / 2),
        y = each.y + dy * (each.radius + far * size + h / 2);
      yield { frame: { x, y, w, h }, led: ring > 0, dear: 0.02 * ring + 0.001 * Math.abs(dx) };
    }
}

/**
 * Each name with its place; those that have none and need none are left out.
 * @param {Wanted[]} wanted @param {{x: number, y: number, radius: number}[]} discs
 * @param {Frame} view @param {number} size
 */
export function arranged(wanted, discs, view, size) {
  const taken = discs.map(({ x, y, radius }) => ({ x, y, w: 2 * radius, h: 2 * radius }));
  const near = (/** @type {Wanted} */ each) =>
    taken.filter((disc) => Math.hypot(disc.x - each.x, disc.y - each.y) < 4 * size).length;
  const order = [...wanted].sort(
    (a, b) => Number(b.must) - Number(a.must) || near(a) - near(b) || (a.id < b.id ? -1 : 1),
  );
  /** @type {Named[]} */
  const made = [];
  for (const each of order) {
    let best = null,
      least = Infinity;
    for (const { frame, led, dear } of places(each, size)) {
      if (Math.abs(frame.x - view.x) > (view.w - frame.w) / 2) continue;
      if (Math.abs(frame.y - view.y) > (view.h - frame.h) / 2) continue;
      let on = dear;
      for (const other of taken) on += shared(frame, other);
      if (on < least) [best, least] = [{ ...each, frame, led }, on];
      if (on <= dear && on === least) break;
    }
    if (!best || (!each.must && (least > LITTLE || best.led))) continue;
    made.push(best);
    taken.push(best.frame);
  }
  return made;
}

export class Names {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {any[]} */
    this.tokens = [];
    this.waits = false;
    new ResizeObserver(() => this.later()).observe(board.root);
  }

  /** Who stands where, from now on. @param {any[]} tokens */
  of(tokens) {
    this.tokens = tokens.filter((token) => token.radius && token.short);
    this.show();
  }

  /** When the next picture is made, however often the view changes until then. */
  later() {
    if (this.waits || !this.tokens.length) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.show();
    });
  }

  show() {
    const { board } = this;
    if (!this.tokens.length) return;
    board.measured = -1000;
    const { pixel } = board;
    const size = board.word * SIZE;
    const seen = board.seen();
    const wanted = [];
    for (const token of this.tokens) {
      const unread = (token.radius * LETTER) / pixel < READABLE;
      const put = board.placed.get(token.id);
      put?.classList.toggle("tiny", unread);
      put?.querySelector(".grip")?.setAttribute("r", n(Math.max(token.radius, 12 * pixel)));
      if (!token.alive) continue;
      const { x, y } = board.facing(token);
      if (Math.abs(x - seen.x) > seen.w / 2 || Math.abs(y - seen.y) > seen.h / 2) continue;
      const { id, radius, seat, name, short } = token;
      if (unread || name)
        wanted.push({ id, x, y, radius, seat, must: unread, text: unread ? short : name });
    }
    const living = this.tokens
      .filter((token) => token.alive)
      .map((token) => ({ ...board.facing(token), radius: token.radius }));
    board.names.replaceChildren(
      ...arranged(wanted, [...living, ...this.numbers()], seen, size).map((each) =>
        drawn(each, size),
      ),
    );
  }

  /** The numbers of what has just happened, which stay where they are. */
  numbers() {
    const found = /** @type {NodeListOf<SVGGElement>} */ (
      this.board.dots.querySelectorAll(".number")
    );
    return [...found].map((each) => {
      const at = each.transform.baseVal.consolidate()?.matrix;
      const radius = Number(each.firstElementChild?.getAttribute("r") ?? 0);
      return { ...this.board.facing({ x: at?.e ?? 0, y: -(at?.f ?? 0) }), radius };
    });
  }
}

/** A letter as a flag of its side, a name in ink. @param {Named} named @param {number} size */
function drawn({ x, y, radius, frame, text, led, must, seat, id }, size) {
  const far = Math.hypot(frame.x - x, frame.y - y) || 1;
  const from = [x + ((frame.x - x) / far) * radius, y + ((frame.y - y) / far) * radius];
  const staff = svg("line", {
    x1: n(from[0]),
    y1: n(-from[1]),
    x2: n(frame.x),
    y2: n(-frame.y),
    stroke: `var(--${seat})`,
    "stroke-width": n(size * 0.1),
  });
  const flag = svg("rect", {
    x: n(frame.x - frame.w / 2),
    y: n(-frame.y - frame.h / 2),
    width: n(frame.w),
    height: n(frame.h),
    rx: n(size * 0.35),
    fill: `var(--${seat}-core)`,
  });
  const word = svg(
    "text",
    {
      x: n(frame.x),
      y: n(-frame.y + size * 0.36),
      "font-size": n(size),
      ...(must ? { fill: `var(--${seat}-on)` } : { class: "ink", "stroke-width": n(size * 0.28) }),
    },
    text,
  );
  return svg("g", { class: "name", "data-of": id }, led ? staff : null, must ? flag : null, word);
}
