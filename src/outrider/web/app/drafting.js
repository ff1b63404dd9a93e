// @ts-check
/**
 * A wish drawn on the table before it is carried out: the tape, the lines of sight, who would fire.
 */
import { svg } from "../board/svg.js";
import { part, percent } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./situation.js").Draft} Draft */
const LONGEST_REASON = 46;
const NEAR_EDGE = 0.15;

/**
 * The name of that among the odds which is to be taken in a certain way.
 * @param {Draft} draft @param {(sense: any) => boolean} meant
 */
const named = (draft, meant) =>
  Object.keys(draft.odds ?? {}).find((name) => meant(draft.senses?.[name] ?? {}));

/**
 * Whether two moves end at the same place.
 * @param {import("../skins/skin.js").Skin} skin @param {any} one @param {any} other
 */
export function sameEnd(skin, one, other) {
  const [end, wished] = [one, other].map((action) => action && skin.path?.(action)?.slice(-1)[0]);
  return Boolean(end && wished && end[0] === wished[0] && end[1] === wished[1]);
}

/**
 * A place on an edge by which a piece may leave, if one was meant; else the place itself.
 * @param {Table} table @param {{x: number, y: number}} spot
 */
export function onEdge(table, spot) {
  for (const { edge, points } of table.now.reach) {
    if (!edge) continue;
    const [[ax, ay], [bx, by]] = points;
    const x = Math.min(Math.max(spot.x, ax), bx);
    const y = Math.min(Math.max(spot.y, ay), by);
    if (Math.hypot(x - spot.x, y - spot.y) < NEAR_EDGE) return { x, y };
  }
  return spot;
}

/** @param {Table} table */
export function showDraft(table) {
  const { board, skin } = table;
  const { draft } = table.now;
  if (!board || !draft || typeof draft.action !== "object") return;
  const tokens = table.picture.tokens();
  const from = tokens.find((token) => token.id === draft.by) ?? null;
  const path = skin.path?.(draft.action) ?? null;
  areas(table, draft, tokens);
  if (from && path) tape(table, draft, from, path);
  else if (path && draft.by && table.hands.inTray(draft.by))
    standing(table, draft.by, path[path.length - 1], draft.legal !== false);
  fire(table, draft, tokens);
  const target = draft.target ? tokens.find((token) => token.id === draft.target) : null;
  if (from && target) sight(table, draft, from, target);
  const near = draft.nearest ? skin.path?.(draft.nearest.action)?.slice(-1)[0] : null;
  if (near)
    board.above.append(
      svg("circle", { class: "snap", cx: near[0], cy: -near[1], r: 0.5 * skin.unit }),
    );
}

/**
 * Ground that it is about, such as the rings of a blast, and who is in it.
 * @param {Table} table @param {Draft} draft @param {import("../skins/skin.js").Token[]} tokens
 */
function areas(table, draft, tokens) {
  const { board, skin } = table;
  if (!board || draft.legal === false) return;
  const found = draft.areas ?? [];
  board.lines.append(
    ...found.map((area) => board.shape(area, { class: "blast", "stroke-width": 0.08 })),
  );
  board.above.append(
    ...found
      .filter((area) => area.said)
      .map(({ at, radius, said }) =>
        board.label(at[0], at[1] + Math.max(radius, board.word), said, "#B3261E", 0.8),
      ),
    ...tokens
      .filter((token) => draft.caught?.some((unit) => table.offering.named(unit) === token.id))
      .map(({ x, y, radius }) =>
        svg("circle", { class: "caught", cx: x, cy: -y, r: 1.6 * (radius ?? skin.unit / 2) }),
      ),
  );
}

/**
 * @param {Table} table
 * @param {Draft} draft
 * @param {{id: string, x: number, y: number}} from
 * @param {number[][]} path
 */
