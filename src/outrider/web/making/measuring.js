// @ts-check
/** How it plays: bots play it in the lab, and what is known so far is shown with its interval. */
import { capital, h } from "../app/dom.js";
import { n, svg } from "../board/svg.js";

/** @typedef {import("./work.js").Work} Work */
/** One look at it. @typedef {{games: number, mean: number, low: number, high: number}} Look */

const FAIR = [0.45, 0.55];
const AGAIN = 300;

/** How far it may be off; both ends where they are not as far.
 * @param {{mean: number, low: number, high: number}} found */
function spread({ mean, low, high }) {
  const [down, up] = [Math.round((mean - low) * 100), Math.round((high - mean) * 100)];
  const even = Math.abs(up - down) <= 1;
  return even ? `± ${Math.max(1, up)}` : `(${Math.round(low * 100)} to ${Math.round(high * 100)})`;
}

/** What was found when it was dealt. @param {import("./drafts.js").Dealt} dealt */
function dealtWords({ seed, pieces, measured: { games, bots, won, drawn } }) {
  const hundredth = (/** @type {number} */ share) => Math.round(100 * share);
  const shares = Object.entries(won).map(
    ([seat, { mean, low, high }]) =>
      `${capital(seat)} won ${hundredth(mean)}% (${hundredth(low)} to ${hundredth(high)})`,
  );
  return (
    `Dealt by seed ${seed}, ${pieces} a side: of ${games.toLocaleString("en")} games between ` +
    `${bots}s ${shares.join(", ")}, and ${hundredth(drawn.mean)}% were drawn.`
  );
}

export class Measuring {
  /** @param {Work} work @param {import("./checking.js").Checking} checking
   * @param {() => void} told */
  constructor(work, checking, told) {
    this.work = work;
    this.checking = checking;
    this.told = told;
    /** @type {any} */
    this.found = null;
    /** @type {Look[]} */
    this.looks = [];
    /** The value it was measured of. @type {any} */
    this.of = null;
    this.running = false;
    this.trouble = "";
    this.left = false;
  }

  leave() {
    this.left = true;
    this.running = false;
  }

