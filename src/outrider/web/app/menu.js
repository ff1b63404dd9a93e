// @ts-check
/** The match's menu: what people agree on, a hint, the end, and what lies behind the table. */
import { capital, h, later } from "./dom.js";

const changes = later(() => import("./changes.js"));
const behind = later(() => import("./behind.js"));

export class Menu {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", {});
    this.opened = this.unfolded = false;
  }

  show() {
    const { game } = this.table;
    const { about } = this.table.now;
    const seat = this.table.now.acting ?? this.table.now.mine[0];
    const running = (about.state || about.stuck) && !about.result && seat;
    this.element.replaceChildren(
      ...(running ? [...this.offered(seat), this.deeds(seat)] : []),
      about.variant && game
        ? changes(({ folded }) =>
            folded(game, about.variant, this.unfolded, (open) => {
              this.unfolded = open;
            }),
          )
        : "",
      this.behind(),
    );
  }

  /** Say something to the others at the table. @param {string} seat @param {string} what */
  async tell(seat, what) {
    const said = await this.table.socket.change(seat, { do: what });
    if (!said.ok) this.table.panel.note(`${capital(said.error.message)}.`);
  }

  /** What others have asked for, to be agreed to or not. @param {string} seat */
  offered(seat) {
    const { about, mine } = this.table.now;
    const conduct = about.conduct ?? {};
    const { nameOf } = this.table.panel;
    const others = (conduct.draw ?? []).filter(
      (/** @type {string} */ each) => !mine.includes(each) || mine.length > 1,
    );
    return [
      ...(others.length
        ? this.choice(seat, `${nameOf(others[0])} offers a draw.`, "draw", conduct.draw)
        : []),
      ...(conduct.back !== null && conduct.back !== undefined
        ? this.choice(
            seat,
            wanted(about) ?? `${nameOf(conduct.asked[0])} wants to take something back.`,
            "takeback",
            conduct.asked,
          )
        : []),
    ];
  }

  /**
   * Something that all have to agree to.
   * @param {string} seat @param {string} asked @param {string} what @param {string[]} done
   */
  choice(seat, asked, what, done) {
    return [
      h("p", {}, asked),
      h(
        "div",
        { class: "btns" },
        h("button", { class: "btn main", onclick: () => this.forAll(what, done) }, "Agree"),
        h("button", { class: "btn", onclick: () => this.tell(seat, `no-${what}`) }, "Decline"),
      ),
    ];
  }

  /** What one may do besides playing. @param {string} seat */
  deeds(seat) {
    const { table } = this;
    const { about, mine, acting } = table.now;
    const alone = about.seats.every(
      (/** @type {any} */ each) => each.kind === "bot" || mine.includes(each.seat),
    );
    const undoes = about.conduct?.undoes ?? {};
    // The latest comes first: on one screen that is meant, whoever of them is asked now.
    const last = Object.keys(undoes).find((each) => mine.includes(each)) ?? seat;
    const says = (/** @type {string} */ what, /** @type {string} */ text, by = seat, note = "") =>
      h(
        "button",
        {
          class: "btn",
          "aria-label": text,
          "aria-description": note || null,
          onclick: () => this.tell(by, what),
        },
        text,
      );
    const resign = async () => {
      const { sure } = await import("./asking.js");
      const lost = "The game ends for you, and counts as lost.";
      if (await sure("Give the game up?", lost, "Resign", "Play on")) this.tell(seat, "resign");
    };
    return h(
      "div",
      { class: "menu" },
      about.stuck ? "" : says("takeback", "Take back", last, undoes[last]),
      says("draw", "Offer a draw"),
      // On a small screen there is a row for it beside the table only while there is a fight.
      table.measuring.able
        ? h(
            "button",
            {
              class: "btn measure",
              "aria-pressed": String(table.now.ruling),
              onclick: () => table.measuring.rule(!table.now.ruling),
            },
            "Ruler",
          )
        : "",
      ...(alone && acting
        ? [
            h(
              "button",
              { class: "btn", onclick: async () => (await import("./hinting.js")).hint(table) },
              "Hint",
            ),
            h(
              "a",
              {
                class: "btn",
                href: `/analyse/${about.match}#at=${about.version}`,
                target: "_blank",
              },
              "Analyse from here",
            ),
          ]
        : []),
      h("button", { class: "btn danger", onclick: resign }, "Resign"),
      undoes[last] && !about.stuck
        ? h("small", { class: "undoes", "aria-hidden": "true" }, `Take back: ${undoes[last]}`)
        : "",
    );
  }

  /** Dice, links and text, folded away. */
  behind() {
    const inner = h("div", { class: "more" });
    const fill = () => inner.replaceChildren(behind((found) => found.behind(this.table)));
    if (this.opened) fill();
    return h(
      "details",
      {
        open: this.opened,
        ontoggle: (/** @type {any} */ event) => {
          this.opened = event.target.open;
          if (this.opened && !inner.firstChild) fill();
        },
      },
      h("summary", {}, "Dice, links, text"),
      inner,
    );
  }

  /** Agree for every seat one holds that has not. @param {string} what @param {string[]} done */
  async forAll(what, done) {
    for (const seat of this.table.now.mine)
      if (!done.includes(seat)) await this.table.socket.change(seat, { do: what });
  }
}

/** What somebody wants to take back, in a sentence, if it was told just now. @param {any} about */
const wanted = (about) =>
  about.events?.find((/** @type {any} */ each) => each.match === "takeback")?.text;
