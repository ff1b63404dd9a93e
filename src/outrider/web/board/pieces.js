// @ts-check
/** What lies and stands on a table: sheets with a grid, terrain, bases. Nothing here knows a rule. */
import { n, outline, svg } from "./svg.js";

export const SEATS = ["red", "blue", "green", "amber", "violet", "teal", "pink", "slate"];
/** @param {string} seat */
export const colour = (seat) => `var(--${seat})`;

/**
 * How a seat's ring is drawn besides its colour: solid, double, dashed, dotted; the last four have a notch.
 * @param {string} seat @param {number} radius
 */
export function ring(seat, radius) {
  const number = Math.max(0, SEATS.indexOf(seat));
  const kind = number % 4;
  const dash = kind === 2 ? `${n(radius * 0.45)} ${n(radius * 0.25)}` : kind === 3 ? `${n(radius * 0.02)} ${n(radius * 0.3)}` : null;
  const parts = [svg("circle", { r: radius, fill: "none", stroke: "#ffffffcc", "stroke-width": radius * (kind === 3 ? 0.16 : 0.1), "stroke-dasharray": dash, "stroke-linecap": kind === 3 ? "round" : null })];
  if (kind === 1) parts.push(svg("circle", { r: radius * 0.8, fill: "none", stroke: "#ffffffcc", "stroke-width": radius * 0.07 }));
  if (number > 3) parts.push(svg("path", { d: `M${n(-radius * 0.25)} ${n(-radius * 1.1)} L0 ${n(-radius * 0.7)} L${n(radius * 0.25)} ${n(-radius * 1.1)}z`, fill: "#ffffffcc" }));
  return parts;
}

/** A ring of segments, the first so many of them full. @param {number} value @param {number} most @param {number} radius @param {string} paint */
export function segments(value, most, radius, paint) {
  if (most < 1) return [];
  const made = [];
  const gap = most > 1 ? 0.1 : 0;
  for (let at = 0; at < most; at++) {
    const from = ((at + gap) / most) * 2 * Math.PI, to = ((at + 1 - gap) / most) * 2 * Math.PI;
    const [x1, y1, x2, y2] = [Math.sin(from), -Math.cos(from), Math.sin(to), -Math.cos(to)].map((v) => n(v * radius));
    made.push(most === 1
      ? svg("circle", { r: radius, fill: "none", stroke: value ? paint : "var(--hair)", "stroke-width": radius * 0.2 })
      : svg("path", { d: `M${x1} ${y1} A${n(radius)} ${n(radius)} 0 ${to - from > Math.PI ? 1 : 0} 1 ${x2} ${y2}`, fill: "none", stroke: at < value ? paint : "var(--hair)", "stroke-width": radius * 0.2 }));
  }
  return made;
}

/** Small signs for what somebody is. @type {Record<string, string>} */
const SIGNS = {
  star: "M0-1 .29-.4 .95-.31 .48.15 .59.81 0 .5-.59.81-.48.15-.95-.31-.29-.4z",
  sword: "M-.08-1 .08-1 .08.3 .4.3 .4.46 .08.46 .08.9-.08.9-.08.46-.4.46-.4.3-.08.3z",
  bow: "M-.5-.9C.5-.6.5.6-.5.9L-.4.9C.75.6.75-.6-.4-.9zM-.45-.8-.4-.8-.4.8-.45.8zM-.9-.06.6-.06.6-.2.95 0 .6.2.6.06-.9.06z",
  rifle: "M-.95.25-.6.1.3-.25.9-.25.9-.1.4-.1.3.05-.1.05-.2.4-.4.4-.35.15-.95.5z",
  helmet: "M-.75.35C-.75-.9.75-.9.75.35L.9.35.9.55-.9.55-.9.35z",
  eye: "M-1 0Q0-1 1 0Q0 1-1 0z",
};

/** @param {string} name @param {number} size @param {string} fill */
export const sign = (name, size, fill) => svg("path", { d: SIGNS[name] ?? SIGNS.helmet, transform: `scale(${n(size)})`, fill });

/**
 * A round base with a letter, its health, and whatever else it carries.
 * @param {{label: string, seat: string, radius: number, value: number, most: number, sign?: string, badges?: string[], dots?: number, dim?: boolean, eye?: boolean}} about
 */
