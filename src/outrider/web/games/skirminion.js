// @ts-check
/** Skirminion: dice on a chess board, forts as small towers. */
import { svg, n } from "../board/svg.js";
import { PIPS } from "../board/dice.js";
import { colour, ring } from "../board/pieces.js";

const FILES = "abcdefgh";
/** @param {string} square */
const spot = (square) => ({ x: FILES.indexOf(square[0]) + 0.5, y: Number(square[1]) - 0.5 });
/** @param {{x: number, y: number}} at */
const square = (at) => (at.x >= 0 && at.x < 8 && at.y >= 0 && at.y < 8 ? `${FILES[Math.floor(at.x)]}${Math.floor(at.y) + 1}` : null);

/** The pieces of a position line. @param {string} position */
export function pieces(position) {
  /** @type {{square: string, seat: string, health: number, fort: boolean}[]} */
  const found = [];
  position.split(" ")[0].split("/").forEach((row, down) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) { file += Number(letter); continue; }
      const seat = letter === letter.toUpperCase() ? "red" : "blue";
      const fort = letter.toLowerCase() === "p";
      found.push({ square: `${FILES[file]}${8 - down}`, seat, fort, health: fort ? 0 : letter.toLowerCase().charCodeAt(0) - 96 });
      file++;
    }
  });
  return found;
}

/** @param {string} seat @param {number} health */
function cube(seat, health) {
  const body = svg("g", {},
    svg("rect", { x: -0.31, y: -0.27, width: 0.62, height: 0.62, rx: 0.1, fill: "#00000033" }),
    svg("rect", { x: -0.31, y: -0.31, width: 0.62, height: 0.62, rx: 0.1, fill: colour(seat) }),
    svg("rect", { x: -0.28, y: -0.28, width: 0.56, height: 0.56, rx: 0.08, fill: "none", stroke: "#ffffff99", "stroke-width": 0.018 }));
  if (seat === "blue") body.append(svg("rect", { x: -0.35, y: -0.35, width: 0.7, height: 0.7, rx: 0.13, fill: "none", stroke: colour(seat), "stroke-width": 0.02 }));
  for (const [x, y] of PIPS[health] ?? []) body.append(svg("circle", { cx: x * 0.15, cy: y * 0.15, r: 0.052, fill: "#fff" }));
  return [body, svg("rect", { class: "halo", x: -0.42, y: -0.42, width: 0.84, height: 0.84, rx: 0.14, "stroke-width": 0.04 })];
}

/** @param {string} seat */
function tower(seat) {
  const paint = colour(seat);
  return [svg("g", {},
    svg("ellipse", { cx: 0, cy: 0.29, rx: 0.25, ry: 0.06, fill: "#00000033" }),
    svg("path", { d: "M-.24-.27h.1v.07h.09v-.07h.1v.07h.09v-.07h.1v.17h-.06l.05.38h-.46l.05-.38h-.06z", fill: paint }),
    svg("path", { d: "M-.05.28v-.14a.05.05 0 0 1 .1 0v.14z", fill: "#00000055" }),
    ...ring(seat, 0)), svg("rect", { class: "halo", x: -0.42, y: -0.42, width: 0.84, height: 0.84, rx: 0.14, "stroke-width": 0.04 })];
}

/** @param {string} game @returns {import("./skin.js").Skin} */
export function skin(game) {
  /** Tokens keep their name when they move. @type {Map<string, string>} */
  const names = new Map();
  let next = 0;
  const nameOf = (/** @type {string} */ at) => names.get(at) ?? (names.set(at, `p${next++}`), /** @type {string} */ (names.get(at)));
  const at = (/** @type {string} */ id) => [...names].find(([, name]) => name === id)?.[0] ?? id;
  const from = (/** @type {any} */ action) => action.from ?? action.unit ?? null;
  const to = (/** @type {any} */ action) => action.to ?? action.fort ?? (action.do === "place" ? action.at : action.do === "receive" ? action.unit : null);
  return {
    unit: 0.62,
    quick: true,
    box: () => ({ left: -0.45, bottom: -0.5, right: 8.15, top: 8.15 }),
    ground(board) {
      const made = [svg("rect", { x: -0.03, y: -8.03, width: 8.06, height: 8.06, fill: "var(--rim)" })];
      for (let x = 0; x < 8; x++) for (let y = 0; y < 8; y++) made.push(svg("rect", { x, y: -y - 1, width: 1, height: 1, fill: (x + y) % 2 ? "var(--light-square)" : "var(--dark-square)" }));
      for (let x = 0; x < 8; x++) made.push(svg("text", { x: x + 0.5, y: 0.3, "font-size": 0.2, "text-anchor": "middle", fill: "var(--soft)" }, FILES[x]), svg("text", { x: -0.15, y: n(-x - 0.43), "font-size": 0.2, "text-anchor": "middle", fill: "var(--soft)" }, String(x + 1)));
      board.ground.replaceChildren(...made);
    },
    follow(events) {
      for (const event of events) {
        if (event.event === "moved") { const name = names.get(event.from); if (name) { names.delete(event.from); names.set(event.to, name); } }
        if (event.event === "died") names.delete(event.unit);
        if (event.event === "captured") names.delete(event.fort);
      }
    },
    tokens(state) {
      const all = pieces(state.position);
      const here = new Set(all.map((piece) => piece.square));
      for (const known of [...names.keys()]) if (!here.has(known)) names.delete(known);
      return all.map((piece) => ({
        id: nameOf(piece.square), seat: piece.seat, ...spot(piece.square), alive: true, key: `${piece.seat}${piece.health}`,
        label: piece.fort ? `${piece.seat} fort at ${piece.square}` : `${piece.seat} unit at ${piece.square}, health ${piece.health}`,
        draw: () => (piece.fort ? tower(piece.seat) : cube(piece.seat, piece.health)),
      }));
    },
    card(state, id) {
      const piece = pieces(state.position).find((each) => each.square === at(id));
      return { title: at(id), chips: piece ? (piece.fort ? [`${piece.seat} fort`] : [`${piece.health} health`, piece.seat]) : [] };
    },
    token: (unit) => names.get(unit) ?? null,
    owner: (action) => (from(action) && action.do !== "receive" ? names.get(from(action)) ?? null : null),
    place(action) {
      const there = to(action);
      if (!there) return null;
      const token = names.get(there);
      return token ? { token } : { spot: spot(there) };
    },
    name(action) {
      if (action.do === "declare") return `${action.forts} fort${action.forts === 1 ? "" : "s"} each`;
      return { pass: "Pass", end: "End the activation", rest: `Rest ${action.unit}`, move: `Move to ${action.to}`, attack: `Attack ${action.to}`, siege: `Besiege ${action.fort}`, receive: `${action.unit} takes the blow`, place: `Fort on ${action.at}` }[/** @type {string} */ (action.do)] ?? action.do;
    },
    go(state, seat, id, there) { const target = square(there); return target ? { do: "move", from: at(id), to: target } : null; },
    aim(state, seat, id, other) {
      const piece = pieces(state.position).find((each) => each.square === at(other));
      return [piece?.fort ? (piece.seat === seat ? { do: "move", from: at(id), to: at(other) } : { do: "siege", from: at(id), fort: at(other) }) : { do: "attack", from: at(id), to: at(other) }];
    },
    tap(state, seat, there) { const target = square(there); return state.phase === "setup" && target ? { do: "place", at: target } : null; },
    heading: (state) => (state.phase === "setup" ? "Setting up" : `Activation ${Number(state.position.split(" ")[5] ?? 0) + 1}`),
  };
}
