// @ts-check
/** The graph of a game's winning chances, with every swing below it and flags at what mattered. */
import { n, svg } from "../board/svg.js";

/** A phone's graph is drawn narrower, so that its words stay as large. */
const WIDE = innerWidth < 600 ? 430 : 900,
  HIGH = 300,
  LEFT = 46,
  RIGHT = innerWidth < 600 ? 84 : 116,
  LETTERS = innerWidth < 600 ? 8 : 15,
  TOP = 16,
  CHART = 174,
  STRIP = 246,
  REACH = 34;

/** The part of its width that the lines take, from and to: what lies below goes by it. */
export const SPAN = [LEFT / WIDE, 1 - RIGHT / WIDE];

/** Hundredths with their sign, if they have one. @param {number} share */
export const points = (share) => {
  const whole = Math.round(share * 100);
  return whole ? `${whole > 0 ? "+" : "−"}${Math.abs(whole)}` : "0";
};
/** How well that is known. @param {number} error */
export const within = (error) => (Math.round(error * 100) ? ` ± ${Math.round(error * 100)}` : "");

/** A name as there is room for it. @param {string} name */
function shortened(name) {
  const [first] = name.split(",");
  return first.length > LETTERS ? `${first.slice(0, LETTERS - 1)}…` : first;
}

/** A seat's colour as a thin line needs it on a dark page. @param {string} seat */
const lifted = (seat) => `color-mix(in srgb, var(--${seat}), white var(--lift))`;

/**
 * Which line of a record is meant by a place across the graph, as a share of its width.
 * @param {number} share @param {number} last
 */
export const lineAt = (share, last) => {
  const [from, to] = SPAN;
  return Math.max(0, Math.min(last, Math.round(((share - from) / (to - from)) * last)));
};

/** Where in the game one looks. @param {number} at @param {number} last */
export function cursor(at, last) {
  const x = n(LEFT + (at / Math.max(1, last)) * (WIDE - LEFT - RIGHT));
  return svg("line", { class: "cursor", x1: x, x2: x, y1: TOP, y2: STRIP + REACH });
}

/** Standard errors by which a swing is told from chance. */
const CERTAIN = 2;
/** How well a point of a line is to be known, as a standard error. */
const KNOWN = 0.05;
/** Over which share of a game it is evened out at most. */
const STRETCH = 0.1;

/**
 * Chances as a line is drawn by them: where single positions are not known well, the mean of those
 * around, of just so many as it takes. What is known well stays as it is.
 * @param {any} found @returns {Record<string, number>[]}
 */
export function evened({ chances, errors, seats }) {
  if (!errors) return chances;
  const most = Math.ceil(chances.length * STRETCH);
  /** By how well it is known; what was counted out weighs as much as a thousand games. */
  const weights = errors.map((/** @type {any} */ each) => {
    const worst = Math.max(...seats.map((/** @type {string} */ seat) => each[seat] ?? 0));
    return 1 / Math.max(worst, 0.015) ** 2;
  });
  const enough = 1 / KNOWN ** 2;
  return chances.map((/** @type {any} */ each, /** @type {number} */ at) => {
    let [from, to, known] = [at, at, weights[at]];
    while (known < enough && to - from < 2 * most && (from > 0 || to < chances.length - 1)) {
      if (from > 0) known += weights[(from -= 1)];
      if (to < chances.length - 1) known += weights[(to += 1)];
    }
    if (from === to) return each;
    const mean = (/** @type {string} */ seat) => {
      let sum = 0;
      for (let k = from; k <= to; k += 1) sum += weights[k] * chances[k][seat];
      return sum / known;
    };
    return Object.fromEntries(seats.map((/** @type {string} */ seat) => [seat, mean(seat)]));
  });
}

