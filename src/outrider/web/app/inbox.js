// @ts-check
/**
 * What a table is told, handled strictly one after the other in the order of the versions. What was
 * told before is dropped, and a gap is noticed. Nothing that hangs or fails holds up what follows.
 */

/** Milliseconds one thing may take before the next has its turn. */
const LONGEST = 4000;

export class Inbox {
  /** @param {(news: any) => unknown} handle is waited for @param {number} [longest] */
  constructor(handle, longest = LONGEST) {
    this.handle = handle;
    this.longest = longest;
    /** How far the match is by what has come in, also by what still waits here. */
    this.version = 0;
    /** The version that is shown: whatever somebody does is meant for this one. */
    this.shown = 0;
    /** @type {any[]} */
    this.waiting = [];
    this.busy = false;
    /** Told when something could not be shown, once for each version. */
    this.failed = () => {};
    this.broken = -1;
  }

  /**
   * Take in what a server says: it is taken, or old, or there is a gap before it.
   * @param {any} said @returns {"taken" | "old" | "gap"}
   */
  take(said) {
    if (said.type === "news" && said.version <= this.version) return "old";
    if (said.type === "news" && said.from !== this.version) return "gap";
    if (said.type === "table") {
      // The first word on a new connection is the truth, also where it is less than was known.
      const first = Boolean(said.you);
      if (said.version < this.version && !first) return "old";
      if (said.version > this.version && said.missed?.from !== this.version && !first) return "gap";
      if (said.version === this.version) said = { ...said, missed: undefined };
    }
    this.push(said);
    return "taken";
  }

  /** Have something handled when its turn comes, whatever its version. @param {any} news */
  push(news) {
    if (typeof news.version === "number") this.version = news.version;
    this.waiting.push(news);
    if (!this.busy) this.work();
  }

  async work() {
    this.busy = true;
    while (this.waiting.length) {
      const news = this.waiting.shift();
      if (typeof news.version === "number") this.shown = news.version;
      try {
        await within(this.handle(news), this.longest);
      } catch (error) {
        this.failure(error);
      }
    }
    this.busy = false;
  }

  /** @param {unknown} error */
  failure(error) {
    reportError(error);
    if (this.broken === this.shown) return;
    this.broken = this.shown;
    this.failed();
  }
}

/** Wait for something, but not for ever. @param {unknown} work @param {number} longest */
function within(work, longest) {
  if (!(work instanceof Promise)) return work;
  return new Promise((done, failed) => {
    const late = setTimeout(() => done(undefined), longest);
    work.then(done, failed).finally(() => clearTimeout(late));
  });
}
