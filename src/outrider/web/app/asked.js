// @ts-check
/** A question about one piece: what it is, and its answers by key. Its card is `putting.js`. */

/**
 * @typedef {{title: string, unit: string, about?: string, note?: string,
 *   ways?: {points: number[][], open: boolean}[], fields?: any[]} & import("./account.js").Account
 *   } Asked
 */

export class Asking {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** The card, from the first question on. @type {import("./putting.js").Put | null} */
    this.card = null;
  }

  /** @returns {Asked | null} */
  get asked() {
    if (this.table.looking.state || this.table.skin?.text) return null;
    return this.table.offering.known()?.asked ?? null;
  }

  /** What can be answered. */
  get answers() {
    return this.asked ? this.table.offering.offers().filter((offer) => offer.key) : [];
  }

  show() {
    if (this.card) this.card.show();
    else if (this.asked) this.begin();
  }

  async begin() {
    const { Put } = await import("./putting.js");
    if (this.card) return;
    this.card = new Put(this);
    this.card.show();
    this.table.picture.mark();
  }

  /** Whether a key was an answer. @param {KeyboardEvent} event */
  key(event) {
    const meant = this.answers.find((offer) => offer.key?.toLowerCase() === event.key);
    if (meant) this.table.wishes.choose(meant.action);
    return Boolean(meant);
  }

  place() {
    this.card?.place();
  }

  /** @param {import("../board/board.js").Board} board */
  draw(board) {
    this.card?.draw(board);
  }
}
