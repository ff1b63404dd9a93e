// @ts-check
/** Dice that wait for somebody's link: what is asked meanwhile, and the way out. */
import { capital, h } from "./dom.js";

export class Sealing {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** Whether it has been said that somebody is waited for too long. */
    this.impatient = true;
  }

  /** What is said while links are waited for, and the way out. */
  parts() {
    const { witness } = this.table;
    const { mine } = this.table.now;
    const wanted = this.wanted();
    this.impatient = !wanted || performance.now() > wanted.until;
    if (!wanted) return [];
    const lost = mine.filter((seat) => witness?.lost(seat));
    const others = wanted.missing.some((seat) => !mine.includes(seat));
    if (!lost.length && !others) return [];
    const why = lost.length
      ? "This page does not have your seal: it lies in the browser you began with."
      : "Their page has to be open for that. After 15 seconds their clock runs.";
    const offered = lost.length > 0 || wanted.anew.length > 0 || this.impatient;
    const agreed = mine.length > 0 && mine.every((seat) => wanted.anew.includes(seat));
    const anew = async () => {
      for (const seat of mine) {
        const said = await witness?.anew(seat);
        if (said && !said.ok) this.table.panel.note(capital(said.error.message));
      }
    };
    return [
      h("p", { class: "small wait" }, why),
      ...(offered && mine.length
        ? [
            h(
              "p",
              { class: "small" },
              agreed
                ? "You agree to new seals; all others have to."
                : "If everybody agrees, the dice are sealed anew and fall by other links. " +
                    "Whoever held one back may have seen how they would have fallen.",
            ),
            h(
              "div",
              { class: "btns" },
              h("button", { class: "btn", disabled: agreed, onclick: anew }, "Agree to new seals"),
            ),
          ]
        : []),
    ];
  }

  /** Links that the dice wait for. */
  wanted() {
    const { witness } = this.table;
    const { about } = this.table.now;
    return witness?.wanted?.missing.length && !about.result ? witness.wanted : null;
  }

  /** What is asked while dice wait for links; nothing if they do not. */
  question() {
    const { witness } = this.table;
    const { mine } = this.table.now;
    const wanted = this.wanted();
    if (!wanted) return "";
    const names = wanted.missing
      .filter((seat) => !mine.includes(seat))
      .map((seat) => this.table.panel.people.nameOf(seat));
    if (mine.some((seat) => witness?.lost(seat))) names.unshift("you");
    return names.length
      ? `The dice wait for ${names.join(" and ")} to open a seal.`
      : "The dice are being opened…";
  }

  /** Whether it is time to say so. */
  get late() {
    const wanted = this.wanted();
    return Boolean(wanted && !this.impatient && performance.now() > wanted.until);
  }
}
