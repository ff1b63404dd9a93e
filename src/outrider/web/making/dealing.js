// @ts-check
/** A fair fight by lot: how large, by which seed, and how far the bots are with finding one. */
import { ask } from "../app/api.js";
import { h, sheet } from "../app/dom.js";
import { drawn } from "./fields.js";

/** What was dealt. @typedef {{seed: number, pieces: number, kind: string, value: any,
 *   setting: any, tried: number, games: number}} Dealt */

const AGAIN = 200;
const SEEDS = 1_000_000;

/**
 * Ask for one and wait until it is there; nothing if somebody would rather not.
 * @param {any} game @returns {Promise<Dealt | null>}
 */
export const dealt = (game) => new Promise((done) => new Dealing(game, done).show());

class Dealing {
  /** @param {any} game @param {(found: Dealt | null) => void} done */
  constructor(game, done) {
    this.game = game;
    this.done = done;
    this.pieces = game.deals.usual;
    /** @type {number | null} */
    this.seed = null;
    this.running = false;
    this.closed = false;
    this.fields = h("div", { class: "rows" });
    this.told = h("p", { class: "small", role: "status" });
    this.error = h("p", { class: "error", role: "alert" });
    this.start = h("button", { class: "btn main", type: "submit" }, "Deal");
  }

  show() {
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", {}, "A fair fight, dealt"),
      h(
        "p",
        { class: "small" },
        "A table, two forces of equal points and what each is after, by lot. Bots play it, and ",
        "only one is kept in which neither side scores more than 55 in 100. The same seed deals ",
        "the same fight.",
      ),
      this.fields,
      this.told,
      this.error,
      h(
        "div",
        { class: "btns" },
        this.start,
        h(
          "button",
          { class: "btn", type: "button", onclick: () => this.dialog?.close() },
          "Not now",
        ),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.running) this.deal();
    });
    const dialog = /** @type {HTMLDialogElement} */ (
      h("dialog", { class: "deal", "aria-label": "Deal a fair fight" }, form)
    );
    dialog.addEventListener("close", () => {
      this.closed = true;
      dialog.remove();
      this.done(null);
    });
    this.dialog = dialog;
    this.draw();
    sheet("making");
    sheet("forces");
    document.body.append(dialog);
    dialog.showModal();
  }

  draw() {
    const { least, most } = this.game.deals;
    const size = { name: "pieces", label: "Pieces a side", step: 1, least, most };
    const seed = { name: "seed", label: "Seed", text: 12 };
    const parts = most
      ? drawn(size, this.pieces, (value) => {
          this.pieces = value;
          this.draw();
        })
      : [];
    this.fields.replaceChildren(
      ...parts,
      ...drawn(seed, this.seed ?? "", (value) => (this.seed = value ?? null)),
    );
    this.fields.querySelector("input[type=text]:last-child")?.setAttribute("placeholder", "any");
  }

  async deal() {
    this.error.textContent = "";
    const seed = this.seed === null ? Math.floor(Math.random() * SEEDS) : Number(this.seed);
    this.running = true;
    this.start.toggleAttribute("disabled", true);
    this.told.textContent = "Bots sit down to it. The first time that may take a while.";
    try {
      const wish = { game: this.game.id, seed, pieces: this.pieces };
      while (!this.closed) {
        const { found, done } = await ask("POST", "/api/making/deal", wish);
        if (this.closed) return;
        if (found?.value) {
          this.done({ ...found, seed, pieces: this.pieces });
          this.dialog?.close();
          return;
        }
        if (found) this.told.textContent = progress(found);
        if (done) throw new Error(`no fair fight was found by seed ${seed}: try another`);
        await new Promise((soon) => setTimeout(soon, AGAIN));
      }
    } catch (problem) {
      this.told.textContent = "";
      this.error.textContent = String(/** @type {any} */ (problem).message ?? problem);
    }
    this.running = false;
    this.start.toggleAttribute("disabled", false);
  }
}

/** @param {{tried: number, games: number}} found */
const progress = ({ tried, games }) =>
  `Fight ${tried}: bots have played ${games.toLocaleString("en")} games so far.`;
