// @ts-check
/** The socket of one table: asks, is answered, is told news, comes back when the line drops. */
import { banner } from "./dom.js";
import { held, id } from "./api.js";

const SOONEST = 400, LATEST = 8000;
/** Milliseconds between two signs of life, and how many may stay without an answer; a hint takes its time. */
const BEAT = 4000, SILENT = 2, THINKING = 18;

export class TableSocket {
  /** @param {string} match @param {(news: any) => void} told */
  constructor(match, told) {
    this.match = match;
    this.told = told;
    this.version = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, {request: any, done: (said: any) => void, again: boolean}>} */
    this.waiting = new Map();
    this.delay = SOONEST;
    this.closed = false;
    this.open = false;
    this.silent = 0;
    this.beating = setInterval(() => this.beat(), BEAT);
    this.connect();
  }

  /** A line can be dead without either end being told: so something is asked, and has to be answered. */
  beat() {
    const thinks = [...this.waiting.values()].some(({ request }) => request.do === "hint");
    if (this.silent++ < (thinks ? THINKING : SILENT)) this.send({ do: "ping" });
    else if (this.socket) this.lost(this.socket);
  }

  connect() {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/matches/${this.match}/socket`;
    const socket = new WebSocket(address);
    this.socket = socket;
    let greeted = false;
    this.silent = 0;
    socket.addEventListener("open", () => {
      const mine = held(this.match);
      socket.send(JSON.stringify({ do: "hello", tokens: Object.values(mine.tokens), watch: mine.watch, version: this.version }));
    });
    socket.addEventListener("message", (event) => {
      if (this.socket !== socket) return;
      this.silent = 0;
      const said = JSON.parse(event.data);
      if (!greeted) {
        greeted = true;
        if (said.type === "answer" && !said.ok) { this.closed = true; this.told({ type: "refused", error: said.error }); return; }
        this.open = true;
        this.delay = SOONEST;
        banner(null);
        for (const { request, again } of this.waiting.values()) if (again) this.send(request);
      }
      if (typeof said.version === "number") this.version = Math.max(this.version, said.version);
      if (said.type === "answer") {
        const waits = this.waiting.get(said.id);
        this.waiting.delete(said.id);
        waits?.done(said);
      } else this.told(said);
    });
    socket.addEventListener("close", () => this.lost(socket));
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    socket.close();
    this.open = false;
    for (const [key, waits] of this.waiting) if (!waits.again) { this.waiting.delete(key); waits.done({ ok: false, error: { kind: "away", message: "the connection is lost" } }); }
    if (this.closed) return;
    banner("The connection is lost. Trying again…");
    setTimeout(() => { if (!this.closed) this.connect(); }, this.delay);
    this.delay = Math.min(LATEST, this.delay * 1.7);
  }

  /** @param {any} request */
  send(request) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  /** Ask something; what changes the match is sent again after a lost connection, and done once. @param {any} request @returns {Promise<any>} */
  ask(request) {
    const key = id();
    const full = { ...request, id: key };
    return new Promise((done) => {
      this.waiting.set(key, { request: full, done, again: Boolean(request.client) });
      this.send(full);
      if (!this.open && !request.client) { this.waiting.delete(key); done({ ok: false, error: { kind: "away", message: "the connection is lost" } }); }
    });
  }

  /** @param {string} seat @param {any} request */
  change(seat, request) {
    return this.ask({ ...request, seat, version: this.version, client: id() });
  }

  close() {
    this.closed = true;
    clearInterval(this.beating);
    banner(null);
    this.socket?.close();
  }
}
