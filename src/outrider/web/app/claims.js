// @ts-check
/** What somebody is after, drawn on a table: whose ground it is, what for, and whom they seek. */
import { n, svg } from "../board/svg.js";
import { capital } from "./dom.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("./aims.js").Goal} Goal */
/**
 * @typedef {{tokens: import("../skins/skin.js").Token[], unit: number,
 *   whose?: (seat: string) => string, named?: (unit: string) => string | null, size?: number}}
 *   About
 */

/** What a piece of ground is for, in words that stand on it. @type {Record<string, string>} */
const MEANT = { hold: "to hold", reach: "to reach", leave: "to leave by" };

/** @param {Board} board @param {Goal[]} goals @param {About} about */
export const claims = (board, goals, about) =>
  goals.flatMap((goal) => [
    ...(goal.area ? [ground(board, goal, about)] : []),
    ...(goal.units ?? []).flatMap((unit) => wanted(goal.seat, unit, about)),
  ]);

/** @param {Board} board @param {Goal} goal @param {About} about */
function ground(board, { area, seat, sign, said }, { whose, size = board.word * 0.8 }) {
  const points = area.points ?? [area.at];
  const sum = (/** @type {number} */ axis) =>
    points.reduce((/** @type {number} */ all, /** @type {number[]} */ at) => all + at[axis], 0);
  const owner = whose?.(seat) || `${capital(seat)}’s`;
  const text = `${owner} ${MEANT[sign] ?? ""}${said ? ` · ${said}` : ""}`.toUpperCase();
  const half = text.length * size * 0.34;
  const held = (/** @type {number} */ x) =>
    Math.min(Math.max(x, board.box.left + half), board.box.right - half);
  const across = points.map((/** @type {number[]} */ at) => at[0]);
  const wide = Math.max(...across) - Math.min(...across);
  // Ground is labelled in its middle, or under it where that is too narrow; a line on its inner
  // side.
  const [x, y] = [held(sum(0) / points.length), sum(1) / points.length];
  const middle = (board.box.top + board.box.bottom) / 2;
  const low = Math.min(...points.map((/** @type {number[]} */ at) => at[1]));
  const under = y - low + (area.radius ?? 0) + size;
  const off =
    area.shape === "line" ? size * (y > middle ? 1.2 : -1.2) : wide < 2 * half ? under : 0;
  return svg(
    "text",
    {
      class: "claim",
      x: n(x),
      y: n(-y + off),
      "font-size": n(size),
      "text-anchor": "middle",
      "dominant-baseline": "central",
      fill: `color-mix(in srgb, var(--${seat}), #fff var(--lift))`,
    },
    text,
  );
}

/** @param {string} seat @param {string} unit @param {About} about */
function wanted(seat, unit, { tokens, unit: size, named }) {
  const id = named ? named(unit) : unit;
  const token = tokens.find((each) => each.id === id);
  if (!token) return [];
  const r = 1.45 * (token.radius ?? size / 2);
  const [x, y] = [token.x, -token.y];
  const tick = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    `M${n(x + dx * r * 0.8)} ${n(y + dy * r * 0.8)}l${n(dx * r * 0.5)} ${n(dy * r * 0.5)}`;
  return [
    svg(
      "g",
      { class: "wanted", "data-unit": unit, stroke: `var(--${seat})` },
      svg("title", {}, `${capital(seat)} is after ${unit}`),
      svg("circle", { cx: n(x), cy: n(y), r: n(r) }),
      svg("path", { d: tick(0, 1) + tick(0, -1) + tick(1, 0) + tick(-1, 0) }),
    ),
  ];
}
