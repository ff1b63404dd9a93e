// @ts-check
/** Whose goal is what and how near it is: a bar over the table, and its marks on the table. */
import { n, svg } from "../board/svg.js";
import { claims } from "./claims.js";
import { capital, h } from "./dom.js";

/**
 * How things stand, as the server tells it.
 * @typedef {{seat: string, text: string, sign: string, done: number, most: number, said: string,
 *   alert?: string, area?: any, units?: string[]}} Goal
 * @typedef {{name: string, now: number, most: number, then: string}} Track
 * @typedef {{track: Track | null, goals: Goal[], left: Record<string, number[]>}} Standing
 */

/** As many are counted one by one; more are a bar. */
const MOST_PIPS = 6,
  MOST_STEPS = 40;
/** As many seats are told of at length. */
const FEW = 3;
/** A small drawing for each kind of goal, in a square of 24. @type {Record<string, string>} */
const SIGNS = {
  hold: "M3 9h18M5 9v9M19 9v9M5 14c4-4 10-4 14 0",
  reach: "M12 3v11M7 10l5 5 5-5M3 20h18",
  leave: "M4 4h9M4 20h9M4 4v16M10 12h11M17 8l4 4-4 4",
  kill: "M5 5l14 14M19 5L5 19M4 16l4 4M16 20l4-4",
  last: "M7 3h10M7 21h10M8 3c0 6 8 6 8 18M16 3c0 6-8 6-8 18",
  see: "M2 12c5-8 15-8 20 0c-5 8-15 8-20 0M12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
};

/** @param {string} sign */
const drawn = (sign) =>
  svg(
    "svg",
    { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: SIGNS[sign] ?? SIGNS.last }),
  );

/** @param {number} done @param {number} most */
const pips = (done, most) =>
  most > 0 && most <= MOST_PIPS
    ? h(
        "span",
        { class: "pips", "aria-hidden": "true" },
        ...Array.from({ length: most }, (_, at) => h("i", { class: at < done ? "full" : "" })),
      )
    : null;

/** @param {Track} track */
function counted({ name, now, most, then }) {
  const steps =
    most && most <= MOST_STEPS
      ? Array.from({ length: most }, (_, at) =>
          h("i", { class: at + 1 < now ? "past" : at + 1 === now ? "now" : "" }),
        )
      : [];
  const share = most > MOST_STEPS ? Math.round((100 * now) / most) : 0;
  return h(
    "div",
    { class: "track" },
    h(
      "p",
      {},
      h("b", {}, `${name} ${now}${most ? ` of ${most}` : ""}`),
      then ? h("small", {}, then) : null,
    ),
    steps.length ? h("div", { class: "steps", "aria-hidden": "true" }, ...steps) : null,
    share
      ? h("div", { class: "bar plain" }, h("span", { style: `width:${Math.min(100, share)}%` }))
      : null,
  );
}

