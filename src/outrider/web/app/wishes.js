// @ts-check
/** A wish on its way: shown with what would come of it, weighed by the referee, carried out. */
import { say } from "./dom.js";
import { sameEnd } from "./drafting.js";

/** @typedef {import("./situation.js").Draft} Draft */

/** Milliseconds between two questions about something that is dragged. */
const APART = 60;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Wishes {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** Whether a question about something that is dragged is on its way. */
    this.following = false;
    /** What is said of something that is dragged. */
    this.told = "";
  }

  get now() {
    return this.table.now;
  }

  /** Show something that might be done, and leave it at that. @param {any} action */
  async suggested(action) {
    const said = await this.table.socket.ask({ do: "try", seat: this.now.acting, action });
    const chosen = said.ok ? this.table.offering.owner(said.offer) : null;
    this.table.change({ chosen, draft: null });
    this.table.picture.draw();
    await this.table.offering.look();
    await this.try(action);
  }

  /** See what a wish would lead to. @param {any} action @param {string | null} [target] */
  async try(action, target) {
    this.table.change({ draft: { action, legal: null, by: this.now.chosen, target } });
    this.table.picture.mark();
    this.table.panel.show();
    // Where what is said of it is behind a tab, that one comes to the front.
    this.table.panel.tab("unit");
    await this.checked(action);
  }

  /**
   * While something is dragged, ask about where it is: one question on its way at a time, however
   * often it moves.
   */
  async follow() {
    if (this.following) return;
    this.following = true;
    try {
      let last = "";
      while (this.now.dragging && this.now.draft) {
        const { action } = this.now.draft;
        const wish = JSON.stringify(action);
        if (wish === last) break;
        last = wish;
        await Promise.all([this.checked(action), pause(APART)]);
      }
    } finally {
      this.following = false;
    }
  }

  /** Ask what the referee says to a wish, and show it. @param {any} action */
  async checked(action) {
    const seat = this.now.acting;
    if (!seat) return;
    const said = await this.table.socket.ask({ do: "consider", seat, action });
    if (!this.now.draft) return;
    const draft = this.judged(this.now.draft, said);
    if (JSON.stringify(this.now.draft.action) !== JSON.stringify(action)) {
      // It has been dragged on meanwhile: what was true a moment ago is close enough to be shown.
      if (this.now.dragging && this.following) {
        this.table.change({ draft });
        this.table.picture.sketch();
      }
      return;
    }
    // Not so, but by another way.
    if (!draft.legal && draft.nearest && sameEnd(this.table.skin, draft.nearest.action, action)) {
      await this.try(draft.nearest.action);
      return;
    }
    const offer = said.ok ? said.offer : undefined;
    const place = offer ? this.table.offering.place(offer) : null;
    const by = (offer && this.table.offering.owner(offer)) || draft.by;
    const target = place && "token" in place ? place.token : draft.target;
    this.table.change({ draft: { ...draft, offer, by, target } });
    if (this.now.dragging) {
      this.table.picture.sketch();
      // Beside the table as little as need be: most of it is the same a hair farther on.
      const { legal, odds, refusal, events, nearest } = draft;
      const told = JSON.stringify([by, target, legal, odds, refusal?.message, events, nearest]);
      if (told !== this.told) this.table.panel.weigh();
      this.told = told;
      return;
    }
    this.told = "";
    this.table.picture.mark();
    this.table.panel.show();
  }

  /** Whether one should know something before a wish is carried out. @param {any} action */
  async warned(action) {
    const { skin, socket } = this.table;
    const seat = this.now.acting;
    if (!seat || !skin.warn) return false;
    const said = await socket.ask({ do: "consider", seat, action });
    return Boolean(said.ok && skin.warn(said.events ?? []));
  }

  /** A wish with what the referee says. @param {Draft} draft @param {any} said @returns {Draft} */
  judged({ action, by, target }, said) {
    if (!said.ok) return { action, by, target, legal: false, refusal: said.error };
    const { type, id, ok, offer, ...more } = said;
    return { ...more, action, by, target };
  }

  /** Do it, and tell whether it is done. @param {any} action */
  async choose(action) {
    const seat = this.now.acting;
    if (!seat) {
      this.late();
      return false;
    }
    this.table.panel.note("");
    const placing =
      this.now.chosen && this.table.hands.inTray(this.now.chosen) ? this.now.chosen : null;
    const said = await this.table.socket.change(seat, { do: "play", action });
    if (said.ok) {
      if (placing && this.now.chosen === placing) this.table.change({ chosen: null });
      return true;
    }
    if (said.error.kind === "stale") this.late();
    else await this.refused(seat, action, said.error);
    return false;
  }

  /** @param {string} seat @param {any} action @param {any} refusal */
  async refused(seat, action, refusal) {
    const { by, target } = this.now.draft ?? { by: this.now.chosen, target: null };
    /** @type {Draft} */
    const draft = { action, legal: false, refusal, by: by ?? this.now.chosen, target };
    this.table.change({ draft });
    const tried = await this.table.socket.ask({ do: "try", seat, action });
    if (this.now.draft?.action !== action) return;
    if (tried.ok && sameEnd(this.table.skin, tried.nearest?.action, action)) {
      this.table.picture.draw();
      await this.try(tried.nearest.action);
      return;
    }
    if (tried.ok) this.table.change({ draft: { ...draft, nearest: tried.nearest } });
    say(`Refused: ${refusal.message}`);
    this.table.picture.draw();
    this.table.picture.mark();
    this.table.panel.show();
  }

  /** Something was wished for that nobody is asked any more. */
  late() {
    this.table.change({ draft: null });
    const text = "That came too late: the table has gone on. Nothing was done.";
    say(text);
    this.table.panel.note(text);
    this.table.picture.draw();
    this.table.picture.mark();
    this.table.panel.show();
  }
}
