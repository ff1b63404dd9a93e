// @ts-check
/** Things that lie on a table, drawn as what they are by a word in their name. */
import { n, outline, svg } from "./svg.js";

/**
 * @typedef {{is: RegExp, fill: string, edge: string, ink: string, draw?: (piece: any, look: Look)
 *   => SVGElement[]}} Look
 * `ink` is for words, and reads well on `fill`.
 */

/** @type {Look[]} */
const LOOKS = [
  { is: /hedge|thorn|bush/i, fill: "#A9C09B", edge: "#5C7D55", ink: "#26371F", draw: leaves },
  {
    is: /wood|tree|oak|copse|grove|orchard/i,
    fill: "#A9C09B",
    edge: "#5C7D55",
    ink: "#26371F",
    draw: leaves,
  },
  {
    is: /plate|saucer|napkin|bowl/i,
    fill: "#EDEBE4",
    edge: "#C9C3B3",
    ink: "#5A5343",
    draw: rings,
  },
  {
    is: /cup|mug|jar|goblet|candle/i,
    fill: "#8F6A47",
    edge: "#6D4F33",
    ink: "#F6EDE0",
    draw: vessel,
  },
  { is: /loaf|cake|bread/i, fill: "#C99A5B", edge: "#8E6430", ink: "#3A2408", draw: slashes },
  { is: /book|cards|deck|board/i, fill: "#7C4A37", edge: "#57301F", ink: "#FFFFFF", draw: cover },
  {
    is: /tin|box|rack|dish|lighter|tray/i,
    fill: "#5B6A60",
    edge: "#46534A",
    ink: "#FFFFFF",
    draw: lid,
  },
  { is: /window|door/i, fill: "#D6E4EA", edge: "#6E8896", ink: "#17333F" },
  {
    is: /house|barn|tent|tower|cabin/i,
    fill: "#B9A98A",
    edge: "#7A6A4C",
    ink: "#332A18",
    draw: roof,
  },
  {
    is: /wall|ruin|palisade|wagon|barricade|fence|rail/i,
    fill: "#6F6757",
    edge: "#4C4537",
    ink: "#FFFFFF",
    draw: planks,
  },
  {
    is: /river|water|ford|stream|pond/i,
    fill: "#9CC0D0",
    edge: "#6C95A8",
    ink: "#17333F",
    draw: waves,
  },
  {
    is: /rock|boulder|stone|knoll|hill|well|fire/i,
    fill: "#BBB2A2",
    edge: "#857C6B",
    ink: "#332E24",
    draw: lid,
  },
];
/** @type {Look} */
const PLAIN = { is: /./, fill: "#C9BC9F", edge: "#8F8267", ink: "#3A3222" };

/** @param {any} piece */
export function terrainText(piece) {
  const parts = [];
  if (piece.height) parts.push(`${piece.height}″ high`);
  if (piece.cost === "impassable") parts.push("impassable");
  else if (piece.cost && piece.cost !== 1) parts.push(`${piece.cost}″ for each inch`);
  if (piece.cover) parts.push(`cover +${piece.cover}`);
  if (piece.blocks_sight) parts.push("blocks sight");
  return `${piece.name ?? "terrain"}${parts.length ? ": " + parts.join(", ") : ""}`;
}

/**
 * Pieces in the order in which they lie, each with a shadow as long as it is high.
 * @param {any[]} pieces
 * @param {number} word how large a word is
 */
export function terrains(pieces, word) {
  // What lies on another hides its name.
  return pieces.map((piece, at) =>
    terrain(
      piece,
      pieces.slice(at + 1).some((other) => covers(other, middle(piece))) ? Infinity : word,
    ),
  );
}

/** @param {any} piece @param {number[]} point */
function covers(piece, [x, y]) {
  if (piece.shape === "disc") return Math.hypot(piece.at[0] - x, piece.at[1] - y) < piece.radius;
  const [left, right, bottom, top] = extent(piece);
  return left < x && x < right && bottom < y && y < top;
}

