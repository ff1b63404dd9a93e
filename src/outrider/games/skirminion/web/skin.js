// @ts-check
/** Skirminion: dice on a chess board, forts as small towers. */
import { svg, n } from "/static/board/svg.js";
import { PIPS } from "/static/board/dice.js";
import { colour } from "/static/board/pieces.js";
import { number } from "/static/skins/numbers.js";

const FILES = "abcdefgh";
/** @param {string} square */
const spot = (square) => ({ x: FILES.indexOf(square[0]) + 0.5, y: Number(square[1]) - 0.5 });
/** @param {{x: number, y: number}} at */
const square = (at) =>
  at.x >= 0 && at.x < 8 && at.y >= 0 && at.y < 8
    ? `${FILES[Math.floor(at.x)]}${Math.floor(at.y) + 1}`
    : null;

/** Nothing is left to chance, so nothing is shown first. @param {any} action */
const sure = (action) => ({ action, sure: /** @type {const} */ ("always") });

/** The pieces of a position line. @param {string} position */
export function pieces(position) {
  /** @type {{square: string, seat: string, health: number, fort: boolean}[]} */
  const found = [];
  position
    .split(" ")[0]
    .split("/")
    .forEach((row, down) => {
      let file = 0;
      for (const letter of row) {
        if (/\d/.test(letter)) {
          file += Number(letter);
          continue;
        }
        const seat = letter === letter.toUpperCase() ? "red" : "blue";
        const fort = letter.toLowerCase() === "p";
        found.push({
          square: `${FILES[file]}${8 - down}`,
          seat,
          fort,
          health: fort ? 0 : letter.toLowerCase().charCodeAt(0) - 96,
        });
        file++;
      }
    });
  return found;
}

/** Pieces on neighbouring squares touch. @param {{square: string}} a @param {{square: string}} b */
function touching(a, b) {
  const [p, q] = [spot(a.square), spot(b.square)];
  return a !== b && Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y)) === 1;
}

/** @param {string} seat @param {number} health */
function cube(seat, health) {
  const body = svg(
    "g",
    { class: "turns" },
    svg("rect", { x: -0.31, y: -0.26, width: 0.62, height: 0.62, rx: 0.11, fill: "#00000040" }),
    svg("rect", { x: -0.31, y: -0.31, width: 0.62, height: 0.62, rx: 0.11, fill: colour(seat) }),
    svg("path", {
      d: "M-.31-.2q0-.11.11-.11h.4q.11 0 .11.11q0-.05-.11-.05h-.4q-.11 0-.11.05z",
      fill: "#FFFFFF",
      opacity: 0.35,
    }),
    svg("rect", {
      x: -0.275,
      y: -0.275,
      width: 0.55,
      height: 0.55,
      rx: 0.085,
      fill: "none",
      stroke: "#FFFFFF99",
      "stroke-width": 0.018,
    }),
  );
  if (seat === "blue")
    body.append(
      svg("rect", {
        x: -0.35,
        y: -0.35,
        width: 0.7,
        height: 0.7,
        rx: 0.14,
        fill: "none",
        stroke: colour(seat),
        "stroke-width": 0.022,
      }),
    );
  for (const [x, y] of PIPS[health] ?? [])
    body.append(svg("circle", { cx: x * 0.155, cy: y * 0.155, r: 0.056, fill: "#FFFFFF" }));
  return [
    body,
    svg("rect", {
      class: "halo",
      x: -0.42,
      y: -0.42,
      width: 0.84,
      height: 0.84,
      rx: 0.14,
      "stroke-width": 0.045,
    }),
  ];
}

