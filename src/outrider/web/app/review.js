// @ts-check
/** A game looked at again: who was winning, whether choices or dice made it so, what was better. */
import { ask, held } from "./api.js";
import { cursor, graph, lineAt, points, SPAN, within } from "./chances.js";
import { Course } from "./course.js";
import { capital, h, sheet, title } from "./dom.js";
import { Seen } from "./seen.js";

/** Milliseconds before it is asked again how far a review is. The server waits a little, too. */
const PAUSE = 400;
const HOW = "Every position is played on many times. This can take a minute.";
const TURNS = "Everybody has their turn. Leave this page open, and it goes on by itself.";
const LEAD =
  "Each line is a player's chance to win, after every choice and every roll. Below it, every " +
  "swing: solid for what somebody decided, striped for what the dice did, pale where chance " +
  "alone would show as much. Click anywhere on it to see how it stood.";

/** @param {string} match @returns {Promise<import("./main.js").Page>} */
export async function review(match) {
  title("Review");
  await sheet("review");
  const page = new Review(match);
  page.look();
  return { element: page.element, leave: () => page.leave() };
}

class Review {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    const mine = held(match);
    const token = Object.values(mine.tokens)[0];
    this.headers = {
      ...(token ? { "outrider-token": token } : {}),
      ...(mine.watch ? { "outrider-watch": mine.watch } : {}),
    };
    this.waiting = new Waiting(match);
    this.element = h("div", { class: "page" });
    this.left = false;
    /** How much of what is found out is shown already. */
    this.part = 0;
    /** @type {Shown | null} */
    this.shown = null;
  }

  leave() {
    this.left = true;
    this.shown?.leave();
  }

  async look() {
    this.element.replaceChildren(h("h1", {}, "What decided it"), this.waiting.element);
    try {
      while (!this.left) {
        const path = `/api/matches/${this.match}/review?seen=${this.part}`;
        const said = await ask("GET", path, undefined, this.headers);
        if (this.left) return;
        // Until it is found out, the answer is how far it is, with what is known so far.
        if (!("ahead" in said)) {
          this.show(said, true);
          return;
        }
        this.waiting.show(said);
        this.part = said.part;
        if (said.found) this.show(said.found, false);
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    } catch (error) {
      if (!this.left) this.failed(/** @type {Error} */ (error));
    }
  }

  /** @param {any} found @param {boolean} done nothing more will be found out */
  show(found, done) {
    if (!this.shown) {
      this.shown = new Shown(this.match, this.headers);
      this.waiting.element.classList.add("sofar");
      const { head, element } = this.shown;
      this.element.replaceChildren(...head, this.waiting.element, element);
    }
    this.shown.show(found, done);
    if (done) this.waiting.element.remove();
  }

  /** @param {Error} error */
  failed(error) {
    this.element.replaceChildren(
      h("h1", {}, "That did not work"),
      h("p", { class: "lead error", role: "alert" }, `${capital(error.message)}.`),
      h(
        "p",
        { class: "btns" },
        h("button", { class: "btn main", onclick: () => this.again() }, "Try again"),
        h("a", { class: "btn", href: `/replay/${this.match}` }, "Replay"),
      ),
    );
  }

  again() {
    this.part = 0;
    this.shown?.leave();
    this.shown = null;
    this.look();
  }
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

  /** @param {{ahead: number, done: number, part: number}} progress */
  show({ ahead, done, part }) {
    const share = Math.round(done * 100);
    const text = ahead
      ? "Waiting for its turn"
      : part
        ? "A first look; it becomes more exact"
        : "Looking at every move";
    // What is read aloud changes rarely; the number is on the bar.
    if (this.said.textContent !== text) this.said.textContent = text;
    const others = ahead === 1 ? "One other game is" : `${ahead} other games are`;
    const far = share ? `${share}% done.` : "Getting ready.";
    this.more.textContent = ahead ? `${others} looked at first. ${TURNS}` : `${far} ${HOW}`;
    this.bar.setAttribute("aria-valuenow", String(share));
    this.bar.toggleAttribute("data-waits", ahead > 0);
    this.fill.style.width = `${share}%`;
  }
}

