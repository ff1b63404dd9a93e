// @ts-check
/** Skirmish, both editions: seen, told, reported; grenades and corpses. */
import { svg, n } from "/static/board/svg.js";
import { colour } from "/static/board/pieces.js";
import { measured, unitOf } from "/static/skins/measured.js";
import { number, rounded } from "/static/skins/numbers.js";

/**
 * The longest throw in inches, before the die says how long this one is.
 * @param {any} state
 * @param {import("/static/skins/index.js").Book} book
 */
const longest = (state, book) =>
  Math.max(...["short", "middle", "long"].map((each) => number(state, book, `throw.${each}`)));
/**
 * How many dice a figure's armour has.
 * @param {any} unit @param {any} state @param {import("/static/skins/index.js").Book} book
 */
const armour = (unit, state, book) => {
  const whole = unit.health >= number(state, book, "armour.health");
  return number(state, book, whole ? "armour.dice" : "armour.weak_dice");
};

/** Everybody's own strip of the table. @param {any} state */
function edges(state) {
  if (state.table.edges) return state.table.edges;
  const [w, h] = state.table.size;
  const seats = [...new Set(state.units.map((/** @type {any} */ unit) => unit.seat))];
  const sides = [
    [
      [w, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [0, h],
    ],
    [
      [0, h],
      [w, h],
    ],
    [
      [w, h],
      [w, 0],
    ],
  ];
  const taken = seats.length === 2 ? [sides[0], sides[2]] : sides;
  return Object.fromEntries(seats.map((seat, at) => [seat, taken[at]]));
}

/**
 * Where a grenade that flies is to land.
 * @param {any} state @param {string} seat @param {{x: number, y: number}} spot
 */
function landing(state, seat, spot) {
  const grenade = state.attack;
  if (grenade?.do !== "throw" || grenade.within === undefined) return null;
  // The landing lies on the line of the throw: the nearest point of it to where somebody
  // pointed.
  const from = unitOf(state, grenade.unit).at;
  const [dx, dy] = [grenade.toward[0] - from[0], grenade.toward[1] - from[1]];
  const long = Math.hypot(dx, dy) || 1;
  const along = Math.max(
    0.01,
    Math.min(grenade.within - 0.002, ((spot.x - from[0]) * dx + (spot.y - from[1]) * dy) / long),
  );
  const exact = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;
  const at = [exact(from[0] + (dx / long) * along), exact(from[1] + (dy / long) * along)];
  return { action: { do: "land", at } };
}

/** @param {string} game @param {import("/static/skins/index.js").Book} book */
export const skin = (game, book) =>
  measured({
    most: (unit, state) => number(state, book, "health"),
    base: (state) => number(state, book, "base"),
    look: (unit) => ({ dots: unit.grenades, eye: unit.seen }),
    left: (unit) => unit.grenades ?? 0,
    chips: (unit, state) => [
      `${unit.health} health · ${armour(unit, state, book)} armour dice`,
      `${unit.actions} action${unit.actions === 1 ? "" : "s"} left`,
      `${unit.grenades} grenade${unit.grenades === 1 ? "" : "s"}`,
      ...(unit.fresh
        ? ["has seen just now, reports at the end of the next minute at the earliest"]
        : unit.seen
          ? ["has seen"]
          : []),
      ...(unit.alive ? [] : ["dead"]),
    ],
    ground(board, state) {
      for (const [seat, ends] of Object.entries(edges(state))) {
        const [[ax, ay], [bx, by]] = /** @type {number[][]} */ (ends);
        const long = Math.hypot(bx - ax, by - ay);
        const deep = number(state, book, "edge");
        const [dx, dy] = [((by - ay) / long) * deep, (-(bx - ax) / long) * deep];
        const clip = board.ground.querySelector(".rim")?.id;
        const turn = (Math.atan2(ay - by, bx - ax) * 180) / Math.PI;
        // Along the edge, and never upside down, whichever way the table is turned.
        const seen = (turn + 90 * board.turned + 720) % 360;
        const size = board.word * 0.85;
        const whole = `${seat.toUpperCase()}’S EDGE · ${seat.toUpperCase()}’S ARMY LIES BEYOND`;
        const text = whole.length * size * 0.82 < long ? whole : `${seat.toUpperCase()}’S EDGE`;
        board.ground.append(
          // All that is near the edge, which ends at its corners.
          svg("line", {
            x1: n(ax),
            y1: n(-ay),
            x2: n(bx),
            y2: n(-by),
            stroke: colour(seat),
            "stroke-width": 2 * deep,
            "stroke-linecap": "round",
            opacity: 0.12,
            "pointer-events": "none",
            "clip-path": `url(#${clip})`,
          }),
          svg(
            "g",
            {
              transform:
                `translate(${n((ax + bx + dx) / 2)} ${n(-(ay + by + dy) / 2)}) ` +
                `rotate(${n(seen > 90.5 && seen < 270.5 ? turn + 180 : turn)})`,
            },
            svg(
              "text",
              {
                class: "edge",
                y: n(board.word * 0.3),
                "text-anchor": "middle",
                "font-size": n(size),
                "letter-spacing": n(board.word * 0.12),
                fill: `color-mix(in srgb, ${colour(seat)} 55%, var(--ink))`,
              },
              text,
            ),
          ),
        );
      }
    },
    aim(state, seat, id, other) {
      const target = unitOf(state, other);
      if (!target) return [];
      if (!target.alive) return [{ action: { do: "take", unit: id, corpse: other } }];
      if (target.seat === seat) return [{ action: { do: "tell", unit: id, target: other } }];
      return [
        { action: { do: "shoot", unit: id, target: other } },
        { action: { do: "strike", unit: id, target: other } },
        { action: { do: "throw", unit: id, toward: target.at } },
      ];
    },
    go: (state, seat, id, spot) =>
      state.phase === "attack"
        ? { action: { do: "throw", unit: id, toward: [rounded(spot.x), rounded(spot.y)] } }
        : null,
    together: (state) => state.phase === "movement",
    tap: landing,
    onto(state, seat, id) {
      const at = unitOf(state, id)?.at;
      return at ? landing(state, seat, { x: at[0], y: at[1] }) : null;
    },
    over(board, state, chosen, draft) {
      const flying = state.attack;
      if (draft?.action.do === "throw")
        arc(board, unitOf(state, draft.action.unit)?.at, draft.action.toward, longest(state, book));
      if (!flying || !["throw", "land"].includes(flying.do)) return;
      if (flying.do === "throw")
        arc(
          board,
          unitOf(state, flying.unit)?.at,
          flying.toward,
          flying.within ?? longest(state, book),
        );
      // While one chooses, the referee says what lies in the blast, and that is drawn.
      const meant = draft?.action.do === "land" ? draft.action.at : flying.at;
      if (meant && !draft?.areas) blast(board, meant, state, book);
    },
    total: (roll) =>
      ["attack", "armour", "melee", "blast", "indirect"].includes(roll.purpose)
        ? roll.faces.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0)
        : null,
    home(state, seat) {
      const ends = edges(state)[seat];
      return ends && { x: (ends[0][0] + ends[1][0]) / 2, y: (ends[0][1] + ends[1][1]) / 2 };
    },
    heading: (state) =>
      state.phase === "deploy"
        ? "Deployment"
        : `Round ${state.round} · ` +
          `${state.phase === "movement" ? "movement, everybody at once" : state.phase}`,
  });

