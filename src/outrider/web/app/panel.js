// @ts-check
/** The panel beside the table: the question, the unit, the dice, the log, the menu. */
import { Card } from "./card.js";
import { capital, h, inSight, keepingFocus } from "./dom.js";
import { Menu } from "./menu.js";
import { People } from "./people.js";
import { Question } from "./question.js";
import { Story } from "./story.js";
import { Tray } from "./tray.js";
import { refused } from "./weighed.js";

/** How long the referee's aside is shown, in milliseconds. */
const ASIDE = 8000;

export class Panel {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.asked = new Question(table);
    this.card = new Card(table);
    this.refusal = h("section", {
      class: "card refusal tabbed t-unit",
      role: "alert",
      hidden: true,
    });
    this.people = new People(table);
    this.nameOf = (/** @type {string} */ seat) => this.people.nameOf(seat);
    this.tray = new Tray(table, this.nameOf);
    this.lines = h("div", {
      class: "log",
      tabindex: "0",
      role: "group",
      "aria-label": "What has happened",
    });
    this.story = new Story(table, this.lines);
    this.log = h(
      "section",
      { class: "card tabbed t-log", "aria-label": "Log" },
      h("h3", {}, "Log"),
      this.story.head,
      this.lines,
    );
    this.menu = new Menu(table);
    this.match = h(
      "section",
      { class: "card match", "aria-label": "Match" },
      this.people.element,
      this.menu.element,
    );
    this.tabs = h("div", { class: "tabs", role: "tablist" }, ...this.tabbed());
    this.between = h(
      "div",
      { class: "between" },
      this.refusal,
      this.card.element,
      this.tray.element,
      this.log,
    );
    this.element = h(
      "div",
      // With nothing to say it would only be pushed about when the table is laid.
      { class: "panel tab-unit", hidden: true },
      this.asked.element,
      this.tabs,
      this.between,
      this.match,
    );
    this.typing = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "text",
        "aria-label": "Type an action",
        placeholder: "Or type an action  ( / )",
        autocomplete: "off",
        // Nor does a phone begin it with a capital.
        autocapitalize: "none",
        spellcheck: "false",
      })
    );
    this.form = this.typingForm();
    /** Whether dice have fallen since somebody did something here. */
    this.fallen = false;
    /** @type {string | null} the piece that was chosen last */
    this.picked = null;
    for (const name of ["pointerdown", "wheel", "keydown"])
      this.element.addEventListener(name, () => (this.fallen = false), { passive: true });
    /** When the server was heard last: clocks go on from there. */
    this.received = performance.now();
    this.said = "";
    /** Whether a pointer is down on it, and what was to be drawn meanwhile waits. */
    this.pressed = this.owing = false;
    this.element.addEventListener("pointerdown", (event) => event.button === 0 && this.press());
  }

  /** A button that is drawn anew between press and release is never clicked. */
  press() {
    this.pressed = true;
    const done = () =>
      setTimeout(() => {
        this.pressed = false;
        if (this.owing) this.show();
      });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, done, { once: true });
  }

  tabbed() {
    return ["unit", "dice", "log"].map((name) =>
      h(
        "button",
        {
          class: "btn",
          role: "tab",
          "aria-selected": String(name === "unit"),
          onclick: () => this.tab(name),
        },
        capital(name),
      ),
    );
  }

  /** @param {string} name */
  tab(name) {
    this.element.className = `panel tab-${name}`;
    // On a phone the sheet below the question is read from its top.
    this.element.scrollTop = 0;
    for (const button of this.tabs.children)
      button.setAttribute("aria-selected", String(button.textContent?.toLowerCase() === name));
  }

  /** Say something beside the question, for a while. @param {string} text */
  note(text) {
    if (!text && !this.said) return;
    this.said = text;
    clearTimeout(this.aside);
    if (text) this.aside = setTimeout(() => this.note(""), ASIDE);
    this.show();
  }

  show() {
    this.owing = this.pressed;
    if (this.pressed) return;
    keepingFocus(
      this.element,
      () => this.draw(),
      () => this.table.picture.place(),
    );
    if (this.fallen && !this.table.now.draft) this.showDice();
  }

  /** What has fallen stays in sight while what is around it changes. */
  showDice() {
    const { element } = this.asked;
    const over = getComputedStyle(element).position === "sticky" ? element.offsetHeight : 0;
    inSight(this.between, this.tray.element);
    inSight(this.element, this.tray.element, over);
  }

  draw() {
    const { about, state, acting } = this.table.now;
    if (!about) return;
    this.element.hidden = false;
    this.element.toggleAttribute("data-before", !state);
    this.asked.show();
    this.table.aims.show();
    this.table.asking.show();
    this.weighing();
    this.people.show();
    this.menu.show();
    if (acting && state) {
      if (!this.form.isConnected) this.match.before(this.form);
    } else this.form.remove();
  }

  /** The chosen piece, and what is said of a wish. */
  weigh() {
    keepingFocus(
      this.element,
      () => this.weighing(),
      () => this.table.picture.place(),
    );
  }

  weighing() {
    this.card.show();
    refused(this.table, this.refusal);
    const { chosen } = this.table.now;
    if (chosen === this.picked) return;
    this.picked = chosen;
    if (!chosen) return;
    // Whoever picks a piece has seen the dice, and wants to see what it may do.
    this.fallen = false;
    this.between.scrollTop = 0;
  }

  /** Time goes by. */
  tick() {
    this.asked.tick();
    this.people.tick();
  }

  typingForm() {
    const { typing } = this;
    return h(
      "form",
      {
        class: "type tabbed t-log",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const text = typing.value.trim();
          if (!text) return;
          typing.value = "";
          const done = await this.table.wishes.choose(this.meant(text));
          // What was refused is mended, not written again.
          if (done || typing.value) return;
          typing.value = text;
          typing.select();
        },
      },
      typing,
      h("button", { class: "btn" }, "Do it"),
    );
  }

  /** What is offered may be typed as its button says it. @param {string} text */
  meant(text) {
    const same = (/** @type {import("../skins/skin.js").Offer} */ { label }) =>
      label.toLowerCase() === text.toLowerCase();
    const found = this.table.offering.offers().filter(same);
    return found.length === 1 ? found[0].action : text;
  }

  /** @param {any[]} events @param {boolean} live @param {number} version */
  happened(events, live, version) {
    if (this.tray.happened(events, live) && live) {
      this.tab("dice");
      this.fallen = true;
    }
    this.story.add(events, version);
  }
}
