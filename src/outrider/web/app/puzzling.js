// @ts-check
/**
 * Stands in for a table's socket in a puzzle: what is asked goes to the engine, and what is done is
 * judged before it is played.
 */
import { ask } from "./api.js";

/** Milliseconds between two actions of the other side, so that they can be followed. */
const PACE = 700;
/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * @typedef {{id: string, game: string, seat: string, level: number, kind: string, say: string,
 *   choices: number, state: any}} Puzzle
 * @typedef {{right: boolean, solved: boolean, why: string, replies: any[],
 *   answers: {text: string, chance: string}[]}} Verdict
 */

export class Puzzling {
  /** @param {Puzzle} puzzle @param {(news: any) => void} told @param {() => void} judged */
  constructor(puzzle, told, judged) {
    this.puzzle = puzzle;
    this.told = told;
    this.judged = judged;
    this.state = puzzle.state;
    /** Own actions that were right. @type {any[]} */
    this.done = [];
    /** @type {Verdict | null} */
    this.verdict = null;
    this.version = 0;
    /** While a try is judged, or the other side answers, nothing else is done. */
    this.busy = false;
    this.closed = false;
  }

  /** @param {any} more */
  trial(more) {
    const { game, seat } = this.puzzle;
    return ask("POST", "/api/practice", { game, state: this.state, seat, ...more });
  }

  /** Lay the table as it was at the beginning. */
  async begin() {
    this.state = this.puzzle.state;
    this.done = [];
    this.verdict = null;
    this.show(await this.trial({ do: "state" }), this.puzzle.seat, true);
    this.judged();
  }

  /** @param {any} shown @param {string} seat who has done it @param {boolean} [laid] */
  show(shown, seat, laid = false) {
    if (this.closed) return;
    this.state = shown.state;
    const over = Boolean(shown.pending.over);
    const seats = [...new Set([this.puzzle.seat, "red", "blue"])].sort().reverse();
    this.told({
      type: this.version ? "news" : "table",
      version: ++this.version,
      match: "puzzle",
      game: this.puzzle.game,
      stage: "running",
      laid,
      seats: seats.map((each) => ({
        seat: each,
        kind: "here",
        taken: true,
        here: true,
        name: each === this.puzzle.seat ? "You" : null,
      })),
      you: [this.puzzle.seat],
      lines: [{ seat }],
      conduct: {},
      clock: null,
      ...shown,
      result: null,
      pending: over ? { decide: [] } : shown.pending,
    });
  }

  /** Whether the other side has to be forced; else chances are weighed. */
  get forced() {
    return this.puzzle.kind === "win" || this.puzzle.kind === "hold";
  }

  /** What may be done is told; what would come of it is to be found. @param {any} request */
  async ask(request) {
    try {
      const { do: wanted, action, unit, from, to } = request;
      const what = wanted === "consider" && !this.forced ? "try" : wanted;
      return { ok: true, ...(await this.trial({ do: what, action, unit, from, to })) };
    } catch (error) {
      return refused(error);
    }
  }

  /** @param {string} seat @param {any} request */
  async change(seat, request) {
    if (this.busy) return refused("one thing at a time: that is being judged");
    if (this.verdict && (this.verdict.solved || !this.verdict.right))
      return refused("this try is over: start again, or take the next puzzle");
    this.busy = true;
    try {
      return await this.play(request.action);
    } catch (error) {
      return refused(error);
    } finally {
      this.busy = false;
    }
  }

  /** @param {any} action */
  async play(action) {
    const check = await this.trial({ do: "check", action });
    if (!check.legal) return { ok: false, error: check.refusal };
    const { game, id, seat } = this.puzzle;
    const actions = [...this.done, action];
    const verdict = await ask("POST", `/api/puzzles/${game}/${id}`, { actions });
    // Where chances are weighed nothing is played: a die that falls well proves nothing.
    if (this.forced) {
      this.show(await this.trial({ do: "play", action }), seat);
      for (const reply of verdict.replies) {
        await pause(PACE);
        if (this.closed) return { ok: true };
        const { seat: other, action: answer } = reply;
        this.show(await this.trial({ do: "play", seat: other, action: answer }), other);
      }
    }
    this.done = actions;
    this.verdict = verdict;
    this.judged();
    return { ok: true };
  }

  /** The answer, for whoever wants to be told. */
  async tell() {
    const { game, id } = this.puzzle;
    this.verdict = await ask("POST", `/api/puzzles/${game}/${id}`, { actions: [] });
    this.judged();
  }

  close() {
    this.closed = true;
  }
}

/** @param {any} error */
const refused = (error) => ({
  ok: false,
  error: { kind: "refused", message: String(error?.message ?? error) },
});