  async start() {
    this.trouble = "";
    if (!(await this.checking.settled())) {
      this.trouble = "first mend what is marked in red";
      this.told();
      return;
    }
    const { value, draft } = this.work;
    Object.assign(this, { of: value, found: null, looks: [], running: true });
    this.told();
    while (this.running && !this.left) {
      try {
        const body = JSON.stringify({ game: draft.game, kind: draft.kind, value });
        const answer = await fetch("/api/making/measure", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        const said = await answer.json();
        if (!answer.ok) throw new Error(said?.error?.message ?? `${answer.status}`);
        this.heard(said);
        if (said.done) this.running = false;
      } catch (error) {
        this.trouble = String(/** @type {any} */ (error).message ?? error);
        this.running = false;
      }
      this.told();
      if (this.running) await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** @param {any} said */
  heard(said) {
    if (!said.found) return;
    this.found = said.found;
    this.looks = said.found.looks;
  }

  stop() {
    this.running = false;
    this.told();
  }

  /** @param {() => void} tryIt */
  card(tryIt) {
    const measure = h(
      "button",
      {
        class: "btn go",
        type: "button",
        onclick: () => (this.running ? this.stop() : this.start()),
      },
      this.running ? "Measuring… stop" : "Measure",
    );
    return h(
      "section",
      { class: "card meas", "aria-label": "How it plays" },
      h(
        "div",
        { class: "hd" },
        h("h2", {}, "How it plays"),
        measure,
        h("button", { class: "btn main", type: "button", onclick: tryIt }, "Try it"),
      ),
      this.trouble ? h("p", { class: "error", role: "alert" }, this.trouble) : null,
      ...(this.found ? this.results() : [this.idle()]),
    );
  }

  idle() {
    const { dealt } = this.work.draft;
    const asDealt = dealt && JSON.stringify(dealt.value) === JSON.stringify(this.work.value);
    return h(
      "p",
      { class: "small" },
      this.running
        ? "Bots sit down to it. The first time that may take a while."
        : asDealt
          ? dealtWords(dealt)
          : "Bots play it against each other until it is known whom it favours.",
    );
  }

  results() {
    const { score, drawn, length, games, first } = this.found;
    const share = (/** @type {number} */ part) => `${Math.round(part * 100)}%`;
    const numbers = h(
      "div",
      { class: "nums" },
      h(
        "p",
        { style: `--c: var(--${first})`, class: "of-seat" },
        h("b", {}, `${capital(first)} ${share(score.mean)}`),
        " ",
        h("span", { class: "off" }, spread(score)),
        h("small", {}, "a draw counts half"),
      ),
      h(
        "p",
        {},
        h("b", {}, share(drawn.mean)),
        " ",
        h("span", { class: "off" }, spread(drawn)),
        h("small", {}, "drawn"),
      ),
      h(
        "p",
        {},
        h("b", {}, String(length.middle)),
        ` ${length.unit}`,
        h("small", {}, `half: ${length.low} to ${length.high}`),
      ),
    );
    return [
      numbers,
      this.funnel(),
      h("p", { class: "verdict" }, ...this.verdict()),
      h("p", { class: "small" }, this.ways()),
      h(
        "p",
        { class: "small" },
        `${games} games between ${this.found.level} bots, 95% whenever one stops. `,
        this.work.value === this.of ? "" : "Of the version before your last change.",
      ),
    ];
  }

  /** How games ended, the most frequent first. */
  ways() {
    const { ways, games } = this.found;
    return ways
      .map((/** @type {any} */ way) => `${Math.round((way.games / games) * 100)}%: ${way.reason}.`)
      .join(" ");
  }

  verdict() {
    const { score, more, first, second } = this.found;
    const { low, high } = score;
    if (low > FAIR[1] || high < FAIR[0]) {
      const favoured = low > 0.5 ? first : second;
      const by = low > 0.5 ? low : 1 - high;
      return [
        h("b", {}, `Unfair: ${capital(favoured)} wins ${Math.floor(by * 100)} in 100 at least.`),
        " Give the other side more, or less to do.",
      ];
    }
    if (low >= FAIR[0] && high <= FAIR[1])
      return [h("b", {}, "Fair to within 5 in 100"), " between these bots."];
    const ruled =
      low > FAIR[0]
        ? `Not tilted against ${capital(first)}; `
        : high < FAIR[1]
          ? `Not tilted against ${capital(second)}; `
          : "";
    return [
      ruled,
      h("b", {}, ruled ? "not decided" : "Not decided"),
      more ? ` yet: about ${more} more games would tell.` : " yet.",
    ];
  }

  /** The interval as it narrowed, on the fair band. */
  funnel() {
    const [wide, high] = [300, 78];
    const most = Math.log(Math.max(16, this.looks.at(-1)?.games ?? 16));
    const least = Math.log(Math.min(8, this.looks[0]?.games ?? 8));
    const x = (/** @type {number} */ games) =>
      34 + ((Math.log(games) - least) / Math.max(0.1, most - least)) * (wide - 50);
    // Close up, unless what was found lies beyond that.
    const far = this.looks.some(({ mean }) => mean < 0.25 || mean > 0.75);
    const [low, top] = far ? [0, 1] : [0.25, 0.75];
    const y = (/** @type {number} */ share) =>
      6 + (high - 12) * (1 - (Math.min(Math.max(share, low), top) - low) / (top - low));
    const up = this.looks.map((look) => `${n(x(look.games))},${n(y(look.high))}`);
    const down = [...this.looks].reverse().map((look) => `${n(x(look.games))},${n(y(look.low))}`);
    const line = this.looks.map((look) => `${n(x(look.games))},${n(y(look.mean))}`);
    const last = this.looks.at(-1);
    const paint = `var(--${this.found.first})`;
    const word = (/** @type {number} */ share) =>
      svg(
        "text",
        { x: 28, y: n(y(share) + 3.5), "text-anchor": "end", class: "axis" },
        `${share * 100}${share === 0.5 ? "%" : ""}`,
      );
    const drawn = svg(
      "svg",
      {
        class: "funnel",
        viewBox: `0 0 ${wide} ${high + 14}`,
        role: "img",
        "aria-label": last
          ? `After ${last.games} games between ${Math.round(last.low * 100)} and ` +
            `${Math.round(last.high * 100)} in 100`
          : "Nothing is known yet",
      },
      svg("rect", {
        class: "fair",
        x: 34,
        width: wide - 50,
        y: n(y(FAIR[1])),
        height: n(y(FAIR[0]) - y(FAIR[1])),
      }),
      svg("line", { class: "even", x1: 34, x2: wide - 16, y1: n(y(0.5)), y2: n(y(0.5)) }),
      ...(far ? [0, 0.5, 1] : [0.3, 0.5, 0.7]).map(word),
      svg("polygon", { points: [...up, ...down].join(" "), fill: paint, "fill-opacity": 0.2 }),
      svg("polyline", { points: line.join(" "), fill: "none", stroke: paint, "stroke-width": 1.6 }),
    );
    if (last)
      drawn.append(
        svg("line", {
          x1: n(x(last.games)),
          x2: n(x(last.games)),
          y1: n(y(last.high)),
          y2: n(y(last.low)),
          stroke: paint,
          "stroke-width": 2,
        }),
        svg("circle", { cx: n(x(last.games)), cy: n(y(last.mean)), r: 4, fill: paint }),
        svg(
          "text",
          {
            class: "axis",
            x: n(x(last.games)),
            y: high + 10,
            "text-anchor": x(last.games) > wide / 2 ? "end" : "start",
          },
          `${last.games} games`,
        ),
      );
    const made = h("div", { class: "funnels" });
    made.append(drawn);
    return made;
  }

  /** For the dock of a phone. @returns {(Node | string)[]} */
  brief() {
    if (!this.found) return ["Draft kept"];
    const { score, first, drawn, length } = this.found;
    return [
      h(
        "b",
        { style: `--c: var(--${first})`, class: "of-seat" },
        `${capital(first)} ${Math.round(score.mean * 100)}% ${spread(score)}`,
      ),
      h("small", {}, `drawn ${Math.round(drawn.mean * 100)}% · ${length.middle} ${length.unit}`),
    ];
  }
}
