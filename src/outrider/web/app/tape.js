// @ts-check
/** Measuring, once somebody does: between two points, and what is in a piece's power. */
import { drawn } from "../board/areas.js";
import { h, say } from "./dom.js";

/** @typedef {{x: number, y: number}} Spot */
/** @typedef {{said: string, kind: "reach" | "threat", areas: any[]}} Range */

const SAID = "Drag from one place to another, or choose both.";

export class Tape {
  /** @param {import("./measuring.js").Measuring} measuring */
  constructor(measuring) {
    this.measuring = measuring;
    this.table = measuring.table;
    /** Which of the questions was asked last. */
    this.asked = 0;
  }

  get now() {
    return this.table.now;
  }

  /** For whom a question is asked: anybody at the table may. */
  get seat() {
    return this.now.acting ?? this.now.mine[0] ?? null;
  }

  // -- ranges ------------------------------------------------------------------------------------

  /** What a piece could do, or no more. @param {string} unit */
  async ranges(unit) {
    if (this.now.ranges?.unit === unit) {
      this.put({ ranges: null });
      return;
    }
    const asked = ++this.asked;
    const said = await this.table.socket.ask({ do: "ranges", seat: this.seat, unit });
    if (asked !== this.asked) return;
    if (!said.ok) {
      this.table.panel.note(said.error.message);
      return;
    }
    this.put({ ranges: { unit, found: said.ranges } });
    say(said.ranges.map((/** @type {Range} */ each) => each.said).join(". "));
  }

  // -- the ruler ---------------------------------------------------------------------------------

  /** The ruler was taken or laid down, and perhaps the other since. @param {boolean} on */
  rule(on) {
    if (this.now.ruling !== on) return;
    this.put({});
    this.table.panel.note(on ? SAID : "");
  }

  /** A place was pointed at with the ruler in hand. @param {Spot} spot */
  async point(spot) {
    const { ruler } = this.now;
    if (!ruler || ruler.to) this.put({ ruler: { from: spot, to: null, said: "", blocked: null } });
    else await this.span(ruler.from, spot, true);
  }

  /** @param {Spot} from @param {Spot} to @param {boolean} done */
  async span(from, to, done) {
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const before = this.now.ruler;
    this.put({ ruler: { from, to, said: `${far.toFixed(1)}″`, blocked: before?.blocked ?? null } });
    if (!done) return;
    const asked = ++this.asked;
    const [a, b] = [from, to].map(({ x, y }) => [x, y].map((each) => Math.round(each * 1e3) / 1e3));
    const said = await this.table.socket.ask({ do: "measure", seat: this.seat, from: a, to: b });
    if (asked !== this.asked || !this.now.ruling) return;
    if (!said.ok) {
      this.table.panel.note(said.error.message);
      return;
    }
    this.put({ ruler: { from, to, said: said.said, blocked: said.blocked } });
    say(said.said);
  }

  /** @param {Partial<import("./situation.js").Situation>} part */
  put(part) {
    this.table.change(part);
    this.table.picture.mark();
    this.table.panel.card.show();
  }

  // -- as it is drawn ----------------------------------------------------------------------------

  /** Under everything else that is marked. @param {import("../board/board.js").Board} board */
  ground(board) {
    const { ranges } = this.now;
    const found = /** @type {Range[]} */ (ranges?.found ?? []);
    this.measuring.legend.hidden = !found.length;
    if (!found.length) return;
    found.forEach(({ kind, areas }, at) =>
      board.marks.append(
        ...areas.map((area, part) =>
          drawn(board, area, `range${at}-${part}`, { class: `range ${kind} r${at}` }),
        ),
      ),
    );
    this.measuring.legend.replaceChildren(
      h("ul", {}, ...found.map(({ said, kind }, at) => h("li", { class: `${kind} r${at}` }, said))),
      h(
        "button",
        {
          class: "btn",
          "aria-label": "No more ranges",
          onclick: () => this.put({ ranges: null }),
        },
        "✕",
      ),
    );
  }

  /** Over everything. @param {import("../board/board.js").Board} board */
  over(board) {
    const { ruler } = this.now;
    if (!ruler) return;
    const { from, to, said, blocked } = ruler;
    const unit = this.table.skin.unit;
    if (!to) {
      board.cross(from, board.word * 0.4);
      return;
    }
    board.tape(from, to, said, !blocked, unit);
    if (blocked) board.cross({ x: blocked[0], y: blocked[1] }, board.word * 0.6);
  }
}