/** What was found out, and where in it one looks. */
class Shown {
  /** @param {string} match @param {Record<string, string>} headers */
  constructor(match, headers) {
    this.match = match;
    this.head = [h("h1", {}, "What decided it"), h("p", { class: "lead" }, LEAD)];
    this.found = /** @type {any} */ (null);
    this.at = 0;
    this.picked = false;
    this.chart = h("div", { class: "chart" });
    this.range = /** @type {HTMLInputElement} */ (
      h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Where in the game" })
    );
    const [from, to] = SPAN;
    this.range.style.marginLeft = `${from * 100}%`;
    this.range.style.width = `${(to - from) * 100}%`;
    this.range.addEventListener("input", () => this.pick(Number(this.range.value)));
    this.chart.addEventListener("click", (event) => {
      const { left, width } = this.chart.getBoundingClientRect();
      this.pick(lineAt((event.clientX - left) / width, this.last));
    });
    const course = new Course(`/api/matches/${match}/moments`, headers, () => undefined);
    this.seen = new Seen(match, course);
    this.moments = h("div", { class: "moments" });
    this.rest = h("div", {});
    this.element = h(
      "div",
      {},
      h("div", { class: "card graph" }, this.chart, this.range),
      this.seen.element,
      h("h2", {}, "Moments that mattered"),
      this.moments,
      this.rest,
      this.ways(),
    );
  }

  get last() {
    return this.found.chances.length - 1;
  }

  /** Whose side it is told from: one's own, of a stranger's game the first. */
  get seat() {
    const own = Object.keys(held(this.match).tokens);
    const { seats } = this.found;
    return own.length === 1 && seats.includes(own[0]) ? own[0] : seats[0];
  }

  /** @param {string} seat */
  name(seat) {
    return this.found.names[seat] ?? capital(seat);
  }

  /** @param {any} found @param {boolean} done */
  show(found, done) {
    this.found = found;
    this.drawn = graph(found, (seat) => this.name(seat), this.seat);
    this.chart.replaceChildren(/** @type {any} */ (this.drawn));
    this.range.max = String(this.last);
    renewed(this.moments, this.cards(done));
    this.rest.replaceChildren(...this.others(), ...luckAndSkill(this));
    // Until somebody has looked elsewhere it is what mattered first, by what is known.
    if (!this.picked) this.at = found.moments[0] ?? this.last;
    this.mark();
  }

  /** Choices for which there was something better, besides those that mattered most. */
  others() {
    const { better, moments } = this.found;
    const rest = better.filter((/** @type {any} */ each) => !moments.includes(each.n));
    if (!rest.length) return [];
    const gain = (/** @type {any} */ each) => points(each.value - each.played);
    return [
      h("h2", {}, "What could have been better"),
      h(
        "ul",
        { class: "others" },
        ...rest.map((/** @type {any} */ each) =>
          h(
            "li",
            {},
            h(
              "button",
              { class: "btn", onclick: () => this.look(each.n) },
              `Line ${each.n}, ${this.name(each.seat)}: ${each.text} (${gain(each)} points)`,
            ),
          ),
        ),
      ),
    ];
  }

  /** Look at a line, and see it. @param {number} n */
  look(n) {
    this.pick(n);
    this.seen.element.scrollIntoView({ block: "center" });
  }

  ways() {
    return h(
      "p",
      { class: "btns" },
      h("a", { class: "btn main", href: `/replay/${this.match}` }, "Replay"),
      h("a", { class: "btn", href: "/" }, "To the games"),
    );
  }

  /** Look at a line of the game. @param {number} at */
  pick(at) {
    this.picked = true;
    this.at = at;
    this.mark();
  }

  /** Where one looks, on the graph and below it. */
  mark() {
    const { at, found } = this;
    this.range.value = String(at);
    const swing = found.swings[at - 1];
    this.range.setAttribute("aria-valuetext", `Line ${at}. ${swing?.text ?? "The beginning."}`);
    this.drawn?.querySelector(".cursor")?.remove();
    this.drawn?.append(cursor(at, this.last));
    for (const card of this.moments.querySelectorAll(".card"))
      card.classList.toggle("picked", card.getAttribute("data-n") === String(at));
    const better = found.better.find((/** @type {any} */ each) => each.n === at);
    this.seen.show(at, {
      last: this.last,
      heading: swing ? `${this.cause(swing)} · ${this.change(swing)}` : "The beginning",
      better: better ? this.better(better) : null,
    });
  }

  /** @param {any} swing */
  cause(swing) {
    if (swing.kind === "dice") return "The dice";
    if (swing.kind === "several") return "Several lines";
    return swing.seat ? `Chosen by ${this.name(swing.seat)}` : "The clock";
  }

  /**
   * What one's own side has of it; at a larger table, whom it changed most for.
   * @param {any} swing
   */
  change(swing) {
    const { seats } = this.found;
    const most = (/** @type {string} */ a, /** @type {string} */ b) =>
      Math.abs(swing.by[b]) > Math.abs(swing.by[a]) ? b : a;
    const whom = seats.length === 2 ? this.seat : seats.reduce(most);
    const error = within(swing.error[whom]);
    return `${points(swing.by[whom])}${error} points for ${this.name(whom)}`;
  }