export function base(about) {
  const { radius: r, seat } = about;
  const paint = colour(seat);
  const body = svg("g", { opacity: about.dim ? 0.6 : null },
    svg("circle", { r: r * 1.12, cy: r * 0.12, fill: "#00000033" }),
    svg("circle", { r: r * 1.1, fill: "var(--sheet)" }),
    ...segments(about.value, about.most, r * 0.98, paint),
    svg("circle", { r: r * 0.82, fill: paint }),
    ...ring(seat, r * 0.73));
  const size = r * (about.label.length > 2 ? 0.62 : 0.8);
  body.append(svg("text", { "text-anchor": "middle", y: n(size * 0.36), "font-size": n(size), "font-weight": 700, fill: "#fff", stroke: paint, "stroke-width": n(r * 0.14), "paint-order": "stroke" }, about.label));
  if (about.sign) body.append(svg("g", { transform: `translate(${n(r * 0.92)} ${n(r * 0.78)})` }, svg("circle", { r: n(r * 0.5), fill: "var(--sheet)", stroke: paint, "stroke-width": n(r * 0.08) }), sign(about.sign, r * 0.36, "var(--ink)")));
  for (let at = 0; at < (about.dots ?? 0) && at < 6; at++) body.append(svg("circle", { cx: n((at - ((about.dots ?? 1) - 1) / 2) * r * 0.42), cy: n(r * 1.36), r: n(r * 0.16), fill: "var(--dot)", stroke: "var(--sheet)", "stroke-width": n(r * 0.05) }));
  (about.badges ?? []).forEach((badge, at) => body.append(svg("g", { transform: `translate(${n(-r * 0.95)} ${n(-r * 0.85 + at * r * 0.62)})` },
    svg("circle", { r: n(r * 0.34), fill: "var(--att)" }), svg("text", { "text-anchor": "middle", y: n(r * 0.13), "font-size": n(r * 0.4), "font-weight": 700, fill: "#1F2430" }, badge))));
  if (about.eye) body.append(svg("g", { transform: `translate(${n(r)} ${n(-r)})` }, svg("circle", { r: n(r * 0.5), fill: "#1F2430" }), sign("eye", r * 0.34, "#FBF8F1"), svg("circle", { r: n(r * 0.13), fill: "#1F2430" })));
  return [body, svg("circle", { class: "halo", r: n(r * 1.32), "stroke-width": n(r * 0.16) })];
}

/** Somebody who has fallen. @param {string} label @param {string} seat @param {number} r @param {number} dots */
export function fallen(label, seat, r, dots) {
  const body = svg("g", {},
    svg("ellipse", { rx: r, ry: r * 0.52, fill: colour(seat), opacity: 0.35 }),
    svg("text", { "text-anchor": "middle", y: n(r * 0.18), "font-size": n(r * 0.5), fill: "var(--ink)" }, label));
  if (!dots) body.append(svg("path", { d: `M${n(-r * 0.6)} ${n(-r * 0.3)} L${n(r * 0.6)} ${n(r * 0.3)}`, stroke: "var(--soft)", "stroke-width": n(r * 0.08) }));
  for (let at = 0; at < dots && at < 6; at++) body.append(svg("circle", { cx: n(r * (1.05 + at * 0.35)), cy: n(-r * 0.25), r: n(r * 0.16), fill: "var(--dot)" }));
  return [body, svg("circle", { class: "halo", r: n(r * 1.2), "stroke-width": n(r * 0.14) })];
}

let sheets = 0;

/** A sheet of ground with a grid each inch, stronger each six, and rulers. @param {any} table @param {number} unit */
export function sheet(table, unit) {
  const [w, h] = table.size;
  const made = [];
  const rim = table.outline
    ? svg("polygon", { points: outline(table.outline.map((/** @type {number[]} */ [x, y]) => [x, -y])), fill: "var(--ground)", stroke: "var(--rim)", "stroke-width": 0.08 * unit })
    : svg("rect", { x: 0, y: -h, width: w, height: h, fill: "var(--ground)", stroke: "var(--rim)", "stroke-width": 0.08 * unit });
  made.push(rim);
  const id = `rim${++sheets}`;
  const lines = svg("g", { "clip-path": `url(#${id})` });
  const clip = svg("clipPath", { id, class: "rim" }, rim.cloneNode());
  for (let x = 0; x <= w; x++) lines.append(svg("line", { x1: x, x2: x, y1: 0, y2: -h, stroke: x % 6 ? "var(--grid)" : "var(--grid6)", "stroke-width": x % 6 ? 0.035 : 0.06 }));
  for (let y = 0; y <= h; y++) lines.append(svg("line", { x1: 0, x2: w, y1: -y, y2: -y, stroke: y % 6 ? "var(--grid)" : "var(--grid6)", "stroke-width": y % 6 ? 0.035 : 0.06 }));
  made.push(clip, lines);
  const size = 0.55 * unit;
  for (let x = 0; x <= w; x += 6) made.push(svg("text", { x, y: n(0.85 * unit), "font-size": size, "text-anchor": "middle", fill: "var(--soft)" }, `${x}″`));
  for (let y = 0; y <= h; y += 6) made.push(svg("text", { x: n(-0.3 * unit), y: n(-y + 0.2 * unit), "font-size": size, "text-anchor": "end", fill: "var(--soft)" }, String(y)));
  return made;
}

