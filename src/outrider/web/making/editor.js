// @ts-check
/** The editor: tray, table, panel. */
import { ask } from "../app/api.js";
import { capital, h, keepingFocus, say, sheet, title } from "../app/dom.js";
import { go } from "../app/main.js";
import { make } from "../app/making.js";
import { gameOf, skinOf } from "../skins/index.js";
import { Canvas } from "./canvas.js";
import { Checking } from "./checking.js";
import { mirrorSide } from "./deeds.js";
import { draft as draftOf } from "./drafts.js";
import { Drawing } from "./drawing.js";
import { inches } from "./geometry.js";
import { Hands } from "./hands.js";
import { drawHandles } from "./handles.js";
import { KEYS, listen } from "./keys.js";
import { Measuring } from "./measuring.js";
import { sidesCard } from "./sides.js";
import { strip } from "./strip.js";
import { thingCard } from "./thing.js";
import { tray } from "./tray.js";
import { Work } from "./work.js";

const LEVEL = "soldier";
const SNAPS = [
  [0, "off"],
  [0.5, "½″"],
  [1, "1″"],
];

/** @param {string} id @returns {Promise<import("../app/main.js").Page>} */
export async function editor(id) {
  const styled = Promise.all([sheet("making"), sheet("forces")]);
  const draft = draftOf(id);
  if (!draft)
    throw new Error("this browser has no such draft: drafts stay in the browser they were made in");
  const game = await gameOf(draft.game);
  if (!game?.page?.making) throw new Error(`nothing can be made for ${draft.game} here`);
  const [kit, skin] = await Promise.all([ask("GET", game.page.making), skinOf(draft.game)]);
  await styled;
  return new Editor(new Work(draft, kit), game, skin).page();
}

class Editor {
  /** @param {Work} work @param {any} game @param {import("../skins/skin.js").Skin} skin */
  constructor(work, game, skin) {
    Object.assign(this, { work, game, skin });
    this.work = work;
    this.game = game;
    this.skin = skin;
    this.canvas = new Canvas(work, skin);
    this.drawing = new Drawing(this.canvas, () => this.drawPanel());
    this.hands = new Hands(this.canvas, this.drawing);
    this.checking = new Checking(work, () => this.checked());
    this.measuring = new Measuring(work, this.checking, () => this.drawMeasure());
    this.all = false;
    this.tab = "thing";
    this.last = h("span", { class: "small deed", role: "status" });
    this.undo = this.button("Undo", "↶", () => work.undo());
    this.redo = this.button("Redo", "↷", () => work.redo());
    this.snaps = h("div", { class: "seg", role: "group", "aria-label": "Snap" });
    this.wrong = h("div", { class: "wrongs" });
    this.thing = h("div", { class: "t-thing" });
    this.sides = h("div", { class: "t-sides" });
    this.measure = h("div", { class: "t-meas" });
    this.error = h("p", { class: "error", role: "alert" });
    this.sized = h("button", { class: "btn opt", type: "button", onclick: () => this.toSize() });
  }

  /** @param {string} label @param {string} sign @param {() => void} deed */
  button(label, sign, deed) {
    return h(
      "button",
      { class: "btn sq", type: "button", "aria-label": label, title: label, onclick: deed },
      sign,
    );
  }

  /** @returns {import("../app/main.js").Page} */
  page() {
    const { work, canvas } = this;
    const felt = h("div", { class: "felt" });
    felt.append(canvas.root);
    const bar = h(
      "div",
      { class: "tools" },
      this.undo,
      this.redo,
      this.last,
      this.snaps,
      ...this.mirrors(),
      this.sized,
      this.menu(),
    );
    const stage = h("div", { class: "stage" }, bar, felt, this.wrong);
    const panel = h(
      "div",
      { class: "panel", "data-tab": this.tab },
      this.tabs(),
      this.thing,
      this.sides,
      this.measure,
      this.error,
    );
    this.panel = panel;
    const heading = h("h1", { class: "unseen" }, `Making: ${work.value.name ?? "a table"}`);
    const element = h(
      "div",
      { class: "edit" },
      heading,
      tray(canvas, this.hands, this.drawing),
      stage,
      panel,
      this.dock(),
    );
    listen(canvas, this.drawing, this.hands, element);
    work.heard.push((what) => this.heard(what));
    const sized = new ResizeObserver(() => this.resized());
    sized.observe(felt);
    setTimeout(() => {
      this.heard("value");
      this.checking.now();
      if (work.draft.sketch?.length) this.drawing.begin(this.sketched(), work.draft.sketch);
    });
    return {
      element,
      leave: () => {
        sized.disconnect();
        this.measuring.leave();
      },
    };
  }

