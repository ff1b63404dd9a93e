// @ts-check
/**
 * A question about one piece, put at that piece: a card with the odds, their reasons and the
 * answers, and on the table the line, the way of whom it is about, and the ground it covers.
 */
import { drawn } from "../board/areas.js";
import { n, outline, svg } from "../board/svg.js";
import { reasons } from "./account.js";
import { h, part, percent } from "./dom.js";

/** @typedef {import("./asked.js").Asked} Asked */

/** How far a card stands from its piece and from the edge of the table, in pixels. */
const OFF = 34,
  RIM = 10;

export class Put {
  /** @param {import("./asked.js").Asking} asking */
  constructor(asking) {
    this.asking = asking;
    this.table = asking.table;
    this.element = h("section", { class: "asked", "aria-label": "Asked at a piece" });
    this.said = "";
    new ResizeObserver(() => this.place()).observe(this.table.felt);
  }

  show() {
    const { asked } = this.asking;
    const said = JSON.stringify([asked, this.table.now.version]);
    if (!asked) {
      this.element.remove();
      this.said = "";
      return;
    }
    if (said !== this.said) this.fill(asked);
    this.said = said;
    if (!this.element.isConnected) this.table.felt.append(this.element);
    this.place();
  }

  /** @param {Asked} asked */
  fill(asked) {
    const [first, ...others] = asked.results ?? [];
    this.element.replaceChildren(
      h(
        "header",
        {},
        h("h3", {}, asked.title),
        asked.note ? h("span", { class: "small" }, asked.note) : null,
      ),
      h(
        "div",
        { class: "weighed" },
        first
          ? h(
              "div",
              { class: "chance" },
              h("p", {}, h("b", {}, percent(part(first.share))), ` ${first.said}`),
              h(
                "span",
                { class: "bar" },
                h("span", { style: `width:${Math.round(part(first.share) * 100)}%` }),
              ),
              ...others.map((each) =>
                h(
                  "p",
                  { class: "small" },
                  `${percent(part(each.share))} ${each.said.toLowerCase()}.`,
                  each.cost ? ` ${each.cost}` : "",
                ),
              ),
            )
          : null,
        ...reasons(asked),
      ),
      h(
        "div",
        { class: "btns" },
        ...this.asking.answers.map((offer, at) => this.answer(offer, at === 0)),
      ),
    );
  }

  /** @param {import("../skins/skin.js").Offer} offer @param {boolean} first */
  answer(offer, first) {
    const { label, brief = label, note, does, key } = offer;
    // By the words it is called by; what else there is to say stands below.
    const short = label.toLowerCase().startsWith(brief.toLowerCase()) ? brief : label;
    const more = brief.startsWith(label) ? brief.slice(label.length).trim() : "";
    return h(
      "button",
      {
        class: first ? "btn main" : "btn",
        "aria-label": label,
        "aria-description": [note, does].filter(Boolean).join(". ") || null,
        "aria-keyshortcuts": key ?? null,
        "data-note": [more, note].filter(Boolean).join(", ") || null,
        "data-key": key ?? null,
        title: does ?? null,
        onclick: () => this.table.wishes.choose(offer.action),
      },
      short,
    );
  }

