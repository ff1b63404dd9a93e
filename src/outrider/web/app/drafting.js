// @ts-check
/** A wish drawn on the table before it is carried out: the tape, the lines of sight, who would fire. */
import { svg } from "../board/svg.js";
import { part, percent } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Draft} Draft */
const LONGEST_REASON = 46;

/** Where a wish leads, corner by corner. @param {any} action @returns {number[][] | null} */
function pathOf(action) {
  if (action.path) return action.path;
  const end = [action.to, action.toward, action.at].find((each) => Array.isArray(each));
  return end ? [end] : null;
}

/** @param {Table} table */
export function showDraft(table) {
  const { board, draft, skin } = table;
  if (!board || !draft || typeof draft.action !== "object") return;
  const tokens = table.tokens();
  const from = tokens.find((token) => token.id === skin.owner(draft.action)) ?? null;
  const path = pathOf(draft.action);
  // A throw is a direction: how long it is the die says.
  if (from && path && !draft.action.toward) tape(table, draft, from, path);
  fire(table, draft, tokens);
  const place = skin.place(draft.action);
  const target = place && "token" in place ? tokens.find((token) => token.id === place.token) : null;
  if (from && target) sight(table, draft, from, target);
  const near = draft.instead ? pathOf(draft.instead)?.slice(-1)[0] : null;
  if (near) board.above.append(svg("circle", { class: "snap", cx: near[0], cy: -near[1], r: 0.5 * skin.unit }));
}

/** @param {Table} table @param {Draft} draft @param {{id: string, x: number, y: number}} from @param {number[][]} path */
function tape(table, draft, from, path) {
  const { board, skin } = table;
  if (!board) return;
  const good = draft.legal !== false;
  const disc = table.reach.find((area) => area.shape === "disc" && area.at[0] === from.x && area.at[1] === from.y);
  const within = disc ? ` of ${Math.round(disc.radius * 10) / 10}` : "";
  let at = { x: from.x, y: from.y };
  let length = 0;
  const end = path[path.length - 1];
  board.ghost(from.id, end[0], end[1]);
  for (const [x, y] of path) {
    length += Math.hypot(x - at.x, y - at.y);
    const alive = draft.odds?.alive && part(draft.odds.alive) < 1 ? ` · ${percent(part(draft.odds.alive))} alive` : "";
    board.tape(at, { x, y }, x === end[0] && y === end[1] ? `${(Math.round(length * 10) / 10).toFixed(1)}${within}″${alive}` : "", good, skin.unit);
    at = { x, y };
  }
  const reason = good ? "" : String(draft.refusal?.message ?? "");
  // Above the length, or under the end where the table ends above it.
  const up = end[1] + Math.max(0.9 * skin.unit, board.word * 1.9) + board.word * 1.9;
  if (reason) board.above.append(board.label(end[0], up < board.box.top - board.word ? up : end[1] - board.word * 2.4, reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON)}…` : reason, "#B3261E", 0.9));
}

/** Who would fire on the way, from where to where, and how likely it kills. @param {Table} table @param {Draft} draft @param {import("../games/skin.js").Token[]} tokens */
function fire(table, draft, tokens) {
  const { board, skin } = table;
  if (!board || draft.legal === false) return;
  for (const event of draft.events ?? []) {
    if (event.event !== "offered" || !event.at) continue;
    const watcher = tokens.find((token) => token.id === event.unit);
    if (!watcher) continue;
    const [x, y] = event.at;
    board.line(watcher, { x, y }, { class: "fire", "stroke-width": 0.07 * skin.unit, "stroke-dasharray": "0.35 0.2" });
    board.lines.append(svg("circle", { cx: x, cy: -y, r: 0.22 * skin.unit, fill: "var(--no)" }));
    const chance = draft.odds?.[`killed by ${event.unit}`];
    board.above.append(board.label(watcher.x + (x - watcher.x) * 0.3, watcher.y + (y - watcher.y) * 0.3, `${event.unit} fires${chance ? ` ${percent(part(chance))}` : ""}`, "#B3261E", 0.9));
  }
}

/** A thin line to whom it is meant for; where something stands between, it ends there. @param {Table} table @param {Draft} draft @param {{x: number, y: number}} from @param {{x: number, y: number}} target */
function sight(table, draft, from, target) {
  const { board, skin } = table;
  if (!board) return;
  const good = draft.legal !== false;
  const found = good ? null : /blocked at (-?[\d.]+), ?(-?[\d.]+)/.exec(draft.refusal?.message ?? "");
  const width = Math.max(0.05 * skin.unit, board.word * 0.12);
  if (!found) { board.line(from, target, { class: good ? "sight" : "sight blocked", "stroke-width": width, ...(good ? {} : { "stroke-dasharray": `${0.25 * skin.unit} ${0.2 * skin.unit}` }) }); return; }
  const end = { x: Number(found[1]), y: Number(found[2]) };
  board.line(from, end, { class: "sight blocked", "stroke-width": width });
  board.line(end, target, { class: "sight blocked", "stroke-width": width * 0.6, "stroke-dasharray": `${0.15 * skin.unit} ${0.25 * skin.unit}`, opacity: 0.6 });
  board.cross(end, board.word * 0.5);
}
