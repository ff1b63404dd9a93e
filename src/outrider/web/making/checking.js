// @ts-check
/** The referee looks over one's shoulder: asked after every change, one question at a time. */
import { ask } from "../app/api.js";

const PAUSE = 120;

export class Checking {
  /** @param {import("./work.js").Work} work @param {() => void} told */
  constructor(work, told) {
    this.work = work;
    this.told = told;
    /** @type {any[]} */
    this.findings = [];
    /** What it is like to play it, once nothing is wrong. @type {any} */
    this.setting = null;
    /** What each side's force costs, by seat. @type {Record<string, any>} */
    this.bills = {};
    this.ok = false;
    /** The value that the answer is about. @type {any} */
    this.of = null;
    this.trouble = "";
    this.timer = 0;
    this.asking = false;
  }

  /** Ask soon. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), PAUSE);
  }

  async now() {
    if (this.asking) {
      this.later();
      return;
    }
    const { value, draft } = this.work;
    if (value === this.of && !this.trouble) return;
    this.asking = true;
    try {
      const { game, kind } = draft;
      const said = await ask("POST", "/api/making/check", { game, kind, value });
      this.trouble = "";
      const { findings, setting, ok, bills } = said;
      Object.assign(this, { findings, setting, ok, bills });
    } catch (error) {
      // A value that is too large is refused whole; a server that is away says nothing of it.
      this.trouble = String(/** @type {any} */ (error).message ?? error);
      this.ok = false;
    }
    this.of = value;
    this.asking = false;
    this.told();
    if (this.work.value !== value) this.later();
  }

  /** What is true of the value as it is: an answer, if it is about this one. */
  async settled() {
    while (this.asking || this.of !== this.work.value) {
      if (!this.asking) await this.now();
      else await new Promise((done) => setTimeout(done, 20));
    }
    return this.ok;
  }
}