  /** @param {boolean} done */
  cards(done) {
    const { moments, swings, better } = this.found;
    if (!moments.length)
      return [
        h(
          "p",
          {},
          done ? "No line stands out from what chance alone would show." : "None is certain yet.",
        ),
      ];
    return moments.map((/** @type {number} */ n, /** @type {number} */ k) => {
      const swing = swings.find((/** @type {any} */ each) => each.n === n);
      const found = better.find((/** @type {any} */ each) => each.n === n);
      return this.card(swing, k, found, done);
    });
  }

  /** @param {any} swing @param {number} k @param {any} better @param {boolean} done */
  card(swing, k, better, done) {
    const n = swing.n;
    const none =
      done && swing.kind === "decided" && !better && swing.by[swing.seat] < 0
        ? [h("p", { class: "small" }, "The bots see nothing that is clearly better.")]
        : [];
    return h(
      "div",
      { class: "card", "data-n": n },
      h(
        "p",
        { class: "small" },
        h("b", { class: "number" }, String(k + 1)),
        ` Line ${n} · ${this.cause(swing)}`,
      ),
      h("p", { class: "book big" }, this.change(swing)),
      h("p", {}, swing.text),
      ...(better ? [this.better(better)] : none),
      h(
        "p",
        { class: "btns" },
        h("button", { class: "btn", onclick: () => this.look(n) }, "Look"),
        h(
          "a",
          {
            class: "btn",
            href: `/replay/${this.match}#at=${n}`,
            "aria-label": `Show moment ${n}`,
          },
          "Show",
        ),
      ),
    );
  }

  /** What would have been better, how it might go on, and a way to try it. @param {any} better */
  better(better) {
    const { n, seat, action, text, value, played, line } = better;
    const share = (/** @type {number} */ chance) => `${Math.round(chance * 100)}%`;
    const said = (/** @type {any} */ step) =>
      step.faces
        ? `${this.name(step.seat)} rolls ${step.faces.join(" ")} for ${step.roll}`
        : `${this.name(step.seat)}: ${step.text}`;
    const tried = encodeURIComponent(JSON.stringify({ seat, action, text, value }));
    return h(
      "div",
      { class: "better" },
      h("p", {}, h("b", {}, `Better: ${text}`), ` (${share(value)} instead of ${share(played)}).`),
      ...(line.length > 1
        ? [
            h(
              "details",
              {},
              h("summary", {}, "How it might go on"),
              h("ol", {}, ...line.map((/** @type {any} */ step) => h("li", {}, said(step)))),
            ),
          ]
        : []),
      h("a", { class: "btn", href: `/analyse/${this.match}#at=${n - 1}&try=${tried}` }, "Try it"),
    );
  }

  leave() {
    this.seen.leave();
  }
}

/**
 * Cards of moments, of which more is known now. One that is there already stays, with its buttons:
 * somebody may be about to press one.
 * @param {HTMLElement} place @param {HTMLElement[]} cards
 */
function renewed(place, cards) {
  const there = [...place.children];
  const all = cards.map((card) => {
    const n = card.getAttribute("data-n");
    const old = n && there.find((each) => each.getAttribute("data-n") === n);
    if (!old) return card;
    const [before, now] = [old, card].map((each) => [...each.children].slice(0, -1));
    if (before.map((each) => each.outerHTML).join() !== now.map((each) => each.outerHTML).join()) {
      for (const each of before) each.remove();
      old.prepend(...now);
    }
    return old;
  });
  for (const old of there) if (!all.includes(old)) old.remove();
  all.forEach((card, k) => {
    if (place.children[k] !== card) place.insertBefore(card, place.children[k] ?? null);
  });
}

/** @param {Shown} page */
function luckAndSkill(page) {
  const { found } = page;
  const bar = (/** @type {number} */ share) =>
    h(
      "span",
      { class: share < 0 ? "swing less" : "swing", "aria-hidden": "true" },
      h("span", { style: `width:${Math.min(50, Math.abs(share) * 100)}%` }),
    );
  const cell = ([share, error] = [0, 0]) =>
    h("td", {}, h("span", { class: "sum" }, `${points(share)}${within(error)} points`), bar(share));
  const row = (/** @type {string} */ seat) =>
    h(
      "tr",
      { style: `--c: var(--${seat})` },
      h("th", { scope: "row" }, h("span", { class: "dot" }), h("b", {}, page.name(seat))),
      cell([found.skill[seat], found.skill_error[seat]]),
      cell([found.luck[seat], found.luck_error[seat]]),
    );
  const heads = ["", "by own choices", "by the dice"];
  return [
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
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...found.seats.map(row)),
    ),
  ];
}