export class Aims {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "aims", "aria-label": "Aims", hidden: true });
    this.marks = svg("g", { class: "goals", "pointer-events": "none" });
    /** What the bar says, so that it is not made anew for nothing. */
    this.said = "";
  }

  /** How it stands, or stood at what is looked at. @returns {Standing | null} */
  get standing() {
    const { looking, now } = this.table;
    return (looking.state ? looking.standing : now.about?.standing) ?? null;
  }

  /** @param {string} seat */
  whose(seat) {
    const { mine, about } = this.table.now;
    const alone = mine.length === 1 && about.seats.length > 1;
    return alone && mine[0] === seat ? "you" : this.table.panel.nameOf(seat);
  }

  /** In one word. @param {string} seat */
  colour(seat) {
    return this.whose(seat) === "you" ? "you" : capital(seat);
  }

  show() {
    const { standing } = this;
    this.element.hidden = !standing;
    if (!standing) return;
    const said = JSON.stringify([standing, this.table.now.mine, this.names()]);
    if (said === this.said) return;
    this.said = said;
    const { track } = standing;
    this.element.replaceChildren(
      ...(track ? [counted(track)] : []),
      ...this.blocks(standing),
      ...this.left(standing),
    );
  }

  names() {
    return this.table.now.about.seats.map((/** @type {any} */ each) => each.name);
  }

  /** Own goals first; what several are after is said once. @param {Standing} standing */
  blocks(standing) {
    const { goals } = standing;
    const { mine } = this.table.now;
    const own = (/** @type {Goal} */ goal) => Number(mine.length === 1 && goal.seat === mine[0]);
    const ordered = [...goals].sort((a, b) => own(b) - own(a));
    /** @type {Map<string, Goal[]>} */
    const alike = new Map();
    for (const goal of ordered) {
      const same = goals.some((each) => each.seat !== goal.seat && each.text === goal.text);
      const key = same && goal.sign !== "kill" ? goal.text : goal.seat;
      alike.set(key, [...(alike.get(key) ?? []), goal]);
    }
    return [...alike.values()].map((group) =>
      group.every((goal) => goal.seat === group[0].seat)
        ? this.side(group)
        : this.race(group, standing),
    );
  }

  /** What one side is after. @param {Goal[]} goals */
  side([first, ...more]) {
    const { seat, text, sign, done, most, said, alert } = first;
    return h(
      "div",
      { class: "goal ones", style: `--c: var(--${seat})` },
      drawn(sign),
      h(
        "div",
        {},
        h("p", {}, h("b", {}, text), h("span", { class: "owner" }, this.whose(seat))),
        h(
          "p",
          { class: "count" },
          h("span", { class: "by" }, capital(this.whose(seat))),
          pips(done, most),
          h("span", {}, said),
          alert ? h("em", {}, alert) : null,
          ...more.map(({ text: other, said: so }) => {
            const words = `or ${other.charAt(0).toLowerCase()}${other.slice(1)}`;
            return h("small", { title: so ? `${words}: ${so}` : words }, words);
          }),
        ),
      ),
    );
  }

  /** What all are after, and how near each is. @param {Goal[]} goals @param {Standing} standing */
  race(goals, { left }) {
    const many = goals.length > FEW;
    return h(
      "div",
      { class: "goal race" },
      drawn(goals[0].sign),
      h(
        "div",
        {},
        h("p", {}, h("b", {}, goals[0].text)),
        h(
          "div",
          { class: "count" },
          ...goals.map(({ seat, done, most, said, alert }) =>
            h(
              "span",
              { class: "runner", style: `--c: var(--${seat})` },
              pips(done, most),
              h("b", {}, many ? this.colour(seat) : capital(this.whose(seat))),
              // Of many, those are told of whom there is something to tell, and who is left here.
              many && left[seat] ? h("small", {}, `${left[seat].join(" of ")} left `) : null,
              many && !done && !alert ? null : h("span", {}, said),
              alert ? h("em", {}, alert) : null,
            ),
          ),
        ),
      ),
    );
  }

  /** @param {Standing} standing */
  left({ left }) {
    const seats = Object.entries(left);
    if (!seats.length || seats.length > FEW) return [];
    return [
      h(
        "div",
        { class: "left" },
        h("p", {}, h("b", {}, "Pieces left")),
        h(
          "p",
          { class: "count" },
          ...seats.map(([seat, [now, of]]) =>
            h(
              "span",
              { style: `--c: var(--${seat})` },
              h("i", { class: "dot" }),
              `${this.colour(seat)} `,
              h("b", {}, String(now)),
              ` of ${of}`,
            ),
          ),
        ),
      ),
    ];
  }

  /** Ground and pieces that somebody is after, on the table. */
  mark() {
    const { board, skin, picture, offering } = this.table;
    if (!board || !skin) return;
    if (this.marks.parentNode !== board.ground) board.ground.append(this.marks);
    const whose = (/** @type {string} */ seat) => (this.whose(seat) === "you" ? "Yours" : "");
    const named = (/** @type {string} */ unit) => offering.named(unit);
    const goals = this.standing?.goals ?? [];
    this.marks.replaceChildren(
      ...claims(board, goals, { tokens: picture.tokens(), unit: skin.unit, whose, named }),
    );
  }
}