/** @param {any} piece @param {number} word */
function terrain(piece, word) {
  const look = LOOKS.find(({ is }) => is.test(piece.name ?? "")) ?? PLAIN;
  const high = Math.min(piece.height ?? (piece.blocks_sight ? 1 : 0.2), 6) * 0.16;
  const made = svg("g", { class: "terrain" }, svg("title", {}, terrainText(piece)));
  made.append(
    shapeOf(piece, 1, {
      fill: "#2A2010",
      opacity: 0.26,
      transform: `translate(${n(high)} ${n(high * 1.2)})`,
    }),
  );
  const firm = piece.cost === "impassable" || piece.height;
  made.append(
    shapeOf(piece, 1, {
      fill: look.fill,
      stroke: look.edge,
      "stroke-width": 0.09,
      "stroke-dasharray": firm ? null : "0.3 0.2",
    }),
    ...(look.draw?.(piece, look) ?? []),
  );
  made.append(...named(piece, look, word));
  return made;
}

/**
 * Its name and its number, on two lines where one would be too long.
 * @param {any} piece
 * @param {Look} look
 * @param {number} word
 */
function named(piece, look, word) {
  const [x, y] = middle(piece);
  const lines = [
    piece.name ?? "",
    piece.height ? `${piece.height}″` : piece.cover ? `+${piece.cover}` : "",
  ].filter(Boolean);
  const fit = (/** @type {string[]} */ texts) =>
    Math.min(
      word,
      widthOf(piece) / (0.6 * Math.max(3, ...texts.map((text) => text.length)) + 0.5),
      (heightOf(piece) * 0.9) / (1.2 * texts.length),
    );
  const one = [lines.join(" ")];
  const texts = fit(one) >= fit(lines) ? one : lines;
  const size = fit(texts);
  // A word too small to be read is left to the pointer.
  if (!(size > word * 0.55)) return [];
  const dark = look.draw === vessel ? "#3B2616" : look.fill;
  const words = texts.map((text, at) =>
    svg(
      "text",
      {
        x: n(x),
        y: n(-y + size * (0.35 + (at - (texts.length - 1) / 2) * 1.1)),
        "text-anchor": "middle",
        "font-size": n(size),
        "font-weight": 500,
        fill: look.ink,
        stroke: dark,
        "stroke-width": n(size * 0.28),
        "stroke-linejoin": "round",
        "paint-order": "stroke",
      },
      text,
    ),
  );
  // Together, so that lines stay under each other when the table is turned.
  return [svg("g", { class: "words" }, ...words)];
}

/**
 * The piece's own outline, made smaller about its middle.
 * @param {any} piece
 * @param {number} part
 * @param {Record<string, string | number | null>} more
 */
function shapeOf(piece, part, more) {
  if (piece.shape === "disc")
    return svg("circle", { cx: piece.at[0], cy: -piece.at[1], r: n(piece.radius * part), ...more });
  const [mx, my] = middle(piece);
  return svg("polygon", {
    points: outline(
      piece.points.map((/** @type {number[]} */ [x, y]) => [
        mx + (x - mx) * part,
        -(my + (y - my) * part),
      ]),
    ),
    "stroke-linejoin": "round",
    ...more,
  });
}

/**
 * Points spread over a piece, always the same ones.
 * @param {any} piece
 * @param {number} count
 * @returns {[number, number][]}
 */
function spread(piece, count) {
  const [mx, my] = middle(piece);
  if (piece.shape === "disc")
    return Array.from({ length: count }, (_, at) => {
      const far = piece.radius * 0.62 * Math.sqrt((at + 0.4) / count);
      return [mx + Math.sin(at * 2.4) * far, my + Math.cos(at * 2.4) * far];
    });
  // Along the outline, a little inside: a long thing is covered from end to end.
  return Array.from({ length: count }, (_, at) => {
    const [x, y] = along(piece.points, at / count);
    return [mx + (x - mx) * 0.72, my + (y - my) * 0.72];
  });
}

