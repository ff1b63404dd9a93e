// @ts-check
/** A game looked at again: who was winning, and whether choices or dice made it so. */
import { n, svg } from "../board/svg.js";
import { ask, held } from "./api.js";
import { capital, h, title } from "./dom.js";

/** A phone's graph is drawn narrower, so that its words stay as large. */
const WIDE = innerWidth < 600 ? 430 : 900,
  HIGH = 300,
  LEFT = 46,
  RIGHT = innerWidth < 600 ? 66 : 90,
  TOP = 16,
  CHART = 174,
  STRIP = 246,
  REACH = 34;

/** Milliseconds before it is asked again how far a review is. The server waits a little, too. */
const PAUSE = 400;
const HOW = "Every position is played on many times. This can take a minute.";
const TURNS = "Everybody has their turn. Leave this page open, and it goes on by itself.";

/** Hundredths with their sign, if they have one. @param {number} share */
const points = (share) => {
  const whole = Math.round(share * 100);
  return whole ? `${whole > 0 ? "+" : "−"}${Math.abs(whole)}` : "0";
};
/** How well that is known. @param {number} error */
const within = (error) => (Math.round(error * 100) ? ` ± ${Math.round(error * 100)}` : "");

/** A seat's colour as a thin line needs it on a dark page. @param {string} seat */
const lifted = (seat) => `color-mix(in srgb, var(--${seat}), white var(--lift))`;

/** @param {string} match @returns {Promise<import("./main.js").Page>} */
export async function review(match) {
  title("Review");
  const mine = held(match);
  const token = Object.values(mine.tokens)[0];
  const headers = {
    ...(token ? { "outrider-token": token } : {}),
    ...(mine.watch ? { "outrider-watch": mine.watch } : {}),
  };
  const waiting = new Waiting(match);
  const place = h("div", { class: "page" }, h("h1", {}, "What decided it"), waiting.element);
  let left = false;
  const look = async () => {
    try {
      for (;;) {
        const found = await ask("GET", `/api/matches/${match}/review`, undefined, headers);
        if (left) return;
        // Until it is found out, the answer is how far it is.
        if (!("ahead" in found)) {
          place.replaceChildren(...shown(match, found));
          return;
        }
        waiting.show(found);
        await new Promise((done) => setTimeout(done, PAUSE));
        if (left) return;
      }
    } catch (error) {
      if (left) return;
      const again = () => {
        place.replaceChildren(h("h1", {}, "What decided it"), waiting.element);
        look();
      };
      const why = `${capital(/** @type {Error} */ (error).message)}.`;
      place.replaceChildren(
        h("h1", {}, "That did not work"),
        h("p", { class: "lead error", role: "alert" }, why),
        h(
          "p",
          { class: "btns" },
          h("button", { class: "btn main", onclick: again }, "Try again"),
          h("a", { class: "btn", href: `/replay/${match}` }, "Replay"),
        ),
      );
    }
  };
  look();
  return {
    element: place,
    leave: () => {
      left = true;
    },
  };
}

/** How far it is, while one waits. */
class Waiting {
  /** @param {string} match */
  constructor(match) {
    this.said = h("p", { class: "book big", role: "status" }, "Looking at every move");
    this.fill = h("span", { style: "width:0%" });
    const values = { "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": "0" };
    const bar = { class: "meter", role: "progressbar", "aria-label": "How far it is", ...values };
    this.bar = h("div", bar, this.fill);
    this.more = h("p", { class: "small" }, HOW);
    const replay = h("a", { class: "btn", href: `/replay/${match}` }, "Replay meanwhile");
    this.element = h(
      "div",
      { class: "card studying" },
      this.said,
      this.bar,
      this.more,
      h("p", { class: "btns" }, replay),
    );
  }

  /** @param {{ahead: number, done: number}} progress */
  show({ ahead, done }) {
    const part = Math.round(done * 100);
    const text = ahead ? "Waiting for its turn" : "Looking at every move";
    // What is read aloud changes rarely; the number is on the bar.
    if (this.said.textContent !== text) this.said.textContent = text;
    const others = ahead === 1 ? "One other game is" : `${ahead} other games are`;
    const far = part ? `${part}% done.` : "Getting ready.";
    this.more.textContent = ahead ? `${others} looked at first. ${TURNS}` : `${far} ${HOW}`;
    this.bar.setAttribute("aria-valuenow", String(part));
    this.bar.toggleAttribute("data-waits", ahead > 0);
    this.fill.style.width = `${part}%`;
  }
}