/** @param {string} seat */
function tower(seat) {
  const paint = colour(seat);
  const body = svg(
    "g",
    {},
    svg("ellipse", { cx: 0, cy: 0.3, rx: 0.27, ry: 0.065, fill: "#00000040" }),
    svg("path", {
      d: "M-.26-.3h.11v.08h.09v-.08h.12v.08h.09v-.08h.11v.19h-.06l.05.4h-.5l.05-.4h-.06z",
      fill: paint,
      stroke: "#FFFFFF99",
      "stroke-width": 0.018,
      "stroke-linejoin": "round",
    }),
    svg("path", {
      d: "M-.2-.11h.4M-.11.02h.1M.03.02h.1M-.17.12h.09M.1.12h.08",
      stroke: "#FFFFFF80",
      "stroke-width": 0.018,
    }),
    svg("path", { d: "M-.06.29v-.15a.06.06 0 0 1 .12 0v.15z", fill: "#00000066" }),
  );
  if (seat === "blue")
    body.append(
      svg("path", {
        d: "M-.31-.35h.21v.08h.06v-.08h.08v.08h.06v-.08h.21v.29h-.06l.06.4h-.62l.06-.4h-.06z",
        fill: "none",
        stroke: paint,
        "stroke-width": 0.022,
        "stroke-linejoin": "round",
      }),
    );
  return [
    body,
    svg("rect", {
      class: "halo",
      x: -0.42,
      y: -0.42,
      width: 0.84,
      height: 0.84,
      rx: 0.14,
      "stroke-width": 0.045,
    }),
  ];
}

/**
 * @param {import("/static/board/board.js").Board} board
 * @param {{square: string, seat: string}} from
 * @param {{square: string}} to
 * @param {string} kind
 */
function link(board, from, to, kind) {
  const [a, b] = [spot(from.square), spot(to.square)];
  board.line(a, b, { class: `link ${kind}`, stroke: colour(from.seat), "stroke-width": 0.05 });
}

/**
 * Who touches whom; of the one that is chosen, who helps it against those it touches, and who
 * strikes back.
 * @param {import("/static/board/board.js").Board} board
 * @param {string} position
 * @param {string | null} chosen
 */
function contacts(board, position, chosen) {
  const all = pieces(position);
  const own = all.find((piece) => piece.square === chosen && !piece.fort);
  const units = all.filter((piece) => !piece.fort);
  if (!own) {
    for (const unit of units)
      for (const other of units)
        if (unit.seat === "red" && other.seat !== "red" && touching(unit, other))
          board.line(spot(unit.square), spot(other.square), {
            class: "link faint",
            stroke: "var(--soft)",
            "stroke-width": 0.045,
          });
    return;
  }
  for (const enemy of all) {
    if (enemy.seat === own.seat || !touching(own, enemy)) continue;
    link(board, own, enemy, "strong");
    for (const friend of units)
      if (friend.seat === own.seat && friend !== own && touching(friend, enemy))
        link(board, friend, enemy, "help");
  }
}

/**
 * @param {string} game
 * @param {import("/static/skins/index.js").Book} book
 * @returns {import("/static/skins/skin.js").Skin}
 */
