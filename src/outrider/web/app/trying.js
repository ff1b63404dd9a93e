// @ts-check
/**
 * Stands in for a table's socket where things are tried on: for all seats, from a position of one's
 * own, with dice that fall here, and any of it can be taken back.
 */
import { ask } from "./api.js";

/** Dice that are at hand for one action. */
const HANDFUL = 200;
const dice = () => Array.from({ length: HANDFUL }, () => 1 + Math.floor(Math.random() * 6));
/** What the practice page is asked about a state, and not about the page's own doings. */
const ASKED = /** @type {const} */ (["action", "unit", "from", "to"]);

/**
 * Something that was tried: who, what, how things stood then, and what came of it.
 * @typedef {{seat: string | null, action: any, text: string, shown: any}} Tried
 */

export class Trying {
  /**
   * @param {{game: string, seats: string[], names: Record<string, string>, state: any}} from
   * @param {(news: any) => void} told @param {() => void} moved
   */
  constructor(from, told, moved) {
    this.from = from;
    this.told = told;
    this.moved = moved;
    /** The beginning, and what was tried since. @type {Tried[]} */
    this.tried = [];
    this.version = 0;
  }

  get now() {
    return this.tried[this.tried.length - 1];
  }

  /** @param {any} more */
  trial(more) {
    const state = this.now?.shown.state ?? this.from.state;
    return ask("POST", "/api/practice", { game: this.from.game, state, ...more });
  }

  async begin() {
    const shown = await this.trial({ do: "state", seat: this.from.seats[0] });
    this.tried = [{ seat: null, action: null, text: "", shown }];
    this.show(true);
  }

  /** Tell the table how things stand. @param {boolean} [laid] it is another position */
  show(laid = false) {
    const { game, seats, names } = this.from;
    const { shown, seat } = this.now;
    this.told({
      type: this.version ? "news" : "table",
      version: ++this.version,
      match: "analysis",
      game,
      stage: "running",
      laid,
      seats: seats.map((each) => ({
        seat: each,
        kind: "here",
        taken: true,
        here: true,
        name: names[each] ?? null,
      })),
      you: seats,
      lines: [{ seat }],
      conduct: {},
      clock: null,
      ...shown,
      events: laid ? [] : shown.events,
      // One may go back from where a match would be over.
      result: null,
      pending: shown.pending.over ? { decide: [] } : shown.pending,
    });
    this.moved();
  }

  /** @param {any} request */
  async ask(request) {
    const more = Object.fromEntries(
      ASKED.filter((name) => name in request).map((name) => [name, request[name]]),
    );
    try {
      return { ok: true, ...(await this.trial({ do: request.do, seat: request.seat, ...more })) };
    } catch (error) {
      return refused(error);
    }
  }

  /** @param {string} seat @param {any} request */
  async change(seat, request) {
    try {
      const check = await this.trial({ do: "check", seat, action: request.action });
      if (!check.legal) return { ok: false, error: check.refusal };
      await this.play(seat, request.action);
      return { ok: true };
    } catch (error) {
      return refused(error);
    }
  }

  /** @param {string | null} seat @param {any} action nothing where only dice are due */
  async play(seat, action) {
    const what = action === null ? { do: "roll" } : { do: "play", action };
    const shown = await this.trial({ ...what, seat, faces: dice() });
    const said = shown.events.filter((/** @type {any} */ each) => each.text);
    const text = said.map((/** @type {any} */ each) => each.text).join(" ");
    this.tried.push({ seat, action: action === null ? null : shown.action, text, shown });
    this.show();
  }

  /** As it was after so many of the things that were tried. @param {number} count */
  back(count) {
    this.tried.length = Math.max(1, count + 1);
    this.show(true);
  }

  /** The last thing once more: the dice fall anew. */
  async again() {
    const { seat, action } = this.now;
    this.tried.pop();
    await this.play(seat, action);
  }

  /** What the bots think of how it stands. */
  judged() {
    return this.trial({ do: "judge", seat: this.from.seats[0] });
  }

  close() {}
}

/** @param {any} error */
const refused = (error) => ({
  ok: false,
  error: { kind: "refused", message: String(error?.message ?? error) },
});