/** @param {any} given @param {(seat: string) => string} name @param {string} mine */
export function graph(given, name, mine) {
  const found = { ...given, chances: evened(given) };
  const last = Math.max(1, found.chances.length - 1);
  const x = (/** @type {number} */ at) => LEFT + (at / last) * (WIDE - LEFT - RIGHT);
  const [low, high] = spanOf(found);
  const y = (/** @type {number} */ share) => TOP + ((high - share) / (high - low)) * CHART;
  const made = svg("svg", {
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "img",
    "aria-label":
      "Winning chances: " +
      found.seats
        .map((/** @type {string} */ seat) => {
          const share = Math.round(found.chances[last]?.[seat] * 100);
          return `${name(seat)} ends at ${share} percent`;
        })
        .join(", "),
    width: "100%",
  });
  const id = "striped";
  made.append(
    svg(
      "defs",
      {},
      svg(
        "pattern",
        { id, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        svg("rect", { width: 4, height: 4, fill: "var(--sheet)" }),
        svg("line", { y2: 4, stroke: "var(--att)", "stroke-width": 5 }),
      ),
    ),
  );
  const step = high - low > 0.6 ? 0.25 : 0.1;
  for (let share = Math.ceil(low / step - 1e-9) * step; share <= high + 1e-9; share += step)
    made.append(
      svg("line", {
        x1: LEFT,
        x2: WIDE - RIGHT,
        y1: n(y(share)),
        y2: n(y(share)),
        stroke: "var(--hair)",
        "stroke-dasharray": Math.abs(share - 0.5) < 0.01 ? null : "3 4",
      }),
      word(LEFT - 8, y(share) + 4, `${Math.round(share * 100)}%`, "end"),
    );
  made.append(...swings(found, mine, x, id));
  found.seats.forEach((/** @type {string} */ seat, /** @type {number} */ at) =>
    made.append(
      svg("polyline", {
        points: found.chances
          .map(
            (/** @type {any} */ each, /** @type {number} */ index) =>
              `${n(x(index))},${n(y(each[seat]))}`,
          )
          .join(" "),
        fill: "none",
        stroke: lifted(seat),
        "stroke-width": 2.5,
        "stroke-linejoin": "round",
        "stroke-dasharray": ["none", "8 3", "3 3", "1 3"][at % 4],
      }),
    ),
  );
  const ends = found.seats
    .map((/** @type {string} */ seat) => ({ seat, at: y(found.chances[last][seat]) }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.at - b.at);
  // Names at the lines' ends, kept apart.
  ends.forEach((/** @type {any} */ end, /** @type {number} */ at) => {
    end.at = Math.max(end.at, at ? ends[at - 1].at + 16 : 0);
    made.append(
      svg("circle", { cx: WIDE - RIGHT + 9, cy: n(end.at), r: 4, fill: lifted(end.seat) }),
      word(WIDE - RIGHT + 17, end.at + 4, shortened(name(end.seat)), "start", "var(--ink)"),
    );
  });
  let before = -Infinity;
  found.moments.forEach((/** @type {number} */ moment, /** @type {number} */ at) => {
    // Flags above the lines, side by side where moments are close.
    const flag = (before = Math.max(x(moment), before + 22)),
      point = y(found.chances[moment][mine]);
    made.append(
      svg("path", {
        d: `M${n(flag)} ${TOP}L${n(x(moment))} ${n(point)}`,
        stroke: "var(--ink)",
        "stroke-width": 1.2,
      }),
      svg("circle", { cx: n(x(moment)), cy: n(point), r: 4, fill: "var(--ink)" }),
      svg("circle", { cx: n(flag), cy: TOP, r: 10, fill: "var(--ink)" }),
      svg(
        "text",
        {
          x: n(flag),
          y: TOP + 4,
          "font-size": 12,
          "font-weight": 700,
          "text-anchor": "middle",
          fill: "var(--sheet)",
        },
        String(at + 1),
      ),
    );
  });
  return made;
}

/**
 * What part of the whole is worth showing: all chances, and never less than two fifths.
 * @param {any} found
 * @returns {[number, number]}
 */
function spanOf(found) {
  const all = found.chances.flatMap((/** @type {any} */ each) =>
    found.seats.map((/** @type {string} */ seat) => each[seat]),
  );
  const low = Math.min(0.3, Math.floor(Math.min(...all) * 10) / 10),
    high = Math.max(0.7, Math.ceil(Math.max(...all) * 10) / 10);
  return [Math.max(0, low), Math.min(1, high)];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {string} anchor
 * @param {string} [fill]
 */
const word = (x, y, text, anchor, fill = "var(--soft)") =>
  svg("text", { x: n(x), y: n(y), "font-size": 12, "text-anchor": anchor, fill }, text);

/**
 * Every swing as a bar, up or down.
 * @param {any} found
 * @param {string} mine
 * @param {(at: number) => number} x
 * @param {string} striped
 */
function swings(found, mine, x, striped) {
  const most = Math.max(
    0.05,
    ...found.swings.map((/** @type {any} */ swing) => Math.abs(swing.by[mine])),
  );
  const wide = Math.max(2.5, Math.min(9, (x(1) - x(0)) * 0.8));
  const made = [
    svg("line", { x1: LEFT, x2: WIDE - RIGHT, y1: STRIP, y2: STRIP, stroke: "var(--hair)" }),
    word(LEFT - 8, STRIP - REACH + 10, `+${Math.round(most * 100)}`, "end"),
    word(LEFT - 8, STRIP + REACH, `−${Math.round(most * 100)}`, "end"),
  ];
  for (const swing of found.swings) {
    const by = swing.by[mine],
      dice = swing.kind === "dice";
    const high = (Math.abs(by) / most) * REACH;
    if (high < 0.5) continue;
    made.push(
      svg(
        "rect",
        {
          x: n(x(swing.n) - wide / 2),
          y: n(by > 0 ? STRIP - high : STRIP),
          width: n(wide),
          height: n(high),
          fill: dice ? `url(#${striped})` : "var(--ok)",
          stroke: dice ? "var(--att)" : "none",
          "stroke-width": 1,
          // What may be nothing but the chance of a sample stands back.
          opacity: Math.abs(by) < CERTAIN * (swing.error[mine] ?? 0) ? 0.28 : null,
        },
        svg(
          "title",
          {},
          `Line ${swing.n}: ${points(by)}${within(swing.error[mine])} points by ` +
            `${dice ? "the dice" : "a choice"}. ${swing.text}`,
        ),
      ),
    );
  }
  return made;
}