/** @param {number[][]} points @param {number} share @returns {[number, number]} */
function along(points, share) {
  const at = share * points.length,
    from = points[Math.floor(at) % points.length],
    to = points[(Math.floor(at) + 1) % points.length],
    rest = at % 1;
  return [from[0] + (to[0] - from[0]) * rest, from[1] + (to[1] - from[1]) * rest];
}

/** @param {any} piece @param {Look} look */
function leaves(piece, look) {
  const size = Math.min(widthOf(piece), heightOf(piece)) * 0.17;
  return spread(piece, 9).map(([x, y], at) =>
    svg("circle", {
      cx: n(x),
      cy: n(-y),
      r: n(size * (0.8 + 0.25 * (at % 3))),
      fill: look.edge,
      opacity: 0.2 + 0.06 * (at % 3),
    }),
  );
}

/** @param {any} piece @param {Look} look */
function rings(piece, look) {
  return [
    shapeOf(piece, 0.93, { fill: "none", stroke: "#FFFFFF", "stroke-width": 0.08 }),
    shapeOf(piece, 0.62, { fill: "#F5F3EC", stroke: look.edge, "stroke-width": 0.07 }),
  ];
}

/** @param {any} piece @param {Look} look */
function vessel(piece, look) {
  const made = [shapeOf(piece, 0.82, { fill: "#3B2616", stroke: "#A9825C", "stroke-width": 0.07 })];
  if (piece.shape === "disc" && /cup|mug/i.test(piece.name)) {
    const [x, y] = piece.at,
      r = piece.radius;
    made.unshift(
      svg("path", {
        d:
          `M${n(x + r * 0.92)} ${n(-y - r * 0.34)}a${n(r * 0.36)} ${n(r * 0.34)} 0 1 1 0 ` +
          `${n(r * 0.68)}`,
        fill: "none",
        stroke: look.edge,
        "stroke-width": n(r * 0.17),
      }),
    );
  }
  return made;
}

/** @param {any} piece @param {Look} look */
function lid(piece, look) {
  return [
    shapeOf(piece, 0.8, {
      fill: "#FFFFFF",
      "fill-opacity": 0.06,
      stroke: "#FFFFFF",
      "stroke-opacity": 0.45,
      "stroke-width": 0.06,
    }),
    shapeOf(piece, 0.77, { fill: "none", stroke: look.edge, "stroke-width": 0.05 }),
  ];
}

/**
 * Lines across a four-cornered thing, from one long side to the other.
 * @param {any} piece
 * @param {number[]} shares
 * @param {Record<string, string | number>} more
 */
function across(piece, shares, more) {
  if (piece.shape === "disc" || piece.points.length !== 4) return [];
  const [a, b, c, d] = piece.points;
  const wide = Math.hypot(b[0] - a[0], b[1] - a[1]) >= Math.hypot(c[0] - b[0], c[1] - b[1]);
  const [p, q, r, s] = wide ? [a, b, d, c] : [b, c, a, d];
  const between = (
    /** @type {number[]} */ from,
    /** @type {number[]} */ to,
    /** @type {number} */ share,
  ) => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  return shares.map((share) => {
    const [x1, y1] = between(p, q, share),
      [x2, y2] = between(r, s, share);
    return svg("line", { x1: n(x1), y1: n(-y1), x2: n(x2), y2: n(-y2), ...more });
  });
}

/** @param {any} piece @param {Look} look */
function slashes(piece, look) {
  return [
    shapeOf(piece, 0.9, { fill: "#DDB679", "fill-opacity": 0.6 }),
    ...across(piece, [0.2, 0.4, 0.6, 0.8], {
      stroke: look.edge,
      "stroke-width": 0.12,
      "stroke-opacity": 0.55,
      "stroke-linecap": "round",
    }),
  ];
}