/** @param {string} match @param {any} found */
function shown(match, found) {
  const name = (/** @type {string} */ seat) => found.names[seat] ?? capital(seat);
  const own = Object.keys(held(match).tokens);
  // Told from one's own side of the table; of a stranger's game from the first.
  const seat = own.length === 1 && found.seats.includes(own[0]) ? own[0] : found.seats[0];
  const cause = (/** @type {any} */ swing) =>
    swing.kind === "dice"
      ? "The dice"
      : swing.kind === "several"
        ? "Several lines"
        : swing.seat
          ? `${name(swing.seat)}'s choice`
          : "The clock";
  const moments = found.moments.map((/** @type {number} */ at) =>
    found.swings.find((/** @type {any} */ swing) => swing.n === at),
  );
  // What one's own side has of it; at a larger table, whom it changed most for.
  const whom = (/** @type {any} */ swing) =>
    found.seats.length === 2
      ? seat
      : found.seats.reduce((/** @type {string} */ a, /** @type {string} */ b) =>
          Math.abs(swing.by[b]) > Math.abs(swing.by[a]) ? b : a,
        );
  const bar = (/** @type {number} */ share) =>
    h(
      "span",
      { class: share < 0 ? "swing less" : "swing", "aria-hidden": "true" },
      h("span", { style: `width:${Math.min(50, Math.abs(share) * 100)}%` }),
    );
  return [
    h("h1", {}, "What decided it"),
    h(
      "p",
      { class: "lead" },
      "Each line is a player's chance to win, after every choice and every roll. Below it, " +
        "every swing: solid for what somebody decided, striped for what the dice did.",
    ),
    h("div", { class: "card graph" }, /** @type {any} */ (graph(found, name, seat))),
    h("h2", {}, "Moments that mattered"),
    ...(moments.length
      ? []
      : [h("p", {}, "No line stands out from what chance alone would show.")]),
    h(
      "div",
      { class: "moments" },
      ...moments.map((/** @type {any} */ swing, /** @type {number} */ at) =>
        h(
          "div",
          { class: "card" },
          h(
            "p",
            { class: "small" },
            h("b", { class: "number" }, String(at + 1)),
            ` Line ${swing.n} · ${cause(swing)}`,
          ),
          h(
            "p",
            { class: "book big" },
            `${points(swing.by[whom(swing)])}${within(swing.error[whom(swing)])} points ` +
              `for ${name(whom(swing))}`,
          ),
          h("p", {}, swing.text),
          h(
            "a",
            {
              class: "btn",
              href: `/replay/${match}#at=${swing.n}`,
              "aria-label": `Show moment ${swing.n}`,
            },
            "Show",
          ),
        ),
      ),
    ),
    h("h2", {}, "Luck and skill"),
    h(
      "p",
      { class: "small" },
      "How many points of winning chance each player's own choices and the dice brought in " +
        `all. ${found.how} What follows a ± is one standard error.`,
    ),
    h(
      "table",
      { class: "text luck" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...["", "by own choices", "by the dice"].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        ...found.seats.map((/** @type {string} */ each) =>
          h(
            "tr",
            { style: `--c: var(--${each})` },
            h("th", { scope: "row" }, h("span", { class: "dot" }), h("b", {}, name(each))),
            ...[
              [found.skill[each], found.skill_error[each]],
              [found.luck[each], found.luck_error[each]],
            ].map(([share, error]) =>
              h(
                "td",
                {},
                h("span", { class: "sum" }, `${points(share)}${within(error)} points`),
                bar(share),
              ),
            ),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "btns" },
      h("a", { class: "btn main", href: `/replay/${match}` }, "Replay"),
      h("a", { class: "btn", href: "/" }, "To the games"),
    ),
  ];
}

/** @param {any} found @param {(seat: string) => string} name @param {string} mine */
function graph(found, name, mine) {
  const last = Math.max(1, found.chances.length - 1);
  const x = (/** @type {number} */ at) => LEFT + (at / last) * (WIDE - LEFT - RIGHT);
  const [low, high] = spanOf(found);
  const y = (/** @type {number} */ share) => TOP + ((high - share) / (high - low)) * CHART;
  const made = svg("svg", {
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "img",
    "aria-label":
      "Winning chances: " +
      found.seats
        .map((/** @type {string} */ seat) => {
          const share = Math.round(found.chances[last]?.[seat] * 100);
          return `${name(seat)} ends at ${share} percent`;
        })
        .join(", "),
    width: "100%",
  });
  const id = "striped";
  made.append(
    svg(
      "defs",
      {},
      svg(
        "pattern",
        { id, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        svg("rect", { width: 4, height: 4, fill: "var(--sheet)" }),
        svg("line", { y2: 4, stroke: "var(--att)", "stroke-width": 5 }),
      ),
    ),
  );
  const step = high - low > 0.6 ? 0.25 : 0.1;
  for (let share = Math.ceil(low / step - 1e-9) * step; share <= high + 1e-9; share += step)
    made.append(
      svg("line", {
        x1: LEFT,
        x2: WIDE - RIGHT,
        y1: n(y(share)),
        y2: n(y(share)),
        stroke: "var(--hair)",
        "stroke-dasharray": Math.abs(share - 0.5) < 0.01 ? null : "3 4",
      }),
      word(LEFT - 8, y(share) + 4, `${Math.round(share * 100)}%`, "end"),
    );
  made.append(...swings(found, mine, x, id));
  found.seats.forEach((/** @type {string} */ seat, /** @type {number} */ at) =>
    made.append(
      svg("polyline", {
        points: found.chances
          .map(
            (/** @type {any} */ each, /** @type {number} */ index) =>
              `${n(x(index))},${n(y(each[seat]))}`,
          )
          .join(" "),
        fill: "none",
        stroke: lifted(seat),
        "stroke-width": 2.5,
        "stroke-linejoin": "round",
        "stroke-dasharray": ["none", "8 3", "3 3", "1 3"][at % 4],
      }),
    ),
  );
  const ends = found.seats
    .map((/** @type {string} */ seat) => ({ seat, at: y(found.chances[last][seat]) }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.at - b.at);
  // Names at the lines' ends, kept apart.
  ends.forEach((/** @type {any} */ end, /** @type {number} */ at) => {
    end.at = Math.max(end.at, at ? ends[at - 1].at + 16 : 0);
    made.append(
      svg("circle", { cx: WIDE - RIGHT + 9, cy: n(end.at), r: 4, fill: lifted(end.seat) }),
      word(WIDE - RIGHT + 17, end.at + 4, name(end.seat).slice(0, 10), "start", "var(--ink)"),
    );
  });
  let before = -Infinity;
  found.moments.forEach((/** @type {number} */ moment, /** @type {number} */ at) => {
    // Flags above the lines, side by side where moments are close.
    const flag = (before = Math.max(x(moment), before + 22)),
      point = y(found.chances[moment][mine]);
    made.append(
      svg("path", {
        d: `M${n(flag)} ${TOP}L${n(x(moment))} ${n(point)}`,
        stroke: "var(--ink)",
        "stroke-width": 1.2,
      }),
      svg("circle", { cx: n(x(moment)), cy: n(point), r: 4, fill: "var(--ink)" }),
      svg("circle", { cx: n(flag), cy: TOP, r: 10, fill: "var(--ink)" }),
      svg(
        "text",
        {
          x: n(flag),
          y: TOP + 4,
          "font-size": 12,
          "font-weight": 700,
          "text-anchor": "middle",
          fill: "var(--sheet)",
        },
        String(at + 1),
      ),
    );
  });
  return made;
}

/**
 * What part of the whole is worth showing: all chances, and never less than two fifths.
 * @param {any} found
 * @returns {[number, number]}
 */
function spanOf(found) {
  const all = found.chances.flatMap((/** @type {any} */ each) =>
    found.seats.map((/** @type {string} */ seat) => each[seat]),
  );
  const low = Math.min(0.3, Math.floor(Math.min(...all) * 10) / 10),
    high = Math.max(0.7, Math.ceil(Math.max(...all) * 10) / 10);
  return [Math.max(0, low), Math.min(1, high)];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {string} anchor
 * @param {string} [fill]
 */
const word = (x, y, text, anchor, fill = "var(--soft)") =>
  svg("text", { x: n(x), y: n(y), "font-size": 12, "text-anchor": anchor, fill }, text);

/**
 * Every swing as a bar, up or down.
 * @param {any} found
 * @param {string} mine
 * @param {(at: number) => number} x
 * @param {string} striped
 */
function swings(found, mine, x, striped) {
  const most = Math.max(
    0.05,
    ...found.swings.map((/** @type {any} */ swing) => Math.abs(swing.by[mine])),
  );
  const wide = Math.max(2.5, Math.min(9, (x(1) - x(0)) * 0.8));
  const made = [
    svg("line", { x1: LEFT, x2: WIDE - RIGHT, y1: STRIP, y2: STRIP, stroke: "var(--hair)" }),
    word(LEFT - 8, STRIP - REACH + 10, `+${Math.round(most * 100)}`, "end"),
    word(LEFT - 8, STRIP + REACH, `−${Math.round(most * 100)}`, "end"),
  ];
  for (const swing of found.swings) {
    const by = swing.by[mine],
      dice = swing.kind === "dice";
    const high = (Math.abs(by) / most) * REACH;
    if (high < 0.5) continue;
    made.push(
      svg(
        "rect",
        {
          x: n(x(swing.n) - wide / 2),
          y: n(by > 0 ? STRIP - high : STRIP),
          width: n(wide),
          height: n(high),
          fill: dice ? `url(#${striped})` : "var(--ok)",
          stroke: dice ? "var(--att)" : "none",
          "stroke-width": 1,
        },
        svg(
          "title",
          {},
          `Line ${swing.n}: ${points(by)}${within(swing.error[mine])} points by ` +
            `${dice ? "the dice" : "a choice"}. ${swing.text}`,
        ),
      ),
    );
  }
  return made;
}