export function skin(game, book) {
  /** Tokens keep their name when they move. @type {Map<string, string>} */
  const names = new Map();
  let next = 0;
  const nameOf = (/** @type {string} */ at) =>
    names.get(at) ?? (names.set(at, `p${next++}`), /** @type {string} */ (names.get(at)));
  const at = (/** @type {string} */ id) => [...names].find(([, name]) => name === id)?.[0] ?? id;
  return {
    unit: 0.62,
    box: () => ({ left: -0.45, bottom: -0.5, right: 8.15, top: 8.15 }),
    ground(board) {
      const made = [
        svg("rect", { x: -0.03, y: -8.03, width: 8.06, height: 8.06, fill: "var(--rim)" }),
      ];
      for (let x = 0; x < 8; x++)
        for (let y = 0; y < 8; y++)
          made.push(
            svg("rect", {
              x,
              y: -y - 1,
              width: 1,
              height: 1,
              fill: (x + y) % 2 ? "var(--light-square)" : "var(--dark-square)",
            }),
          );
      for (let x = 0; x < 8; x++)
        made.push(
          svg(
            "text",
            { x: x + 0.5, y: 0.3, "font-size": 0.2, "text-anchor": "middle", fill: "var(--soft)" },
            FILES[x],
          ),
          svg(
            "text",
            {
              x: -0.15,
              y: n(-x - 0.43),
              "font-size": 0.2,
              "text-anchor": "middle",
              fill: "var(--soft)",
            },
            String(x + 1),
          ),
        );
      board.ground.replaceChildren(...made);
    },
    follow(events) {
      for (const event of events) {
        if (event.event === "moved") {
          const name = names.get(event.from);
          if (name) {
            names.delete(event.from);
            names.set(event.to, name);
          }
        }
        if (event.event === "died") names.delete(event.unit);
        if (event.event === "captured") names.delete(event.fort);
      }
    },
    tokens(state) {
      const all = pieces(state.position);
      const here = new Set(all.map((piece) => piece.square));
      for (const known of [...names.keys()]) if (!here.has(known)) names.delete(known);
      return all.map((piece) => ({
        id: nameOf(piece.square),
        seat: piece.seat,
        ...spot(piece.square),
        alive: true,
        key: `${piece.seat}${piece.health}`,
        label: piece.fort
          ? `${piece.seat} fort at ${piece.square}`
          : `${piece.seat} unit at ${piece.square}, health ${piece.health}`,
        draw: () => (piece.fort ? tower(piece.seat) : cube(piece.seat, piece.health)),
      }));
    },
    card(state, id) {
      const all = pieces(state.position);
      const piece = all.find((each) => each.square === at(id));
      if (!piece) return { title: at(id), chips: [] };
      const touched = all
        .filter((each) => each.seat !== piece.seat && touching(piece, each))
        .map((each) => each.square);
      return {
        title: at(id),
        chips: [
          ...(piece.fort ? [`${piece.seat} fort`] : [piece.seat, `${piece.health} health`]),
          ...(touched.length ? [`touches ${touched.join(", ")}`] : []),
        ],
      };
    },
    token: (unit) => names.get(unit) ?? null,
    spot: (name) => (/^[a-h][1-8]$/.test(name) ? spot(name) : null),
    where(place) {
      const token = names.get(String(place));
      return token ? { token } : { spot: spot(String(place)) };
    },
    go(state, seat, id, there) {
      const target = square(there);
      return target ? sure({ do: "move", from: at(id), to: target }) : null;
    },
    aim(state, seat, id, other) {
      const [from, there] = [at(id), at(other)];
      const piece = pieces(state.position).find((each) => each.square === there);
      if (!piece?.fort) return [sure({ do: "attack", from, to: there })];
      return piece.seat === seat
        ? [sure({ do: "move", from, to: there })]
        : [sure({ do: "siege", from, fort: there })];
    },
    tap(state, seat, there) {
      const target = square(there);
      return state.phase === "setup" && target ? sure({ do: "place", at: target }) : null;
    },
    over: (board, state, chosen) => contacts(board, state.position, chosen ? at(chosen) : null),
    far(action, state) {
      // What no plain step could be: around a friendly fort.
      if (action.do !== "move") return false;
      const [a, b] = [spot(action.from), spot(action.to)];
      const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
      const pace =
        (pieces(state.position).find((piece) => piece.square === action.from)?.health ?? 0) > 3
          ? "move"
          : "slow";
      if (dx && dy) return dx !== dy || dx > number(state, book, `${pace}.diagonal`);
      return Math.max(dx, dy) > number(state, book, `${pace}.straight`);
    },
    still: (state) => state.phase !== "setup",
    home: (state, seat) => ({ x: 4, y: seat === "red" ? 0 : 8 }),
    heading: (state) =>
      state.phase === "setup"
        ? "Setting up"
        : `Activation ${Number(state.position.split(" ")[5] ?? 0) + 1}`,
  };
}
