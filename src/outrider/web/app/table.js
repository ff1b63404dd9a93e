// @ts-check
/** A table in play: what is seen, what is chosen, what is asked of the server. */
import { Board } from "../board/board.js";
import { svg } from "../board/svg.js";
import { skinOf } from "../games/index.js";
import { games, held, hold } from "./api.js";
import { notice } from "./changes.js";
import { banner, capital, copy, h, say, title } from "./dom.js";
import { showDraft } from "./drafting.js";
import { concluded } from "./fairness.js";
import { Inbox } from "./inbox.js";
import { Panel } from "./panel.js";
import { play as sound } from "./sound.js";
import { TableSocket } from "./socket.js";
import { Witness } from "./witness.js";

/** @typedef {{x: number, y: number}} Spot */
/** @typedef {{action: any, legal: boolean | null, refusal?: any, instead?: any, odds?: any, expected?: any, events?: any[]}} Draft */

const SOON = 90;

/** @param {string} match @returns {Promise<import("./main.js").Page>} */
export async function table(match) {
  const carried = new URLSearchParams(location.hash.slice(1));
  if (carried.get("seat") && carried.get("token")) { hold(match, { tokens: { [String(carried.get("seat"))]: String(carried.get("token")) }, ...(carried.get("seal") ? { seals: { [String(carried.get("seat"))]: String(carried.get("seal")).split(".") }, moved: { [String(carried.get("seat"))]: true } } : {}) }); history.replaceState(null, "", location.pathname); }
  if (carried.get("watch")) { hold(match, { watch: String(carried.get("watch")) }); history.replaceState(null, "", location.pathname); }
  const made = new Table(match);
  return { element: made.element, leave: () => made.leave() };
}

