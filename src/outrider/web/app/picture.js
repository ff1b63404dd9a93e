// @ts-check
/** A table in play as it is drawn: its ground and pieces, what may be done, what is wished for. */
import { ground } from "../board/areas.js";
import { Board } from "../board/board.js";
import { drawPast } from "../board/past.js";
import { svg } from "../board/svg.js";
import { skinOf } from "../skins/index.js";
import { games } from "./api.js";
import { h, keepingFocus, title } from "./dom.js";
import { showDraft } from "./drafting.js";

/** @typedef {{x: number, y: number}} Spot */

export class Picture {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {SVGElement[]} what is said over targets */
    this.words = [];
    /** @type {{state: any, tokens: import("../skins/skin.js").Token[]}} */
    this.drawn = { state: null, tokens: [] };
    /** @type {Promise<void> | null} */
    this.laying = null;
    /** The piece that was chosen last. @type {string | null} */
    this.last = null;
  }

  get now() {
    return this.table.now;
  }

  /** Lay the table, once: of several who wait for it the first goes on first. */
  laid() {
    this.laying ??= this.lay().catch((error) => {
      this.laying = null;
      throw error;
    });
    return this.laying;
  }

  async lay() {
    const [skin, known] = await Promise.all([skinOf(this.now.about.game), games()]);
    this.table.skin = skin;
    this.drawn = { state: null, tokens: [] };
    this.table.game = known.find((/** @type {any} */ each) => each.id === this.now.about.game);
    title(this.table.game?.title ?? this.now.about.game);
    if (skin.text) {
      const name = `The table of ${this.table.game?.title ?? "the game"}`;
      this.table.felt.replaceChildren(
        h("pre", { class: "picture", role: "img", "aria-label": name }),
      );
      return;
    }
    this.table.board = new Board(
      this.table.skin.box(this.now.state),
      `The table of ${this.table.game?.title ?? "the game"}`,
      {
        pick: (id) => this.table.hands.pick(id),
        tap: (spot) => this.table.hands.tap(spot),
        lift: (id) => this.table.hands.mayLift(id),
        drag: (id, spot) => this.table.hands.drag(id, spot),
        drop: (id, spot) => this.table.hands.drop(id, spot),
        cancel: () => this.table.hands.unchoose(),
        rules: () => this.now.ruling,
        rule: (from, to, done) => this.table.measuring.span(from, to, done),
        eager: () => !this.now.chosen,
      },
    );
    this.table.felt.replaceChildren(
      this.table.board.root,
      this.table.views.of(this.table.board),
      this.table.measuring.legend,
    );
    const [own, ...others] = this.now.mine;
    // The table turns to whoever sits at it alone; where several share a screen it stays.
    if (own && !others.length) this.face(this.table.skin.home?.(this.now.state, own) ?? null);
    this.table.skin.ground(this.table.board, this.now.state);
  }

  /** Turn the table so that a place lies at the lower edge. @param {Spot | null} home */
  face(home) {
    const board = this.table.board;
    if (!board || !home) return;
    const { left, right, top, bottom } = board.box;
    const [x, y] = [home.x - (left + right) / 2, home.y - (top + bottom) / 2];
    // Upwards, to the left and to the right are two, three and one quarter from downwards.
    const quarters = Math.abs(x) > Math.abs(y) ? (x > 0 ? 1 : 3) : y > 0 ? 2 : 0;
    board.turn(quarters);
  }

  /** Half round, as often as one likes. */
  turn() {
    const board = this.table.board;
    if (!board) return;
    board.turn(board.turned + 2);
    this.table.skin.ground(board, this.now.state);
    this.draw();
    this.mark();
    this.table.asking.place();
  }

  /** The state that is shown: the game's, or one of before that somebody looks at. */
  get seen() {
    return this.table.looking.state ?? this.now.state;
  }

  /** What stands on the table, worked out once for each state. */
  tokens() {
    const state = this.seen;
    if (!this.table.skin || !state) return [];
    if (this.drawn.state !== state) this.drawn = { state, tokens: this.table.skin.tokens(state) };
    return this.drawn.tokens;
  }

  /** What has just happened, on the board. */
  drawPast() {
    const story = this.table.looking.story ?? this.table.story;
    if (!this.table.board || !story) return;
    const drawn = Math.max(0, ...this.tokens().map((token) => token.radius ?? 0));
    drawPast(this.table.board, story.traces(), 2 * drawn || this.table.skin.unit);
    this.table.board.root.classList.toggle(
      "busy",
      Boolean(this.now.chosen && !this.table.looking.state),
    );
  }

  draw() {
    if (this.table.skin?.text && this.table.felt.firstElementChild)
      this.table.felt.firstElementChild.textContent = this.seen.picture ?? "";
    if (!this.table.board) return;
    const tokens = this.tokens();
    this.table.board.only(new Set(tokens.map((token) => token.id)));
    for (const token of tokens) {
      const put = this.table.board.put(
        token.id,
        token.x,
        token.y,
        token.key,
        token.label,
        token.draw,
      );
      put.classList.remove("drag");
      put.classList.toggle("mine", token.seat === this.now.acting && token.alive);
      put.classList.toggle("chosen", token.id === this.now.chosen);
      this.table.board.lay(token.id, !token.alive);
    }
    for (const token of tokens) if (token.top) this.table.board.raise(token.id);
    if (this.now.chosen) this.table.board.raise(this.now.chosen);
    this.table.aims.mark();
    for (const draw of this.table.drawers) draw(this.table);
    this.drawPast();
    this.table.board.naming.of(tokens);
    this.table.views.show();
  }

  /** Where the focus belongs when what had it is gone: the piece in hand, or the last one. */
  place() {
    const { board } = this.table;
    this.last = this.now.chosen ?? this.last;
    return (
      (this.last && board?.placed.get(this.last)) ||
      board?.root.querySelector(".token.mine") ||
      null
    );
  }

  /** What may be done, on the table. */
  mark() {
    const { board } = this.table;
    this.last = this.now.chosen ?? this.last;
    if (board)
      keepingFocus(
        board.root,
        () => this.marking(board),
        () => this.place(),
      );
  }

  /** @param {Board} board */
  marking(board) {
    board.clear();
    this.words = [];
    if (this.table.looking.state) {
      this.table.skin.over?.(board, this.table.looking.state, null, null);
      return;
    }
    this.table.measuring.tape?.ground(board);
    ground(board, this.now.reach, this.now.threats);
    const unit = this.table.skin.unit;
    const seen = new Set();
    for (const offer of this.table.offering.offered()) {
      const { action } = offer;
      const place = this.table.offering.place(offer);
      if (!place || (!this.now.chosen && this.table.offering.owner(offer))) continue;
      const key = JSON.stringify(place);
      if (seen.has(key)) continue;
      seen.add(key);
      if ("token" in place) {
        const token = this.tokens().find((each) => each.id === place.token);
        const said = this.table.offering.forecast(offer);
        if (token)
          board.marks.append(
            svg("circle", {
              class: "target",
              cx: token.x,
              cy: -token.y,
              r: Math.max(0.72 * unit, board.word * 1.25),
            }),
          );
        if (token && said) this.words.push(this.word(board, token, said));
      } else {
        const hoop = this.table.skin.far?.(action, this.now.state);
        board.mark(
          [
            svg("circle", {
              class: "seat",
              r: Math.max(0.5 * unit, board.word * 0.8),
              fill: "transparent",
            }),
            svg("circle", {
              class: hoop ? "hoop" : "pip",
              r: (hoop ? 0.26 : 0.19) * Math.max(unit, board.word * 1.3),
              "stroke-width": 0.1 * unit,
            }),
          ],
          place.spot.x,
          place.spot.y,
          // Several are called the same: where it is says which of them it is.
          Array.isArray(offer.place) ? `${offer.label} at ${offer.place.join(", ")}` : offer.label,
          () => this.table.wishes.choose(action),
        );
      }
    }
    this.sketch();
  }

  /**
   * What is said over a target, no wider than its place.
   * @param {Board} board
   * @param {Spot} at
   * @param {string} said
   */
  word(board, at, said) {
    const room = (1.55 * this.table.skin.unit) / board.word;
    const fits = (/** @type {string} */ text) => Math.min(1, room / (text.length * 0.55 + 1.1));
    const text = fits(said) < 0.7 ? said.replace(" / you ", "/") : said;
    const { x, y } = board.over(at, 0.72 * this.table.skin.unit);
    return board.label(x, y, text, "#1F2430", fits(text));
  }

  /** What changes while something is dragged: the wish, and what is said of it. */
  sketch() {
    const board = this.table.board;
    if (!board) return;
    board.lines.replaceChildren();
    board.above.replaceChildren(...this.words);
    this.table.skin.over?.(board, this.now.state, this.now.chosen, this.now.draft);
    if (this.now.draft) showDraft(this.table);
    this.table.asking.draw(board);
    this.table.measuring.tape?.over(board);
  }

  /** Nothing that was drawn stays: the next state is laid anew. */
  forget() {
    this.table.board = this.laying = null;
  }
}
