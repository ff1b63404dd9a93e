// @ts-check
/** The socket of one table: asks, is answered, is told news, comes back when the line drops. */
import { banner, lined } from "./dom.js";
import { held, id } from "./api.js";

const SOONEST = 400,
  LATEST = 8000;
/** Milliseconds between two looks at the line. */
const LOOK = 500;
/**
 * The server is heard every second. After this long without a word something is asked, and after as
 * long again the line is given up.
 */
const SILENT = 3000;
/** And after this long people are told: within three seconds, looks included. */
const HUSHED = 2300;
/** How long a connection may take to be made, over a slow line. */
const CONNECTING = 10000;
/** How long something is waited for before it is asked again; each time twice as long. */
const AGAIN = 3000;
/** What takes its time, and what is asked anew each time. */
const ONCE = ["hint", "table"];

/**
 * @typedef {{request: any, done: (said: any) => void, again: boolean, sent: number, patience:
 *   number}} Waiting
 */

export class TableSocket {
  /** @param {string} match @param {import("./inbox.js").Inbox} inbox */
  constructor(match, inbox) {
    this.match = match;
    this.inbox = inbox;
    inbox.failed = () => this.fill();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    this.delay = SOONEST;
    this.closed = false;
    this.open = false;
    /** When something was heard last, and since when an answer to what was missed is waited for. */
    this.heard = 0;
    this.asked = 0;
    this.stage = "";
    /** Whether people have been told that nothing is heard. */
    this.hushed = false;
    this.looking = setInterval(() => this.look(), LOOK);
    // In a tab nobody sees, time passes in long steps; whoever comes back is not to wait for one.
    this.wake = () => this.awake();
    document.addEventListener("visibilitychange", this.wake);
    for (const name of ["online", "pageshow"]) window.addEventListener(name, this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.soon);
    const address =
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/matches/` +
      `${this.match}/socket`;
    const socket = new WebSocket(address);
    this.socket = socket;
    let greeted = false;
    this.heard = performance.now();
    this.asked = 0;
    socket.addEventListener("open", () => {
      const mine = held(this.match);
      socket.send(
        JSON.stringify({
          do: "hello",
          tokens: Object.values(mine.tokens),
          watch: mine.watch,
          version: this.inbox.version,
          looks: true,
        }),
      );
    });
    socket.addEventListener("message", (event) => {
      if (this.socket !== socket) return;
      this.heard = performance.now();
      if (this.hushed) this.hush(false);
      const said = JSON.parse(event.data);
      if (!greeted) {
        greeted = true;
        if (said.type === "answer" && !said.ok) {
          this.closed = true;
          this.inbox.push({ type: "refused", error: said.error });
          return;
        }
        this.greeted();
      }
      this.told(said);
    });
    socket.addEventListener("close", () => this.lost(socket));
  }

  greeted() {
    this.open = true;
    this.hushed = false;
    this.delay = SOONEST;
    lined(null);
    for (const waits of this.waiting.values()) if (waits.again) this.sent(waits);
  }

  /** @param {any} said */
  told(said) {
    if (said.type === "answer") {
      this.answered(said);
      return;
    }
    if (said.type === "beat") {
      if (said.version > this.inbox.version || said.stage !== this.stage) this.fill();
      return;
    }
    if (said.stage) this.stage = said.stage;
    if (this.inbox.take(said) === "gap") this.fill();
  }

  /** @param {any} said */
  answered(said) {
    const waits = this.waiting.get(said.id);
    this.waiting.delete(said.id);
    // Whatever an answer is about was told before it, or got lost.
    if (waits?.request.do !== "table" && said.version > this.inbox.version) this.fill();
    waits?.done(said);
  }

  /** Ask for what was missed. */
  async fill() {
    const now = performance.now();
    if (!this.open || (this.asked && now - this.asked < AGAIN)) return;
    this.asked = now;
    const said = await this.ask({ do: "table", version: this.inbox.version });
    this.asked = 0;
    if (said.ok) this.told({ ...said, type: "table" });
  }

  /** See whether anything is heard, and whether something has to be asked again. */
  look() {
    const now = performance.now();
    if (!this.socket) return;
    if (!this.open) {
      if (now - this.heard > CONNECTING) this.lost(this.socket);
      return;
    }
    if (now - this.heard > HUSHED && !this.hushed) this.hush(true);
    if (now - this.heard > SILENT) {
      // Time may have stood still here, so that a silent line is given up only if it was asked.
      if (this.asked < this.heard) this.fill();
      else if (now - Math.max(this.heard, this.asked) > SILENT) this.lost(this.socket);
      return;
    }
    for (const waits of this.waiting.values()) {
      if (ONCE.includes(waits.request.do) || now - waits.sent < waits.patience) continue;
      waits.patience *= 2;
      this.sent(waits);
    }
  }

  /** Say that nothing is heard, or no more. @param {boolean} hushed */
  hush(hushed) {
    this.hushed = hushed;
    lined(hushed ? "Nothing is heard from the server. Trying again…" : null);
  }

  awake() {
    if (document.hidden || this.closed) return;
    if (this.socket) {
      this.look();
      return;
    }
    this.delay = SOONEST;
    this.connect();
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    socket.close();
    this.open = false;
    for (const [key, waits] of this.waiting)
      if (!waits.again) {
        this.waiting.delete(key);
        waits.done({ ok: false, error: { kind: "away", message: "the connection is lost" } });
      }
    if (this.closed) return;
    lined("The connection is lost. Trying again…");
    this.soon = setTimeout(() => {
      if (!this.closed && !this.socket) this.connect();
    }, this.delay);
    this.delay = Math.min(LATEST, this.delay * 1.7);
  }

  /** @param {Waiting} waits */
  sent(waits) {
    waits.sent = performance.now();
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(waits.request));
  }

  /**
   * Ask something; what changes the match is sent again after a lost connection, and done once.
   * @param {any} request
   * @returns {Promise<any>}
   */
  ask(request) {
    const key = id();
    return new Promise((done) => {
      if (!this.open && !request.client) {
        done({ ok: false, error: { kind: "away", message: "the connection is lost" } });
        return;
      }
      const waits = {
        request: { ...request, id: key },
        done,
        again: Boolean(request.client),
        sent: 0,
        patience: AGAIN,
      };
      this.waiting.set(key, waits);
      if (this.open) this.sent(waits);
    });
  }

  /** @param {string} seat @param {any} request */
  change(seat, request) {
    return this.ask({ ...request, seat, version: this.inbox.shown, client: id() });
  }

  close() {
    this.closed = true;
    clearInterval(this.looking);
    clearTimeout(this.soon);
    document.removeEventListener("visibilitychange", this.wake);
    for (const name of ["online", "pageshow"]) window.removeEventListener(name, this.wake);
    banner(null);
    lined(null);
    this.socket?.close();
  }
}