/** What a thing is made of, by a word in its name. @type {[RegExp, string, string][]} */
const LOOKS = [
  [/wood|tree|oak|bush|hedge|thorn|copse|grove|orchard/i, "#7FA276", "#5c7d55"],
  [/plate|saucer|napkin|bowl/i, "#EDEBE4", "#c9c3b3"],
  [/cup|mug|jar|goblet|candle/i, "#8f6a47", "#6d4f33"],
  [/tin|box|rack|dish|lighter|tray/i, "#6f7f74", "#566359"],
  [/book|cards|deck|board|loaf|cake|bread/i, "#8d5a44", "#6b4433"],
  [/wall|house|ruin|tent|palisade|wagon|tower|barricade|fence|rail|barn/i, "#8b8271", "#5f5848"],
  [/window|door/i, "#bcd3dd", "#6e8896"],
  [/river|water|ford|stream|pond/i, "#8fb3c4", "#6c95a8"],
  [/rock|boulder|stone|knoll|hill|well|fire/i, "#a59b8a", "#7d7464"],
];

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

/** A piece of terrain with a shadow as long as it is high. @param {any} piece */
export function terrain(piece) {
  const [, fill, edge] = LOOKS.find(([word]) => word.test(piece.name ?? "")) ?? [null, "#b9ab8f", "#8f8267"];
  const high = Math.min(piece.height ?? (piece.blocks_sight ? 1 : 0.2), 6) * 0.16;
  const shapeOf = (/** @type {Record<string, string | number>} */ more) => piece.shape === "disc"
    ? svg("circle", { cx: piece.at[0], cy: -piece.at[1], r: piece.radius, ...more })
    : svg("polygon", { points: outline(piece.points.map((/** @type {number[]} */ [x, y]) => [x, -y])), "stroke-linejoin": "round", ...more });
  const made = svg("g", {}, svg("title", {}, terrainText(piece)));
  made.append(shapeOf({ fill: "#3a2d12", opacity: 0.28, transform: `translate(${n(high)} ${n(high * 1.2)})` }));
  made.append(shapeOf({ fill, stroke: edge, "stroke-width": 0.09, "fill-opacity": piece.blocks_sight || piece.height ? 1 : 0.8, "stroke-dasharray": piece.cost === "impassable" || piece.height ? "none" : "0.3 0.2" }));
  const leafy = LOOKS[0][0].test(piece.name ?? "");
  if (piece.shape === "disc" && leafy && piece.radius > 1.1) for (let at = 0; at < 7; at++) made.append(svg("circle", {
    cx: n(piece.at[0] + Math.sin(at * 0.9) * piece.radius * 0.62), cy: n(-piece.at[1] + Math.cos(at * 0.9) * piece.radius * 0.62), r: n(piece.radius * (0.22 + 0.06 * (at % 3))), fill: edge, opacity: 0.3 }));
  if (piece.shape === "disc" && piece.radius > 1.1 && !leafy && !/rock/i.test(piece.name ?? "")) made.append(svg("circle", { cx: piece.at[0], cy: -piece.at[1], r: n(piece.radius * 0.68), fill: "none", stroke: edge, "stroke-width": 0.07, opacity: 0.7 }));
  const [x, y] = middle(piece);
  const size = widthOf(piece);
  if (size > 1.6) made.append(svg("text", { x: n(x), y: n(-y + 0.16), "text-anchor": "middle", "font-size": n(Math.min(0.5, size / (0.56 * Math.max(4, short(piece).length)))), fill: /plate|bowl|napkin|window/i.test(piece.name ?? "") ? "#6b6453" : "#fffdf6", opacity: 0.9 }, short(piece)));
  return made;
}

/** @param {any} piece */
function short(piece) {
  const name = piece.name ?? "";
  if (piece.height) return `${name} ${piece.height}″`;
  return piece.cover ? `${name} +${piece.cover}` : name;
}

/** @param {any} piece @returns {[number, number]} */
export function middle(piece) {
  if (piece.shape === "disc") return piece.at;
  const xs = piece.points.map((/** @type {number[]} */ p) => p[0]), ys = piece.points.map((/** @type {number[]} */ p) => p[1]);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** @param {any} piece */
function widthOf(piece) {
  if (piece.shape === "disc") return 2 * piece.radius;
  const xs = piece.points.map((/** @type {number[]} */ p) => p[0]);
  return Math.max(...xs) - Math.min(...xs);
}
