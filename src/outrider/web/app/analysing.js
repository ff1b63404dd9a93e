// @ts-check
/** Any position of a game, to try things on: for all sides, with what the bots think of it. */
import { ask, games, held } from "./api.js";
import { capital, h, sheet, title } from "./dom.js";
import { advised } from "./hinting.js";
import { Table } from "./table.js";
import { Trying } from "./trying.js";

const MOST = 5;
/** Milliseconds between two looks whether the table is there. */
const SOON = 30;
const percent = (/** @type {number} */ share) => `${Math.round(share * 100)}%`;

/** What has been tried, what it is worth, and what would be good, above the panel. */
class Bench {
  /** @param {string} match @param {any} said @param {any} state @param {number} at */
  constructor(match, said, state, at) {
    this.match = match;
    this.at = at;
    this.names = said.names ?? {};
    this.seats = said.seats;
    this.chances = h("div", { class: "chances", role: "group", "aria-label": "Winning chances" });
    this.good = h("div", { class: "good" });
    this.list = h("ol", { class: "tried", "aria-label": "What was tried" });
    this.buttons = h("div", { class: "btns" });
    this.state = h("p", { class: "small", role: "status" });
    /** Which position was asked about last: an answer to another counts no more. */
    this.asked = 0;
    this.element = h(
      "section",
      { class: "card bench", "aria-label": "Analysis" },
      h("p", { class: "small" }, `Trying things out · from line ${at}`),
      this.chances,
      this.state,
      this.good,
      this.list,
      this.buttons,
    );
    const from = { game: said.game, seats: this.seats, names: this.names, state };
    this.table = new Table("analysis", (told) => {
      this.trying = new Trying(from, told, () => this.show());
      return this.trying;
    });
    this.table.panel.element.prepend(this.element);
    this.table.panel.menu.element.hidden = true;
  }

  get socket() {
    return /** @type {Trying} */ (this.trying);
  }

  show() {
    const { tried } = this.socket;
    this.list.replaceChildren(
      ...tried.slice(1).map(({ seat, text }, k) =>
        h(
          "li",
          { style: seat ? `--c: var(--${seat})` : "" },
          h(
            "button",
            {
              class: "quiet",
              "aria-label": `Back to after ${k + 1}: ${text}`,
              onclick: () => this.socket.back(k + 1),
            },
            text,
          ),
        ),
      ),
    );
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
    this.offer();
    this.judge();
  }

  offer() {
    const { tried } = this.socket;
    const did = tried.length > 1;
    const rolled = this.socket.now.shown.events.some(
      (/** @type {any} */ each) => each.event === "rolled",
    );
    const press = (/** @type {string} */ text, /** @type {() => void} */ done) =>
      h("button", { class: "btn", onclick: done }, text);
    const { roll } = this.socket.now.shown.pending;
    this.buttons.replaceChildren(
      ...(roll
        ? [press("Roll the dice", () => this.failing(this.socket.play(roll.seat, null)))]
        : []),
      ...(did
        ? [
            press("Undo", () => this.socket.back(tried.length - 2)),
            press("From the beginning", () => this.socket.back(0)),
            ...(rolled ? [press("Other dice", () => this.failing(this.socket.again()))] : []),
          ]
        : []),
      h("a", { class: "btn", href: `/replay/${this.match}#at=${this.at}` }, "To the replay"),
    );
  }

  /** @param {Promise<any>} work */
  failing(work) {
    work.catch((error) => {
      this.state.textContent = capital(String(error.message ?? error));
    });
  }

  /** Ask what the bots think of it. */
  async judge() {
    const asked = ++this.asked;
    this.state.textContent = "The bots are looking at it…";
    this.good.replaceChildren();
    try {
      const found = await this.socket.judged();
      if (asked !== this.asked) return;
      this.state.textContent = this.socket.now.shown.pending.over
        ? this.socket.now.shown.question
        : "";
      this.tell(found);
    } catch (error) {
      if (asked !== this.asked) return;
      this.chances.replaceChildren();
      this.state.textContent = `${capital(/** @type {Error} */ (error).message)}.`;
    }
  }

  /** @param {{chances: Record<string, any>, best: Record<string, any[]>}} found */
  tell({ chances, best }) {
    this.chances.replaceChildren(
      ...this.seats.map((/** @type {string} */ seat) =>
        h(
          "div",
          { class: "chance", style: `--c: var(--${seat})` },
          h("span", {}, h("span", { class: "dot" }), this.names[seat] ?? capital(seat)),
          h(
            "span",
            { class: "bar", "aria-hidden": "true" },
            h("span", { style: `width:${percent(chances[seat].value)}` }),
          ),
          h(
            "b",
            { title: `between ${percent(chances[seat].low)} and ${percent(chances[seat].high)}` },
            percent(chances[seat].value),
          ),
        ),
      ),
    );
    this.good.replaceChildren(
      ...Object.entries(best).flatMap(([seat, found]) => [
        h("p", { class: "small" }, `Good for ${this.names[seat] ?? capital(seat)}, by the bots:`),
        h(
          "div",
          { class: "acts" },
          ...found.slice(0, MOST).map((each) =>
            h(
              "button",
              {
                class: "btn wide",
                "aria-description": each.chosen ? "what a bot would do" : null,
                onclick: () => this.advise(each, seat),
              },
              each.text,
              h("small", {}, `${percent(each.value)}${each.chosen ? " ★" : ""}`),
            ),
          ),
        ),
      ]),
    );
  }

  /** What a link brings along, once the table is laid. @param {any} better */
  async offered(better) {
    while (!this.table.board || this.table.inbox.busy)
      await new Promise((done) => setTimeout(done, SOON));
    await this.advise(better, better.seat);
  }

  /** @param {any} best @param {string} seat */
  async advise(best, seat) {
    if (this.table.now.acting !== seat) this.table.change({ acting: seat });
    await advised(this.table, best, seat);
  }
}

/** @param {string} match @returns {Promise<import("./main.js").Page>} */
export async function analyse(match) {
  const carried = new URLSearchParams(location.hash.slice(1));
  const mine = held(match);
  const token = Object.values(mine.tokens)[0];
  const headers = {
    ...(token ? { "outrider-token": token } : {}),
    ...(mine.watch ? { "outrider-watch": mine.watch } : {}),
  };
  const wanted = Math.max(0, Number(carried.get("at") ?? 0) || 0);
  const path = (/** @type {number} */ from) => `/api/matches/${match}/moments?from=${from}&count=1`;
  let said = await ask("GET", path(wanted), undefined, headers);
  const at = Math.min(wanted, said.total - 1);
  if (at !== wanted) said = await ask("GET", path(at), undefined, headers);
  const known = await games();
  const game = known.find((/** @type {any} */ each) => each.id === said.game);
  title(`${game?.title ?? said.game}, analysis`);
  const { state } = said.moments[0];
  if (!state) throw new Error("this position is of older rules, by which nothing can be tried");
  await sheet("review");
  const bench = new Bench(match, said, state, at);
  await bench.socket.begin();
  const better = carried.get("try");
  if (better) bench.offered(JSON.parse(better));
  return { element: bench.table.element, leave: () => bench.table.leave() };
}