function tape(table, draft, from, path) {
  const { board, skin } = table;
  if (!board) return;
  const good = draft.legal !== false;
  const [most] = table.now.reach.map((area) => area.limit ?? area.radius);
  const within = most ? ` of ${Math.round(most * 10) / 10}` : "";
  const usual = named(draft, (sense) => sense.weight === "usual");
  const share = usual ? part(draft.odds[usual]) : 1;
  const hope = share < 1 ? ` · ${percent(share)} ${usual}` : "";
  let at = { x: from.x, y: from.y };
  let length = 0;
  const end = path[path.length - 1];
  // What is thrown goes there, not who throws it.
  if (!draft.areas?.length) board.ghost(from.id, end[0], end[1]);
  for (const [x, y] of path) {
    length += Math.hypot(x - at.x, y - at.y);
    board.tape(
      at,
      { x, y },
      x === end[0] && y === end[1]
        ? `${(Math.round(length * 10) / 10).toFixed(1)}${within}″${hope}`
        : "",
      good,
      skin.unit,
    );
    at = { x, y };
  }
  const reason = good ? "" : String(draft.refusal?.message ?? "");
  // Above the length, or under the end where the table ends above it.
  const tip = { x: end[0], y: end[1] };
  const up = board.over(tip, Math.max(0.9 * skin.unit, board.word * 1.9) + board.word * 1.9);
  const place = board.holds(up) ? up : board.over(tip, -board.word * 2.4);
  if (reason)
    board.above.append(
      board.label(
        place.x,
        place.y,
        reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON)}…` : reason,
        "#B3261E",
        0.9,
      ),
    );
}

/**
 * Where somebody would stand who is not on the table yet.
 * @param {Table} table @param {string} id @param {number[]} at @param {boolean} good
 */
function standing({ board, skin, now }, id, [x, y], good) {
  if (!board) return;
  const fill = good ? `var(--${now.acting})` : "var(--no)";
  const r = Math.max(0.4 * skin.unit, board.word * 0.6);
  const tip = board.over({ x, y }, r + board.word);
  board.above.append(
    svg("circle", { class: "ghost", cx: x, cy: -y, r, fill, opacity: 0.55 }),
    board.label(tip.x, tip.y, id, good ? "#1F2430" : "#B3261E", 0.9),
  );
}

/**
 * Who would fire on the way, from where to where, and how likely it kills.
 * @param {Table} table
 * @param {Draft} draft
 * @param {import("../skins/skin.js").Token[]} tokens
 */
function fire(table, draft, tokens) {
  const { board, skin } = table;
  if (!board || draft.legal === false) return;
  for (const shot of skin.shots?.(draft.events ?? []) ?? []) {
    const watcher = tokens.find((token) => token.id === shot.by);
    if (!watcher) continue;
    const [x, y] = shot.at;
    board.line(
      watcher,
      { x, y },
      { class: "shot", "stroke-width": 0.07 * skin.unit, "stroke-dasharray": "0.35 0.2" },
    );
    board.lines.append(svg("circle", { cx: x, cy: -y, r: 0.22 * skin.unit, fill: "var(--no)" }));
    const deadly = named(draft, (sense) => sense.by === shot.by);
    const chance = deadly ? draft.odds[deadly] : null;
    board.above.append(
      board.label(
        watcher.x + (x - watcher.x) * 0.3,
        watcher.y + (y - watcher.y) * 0.3,
        `${shot.by} fires${chance ? ` ${percent(part(chance))}` : ""}`,
        "#B3261E",
        0.9,
      ),
    );
  }
}

/**
 * The chance of what one hopes for, all of it together.
 * @param {import("./account.js").Result[]} results
 */
function best(results) {
  const good = results.filter((each) => each.tone === "good");
  const sum = good.reduce((all, each) => all + part(each.share), 0);
  return good.length ? percent(sum) : "";
}

/**
 * A thin line to whom it is meant for; where something stands between, it ends there.
 * @param {Table} table
 * @param {Draft} draft
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} target
 */
function sight(table, draft, from, target) {
  const { board, skin } = table;
  if (!board) return;
  const good = draft.legal !== false;
  const found = good ? null : draft.refusal?.at;
  const width = Math.max(0.05 * skin.unit, board.word * 0.12);
  if (!found) {
    board.line(from, target, {
      class: good ? "sight" : "sight blocked",
      "stroke-width": width,
      ...(good ? {} : { "stroke-dasharray": `${0.25 * skin.unit} ${0.2 * skin.unit}` }),
    });
    const said = good && [draft.along, draft.results && best(draft.results)].filter(Boolean);
    if (said && said.length)
      board.above.append(
        board.label((from.x + target.x) / 2, (from.y + target.y) / 2, said.join(" · ")),
      );
    return;
  }
  const end = { x: found[0], y: found[1] };
  board.line(from, end, { class: "sight blocked", "stroke-width": width });
  board.line(end, target, {
    class: "sight blocked",
    "stroke-width": width * 0.6,
    "stroke-dasharray": `${0.15 * skin.unit} ${0.25 * skin.unit}`,
    opacity: 0.6,
  });
  board.cross(end, board.word * 0.5);
}