/**
 * Where a throw may go.
 * @param {import("/static/board/board.js").Board} board
 * @param {number[] | undefined} from
 * @param {number[]} toward
 * @param {number} far
 */
function arc(board, from, toward, far) {
  if (!from) return;
  const [dx, dy] = [toward[0] - from[0], toward[1] - from[1]];
  const long = Math.hypot(dx, dy) || 1;
  board.line(
    { x: from[0], y: from[1] },
    { x: from[0] + (dx / long) * far, y: from[1] + (dy / long) * far },
    { class: "throw", "stroke-width": 0.14, "stroke-dasharray": "0.3 0.2" },
  );
}

/**
 * The rings of a blast.
 * @param {import("/static/board/board.js").Board} board
 * @param {number[]} at
 * @param {any} state
 * @param {import("/static/skins/index.js").Book} book
 */
function blast(board, at, state, book) {
  const half = state.options.blast === "diameter" ? 0.5 : 1;
  for (const [far, dice] of [
    ["blast.far", "blast.far_dice"],
    ["blast.near", "blast.dice"],
  ].map((names) => names.map((name) => number(state, book, name)))) {
    const radius = far * half;
    board.lines.append(
      svg("circle", { class: "blast", cx: at[0], cy: -at[1], r: radius, "stroke-width": 0.08 }),
    );
    board.above.append(board.label(at[0], at[1] + radius, `${dice} dice`, "#B3261E", 0.8));
  }
  board.lines.append(svg("circle", { cx: at[0], cy: -at[1], r: 0.16, fill: "var(--no)" }));
}
