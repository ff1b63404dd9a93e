// @ts-check
/** What is looked at of a game that goes on, where that is not how it stands. */

export class Looking {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** The state that is looked at, if it is not the game's. @type {any} */
    this.state = null;
    /** How things stood then. @type {import("./aims.js").Standing | null} */
    this.standing = null;
    /** @type {import("./happened.js").Happened | null} */
    this.story = null;
    /** Who leads back, from the first time on. @type {import("./stepping.js").Stepping | null} */
    this.stepping = null;
  }

  async steps() {
    const { Stepping } = await import("./stepping.js");
    return (this.stepping ??= new Stepping(this));
  }

  /** The last turn in which something was done, from its beginning. */
  async turn() {
    await (await this.steps()).turn();
  }

  /** To the next moment, that way, in which something happened. @param {number} by */
  async step(by) {
    await (await this.steps()).step(by);
  }
}
