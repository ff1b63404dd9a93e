// @ts-check
/** A table in play: what the server tells, what this page knows of it, and who shows what. */
import { Aims } from "./aims.js";
import { games } from "./api.js";
import { Asking } from "./asked.js";
import { h, say } from "./dom.js";
import { Hands } from "./hands.js";
import { Happened } from "./happened.js";
import { Inbox } from "./inbox.js";
import { Looking } from "./looking.js";
import { Measuring } from "./measuring.js";
import { Offering } from "./offering.js";
import { Panel } from "./panel.js";
import { Picture } from "./picture.js";
import { play as sound } from "./sound.js";
import { TableSocket } from "./socket.js";
import { Views } from "./views.js";
import { Wishes } from "./wishes.js";

/** @typedef {import("./situation.js").Situation} Situation */

const CHANGED = "The table has changed meanwhile.";

/** @returns {Readonly<Situation>} */
const unknown = () =>
  Object.freeze({
    about: null,
    state: null,
    version: -1,
    mine: [],
    acting: null,
    chosen: null,
    draft: null,
    hint: null,
    looks: {},
    reach: [],
    threats: [],
    points: [],
    ranges: null,
    ruling: false,
    ruler: null,
    bending: false,
    dragging: false,
    tooLate: false,
  });

export class Table {
  /**
   * @param {string} match
   * @param {((told: (news: any) => void) => any) | null} connect who else is asked than the server
   * @param {((table: Table) => import("./witness.js").Witness) | null} [witness] who holds what the
   *   server says against what was seen
   */
  constructor(match, connect, witness = null) {
    this.match = match;
    /** All that is known and under way; `change` makes the next one. */
    this.now = unknown();
    /** @type {import("../skins/skin.js").Skin} the game's own, once the table is laid */
    this.skin = /** @type {any} */ (null);
    /** @type {any} what is known of the game, once the table is laid */
    this.game = null;
    /** @type {import("../board/board.js").Board | null} */
    this.board = null;
    /** @type {Happened | null} what has happened, once the table is laid */
    this.story = null;
    this.picture = new Picture(this);
    this.offering = new Offering(this);
    this.hands = new Hands(this);
    this.wishes = new Wishes(this);
    this.looking = new Looking(this);
    this.views = new Views(this);
    /** For arrow keys, from the first on. @type {import("./cursor.js").Cursor | null} */
    this.cursor = null;
    /** What else is drawn on the table, whenever that is. @type {Set<(table: Table) => void>} */
    this.drawers = new Set();
    this.practising = Boolean(connect);
    /** Which of the things told is being shown. */
    this.turn = 0;
    this.felt = h("div", { class: "felt" }, h("p", { class: "waiting" }, "Setting the table…"));
    this.panel = new Panel(this);
    this.aims = new Aims(this);
    this.asking = new Asking(this);
    this.measuring = new Measuring(this);
    this.element = h("div", { class: "play" }, this.aims.element, this.felt, this.panel.element);
    this.witness = witness?.(this) ?? null;
    // Needed as soon as the server has said which game it is; asked for meanwhile.
    games().catch(() => undefined);
    this.inbox = new Inbox((news) => this.told(news));
    this.socket = connect
      ? connect((news) => this.inbox.push(news))
      : new TableSocket(match, this.inbox);
    this.ticking = setInterval(() => this.panel.tick(), 250);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.hands.key(event);
    // Before the board's own: with a wish on its way Enter means that.
    document.addEventListener("keydown", this.keys, true);
  }

  /** The one place where what is known changes. @param {Partial<Situation>} part */
  change(part) {
    this.now = Object.freeze({ ...this.now, ...part });
  }

  leave() {
    clearInterval(this.ticking);
    clearTimeout(this.offering.waiting);
    document.removeEventListener("keydown", this.keys, true);
    this.socket.close();
  }

  // -- what the server tells ---------------------------------------------------------------------

  /** @param {any} news */
  async told(news) {
    if (news.type === "refused") (await import("./waiting.js")).turnedAway(this, news.error);
    else if (news.type === "presence") this.seen(news);
    else if (news.type === "seals") this.sealed(news);
    else if (news.type === "look") await this.offering.told(news);
    else await this.heard(news);
  }

