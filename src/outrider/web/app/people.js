// @ts-check
/** Who sits at the table, who is away, and how much time each has left. */
import { capital, h } from "./dom.js";

/** @param {number} ms */
export const time = (ms) => {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

export class People {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", { class: "seats", "aria-label": "Players", role: "group" });
  }

  show() {
    const { about, mine } = this.table.now;
    const timed = about.clock?.left && Object.keys(about.clock.left).length > 0;
    this.element.replaceChildren(
      ...about.seats.map((/** @type {any} */ seat) => {
        const who =
          `${seat.name ?? capital(seat.seat)}` +
          `${mine.includes(seat.seat) && seat.name !== "You" ? " (you)" : ""}` +
          `${seat.taken ? (seat.here ? "" : ", away") : ", free"}`;
        return h(
          "span",
          // Where many sit, a long name is cut off.
          { class: seat.here ? "" : "away", style: `--c: var(--${seat.seat})`, title: who },
          h("span", { class: "dot" }),
          timed ? h("time", { "data-seat": seat.seat }) : null,
          who,
        );
      }),
      ...(about.watching ? [h("span", { class: "small" }, `${about.watching} watching`)] : []),
    );
    this.tick();
  }

  /** @param {string} seat */
  nameOf(seat) {
    const found = this.table.now.about.seats.find((/** @type {any} */ each) => each.seat === seat);
    // What a bot is stands at its seat; elsewhere its name is enough.
    const name = found?.kind === "bot" ? found.name?.split(",")[0] : found?.name;
    return name ?? capital(seat);
  }

  /** Time goes by. */
  tick() {
    const { about } = this.table.now;
    const clock = about?.clock;
    if (!clock?.left || about.result) return;
    const gone = performance.now() - this.table.panel.received;
    for (const each of this.element.querySelectorAll("time")) {
      const name = each.getAttribute("data-seat") ?? "";
      each.textContent = time(clock.left[name] - (clock.running?.includes(name) ? gone : 0));
    }
  }
}
