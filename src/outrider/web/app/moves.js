// @ts-check
/**
 * The moves of a game that is looked at again: a row for every choice with what came of it, in
 * names and plain places, under the turn it was in; as it was written, on request.
 */
import { capital, h } from "./dom.js";

/** What is said by the dice themselves, or by the next heading. */
const UNSAID = ["rolled", "unplayed"];
const HEADS = ["begins", "silent"];

/** @param {any} moment @param {import("../skins/skin.js").Skin} skin */
export function sentences({ events, state }, skin) {
  return events
    .filter(
      (/** @type {any} */ each) =>
        each.text && !UNSAID.includes(each.event) && !HEADS.includes(each.part),
    )
    .map((/** @type {any} */ each) => (state && skin.plain?.(each, state)) || each.text);
}

/** @param {any} moment */
export const headings = ({ events }) =>
  events
    .filter((/** @type {any} */ each) => each.part === "begins" && each.text)
    .map((/** @type {any} */ each) => each.text);

export class Moves {
  /**
   * @param {import("./course.js").Course} course
   * @param {import("../skins/skin.js").Skin} skin
   * @param {{last: number, written: (line: any) => string, show: (n: number) => void}} more the
   *   last line that has a position, a line as it was written, and how one is gone to
   */
  constructor(course, skin, more) {
    this.course = course;
    this.skin = skin;
    this.more = more;
    this.list = h("div", {
      class: "log moves",
      role: "group",
      "aria-label": "Moves",
      tabindex: "0",
    });
    const exact = h(
      "button",
      {
        class: "btn",
        "aria-pressed": "false",
        title: "As it was written, places as coordinates",
        "aria-label": "x,y: as it was written",
        onclick: () =>
          exact.setAttribute("aria-pressed", String(this.list.classList.toggle("exactly"))),
      },
      "x,y",
    );
    this.element = h(
      "section",
      { class: "card t-log" },
      h("div", { class: "again" }, h("h3", {}, "What happened"), exact),
      this.list,
    );
  }

  /** Some of the game was loaded, and perhaps what came of the choice before. @param {number} from
   * @param {any[]} moments */
  came(from, moments) {
    let first = from;
    while (first > 0 && this.course.has(first - 1) && this.follows(first)) first -= 1;
    const fresh = document.createDocumentFragment();
    for (let n = first; n < from + moments.length; n += 1)
      if (this.course.has(n) && !this.follows(n)) fresh.append(...this.row(n));
    for (const each of [...this.list.children])
      if (this.number(each) >= first && this.number(each) < from + moments.length) each.remove();
    const next = [...this.list.children].find((each) => this.number(each) >= from);
    this.list.insertBefore(fresh, next ?? null);
  }

  /** @param {Element} row */
  number(row) {
    return Number(row.getAttribute("data-n"));
  }

  /** Whether a line is what came of the choice before it. @param {number} n */
  follows(n) {
    const line = this.course.at(n)?.line;
    return Boolean(line && (line.roll || line.open || line.anchors) && n <= this.more.last);
  }

  /** A choice, what came of it, and what begins with that. @param {number} n */
  row(n) {
    const { course, skin, more } = this;
    const first = course.at(n);
    /** @type {string[]} */
    const said = [];
    /** @type {string[]} */
    const heads = [];
    for (let k = n; k === n || (course.has(k) && this.follows(k)); k += 1) {
      const moment = course.at(k);
      said.push(...sentences(moment, skin));
      heads.push(...headings(moment));
    }
    const known = n <= more.last;
    const exact = first.line ? more.written(first.line) : "";
    const plain = known ? said.join(" ") : exact;
    const begun = heads.join(" ");
    if (!exact && !plain && !begun) return [];
    // Where nothing else is said of it, what begins is the choice.
    const row = this.button(n, first.line?.seat, plain || begun, exact, !plain && Boolean(begun));
    return plain && begun && known
      ? [row, h("p", { class: "mark", "data-n": n }, h("b", {}, begun))]
      : [row];
  }

  /**
   * @param {number} n @param {string | undefined} seat @param {string} plain
   * @param {string} exact @param {boolean} begins
   */
  button(n, seat, plain, exact, begins) {
    const same = plain === exact || !exact;
    return h(
      "button",
      {
        class: begins ? "quiet mark" : "quiet",
        "data-n": n,
        onclick: () => this.more.show(n),
      },
      h("span", { class: "n" }, `${n}. `),
      seat && !begins ? h("span", { class: "dot", style: `--c: var(--${seat})` }) : null,
      h("span", { class: same ? "" : "plain" }, plain || exact),
      same ? null : h("span", { class: "exact" }, exact),
    );
  }

  /** Where it stands: at the last choice that had been made by then. @param {number} at */
  stand(at) {
    const { list } = this;
    const rows = [...list.querySelectorAll("button")].filter((each) => this.number(each) <= at);
    const now = rows.at(-1);
    // Whoever reads elsewhere is left there.
    if (!now || now.matches(".now")) return;
    for (const each of list.querySelectorAll(".now")) each.classList.remove("now");
    now.classList.add("now");
    if (!list.isConnected) return;
    const { top } = now.getBoundingClientRect();
    list.scrollTop += top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }
}

/** @param {any} line @param {Record<string, string>} names @returns {string} */
export function written(line, names) {
  const name = (/** @type {string} */ seat) => names[seat] ?? capital(seat);
  if (!line) return "The beginning";
  if (line.open) return "The dice are opened";
  if (line.anchors) return "New seals";
  if (line.roll) return `${name(line.seat)} rolls ${line.faces.join(" ")} for ${line.roll}`;
  if (line.match) return `${capital(line.seat)}: ${line.match}`;
  return `${line.seat ? name(line.seat) : "The clock"}: ${line.text ?? line.do}`;
}