  /** Near the piece, over or under it, whichever hides less of what it is about. */
  place() {
    const { element, table } = this;
    const { asked } = this.asking;
    const { board } = table;
    if (!asked || !board || !element.isConnected) return;
    if (getComputedStyle(element).position !== "absolute") {
      element.style.removeProperty("left");
      element.style.removeProperty("top");
      return;
    }
    const felt = table.felt.getBoundingClientRect();
    const room = felt.width - table.views.element.offsetWidth;
    const [wide, high] = [element.offsetWidth, element.offsetHeight];
    const points = this.spots().map((spot) => {
      const at = board.onScreen(spot);
      return { x: at.x - felt.left, y: at.y - felt.top };
    });
    const [own] = points;
    if (!own) return;
    const across = Math.min(Math.max(own.x - wide / 2, RIM), room - wide - RIM);
    const within = (/** @type {number} */ y) =>
      Math.min(Math.max(y, RIM), felt.height - high - RIM);
    const beside = [own.x + OFF, own.x - OFF - wide].map((x) =>
      Math.min(Math.max(x, RIM), room - wide - RIM),
    );
    const tries = [
      { x: across, y: within(own.y + OFF) },
      { x: across, y: within(own.y - OFF - high) },
      ...beside.map((x) => ({ x, y: within(own.y - high / 2) })),
      { x: RIM, y: within(felt.height) },
      { x: room - wide - RIM, y: within(felt.height) },
      { x: RIM, y: RIM },
      { x: room - wide - RIM, y: RIM },
    ];
    // The two it is about weigh more than the line between them.
    const hides = (/** @type {{x: number, y: number}} */ { x, y }) =>
      points.reduce(
        (sum, at, which) =>
          at.x > x - 16 && at.x < x + wide + 16 && at.y > y - 16 && at.y < y + high + 16
            ? sum + (which < 2 ? 9 : 1)
            : sum,
        0,
      );
    const best = tries.reduce((one, other) => (hides(other) < hides(one) ? other : one));
    element.style.left = `${Math.round(best.x)}px`;
    element.style.top = `${Math.round(best.y)}px`;
  }

  /** Who is asked, about whom, and where that one goes, with what lies between the two. */
  spots() {
    const { table } = this;
    const { asked } = this.asking;
    if (!asked) return [];
    const where = (/** @type {string | undefined} */ unit) =>
      unit && table.picture.tokens().find((each) => each.id === table.offering.named(unit));
    const [own, other] = [where(asked.unit), where(asked.about)];
    if (!own) return [];
    const between = other
      ? [0.25, 0.5, 0.75].map((share) => ({
          x: own.x + (other.x - own.x) * share,
          y: own.y + (other.y - own.y) * share,
        }))
      : [];
    const ways = (asked.ways ?? []).flatMap((way) => way.points.map(([x, y]) => ({ x, y })));
    return [own, ...(other ? [other] : []), ...between, ...ways];
  }

  /** @param {import("../board/board.js").Board} board */
  draw(board) {
    const { table } = this;
    const { asked } = this.asking;
    if (!asked) return;
    const [own, other] = this.spots();
    if (!own) return;
    const seat = table.picture.tokens().find((each) => each.x === own.x && each.y === own.y)?.seat;
    const made = (asked.fields ?? []).map((field, at) =>
      drawn(board, field, `field${at}`, { class: "field", fill: `var(--${seat})` }),
    );
    for (const { points, open } of asked.ways ?? [])
      made.push(
        svg("polyline", {
          class: open ? "onward" : "onward hidden",
          points: outline(points.map(([x, y]) => [x, -y])),
        }),
      );
    const r = Math.max(0.75 * table.skin.unit, board.word);
    made.push(svg("circle", { class: "piece", cx: n(own.x), cy: n(-own.y), r: n(r) }));
    const end = asked.ways?.at(-1)?.points.at(-1);
    if (end)
      made.push(svg("circle", { class: "ends", cx: n(end[0]), cy: n(-end[1]), r: n(r / 2) }));
    if (asked.about && other) made.push(...this.line(board, own, other, r));
    board.lines.append(svg("g", { class: "asking" }, ...made));
    const [first] = asked.results ?? [];
    if (asked.about && other)
      board.above.append(
        board.label(
          (own.x + other.x) / 2,
          (own.y + other.y) / 2,
          [asked.along, first && percent(part(first.share))].filter(Boolean).join(" · "),
        ),
      );
  }

  /**
   * @param {import("../board/board.js").Board} board
   * @param {{x: number, y: number}} own @param {{x: number, y: number}} other @param {number} r
   */
  line(board, own, other, r) {
    return [
      svg("line", {
        class: "between",
        x1: n(own.x),
        y1: n(-own.y),
        x2: n(other.x),
        y2: n(-other.y),
      }),
      svg("circle", { class: "mover", cx: n(other.x), cy: n(-other.y), r: n(r) }),
    ];
  }
}