  /** The game goes on, or is shown from where it stands. @param {any} news */
  async heard(news) {
    const turn = ++this.turn;
    this.learn(news);
    if (!news.state) {
      this.panel.show();
      (await import("./waiting.js")).waitingRoom(this);
      return;
    }
    const fresh = news.events ?? news.missed?.events ?? [];
    const before = this.now.state;
    const stood = before && this.skin ? this.skin.tokens(before) : [];
    const { state, picture } = news;
    this.change({ state: picture === undefined ? state : { ...state, picture } });
    // Another table: nothing that was drawn or chosen on the last one stays.
    if (news.laid) {
      this.change({ chosen: null, draft: null, hint: null });
      this.picture.laying = this.story = null;
    }
    await this.picture.laid();
    this.story ??= new Happened(this.skin);
    this.story.stand(stood.length ? stood : this.skin.tokens(this.now.state));
    if (!stood.length) this.story.back(fresh);
    if (turn !== this.turn) {
      this.panel.happened(fresh, false, news.version);
      return;
    }
    // After a lost connection one is often told what one knows.
    const same = news.type === "table" && news.version === this.now.version;
    this.change({ version: news.version, ...(same ? {} : { ranges: null }) });
    if (!same) this.skin.follow?.(news.type === "news" ? fresh : []);
    this.picture.draw();
    if (!same) this.happened(fresh, news.type === "news", news.version);
    const kept = this.keep(news, fresh, same);
    for (const draw of this.drawers) draw(this);
    this.panel.show();
    this.ring(news, before);
    // What may be done is asked for once, after the last of what is to be told.
    if (this.inbox.waiting.some((each) => each.state)) return;
    await this.offering.look();
    if (kept && this.now.draft === kept) await this.wishes.checked(kept.action);
  }

  /** Who and what this table is, and for whom one acts. @param {any} news */
  learn(news) {
    const about = { ...this.now.about, ...news };
    if (news.type !== "table") about.type = undefined;
    this.change({ about });
    if (news.type === "table" && news.you) this.change({ mine: news.you });
    const { mine, acting } = this.now;
    this.witness?.saw(news, about, mine);
    this.panel.received = performance.now();
    if (news.type === "news") this.panel.said = "";
    const asked = news.pending?.decide ?? [];
    // At once, and not after something that may take its time: who acts belongs to what is asked.
    if (!asked.includes(acting))
      this.change({ acting: mine.find((seat) => asked.includes(seat)) ?? null });
  }

  /**
   * What was chosen and half made stays, or is put down.
   * @param {any} news @param {any[]} fresh @param {boolean} same what is told is known already
   */
  keep(news, fresh, same) {
    const { chosen, acting, mine, draft, dragging } = this.now;
    const stands = this.picture.tokens().some((token) => token.id === chosen && token.alive);
    if (chosen && !stands && !this.hands.inTray(chosen)) this.change({ chosen: null });
    const asked = news.pending?.decide ?? [];
    const own = (news.lines ?? news.missed?.lines ?? []).some((/** @type {any} */ line) =>
      mine.includes(line.seat),
    );
    // Where all move at once, what somebody else does leaves one's own half-made move alone.
    const apart = asked.length > 1 && asked.includes(acting) && !own;
    const kept = same || apart ? draft : null;
    // A hint stays until one has acted, or has nothing more to decide.
    if (own || !asked.includes(this.now.hint?.seat)) this.change({ hint: null });
    const lost = draft && !kept && draft.legal !== false && !own;
    this.change({ draft: kept });
    // Whatever is still held in the hand was lifted for another question.
    if (dragging && !kept && !same) this.change({ tooLate: true });
    if (lost)
      this.panel.note(
        `${fresh.find((/** @type {any} */ event) => event.part === "cut")?.text ?? CHANGED}` +
          " Nothing was done.",
      );
    return kept;
  }

  /** It is one's turn, or all is over. @param {any} news @param {any} before */
  ring(news, before) {
    const { acting } = this.now;
    if (acting && before?.pending && !(before.pending.decide ?? []).includes(acting)) sound("turn");
    if (news.pending?.over && !before?.result) sound("over");
    if (news.pending?.over && this.witness)
      import("./fairness.js").then(({ concluded }) => concluded(this));
  }

  /** Dice wait for links, or no more. @param {any} news */
  sealed(news) {
    const { about, mine } = this.now;
    if (!about) return;
    this.witness?.saw(news, about, mine);
    this.panel.show();
  }

  /** Who is here, and what is the matter with a bot. @param {any} news */
  seen(news) {
    const { about } = this.now;
    if (!about) return;
    const { seats, watching, preparing, slow, failing } = news;
    const waits = ["preparing", "slow", "failing"].some(
      (kind) => Boolean(about[kind]) !== Boolean(news[kind]),
    );
    this.change({ about: { ...about, seats, watching, preparing, slow, failing } });
    this.panel.people.show();
    // The question is only drawn anew where it says something else: a field in it may be in use.
    if (waits) this.panel.show();
  }

  /** @param {any[]} events @param {boolean} live @param {number} version */
  happened(events, live, version) {
    this.panel.happened(events, live, version);
    this.picture.drawPast();
    if (!live) return;
    for (const event of events) {
      if (event.text) say(event.text);
      if (event.event === "hurt" || event.event === "died") {
        this.board?.shake(this.offering.named(event.unit));
        sound("hurt");
      }
      if (event.event === "rolled") sound("roll");
    }
  }
}
