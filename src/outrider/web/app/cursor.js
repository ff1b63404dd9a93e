// @ts-check
/**
 * Playing by arrow keys: from piece to piece and from mark to mark; and, with a piece in hand that
 * may go anywhere, a wish that is pushed over the table inch by inch and carried out by Enter.
 */
import { say } from "./dom.js";

/** @typedef {{x: number, y: number}} Spot */

/** @type {Record<string, number[]>} */
const WAYS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** With Shift a step is this part of an inch. */
const FINE = 0.25;

export class Cursor {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** Where the piece in hand is wished to be. @type {{id: string, spot: Spot} | null} */
    this.at = null;
  }

  /** Whether a key was meant for this. @param {KeyboardEvent} event */
  key(event) {
    const { board, now, looking } = this.table;
    if (!board || looking.state) return false;
    const way = WAYS[event.key];
    if (event.key === "Enter" && this.pushes && now.draft?.legal) {
      event.preventDefault();
      // A board's own Enter, on the piece that has the focus, would put it down.
      event.stopImmediatePropagation();
      const { action } = now.draft;
      this.at = null;
      this.table.wishes.choose(action);
      return true;
    }
    if (!way) return false;
    event.preventDefault();
    if (this.held) this.push(way, event.shiftKey ? FINE : 1);
    else this.step(way);
    return true;
  }

  /** Whether what is wished for was pushed there by keys. */
  get pushes() {
    return Boolean(this.at && this.at.id === this.table.now.chosen);
  }

  /** The piece in hand, if it may go anywhere on the table. */
  get held() {
    const { now, hands, skin } = this.table;
    const { chosen, acting } = now;
    if (!chosen || !acting || !hands.isMine(chosen)) return null;
    return skin.reaches && (now.reach.length || hands.inTray(chosen)) ? chosen : null;
  }

  /** Where a push begins: where it was pushed to, where it stands, or where it may be placed. */
  from() {
    const { now, offering, board, picture } = this.table;
    const chosen = now.chosen ?? "";
    if (this.at?.id === chosen && now.draft) return this.at.spot;
    const stands = picture.tokens().find((token) => token.id === chosen);
    if (stands) return { x: stands.x, y: stands.y };
    for (const offer of offering.offered()) {
      const place = offering.place(offer);
      if (place && "spot" in place) return place.spot;
    }
    const { left, right, bottom, top } = /** @type {any} */ (board).box;
    return { x: (left + right) / 2, y: (bottom + top) / 2 };
  }

  /** The wish goes one step that way, and is shown. @param {number[]} way @param {number} part */
  push(way, part) {
    const { now, skin, wishes, board } = this.table;
    const { chosen, acting } = now;
    if (!chosen || !acting || !board) return;
    const [dx, dy] = board.along(way[0], way[1]);
    const step = part * skin.unit;
    const { x, y } = this.from();
    const spot = { x: x + dx * step, y: y + dy * step };
    this.at = { id: chosen, spot };
    const wish = skin.go(now.state, acting, chosen, spot);
    if (wish) wishes.try(wish.action);
  }

  /** To the nearest piece or mark that way. @param {number[]} way */
  step([dx, dy]) {
    const { board } = this.table;
    if (!board) return;
    const all = [...board.root.querySelectorAll(".token, .mark")];
    const here = document.activeElement && all.indexOf(document.activeElement);
    const middle = (/** @type {Element} */ each) => {
      const box = (each.querySelector(".plate") ?? each).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: -(box.y + box.height / 2) };
    };
    const own = board.root.querySelector(".token.mine");
    if (here === null || here < 0) {
      focused(own ?? all[0]);
      return;
    }
    const from = middle(all[here]);
    let best = null,
      least = Infinity;
    for (const each of all) {
      const { x, y } = middle(each);
      const along = (x - from.x) * dx + (y - from.y) * dy;
      const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
      const far = Math.hypot(along, 1.3 * aside);
      // What lies more to a side than ahead is another arrow's.
      if (along > 1 && aside <= along && far < least) [best, least] = [each, far];
    }
    if (best) focused(best);
    else say("Nothing farther that way.");
  }
}

/** @param {Element | null | undefined} element */
function focused(element) {
  if (element instanceof SVGElement) element.focus();
}
