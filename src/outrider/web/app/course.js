// @ts-check
/** The moments of a match, loaded a page at a time as somebody looks at them. */
import { ask } from "./api.js";

const PAGE = 100;
/** How far ahead of what is shown a page is asked for, so that playing through never waits. */
const AHEAD = 30;
/** A game up to this long is loaded whole, bit by bit. */
const WHOLE = 1000;
/** Moments that are kept; of more, those far from what is shown are let go. */
const KEPT = 1500;
const PAUSE = 100;

export class Course {
  /**
   * @param {string} path @param {Record<string, string>} headers
   * @param {(from: number, moments: any[]) => void} came called for every page
   */
  constructor(path, headers, came) {
    this.path = path;
    this.headers = headers;
    this.came = came;
    /** @type {Map<number, any>} */
    this.moments = new Map();
    /** What is said of the whole game: names, result. @type {any} */
    this.said = null;
    this.total = 0;
    this.gone = false;
    /** One request at a time. @type {Promise<void>} */
    this.loading = Promise.resolve();
  }

  async open() {
    await this.need(0);
    return this;
  }

  get last() {
    return this.total - 1;
  }
  /** @param {number} n */
  has(n) {
    return this.moments.has(n);
  }
  /** @param {number} n */
  at(n) {
    return this.moments.get(n);
  }

  /** Load a moment and those around it, after what is being loaded. @param {number} n */
  need(n) {
    const next = this.loading.then(async () => {
      // Who goes backwards wants what was before.
      if (!this.has(n) && this.has(n + 1)) await this.page(Math.max(0, n - PAGE + 1));
      if (!this.has(n) && !this.gone) await this.page(n);
    });
    this.loading = next.catch(() => undefined);
    return next;
  }

  /** @param {number} from */
  async page(from) {
    const query = `?from=${from}&count=${PAGE}`;
    const said = await ask("GET", `${this.path}${query}`, undefined, this.headers);
    this.said ??= said;
    // A game that goes on is shown as it was when it was opened.
    this.total ||= said.total;
    const fresh = said.moments.slice(0, this.total - from);
    fresh.forEach((/** @type {any} */ each, /** @type {number} */ k) => {
      this.moments.set(from + k, each);
    });
    this.came(from, fresh);
  }

  /** Be ready for what comes after a moment that is shown. @param {number} n */
  ahead(n) {
    if (this.moments.size > KEPT) {
      const far = [...this.moments.keys()].filter((k) => k && Math.abs(k - n) > KEPT / 3);
      for (const k of far) this.moments.delete(k);
    }
    for (let k = n + 1; k <= Math.min(n + AHEAD, this.last); k += 1) {
      if (!this.has(k)) {
        this.need(k).catch(() => undefined);
        return;
      }
    }
  }

  /** Load the rest of a game that is not long, without haste. */
  async fill() {
    for (let k = 0; this.total <= WHOLE && k < this.total && !this.gone; k += 1) {
      if (this.has(k)) continue;
      await new Promise((done) => {
        setTimeout(done, PAUSE);
      });
      try {
        await this.need(k);
      } catch {
        return;
      }
    }
  }

  /** The next moment after `n` with dice, loading what is between. @param {number} n */
  async roll(n) {
    for (let k = n + 1; k < this.total && !this.gone; k += 1) {
      if (!this.has(k)) await this.need(k);
      if (this.at(k)?.line?.faces) return k;
    }
    return null;
  }
}
