// @ts-check
/** The map of a campaign: its battles from top to bottom, the way that was gone, what may come. */
import { svg } from "../board/svg.js";

const WIDE = 360;
const HIGH = 92;
const ROUND = 13;

/** A name in lines that fit under a place. @param {string} name @param {number} most */
function lines(name, most) {
  /** @type {string[]} */
  const found = [];
  for (const word of name.split(" ")) {
    const last = found.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= most)
      found[found.length - 1] += ` ${word}`;
    else found.push(word);
  }
  return found;
}

/** Where everything stands: battles by how many come before them, the ends below all of them.
 * @param {any} told */
function places(told) {
  const deepest = Math.max(...told.battles.map((/** @type {any} */ each) => each.depth));
  /** @type {string[][]} */
  const rows = Array.from({ length: deepest + 2 }, () => []);
  for (const battle of told.battles) rows[battle.depth].push(battle.id);
  rows[deepest + 1] = Object.keys(told.ends);
  /** @type {Record<string, {x: number, y: number, most: number}>} */
  const found = {};
  rows.forEach((row, y) =>
    row.forEach((id, n) => {
      const step = WIDE / row.length;
      found[id] = { x: step * (n + 0.5), y: HIGH * y + 28, most: Math.floor(step / 7.4) };
    }),
  );
  return { found, high: HIGH * rows.length - 6 };
}

/** The ways out of a battle: one for each place it leads to, with the results that lead there.
 * @param {any} battle */
function ways(battle) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [result, to] of Object.entries(battle.next))
    found.set(String(to), [...(found.get(String(to)) ?? []), result]);
  return [...found];
}

/** @param {any} told */
export function drawn(told) {
  const { found, high } = places(told);
  const gone = new Map(told.fought.map((/** @type {any} */ row) => [row.battle, row.winner]));
  const at = told.now.battle && told.now.do === "battle" ? told.now.battle : next(told);
  const picture = svg("svg", {
    viewBox: `0 0 ${WIDE} ${high}`,
    class: "way-map",
    role: "img",
    "aria-label": spoken(told, at),
  });
  for (const battle of told.battles)
    for (const [to, results] of ways(battle)) {
      const walked = results.includes(String(gone.get(battle.id) ?? ""));
      const only = results.length === 1 ? results[0] : "soft";
      const colour = walked ? String(gone.get(battle.id)) : only;
      const [a, b] = [found[battle.id], found[to]];
      const bend = `C${a.x} ${a.y + 52} ${b.x} ${b.y - 48}`;
      const path = `M${a.x} ${a.y + ROUND} ${bend} ${b.x} ${b.y - ROUND}`;
      const kind = walked ? "walked" : battle.open ? "open" : "closed";
      picture.append(svg("path", { d: path, class: `${kind} ${colour}` }));
    }
  for (const battle of told.battles)
    picture.append(
      place(found[battle.id], battle.name, {
        kind: battle.id === at ? "here" : battle.fought ? "gone" : battle.open ? "open" : "closed",
        colour: gone.get(battle.id) ?? "soft",
      }),
    );
  for (const [id, end] of Object.entries(told.ends))
    picture.append(
      place(found[id], /** @type {any} */ (end).name, {
        kind: id === at ? "here end" : "end",
        colour: /** @type {any} */ (end).winner ?? "soft",
      }),
    );
  return picture;
}

/** Where the last battle has led. @param {any} told */
function next(told) {
  const last = told.fought.at(-1);
  if (!last) return told.battles[0].id;
  return told.battles.find((/** @type {any} */ each) => each.id === last.battle).next[last.winner];
}

/**
 * @param {{x: number, y: number, most: number}} at @param {string} name
 * @param {{kind: string, colour: string}} how
 */
function place(at, name, { kind, colour }) {
  const end = kind.includes("end");
  const part = svg("g", { class: `place ${kind} ${colour}` });
  part.append(
    end
      ? svg("rect", { x: at.x - 11, y: at.y - 11, width: 22, height: 22, rx: 4 })
      : svg("circle", { cx: at.x, cy: at.y, r: ROUND }),
  );
  lines(name, at.most).forEach((line, n) => {
    const text = svg("text", { x: at.x, y: at.y + 29 + 14 * n });
    text.textContent = line;
    part.append(text);
  });
  return part;
}

/** The same to whoever does not see it. @param {any} told @param {string} at */
function spoken(told, at) {
  const name = (/** @type {string} */ id) =>
    told.battles.find((/** @type {any} */ each) => each.id === id)?.name ?? told.ends[id]?.name;
  const gone = told.fought.map((/** @type {any} */ row) => row.name);
  const open = told.battles.filter(
    (/** @type {any} */ each) => each.open && each.id !== at && !each.fought,
  );
  const parts = [
    gone.length ? `Fought: ${gone.join(", ")}.` : "",
    told.now.do === "over" ? "" : `Now: ${name(at)}.`,
    open.length ? `May come: ${open.map((/** @type {any} */ each) => each.name).join(", ")}.` : "",
  ];
  return `The way. ${parts.filter(Boolean).join(" ")}`;
}