  /** What a shape that was half drawn was to be. */
  sketched() {
    const things = this.work.kit.tray.flatMap((/** @type {any} */ group) => group.things);
    return things.find((/** @type {any} */ each) => each.draw)?.draw ?? { name: "shape" };
  }

  resized() {
    this.canvas.sized = "";
    this.canvas.draw();
    this.canvas.draw(); // the second time with words as large as they then are
    drawHandles(this.canvas);
    this.canvas.mark(this.checking.findings);
    if (this.drawing.active) this.drawing.show();
  }

  /** @param {string} what */
  heard(what) {
    this.canvas.draw();
    drawHandles(this.canvas);
    this.drawBar();
    this.drawPanel();
    if (what === "value") this.checking.later();
  }

  checked() {
    this.canvas.mark(this.checking.findings);
    this.drawStrip();
    this.drawPanel();
    this.drawMeasure();
  }

  drawBar() {
    const { work } = this;
    title(work.value.name ?? "A table");
    const crumb = document.getElementById("crumb");
    crumb?.append(h("span", { class: "wide-only" }, work.kept ? " · draft, kept" : ""));
    if (!work.kept) this.error.textContent = FULL;
    /** @type {any} */ (this.undo).disabled = !work.past.length;
    /** @type {any} */ (this.redo).disabled = !work.future.length;
    this.last.textContent = work.words ?? "";
    this.sized.textContent = work.size.map(inches).join(" × ") + "″";
    this.snaps.replaceChildren(
      h("span", { class: "word" }, "Snap"),
      ...SNAPS.map(([step, words]) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(work.step === step),
            onclick: () => {
              work.step = Number(step);
              this.drawBar();
            },
          },
          String(words),
        ),
      ),
    );
  }

  drawStrip() {
    const more = () => {
      this.all = !this.all;
      this.drawStrip();
    };
    keepingFocus(
      this.wrong,
      () => this.wrong.replaceChildren(strip(this.work, this.checking, this.all, more)),
      () => this.canvas.root,
    );
  }

  drawPanel() {
    if (this.hands.gesture) return; // when it is dropped
    const parts = /** @type {[HTMLElement, () => HTMLElement][]} */ ([
      [this.thing, () => thingCard(this.work, this.drawing)],
      [this.sides, () => this.sidesCard()],
    ]);
    for (const [place, made] of parts) {
      const held = document.activeElement;
      // Whoever writes is not interrupted.
      if (held instanceof HTMLTextAreaElement && place.contains(held)) continue;
      keepingFocus(
        place,
        () => place.replaceChildren(made()),
        () => this.canvas.root,
      );
    }
  }

  sidesCard() {
    const { ok, setting, bills } = this.checking;
    return sidesCard(this.work, ok ? setting : null, this.game.musters ? bills : null);
  }

  drawMeasure() {
    keepingFocus(
      this.measure,
      () => this.measure.replaceChildren(this.measuring.card(() => this.tryIt())),
      () => this.measure.querySelector("button"),
    );
    this.docked?.replaceChildren(...this.measuring.brief());
  }

  mirrors() {
    const [one, two] = this.work.sides;
    if (!two) return [];
    const button = h(
      "button",
      { class: "btn opt", type: "button", onclick: () => mirrorSide(this.work, one, two) },
      `Mirror ${capital(one.seat)} to ${capital(two.seat)}`,
    );
    return [button];
  }

  toSize() {
    this.work.opened = true;
    this.tab = "sides";
    this.panel?.setAttribute("data-tab", "sides");
    this.drawPanel();
    const fields = [...this.sides.querySelectorAll("input")];
    fields.find((each) => /Width/.test(each.getAttribute("aria-label") ?? ""))?.focus();
  }

  tabs() {
    const names = {
      thing: "Thing",
      sides: this.work.sides.length ? "Sides" : "Table",
      meas: "Measure",
    };
    const bar = h("div", { class: "tabs", role: "group", "aria-label": "Parts of the panel" });
    const draw = () =>
      bar.replaceChildren(
        ...Object.entries(names).map(([tab, words]) =>
          h(
            "button",
            {
              class: "btn",
              type: "button",
              "aria-pressed": String(tab === this.tab),
              onclick: () => {
                this.tab = tab;
                this.panel?.setAttribute("data-tab", tab);
                draw();
              },
            },
            words,
          ),
        ),
      );
    draw();
    return bar;
  }

  dock() {
    this.docked = h("p", {});
    return h(
      "div",
      { class: "dock" },
      this.docked,
      h("button", { class: "btn main", type: "button", onclick: () => this.tryIt() }, "Try it"),
    );
  }

  menu() {
    const { work } = this;
    const entry = (/** @type {string} */ words, /** @type {() => void | Promise<void>} */ deed) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: async () => {
            made.removeAttribute("open");
            await this.tried(deed);
          },
        },
        words,
      );
    const taken = (/** @type {string} */ kind) => async () =>
      (await import("./picture.js")).take(kind, work.draft, work.kit, this.skin);
    const made = h(
      "details",
      { class: "more" },
      h("summary", { class: "btn", "aria-label": "More" }, "⋯"),
      h(
        "div",
        { class: "card" },
        entry("Share it…", async () => {
          if (!(await this.checking.settled())) throw new Error(NOT_YET);
          await (await import("./sharing.js")).share(work);
        }),
        entry("Save as JSON", taken("json")),
        entry("Save as SVG", taken("svg")),
        entry("Save as PNG", taken("png")),
        entry("Print it", () => go(`/print/${work.draft.id}`)),
        entry("Take a table from a file…", () => this.bring()),
        entry("Keys", () => this.keys()),
        entry("To the shelf", () => go("/make")),
      ),
    );
    // It closes when somebody turns to something else, unless they are back by then.
    made.addEventListener("focusout", () =>
      setTimeout(() => {
        if (!made.contains(document.activeElement)) made.removeAttribute("open");
      }, 150),
    );
    return made;
  }

  /** The table of a file, in place of this one. */
  bring() {
    const field = /** @type {HTMLInputElement} */ (
      h("input", { type: "file", accept: ".json,application/json" })
    );
    field.addEventListener("change", () =>
      this.tried(async () => {
        const { readFile } = await import("./bringing.js");
        const value = await readFile(field.files?.[0]);
        const table = value.table ?? value;
        if (!table || !Array.isArray(table.terrain))
          throw new Error("there is no table in that file");
        const place = this.work.tablePlace;
        if (place) this.work.set(place, table, "a table from a file");
        else this.work.go({ ...this.work.value, ...table }, "a table from a file", "", []);
      }),
    );
    field.click();
  }

  keys() {
    const dialog = /** @type {HTMLDialogElement} */ (
      h(
        "dialog",
        { "aria-label": "Keys" },
        h(
          "form",
          { method: "dialog" },
          h("h2", {}, "Keys"),
          h(
            "dl",
            { class: "keys" },
            ...KEYS.flatMap(([key, words]) => [h("dt", {}, key), h("dd", {}, words)]),
          ),
          h("div", { class: "btns" }, h("button", { class: "btn main" }, "Back to the table")),
        ),
      )
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** A game on it, at once, against a bot. */
  async tryIt() {
    await this.tried(async () => {
      if (!(await this.checking.settled())) throw new Error(NOT_YET);
      const { terms } = this.checking.setting;
      const seats = [{ kind: "me" }, { kind: "bot", level: LEVEL }];
      await make({
        game: this.work.draft.game,
        options: {},
        seats,
        seal: true,
        pace: 500,
        ...terms,
      });
    });
  }

  /** @param {() => void | Promise<void>} deed */
  async tried(deed) {
    this.error.textContent = "";
    try {
      await deed();
    } catch (problem) {
      this.error.textContent = String(/** @type {any} */ (problem).message ?? problem);
      say(this.error.textContent);
    }
  }
}

const NOT_YET = "first mend what is marked in red";
const FULL = "this browser keeps nothing more: save it as a file, or throw older drafts away";
