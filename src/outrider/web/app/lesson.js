// @ts-check
/**
 * A lesson: chapters played on the real engine, with somebody who points and says what they mean.
 */
import { h, rulesAt, title } from "./dom.js";
import { gameOf } from "../skins/index.js";
import { ask } from "./api.js";
import { numbered } from "./changes.js";
import { point } from "./pointing.js";
import { Practice } from "./practice.js";
import { Table } from "./table.js";

/** @typedef {import("./practice.js").Lesson} Lesson */

/** Who says what is to be done next, above the panel. */
class Guide {
  /** @param {Lesson} lesson @param {any} game */
  constructor(lesson, game) {
    this.lesson = lesson;
    this.game = game;
    this.far = h("p", { class: "small far" });
    this.bar = h("span", {});
    this.words = h("p", { class: "ask", role: "status" });
    this.cites = h("p", { class: "small cites" });
    this.buttons = h("div", { class: "btns" });
    this.element = h(
      "section",
      { class: "card turn guide", "aria-label": "The lesson" },
      this.far,
      h("div", { class: "way", "aria-hidden": "true" }, this.bar),
      this.words,
      this.cites,
      this.buttons,
    );
    this.table = new Table("lesson", (told) => {
      this.practice = new Practice(lesson, told, () => this.show());
      return this.practice;
    });
    this.table.drawers.add(point);
    this.table.panel.element.prepend(this.element);
    this.table.panel.menu.element.hidden = true;
  }

  show() {
    const practice = /** @type {Practice} */ (this.practice);
    const { step, at } = practice;
    if (!step) return;
    const { steps } = this.lesson;
    const chapter = steps
      .slice(0, at + 1)
      .reverse()
      .find((each) => each.chapter)?.chapter;
    this.far.textContent = `${chapter ?? this.lesson.title} · ${at + 1} of ${steps.length}`;
    this.bar.style.width = `${Math.round((100 * (at + 1)) / steps.length)}%`;
    const ended = practice.ended && !step.fight ? `${practice.ended} ` : "";
    this.words.textContent = ended + numbered(step.say, this.game);
    this.cites.replaceChildren(
      ...(step.rules ?? []).flatMap((rule) => [
        h("a", { href: rulesAt(this.game.id, rule), target: "_blank" }, rule),
        " ",
      ]),
    );
    this.buttons.replaceChildren(...this.ways(practice));
    this.table.change({ points: step.points ?? [] });
    point(this.table);
  }

  /** What one may press. @param {Practice} practice */
  ways(practice) {
    const { step, at, lesson } = practice;
    const on = (/** @type {string} */ text, /** @type {string} */ look) =>
      h("button", { class: look, onclick: () => practice.next() }, text);
    if (step?.do)
      return [
        h(
          "button",
          { class: "btn", onclick: () => this.table.wishes.suggested(step.do) },
          "Show me",
        ),
      ];
    if (step?.fight)
      return [
        h("button", { class: "btn", onclick: () => practice.begin() }, "Begin the fight again"),
        on("Skip the fight", "btn"),
      ];
    if (at + 1 < lesson.steps.length) return [on("Go on", "btn main")];
    return [
      h(
        "a",
        { class: "btn main", href: `/#play=${this.game.id}&level=${lesson.level}` },
        `Play ${this.game.title} against the ${lesson.level}`,
      ),
      h("a", { class: "btn", href: "/" }, "All games"),
    ];
  }
}

/** @param {string} game @returns {Promise<import("./main.js").Page>} */
export async function lesson(game) {
  const played = await gameOf(game);
  if (!played?.page?.lesson) throw new Error("There is no lesson in this game");
  /** @type {Lesson} */
  const found = await ask("GET", played.page.lesson);
  title(found.title);
  const guide = new Guide(found, played);
  // A link may lead to a step in the middle; what it needs of those before is laid.
  const from = Math.min(found.steps.length, Number(location.hash.slice(1)) || 1) - 1;
  await guide.practice?.next(from);
  return { element: guide.table.element, leave: () => guide.table.leave() };
}