/** @param {any} piece @param {Look} look */
function cover(piece, look) {
  return [
    ...across(piece, [0.1], { stroke: look.edge, "stroke-width": 0.3 }),
    shapeOf(piece, 0.76, {
      fill: "none",
      stroke: "#D9B48A",
      "stroke-opacity": 0.7,
      "stroke-width": 0.05,
    }),
  ];
}

/** @param {any} piece @param {Look} look */
function planks(piece, look) {
  const shares = Array.from({ length: 9 }, (_, at) => (at + 1) / 10);
  return across(piece, shares, { stroke: look.edge, "stroke-width": 0.06, "stroke-opacity": 0.7 });
}

/** A ridge, and hips down to the corners. @param {any} piece @param {Look} look */
function roof(piece, look) {
  if (piece.shape === "disc" || piece.points.length !== 4)
    return [shapeOf(piece, 0.6, { fill: "none", stroke: look.edge, "stroke-width": 0.07 })];
  const [a, b, c, d] = piece.points;
  const wide = Math.hypot(b[0] - a[0], b[1] - a[1]) >= Math.hypot(c[0] - b[0], c[1] - b[1]);
  const [p, q, r, s] = wide ? [a, b, c, d] : [b, c, d, a];
  const end = (
    /** @type {number[]} */ u,
    /** @type {number[]} */ v,
    /** @type {number[]} */ w,
    /** @type {number[]} */ x,
  ) => [
    ((u[0] + v[0]) / 2) * 0.72 + ((w[0] + x[0]) / 2) * 0.28,
    ((u[1] + v[1]) / 2) * 0.72 + ((w[1] + x[1]) / 2) * 0.28,
  ];
  const left = end(p, s, q, r),
    right = end(q, r, p, s);
  const path = (
    /** @type {number[][]} */ points,
    /** @type {Record<string, string | number>} */ more,
  ) => svg("polygon", { points: outline(points.map(([x, y]) => [x, -y])), ...more });
  return [
    path([p, q, right, left], { fill: "#FFFFFF", opacity: 0.16 }),
    path([s, r, right, left], { fill: "#000000", opacity: 0.07 }),
    path([p, left, s, left, right, q, right, r, right, left], {
      fill: "none",
      stroke: look.edge,
      "stroke-width": 0.06,
      "stroke-linejoin": "round",
    }),
  ];
}

/** @param {any} piece @param {Look} look */
function waves(piece, look) {
  const size = Math.min(widthOf(piece), heightOf(piece)) * 0.16;
  return spread(piece, 7).map(([x, y]) =>
    svg("path", {
      d: `M${n(x - size)} ${n(-y)}q${n(size / 2)} ${n(-size / 2)} ${n(size)} 0t${n(size)} 0`,
      fill: "none",
      stroke: "#FFFFFF",
      "stroke-opacity": 0.75,
      "stroke-width": 0.07,
    }),
  );
}

/** @param {any} piece @returns {[number, number]} */
export function middle(piece) {
  if (piece.shape === "disc") return piece.at;
  const [left, right, bottom, top] = extent(piece);
  return [(left + right) / 2, (bottom + top) / 2];
}

/** @param {any} piece @returns {[number, number, number, number]} */
function extent(piece) {
  const xs = piece.points.map((/** @type {number[]} */ p) => p[0]),
    ys = piece.points.map((/** @type {number[]} */ p) => p[1]);
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}

/** @param {any} piece */
function widthOf(piece) {
  if (piece.shape === "disc") return 2 * piece.radius;
  const [left, right] = extent(piece);
  return right - left;
}

/** @param {any} piece */
function heightOf(piece) {
  if (piece.shape === "disc") return 2 * piece.radius;
  const [, , bottom, top] = extent(piece);
  return top - bottom;
}
