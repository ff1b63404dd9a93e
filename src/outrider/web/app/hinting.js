// @ts-check
/** A hint: what a bot would do, drawn on the table and said beside it, until one acts. */
import { n, svg } from "../board/svg.js";
import { capital, h, say, sheet } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{x: number, y: number}} Spot */

/** After how long a hint is late, in milliseconds. */
const STILL = 7000;
const LATE_HINT = "Still thinking: this machine is busy. You can move meanwhile.";
/** How large the head of an arrow is, and how far it stays from what it points at, in words. */
const HEAD = 1.1;

/** @param {Table} table */
export async function hint(table) {
  const { panel } = table;
  const { version } = table.now.about;
  const seat = table.now.acting;
  panel.note("Thinking…");
  // Whoever waits is told so for as long as it takes.
  const still = () => {
    if (version === table.now.about.version) panel.note(LATE_HINT);
  };
  const telling = setInterval(still, STILL);
  const said = await table.socket.ask({ do: "hint", seat });
  clearInterval(telling);
  if (said.error?.kind === "stale") return;
  if (!said.ok) {
    panel.note(capital(said.error.message));
    return;
  }
  if (version !== table.now.about.version) return;
  const best = said.best[0];
  if (best) await advised(table, { ...best, rough: said.rough }, seat);
  panel.note(best ? "" : "Nothing comes to mind.");
}

/**
 * Show what would be good, and leave it there until somebody acts.
 * @param {Table} table @param {{action: any, text: string, value: number, rough?: boolean}}
 *   best
 * @param {string | null} seat
 */
export async function advised(table, best, seat) {
  const tried = await table.socket.ask({ do: "try", seat, action: best.action });
  const offer = tried.ok ? tried.offer : undefined;
  await sheet("review");
  table.drawers.add(drawHint);
  table.change({ hint: { ...best, seat, offer } });
  say(wording(best));
  await table.wishes.suggested(best.action);
  drawHint(table);
}

const ROUGH = " That is a rough guess: the bots are still being compiled.";
/** @param {{text: string, value: number, rough?: boolean}} best */
export const wording = ({ text, value, rough }) =>
  `Perhaps: ${text} (${Math.round(value * 100)}% to win).${rough ? ROUGH : ""}`;

/**
 * The hint in words, with a way back to it.
 * @param {Table} table @returns {HTMLElement[]}
 */
export function hinted(table) {
  const { hint: found, draft } = table.now;
  if (!found) return [];
  const shown = JSON.stringify(draft?.action) === JSON.stringify(found.action);
  return [
    h("p", { class: "hinted" }, wording(found)),
    ...(shown
      ? []
      : [
          h(
            "button",
            { class: "btn", onclick: () => table.wishes.suggested(found.action) },
            "Show the hint",
          ),
        ]),
  ];
}

/** An arrow from who would act to where, or a ring round it. @param {Table} table */
export function drawHint(table) {
  const { board } = table;
  if (!board) return;
  const { hint: found } = table.now;
  const made = found && !table.looking.state ? drawing(table, found) : [];
  board.advice.replaceChildren(...made);
}

/** @param {Table} table @param {NonNullable<import("./situation.js").Situation["hint"]>} found */
function drawing(table, { action, offer }) {
  const { board, skin, picture, offering } = table;
  if (!board || !offer) return [];
  const tokens = picture.tokens();
  const at = (/** @type {string | null} */ id) => tokens.find((each) => each.id === id);
  const owner = at(offering.owner(offer));
  const place = offering.place(offer);
  const path = (skin.path?.(action) ?? []).map(([x, y]) => ({ x, y }));
  const meant = place && ("spot" in place ? place.spot : at(place.token));
  const way = [owner, ...(path.length ? path : [meant])].filter((each) => each !== undefined);
  const spots = /** @type {Spot[]} */ (way.filter(Boolean));
  const end = spots[spots.length - 1];
  if (!end) return [];
  const aimed = Boolean(place && "token" in place && !path.length);
  const r = Math.max(0.62 * skin.unit, board.word * 1.1);
  return [
    ...(spots.length > 1 ? arrow(spots, board.word, aimed ? r : 0) : []),
    svg("circle", { class: "spot", cx: n(end.x), cy: n(-end.y), r: n(r) }),
    board.label(end.x, end.y - r - board.word * 1.1, "Hint", "#6A3D9A"),
  ];
}

/** @param {Spot[]} spots @param {number} word @param {number} short how far it ends before */
function arrow(spots, word, short) {
  const [a, b] = spots.slice(-2);
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const tip = { x: b.x - dx * short, y: b.y - dy * short };
  const foot = { x: tip.x - dx * word * HEAD, y: tip.y - dy * word * HEAD };
  const side = word * HEAD * 0.6;
  const d = [...spots.slice(0, -1), foot].map(({ x, y }) => `${n(x)} ${n(-y)}`).join("L");
  const head = [
    [tip.x, tip.y],
    [foot.x - dy * side, foot.y + dx * side],
    [foot.x + dy * side, foot.y - dx * side],
  ];
  const corners = head.map(([x, y]) => `${n(x)},${n(-y)}`).join(" ");
  return [
    svg("path", { class: "rim", d: `M${d}`, "stroke-width": n(word * 0.62) }),
    svg("path", { class: "way", d: `M${d}`, "stroke-width": n(word * 0.34) }),
    svg("polygon", { class: "head", points: corners }),
  ];
}
