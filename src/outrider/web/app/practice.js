// @ts-check
/** Stands in for a table's socket in a lesson: what is asked goes to the engine without a match. */
import { ask } from "./api.js";

/**
 * A step of a lesson. What it says of the table stands in `facts`, which tests hold against the
 * rules. `do` is what is to be done, in which the fields named in `open` may be anything that
 * makes `lets` legal, or gives a unit what `shows` has. In a `fight` anything goes, against a bot.
 * @typedef {{say: string, chapter?: string, rules?: string[], points?: any[], facts?: any[],
 *   do?: any, open?: string[], faces?: number[], lets?: string, shows?: any, fight?: boolean,
 *   then?: {seat: string, action: string, faces?: number[]}[],
 *   state?: any, position?: string}} Step
 * @typedef {{game: string, title: string, seat: string, level: string, steps: Step[]}} Lesson
 */

/** Milliseconds between two actions of the other side, so that they can be followed. */
const PACE = 700;
/** Dice that are at hand for one action of a fight. */
const HANDFUL = 200;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const dice = () => Array.from({ length: HANDFUL }, () => 1 + Math.floor(Math.random() * 6));

export class Practice {
  /** @param {Lesson} lesson @param {(news: any) => void} told @param {() => void} stepped */
  constructor(lesson, told, stepped) {
    this.lesson = lesson;
    this.told = told;
    this.stepped = stepped;
    this.at = -1;
    /** @type {any} */
    this.state = null;
    /** @type {any} what is waited for */
    this.pending = null;
    this.version = 0;
    /** How a fight has ended, in a sentence. */
    this.ended = "";
    this.closed = false;
    /**
     * One thing at a time: whoever acts waits until the last action is done.
     * @type {Promise<any>}
     */
    this.acting = Promise.resolve();
    /** Which fight is on: replies of one that was begun anew count no more. */
    this.fight = 0;
  }

  /** @param {any} more */
  trial(more) {
    return ask("POST", "/api/practice", {
      game: this.lesson.game,
      state: this.state,
      seat: this.lesson.seat,
      ...more,
    });
  }

  /** @returns {Step | undefined} */
  get step() {
    return this.lesson.steps[this.at];
  }

  /** @param {number} [at] which step; the one after this, if nothing is said */
  async next(at = this.at + 1) {
    this.at = at;
    // A step that brings no table goes on where those before it end, and cannot be the first.
    while (!this.state && this.step && !tableOf(this.step)) this.at--;
    if (this.step) await this.begin();
  }

  /** Show the step that is at hand, from its beginning. */
  async begin() {
    const { step } = this;
    if (!step) return;
    this.fight++;
    const laid = tableOf(step);
    // How something ended is said of that table, and not of the next.
    if (step.fight || laid) this.ended = "";
    if (laid) {
      this.state = laid;
      this.show(await this.trial({ do: "state" }), this.lesson.seat, true);
    }
    this.stepped();
    if (step.fight) this.answer();
  }

  /**
   * @param {any} shown
   * @param {string} seat who has done it
   * @param {boolean} [laid] the table is another one
   */
  show(shown, seat, laid = false) {
    const { lesson } = this;
    this.state = shown.state;
    this.pending = shown.pending;
    const over = Boolean(shown.pending.over);
    if (over) this.ended = shown.question;
    const seats = [...new Set([lesson.seat, "red", "blue"])].sort().reverse();
    this.told({
      type: this.version ? "news" : "table",
      version: ++this.version,
      match: "lesson",
      game: lesson.game,
      stage: "running",
      laid,
      seats: seats.map((each) => ({
        seat: each,
        kind: "here",
        taken: true,
        here: true,
        name: each === lesson.seat ? "You" : null,
      })),
      you: [lesson.seat],
      lines: [{ seat }],
      conduct: {},
      clock: null,
      ...shown,
      // A lesson goes on where a match would be over.
      result: null,
      pending: over ? { decide: [] } : shown.pending,
    });
  }

  /** @param {any} request */
  async ask(request) {
    try {
      return {
        ok: true,
        ...(await this.trial({ do: request.do, action: request.action, unit: request.unit })),
      };
    } catch (error) {
      return refused("refused", String(/** @type {any} */ (error)?.message ?? error));
    }
  }

  /** @param {string} seat @param {any} request */
  change(seat, request) {
    return this.alone(() => this.play(request.action)).catch((error) =>
      refused("refused", String(error?.message ?? error)),
    );
  }

  /** Do something when what was begun before is done. @param {() => Promise<any>} work */
  alone(work) {
    const done = this.acting.then(work);
    this.acting = done.catch(() => undefined);
    return done;
  }

  /** @param {any} action */
  async play(action) {
    const { step } = this;
    const check = await this.trial({ do: "check", action });
    if (!check.legal) return { ok: false, error: check.refusal };
    if (step?.fight) {
      this.show(await this.trial({ do: "play", action, faces: dice() }), this.lesson.seat);
      this.answer();
      return { ok: true };
    }
    if (!step?.do) return refused("lesson", "that is allowed, but read on first: press Go on");
    const played = await this.trial({ do: "play", action, faces: step.faces ?? [] });
    if (!meant(step, played.action))
      return refused("lesson", "that is allowed, too, but the lesson goes another way here");
    if (!(await this.enough(step, played.state)))
      return refused(
        "lesson",
        "that is allowed, but not quite what the lesson is about; try another place",
      );
    this.show(played, this.lesson.seat);
    for (const { seat, action: reply, faces = [] } of step.then ?? []) {
      await pause(PACE);
      this.show(await this.trial({ do: "play", seat, action: reply, faces }), seat);
    }
    await this.next();
    return { ok: true };
  }

  /** Let the other side act for as long as it is asked; then see whether the fight is over. */
  answer() {
    const { fight } = this;
    this.alone(async () => {
      if (this.closed || fight !== this.fight) return;
      if (this.pending.over) {
        await this.next();
        return;
      }
      const seat = (this.pending.decide ?? []).find(
        (/** @type {string} */ each) => each !== this.lesson.seat,
      );
      if (!seat) return;
      await pause(PACE);
      if (this.closed || fight !== this.fight) return;
      this.show(await this.trial({ do: "reply", seat, faces: dice() }), seat);
      this.answer();
    });
  }

  /** Whether an action has led to what its step is for. @param {Step} step @param {any} state */
  async enough(step, state) {
    if (step.lets) return (await this.trial({ state, do: "check", action: step.lets })).legal;
    if (!step.shows) return true;
    const { unit, ...fields } = step.shows;
    const found = state.units.find((/** @type {any} */ each) => each.id === unit);
    return Object.entries(fields).every(([name, value]) => found?.[name] === value);
  }

  close() {
    this.closed = true;
  }
}

/**
 * Whether an action is the one a step is about, but for what it leaves open.
 * @param {Step} step
 * @param {any} action
 */
function meant(step, action) {
  const names = new Set([...Object.keys(step.do), ...Object.keys(action)]);
  for (const name of step.open ?? []) names.delete(name);
  return [...names].every((name) => JSON.stringify(step.do[name]) === JSON.stringify(action[name]));
}

/** @param {Step} step */
const tableOf = (step) => step.position ?? step.state;

/** @param {string} kind @param {string} message */
const refused = (kind, message) => ({ ok: false, error: { kind, message } });