export class Table {
  /** @param {string} match @param {(told: (news: any) => void) => any} [connect] somebody else than the server to ask */
  constructor(match, connect) {
    this.match = match;
    /** @type {any} */
    this.about = null;
    /** @type {any} */
    this.state = null;
    /** @type {import("../games/skin.js").Skin} the game's own, once the table is laid */
    this.skin = /** @type {any} */ (null);
    /** @type {Board | null} */
    this.board = null;
    /** @type {string[]} */
    this.mine = [];
    /** @type {string | null} */
    this.chosen = null;
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Record<string, {actions: any[], complete: boolean}>} */
    this.legal = {};
    /** @type {any[]} */
    this.reach = [];
    /** @type {any[]} ground where others would fire */
    this.threats = [];
    /** @type {string | null} which of one's own seats is acting, where several may */
    this.acting = null;
    /** @type {Map<string, string>} what would come of an action, where that is certain */
    this.forecast = new Map();
    /** @type {(() => SVGElement)[]} what is said over targets */
    this.words = [];
    /** @type {{state: any, tokens: import("../games/skin.js").Token[]}} */
    this.drawn = { state: null, tokens: [] };
    this.bending = false;
    this.dragging = false;
    this.tooLate = false;
    this.asking = 0;
    /** Which of the things told is being shown, and the version that is. */
    this.turn = 0;
    this.version = -1;
    /** @type {Promise<void> | null} */
    this.laying = null;
    this.felt = h("div", { class: "felt" }, h("p", { class: "waiting" }, "Setting the table…"));
    this.panel = new Panel(this);
    this.element = h("div", { class: "play" }, this.felt, this.panel.element);
    this.witness = new Witness(match, (request) => this.socket.ask(request), (text) => { say(text); banner(text); });
    this.inbox = new Inbox((news) => this.told(news));
    this.socket = connect ? connect((news) => this.inbox.push(news)) : new TableSocket(match, this.inbox);
    this.ticking = setInterval(() => this.panel.tick(), 250);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  leave() {
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.keys);
    this.socket.close();
  }

  // -- what the server tells ---------------------------------------------------------------------

  /** @param {any} news */
  async told(news) {
    if (news.type === "refused") { this.felt.replaceChildren(h("div", { class: "waiting" }, h("p", {}, capital(news.error.message)), h("p", { class: "btns" }, h("a", { class: "btn main", href: "/" }, "To the games")))); return; }
    if (news.type === "presence") { this.seen(news); return; }
    if (news.type === "seals") { if (this.about) { this.witness.saw(news, this.about, this.mine); this.panel.question(); } return; }
    const turn = ++this.turn;
    if (news.type === "table") {
      this.about = { ...this.about, ...news };
      if (news.you) this.mine = news.you;
    } else Object.assign(this.about, { ...news, type: undefined });
    this.witness.saw(news, this.about, this.mine);
    this.panel.received = performance.now();
    if (news.type === "news") this.panel.said = "";
    const fresh = news.events ?? news.missed?.events ?? [];
    const own = (news.lines ?? news.missed?.lines ?? []).some((/** @type {any} */ line) => this.mine.includes(line.seat));
    const asked = news.pending?.decide ?? [];
    // At once, and not after something that may take its time: who acts belongs to what is asked.
    if (!asked.includes(this.acting)) this.acting = this.mine.find((seat) => asked.includes(seat)) ?? null;
    if (!news.state) { this.panel.show(); this.waitingRoom(); return; }
    const before = this.state;
    this.state = news.state;
    await this.laid();
    if (turn !== this.turn) { this.panel.happened(fresh, false); return; }
    // After a lost connection one is often told what one knows.
    const same = news.type === "table" && news.version === this.version;
    this.version = news.version;
    if (!same) this.skin.follow?.(news.type === "news" ? fresh : []);
    this.draw();
    if (!same) this.happened(fresh, news.type === "news");
    if (this.chosen && !this.tokens().some((token) => token.id === this.chosen && token.alive) && !this.inTray(this.chosen)) this.chosen = null;
    // Where all move at once, what somebody else does leaves one's own half-made move alone.
    const apart = asked.length > 1 && asked.includes(this.acting) && !own;
    const kept = same || apart ? this.draft : null;
    const lost = this.draft && !kept && this.draft.legal !== false && !own;
    this.draft = kept;
    // Whatever is still held in the hand was lifted for another question.
    if (this.dragging && !kept && !same) this.tooLate = true;
    if (lost) this.panel.note(`${fresh.find((/** @type {any} */ event) => event.event === "time")?.text ?? "The table has changed meanwhile."} Nothing was done.`);
    this.panel.show();
    if (this.acting && before?.pending && !(before.pending.decide ?? []).includes(this.acting)) sound("turn");
    if (news.pending?.over && !before?.result) sound("over");
    if (news.pending?.over) concluded(this);
    // What may be done is asked for once, after the last of what is to be told.
    if (this.inbox.waiting.some((each) => each.state)) return;
    await this.look();
    if (kept && this.draft === kept) await this.checked(kept.action);
  }

  /** Who is here, and what is the matter with a bot. @param {any} news */
  seen(news) {
    if (!this.about) return;
    const { preparing, slow, failing } = news;
    const waits = ["preparing", "slow", "failing"].some((kind) => Boolean(this.about[kind]) !== Boolean(news[kind]));
    Object.assign(this.about, { seats: news.seats, watching: news.watching, preparing, slow, failing });
    this.panel.people();
    // The question is only drawn anew where it says something else: a field in it may be in use.
    if (waits) this.panel.question();
  }

  waitingRoom() {
    const invites = Object.entries(held(this.match).invites ?? {}).filter(([seat]) => this.about.seats.some((/** @type {any} */ each) => each.seat === seat && !each.taken));
    const [heading, lead] = this.about.stuck ? ["This match stands still", `${capital(this.about.stuck)}.`] : this.about.result ? ["The game is over", "Its lines are in the replay."] : this.about.stage === "open" ? ["Waiting for the others", "The game begins when every seat is taken."] : ["Everybody is here", "The dice are being sealed…"];
    const room = h("div", { class: "page narrow" }, h("h1", {}, heading), h("p", { class: "lead" }, lead));
    games().then((known) => room.append(notice(known.find((/** @type {any} */ each) => each.id === this.about.game), this.about.variant) ?? ""));
    for (const [seat, invite] of invites) {
      const link = `${location.origin}/join/${this.match}#${invite}`;
      room.append(h("div", { class: "field" }, h("label", { for: `link-${seat}` }, `Send this link to whoever plays ${capital(seat)}`), h("input", { type: "text", id: `link-${seat}`, readonly: true, value: link, onfocus: (/** @type {any} */ event) => event.target.select() })),
        h("div", { class: "btns" }, h("button", { class: "btn main", onclick: (/** @type {Event} */ event) => copy(event, link) }, "Copy the link")));
    }
    this.felt.replaceChildren(room);
    this.board = this.laying = null;
  }

  /** Lay the table, once: of several who wait for it the first goes on first. */
  laid() {
    this.laying ??= this.lay().catch((error) => { this.laying = null; throw error; });
    return this.laying;
  }

  async lay() {
    const [skin, known] = await Promise.all([skinOf(this.about.game), games()]);
    this.skin = skin;
    this.game = known.find((/** @type {any} */ each) => each.id === this.about.game);
    title(this.game?.title ?? this.about.game);
    this.board = new Board(this.skin.box(this.state), `The table of ${this.game?.title ?? "the game"}`, {
      pick: (id) => this.pick(id),
      tap: (spot) => this.tap(spot),
      lift: (id) => this.mayLift(id),
      drag: (id, spot) => this.drag(id, spot),
      drop: (id, spot) => this.drop(id, spot),
      cancel: () => this.unchoose(),
      eager: () => !this.chosen,
    });
    const zoom = (/** @type {number} */ by) => () => this.board?.zoom(by);
    this.felt.replaceChildren(this.board.root, h("div", { class: "zoom" }, h("button", { class: "btn", "aria-label": "Closer", onclick: zoom(1.4) }, "+"), h("button", { class: "btn", "aria-label": "Farther", onclick: zoom(1 / 1.4) }, "−"), h("button", { class: "btn", "aria-label": "The whole table", onclick: () => this.board?.all() }, "⤢")));
    this.skin.ground(this.board, this.state);
  }

  /** What stands on the table, worked out once for each state. */
  tokens() {
    if (!this.skin || !this.state) return [];
    if (this.drawn.state !== this.state) this.drawn = { state: this.state, tokens: this.skin.tokens(this.state) };
    return this.drawn.tokens;
  }

  draw() {
    if (!this.board) return;
    const tokens = this.tokens();
    this.board.only(new Set(tokens.map((token) => token.id)));
    for (const token of tokens) {
      const put = this.board.put(token.id, token.x, token.y, token.key, token.label, token.draw);
      put.classList.remove("drag");
      put.classList.toggle("mine", token.seat === this.acting && token.alive);
      put.classList.toggle("chosen", token.id === this.chosen);
    }
    for (const token of tokens) if (token.top) this.board.raise(token.id);
    if (this.chosen) this.board.raise(this.chosen);
  }

  /** @param {any[]} events @param {boolean} live */
  happened(events, live) {
    this.panel.happened(events, live);
    if (!live) return;
    for (const event of events) {
      if (event.text) say(event.text);
      if (event.event === "hurt" || event.event === "died") { this.board?.shake(this.skin.token?.(event.unit) ?? event.unit); sound("hurt"); }
      if (event.event === "rolled") sound("roll");
    }
  }

  // -- looking at what may be done ---------------------------------------------------------------

  /** Ask what one may do, and show it. */
  async look() {
    const seat = this.acting;
    const asked = ++this.asking;
    this.reach = [];
    this.threats = [];
    if (!seat) { this.legal = {}; this.mark(); this.panel.show(); return; }
    const said = await this.socket.ask({ do: "legal", seat });
    if (asked !== this.asking) return;
    this.legal = said.ok ? { [seat]: said } : {};
    if (this.chosen && this.isMine(this.chosen) && this.unitOf(this.chosen)) {
      const reach = await this.socket.ask({ do: "reach", seat, unit: this.unitOf(this.chosen) });
      if (asked !== this.asking) return;
      this.reach = reach.ok ? reach.reach : [];
      this.threats = reach.ok ? reach.threats ?? [] : [];
    }
    this.forecast.clear();
    if (this.skin.quick && this.chosen) {
      await this.foresee(seat);
      if (asked !== this.asking) return;
    }
    this.mark();
    this.panel.show();
  }

  /** What the chosen one would do to others, and they to it. @param {string} seat */
  async foresee(seat) {
    const aimed = this.offered().filter((action) => "token" in (this.skin.place(action) ?? {}));
    await Promise.all(aimed.map(async (action) => {
      const said = await this.socket.ask({ do: "preview", seat, action });
      const lost = { mine: 0, theirs: 0 };
      for (const event of said.ok ? said.events : []) if (event.event === "hurt") lost[event.seat === seat ? "mine" : "theirs"] += event.loss;
      if (lost.mine || lost.theirs) this.forecast.set(JSON.stringify(action), `−${lost.theirs}${lost.mine ? ` / you −${lost.mine}` : ""}`);
    }));
  }

  /** @param {string} id */
  unitOf(id) { return /^[A-Z]\d+$/.test(id) ? id : null; }

  actions() { return this.acting ? this.legal[this.acting]?.actions ?? [] : []; }

  /** What the chosen one may do, or what anybody may who is not on the table. */
  offered() { return this.actions().filter((action) => (this.chosen ? this.skin.owner(action) === this.chosen : true)); }

  mark() {
    const board = this.board;
    if (!board) return;
    board.clear();
    this.words = [];
    this.ground(board);
    const unit = this.skin.unit;
    const seen = new Set();
    for (const action of this.offered()) {
      const place = this.skin.place(action);
      if (!place || (!this.chosen && this.skin.owner(action))) continue;
      const key = JSON.stringify(place);
      if (seen.has(key)) continue;
      seen.add(key);
      if ("token" in place) {
        const token = this.tokens().find((each) => each.id === place.token);
        const said = this.forecast.get(JSON.stringify(action));
        if (token) board.marks.append(svg("circle", { class: "target", cx: token.x, cy: -token.y, r: Math.max(0.72 * unit, board.word * 1.25) }));
        if (token && said) this.words.push(() => this.word(board, token, said));
      } else if (this.legal[this.acting ?? ""]?.complete || action.do === "land" || this.skin.quick || this.inTray(this.chosen ?? "")) {
        const hoop = this.skin.far?.(action, this.state);
        board.mark([svg("circle", { class: "seat", r: Math.max(0.5 * unit, board.word * 0.8), fill: "transparent" }), svg("circle", { class: hoop ? "hoop" : "pip", r: (hoop ? 0.26 : 0.19) * Math.max(unit, board.word * 1.3), "stroke-width": 0.1 * unit })], place.spot.x, place.spot.y, this.skin.name(action, this.state), () => this.choose(action));
      }
    }
    this.sketch();
  }

  /** What is said over a target, no wider than its place. @param {Board} board @param {Spot} at @param {string} said */
  word(board, at, said) {
    const room = (1.55 * this.skin.unit) / board.word;
    const fits = (/** @type {string} */ text) => Math.min(1, room / (text.length * 0.55 + 1.1));
    const text = fits(said) < 0.7 ? said.replace(" / you ", "/") : said;
    return board.label(at.x, at.y + 0.72 * this.skin.unit, text, "#1F2430", fits(text));
  }

  /** What changes while something is dragged: the wish, and what is said of it. */
  sketch() {
    const board = this.board;
    if (!board) return;
    board.lines.replaceChildren();
    board.above.replaceChildren(...this.words.map((word) => word()));
    this.skin.over?.(board, this.state, this.chosen, this.draft);
    if (this.draft) showDraft(this);
  }

  /** Where the chosen one may go, and where somebody would fire at it. @param {Board} board */
  ground(board) {
    const rim = board.ground.querySelector(".rim")?.id;
    const clipped = (/** @type {SVGElement} */ shape, /** @type {string | undefined} */ id) => { if (id) shape.setAttribute("clip-path", `url(#${id})`); return shape; };
    this.reach.forEach((area, at) => {
      const id = area.within ? `within${at}` : rim;
      if (area.within) board.marks.append(svg("clipPath", { id }, board.shape(area.within, {})));
      board.marks.append(clipped(board.shape(area, { class: "reach" }), id));
    });
    const whole = this.reach.find((area) => !area.within);
    if (!whole) return;
    board.marks.append(svg("clipPath", { id: "reached" }, board.shape(whole, {})));
    for (const threat of this.threats) board.marks.append(svg("g", rim ? { "clip-path": `url(#${rim})` } : {}, clipped(board.shape(threat, { class: "danger", fill: `url(#${board.hatching})` }), "reached")));
  }

  // -- what people do ----------------------------------------------------------------------------

  /** @param {string} id */
  isMine(id) {
    const token = this.tokens().find((each) => each.id === id);
    return token ? token.alive && token.seat === this.acting : this.inTray(id);
  }

  /** @param {string} id */
  mayLift(id) {
    const token = this.tokens().find((each) => each.id === id);
    const asked = this.about.pending?.decide ?? [];
    if (!token?.alive || !this.mine.includes(token.seat) || !asked.includes(token.seat)) return false;
    this.acting = token.seat;
    return true;
  }

  /** @param {string} id */
  inTray(id) { return Boolean(this.acting && this.skin?.tray?.(this.state, this.acting).some((/** @type {any} */ each) => each.id === id)); }

  /** @param {string} id */
  async pick(id) {
    const place = { token: id };
    const meant = this.offered().filter((action) => JSON.stringify(this.skin.place(action)) === JSON.stringify(place) && (this.chosen || !this.skin.owner(action)));
    if (this.chosen && this.acting && id !== this.chosen && meant.length === 0 && !this.isMine(id)) {
      const wished = this.skin.aim(this.state, this.acting, this.chosen, id);
      if (wished.length) { await this.try(wished[0]); return; }
    }
    if (meant.length === 1 && this.skin.quick) { this.choose(meant[0]); return; }
    if (meant.length >= 1 && id !== this.chosen) {
      const again = this.draft && meant.findIndex((action) => JSON.stringify(action) === JSON.stringify(this.draft?.action));
      await this.try(meant[typeof again === "number" && again >= 0 ? (again + 1) % meant.length : 0]);
      return;
    }
    const token = this.tokens().find((each) => each.id === id);
    // Where all may act at once, choosing a piece says for whom one acts.
    if (token && token.alive && this.mine.includes(token.seat) && (this.about.pending?.decide ?? []).includes(token.seat)) this.acting = token.seat;
    this.chosen = this.chosen === id ? null : id;
    this.draft = null;
    this.draw();
    await this.look();
    this.panel.tab("unit");
  }

  unchoose() {
    this.dragging = this.tooLate = false;
    this.chosen = null;
    this.draft = null;
    this.draw();
    this.look();
  }

  /** @param {Spot} spot */
  async tap(spot) {
    if (!this.acting) return;
    const bare = this.skin.tap?.(this.state, this.acting, spot);
    if (bare) { if (this.skin.quick) this.choose(bare); else await this.try(bare); return; }
    if (!this.chosen || !this.isMine(this.chosen)) { if (this.chosen) this.unchoose(); return; }
    let wish = this.skin.go(this.state, this.acting, this.chosen, spot);
    if (!wish) return;
    if (this.bending && wish.path && this.draft?.action.path) wish = { ...wish, path: [...this.draft.action.path, ...wish.path] };
    if (this.skin.quick || wish.do === "deploy") this.choose(wish); else await this.try(wish);
  }

  /** @param {string} id @param {Spot} spot */
  drag(id, spot) {
    this.dragging = true;
    if (!this.acting || !this.board || this.tooLate) return;
    if (this.chosen !== id) { this.chosen = id; this.draft = null; this.draw(); this.look(); }
    const over = this.under(id, spot);
    const wish = over ? this.skin.aim(this.state, this.acting, id, over)[0] : this.skin.go(this.state, this.acting, id, spot);
    if (!wish) return;
    this.draft = { action: wish, legal: this.draft?.legal ?? null, odds: this.draft?.odds, refusal: this.draft?.refusal, events: this.draft?.events };
    this.sketch();
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.checked(wish), SOON);
  }

  /** The token that lies under a dragged one. @param {string} id @param {Spot} spot */
  under(id, spot) {
    const near = this.tokens().find((token) => token.id !== id && token.alive && Math.hypot(token.x - spot.x, token.y - spot.y) < 0.42 * this.skin.unit);
    return near?.id ?? null;
  }

  /** @param {string} id @param {Spot} spot */
  async drop(id, spot) {
    clearTimeout(this.soon);
    const late = this.tooLate || !this.acting;
    this.dragging = this.tooLate = false;
    if (late || !this.acting) { this.late(); return; }
    const over = this.under(id, spot);
    const wish = over ? this.skin.aim(this.state, this.acting, id, over)[0] : this.skin.go(this.state, this.acting, id, spot);
    if (!wish) return;
    // A move is done where it is dropped; what dice decide is shown first.
    if (!this.skin.quick && (over || wish.do !== "move")) { await this.try(wish); return; }
    await this.choose(wish);
  }

  /** Show something that might be done, and leave it at that. @param {any} action */
  async suggested(action) {
    this.chosen = this.skin.owner(action);
    this.draft = null;
    this.draw();
    await this.look();
    await this.try(action);
  }

  /** See what a wish would lead to. @param {any} action */
  async try(action) {
    this.draft = { action, legal: null };
    this.mark();
    this.panel.show();
    await this.checked(action);
  }

  /** @param {any} action */
  async checked(action) {
    const seat = this.acting;
    if (!seat) return;
    const said = await this.socket.ask({ do: "check", seat, action });
    if (JSON.stringify(this.draft?.action) !== JSON.stringify(action)) return;
    /** @type {Draft} */
    const draft = { action, legal: said.ok ? said.legal : false, refusal: said.ok ? said.refusal : said.error, instead: said.instead };
    if (draft.legal) {
      const [odds, seen] = await Promise.all([this.socket.ask({ do: "odds", seat, action }), this.socket.ask({ do: "preview", seat, action })]);
      if (JSON.stringify(this.draft?.action) !== JSON.stringify(action)) return;
      if (odds.ok) Object.assign(draft, { odds: odds.odds, expected: odds.expected });
      if (seen.ok) draft.events = seen.events;
    }
    this.draft = draft;
    this.mark();
    this.panel.show();
  }

  /** Do it. @param {any} action */
  async choose(action) {
    const seat = this.acting;
    if (!seat) { this.late(); return; }
    this.panel.note("");
    const said = await this.socket.change(seat, { do: "play", action });
    if (said.ok) { if (action.do === "deploy") this.chosen = null; return; }
    if (said.error.kind === "stale") { this.late(); return; }
    this.draft = { action, legal: false, refusal: said.error };
    const check = await this.socket.ask({ do: "check", seat, action });
    if (check.ok && this.draft?.action === action) this.draft.instead = check.instead;
    say(`Refused: ${said.error.message}`);
    this.draw();
    this.mark();
    this.panel.show();
  }

  /** Something was wished for that nobody is asked any more. */
  late() {
    this.draft = null;
    const text = "That came too late: the table has gone on. Nothing was done.";
    say(text);
    this.panel.note(text);
    this.draw();
    this.mark();
    this.panel.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && !target.closest("dialog")) this.unchoose();
    if (target.matches("input, textarea, select, button, a") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && this.draft?.legal && !target.closest(".board")) this.choose(this.draft.action);
    if (event.key === "/") { event.preventDefault(); this.panel.typing?.focus(); }
  }
}
