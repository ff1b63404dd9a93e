// @ts-check
/**
 * What this page has seen of a match, against which the host's word can be held; and this page's own
 * seals. A link is opened once, for one line, and only if that line continues what was seen.
 */
import { held, hold, hex } from "./api.js";
import { hashAfter, LINKS, links } from "./chain.js";
import { sha256 } from "./sha256.js";

/** With so few links left a new chain is named. */
const LAST = 8;
/** How many of the latest hashes are kept, besides the first. */
const HEADS = 48;

/** @typedef {{for: string, n: number, missing: string[], anew: string[], until: number}} Wanted what is waited for, and until when with patience */

export class Witness {
  /** @param {string} match @param {(request: any) => Promise<any>} ask @param {(text: string) => void} alarm */
  constructor(match, ask, alarm) {
    this.match = match;
    this.ask = ask;
    this.alarm = alarm;
    /** @type {string[]} the hash of every line seen, the header's first */
    this.hashes = [];
    /** @type {Record<string, string>} what each holder's next link has to hash to */
    this.standing = {};
    /** @type {string | null} what is wrong with what the server shows */
    this.broken = null;
    /** @type {Wanted | null} */
    this.wanted = null;
    /** @type {string} what came of checking the whole record */
    this.verdict = "";
    /** @type {Map<string, string[]>} */
    this.chains = new Map();
    /** How far the match is, the table as it was told last, and whether lines are being asked for. */
    this.version = 0;
    /** @type {{about: any, mine: string[]}} */
    this.latest = { about: {}, mine: [] };
    this.asking = false;
    /** @type {Set<string>} what has been sent and need not be again on this line */
    this.sent = new Set();
  }

  /** Take in what the server says. @param {any} news @param {any} about the table as known so far @param {string[]} mine */
  saw(news, about, mine) {
    if ("seals" in news) this.wanted = news.seals && { ...news.seals, until: performance.now() + news.seals.late };
    if (news.type === "seals") { this.act(about, mine); return; }
    if (news.type === "table") this.begin(news);
    this.follow(news.missed?.lines ?? news.lines ?? []);
    this.version = Math.max(this.version, news.version ?? 0);
    this.latest = { about, mine };
    if (this.behind()) this.catchUp();
    if (about.stage === "revealing") this.reveal(about, mine);
    if (about.dice?.kind === "sealed" && ["open", "revealing"].includes(about.stage)) this.anchor(about, mine);
    this.act(about, mine);
  }

  /** @param {any} table */
  begin(table) {
    if (!table.head) return;
    const known = this.known();
    if (known[0] && known[0] !== table.head) { this.wrong("The server shows another beginning of this match than this page has seen."); return; }
    if (!this.hashes.length) this.hashes = [table.head];
    if (!Object.keys(this.standing).length) this.standing = { ...table.dice?.anchors };
    const { kept } = held(this.match);
    if (!kept) hold(this.match, { kept: { anchors: table.dice?.anchors ?? {}, commitment: table.dice?.commitment ?? null } });
    this.remember();
  }

  /** Show one's entropy when everybody has sat down, where dice are made of that. @param {any} about @param {string[]} mine */
  reveal(about, mine) {
    if (about.dice?.kind === "sealed") return;
    for (const [seat, entropy] of Object.entries(held(this.match).entropy ?? {})) if (mine.includes(seat)) this.ask({ do: "reveal", seat, entropy });
  }

  /** Hashes that were kept when this page was open before, by the number of their line. */
  known() { return Object.fromEntries(held(this.match).heads ?? []); }

  /** @param {any[]} lines */
  follow(lines) {
    if (!this.hashes.length || this.broken) return;
    const known = this.known();
    let last = this.hashes.length - 1;
    for (const line of lines) {
      if (line.n !== last + 1 || !line.hash) continue;
      const real = hashAfter(this.hashes[last], line);
      if (real !== line.hash || (known[line.n] && known[line.n] !== real)) { this.wrong(`Line ${line.n} does not continue what this page has seen of the match.`); return; }
      this.hashes.push(real);
      last = line.n;
      for (const [holder, link] of Object.entries(line.open ?? {})) {
        if (sha256(String(link)) !== this.standing[holder]) { this.wrong(`Line ${line.n} opens a link of ${holder}'s that is not the next one.`); return; }
        this.standing[holder] = String(link);
      }
      Object.assign(this.standing, line.anchors ?? {});
    }
    this.remember();
  }

  /** Whether there are lines that this page has not seen. */
  behind() { return this.hashes.length > 0 && this.hashes.length <= this.version && !this.broken; }

  /** Of a long match the table is shown without all its lines. They are asked for by themselves, as no link is opened for what was not seen. */
  async catchUp() {
    if (this.asking) return;
    this.asking = true;
    try {
      for (let seen = -1; this.behind() && seen !== this.hashes.length;) {
        seen = this.hashes.length;
        const said = await this.ask({ do: "lines", from: seen - 1 });
        if (said.ok) this.follow(said.lines);
      }
    } finally { this.asking = false; }
    this.act(this.latest.about, this.latest.mine);
  }

  remember() {
    const last = this.hashes.length - 1;
    const heads = (held(this.match).heads ?? []).filter(([n]) => n < last && n > 0).slice(1 - HEADS);
    hold(this.match, { heads: [[0, this.hashes[0]], ...heads, ...(last > 0 ? [[last, this.hashes[last]]] : [])] });
  }

  /** @param {string} text */
  wrong(text) {
    if (this.broken) return;
    this.broken = text;
    this.alarm(text);
  }

  // -- seals -------------------------------------------------------------------------------------

  /** @param {string} seat */
  seeds(seat) { return held(this.match).seals?.[seat] ?? []; }

  /** Where in a chain of one's own a seat stands: the chain and the place. @param {string} seat */
  place(seat) {
    for (const seed of this.seeds(seat)) {
      const key = `${seat} ${seed}`;
      const chain = this.chains.get(key) ?? links(this.match, seat, seed);
      this.chains.set(key, chain);
      const at = chain.lastIndexOf(this.standing[seat]);
      if (at >= 0) return { chain, at, seed };
    }
    return null;
  }

  /** A new chain for a seat; its seed is kept before anybody hears of it. @param {string} seat */
  fresh(seat) {
    const seed = hex(crypto.getRandomValues(new Uint8Array(32)));
    hold(this.match, { seals: { [seat]: [seed, ...this.seeds(seat)].slice(0, 4) } });
    return links(this.match, seat, seed)[LINKS];
  }

  /** Before play: where the chains of one's own seats end. @param {any} about @param {string[]} mine */
  anchor(about, mine) {
    for (const seat of mine) {
      if (about.dice.engine.includes(seat) || about.dice.anchors[seat] || this.sent.has(`first ${seat}`)) continue;
      this.sent.add(`first ${seat}`);
      const [seed] = this.seeds(seat);
      const anchor = seed ? links(this.match, seat, seed)[LINKS] : this.fresh(seat);
      this.ask({ do: "anchor", seat, anchor }).then((said) => { if (!said.ok) this.sent.delete(`first ${seat}`); });
    }
  }

  /** Open what is waited for, or name a new chain where one runs out. @param {any} about @param {string[]} mine */
  act(about, mine) {
    if (this.broken || !this.hashes.length || about.dice?.kind !== "sealed" || about.result) return;
    if (this.wanted && about.pending?.roll) this.open(this.wanted, mine);
    else if (!about.pending?.roll && about.stage === "running") for (const seat of mine) this.renew(seat);
  }

  /** @param {Wanted} wanted @param {string[]} mine */
  open(wanted, mine) {
    const asked = mine.filter((seat) => wanted.missing.includes(seat) && !this.sent.has(`${wanted.for} ${seat}`));
    if (!asked.length || this.hashes.length <= wanted.n) return;
    if (this.hashes[wanted.n] !== wanted.for) { this.wrong("The server asks for a seal for a line that this page has not seen."); return; }
    /** @type {Record<string, string>} */
    const opened = {};
    for (const seat of asked) {
      const place = this.place(seat);
      if (!place || place.at === 0) continue;
      const link = place.chain[place.at - 1], given = held(this.match).given?.[seat];
      // Once given for one line, a link is not given for another.
      if (given?.link === link && given.for !== wanted.for) { this.anew(seat); continue; }
      hold(this.match, { given: { [seat]: { link, for: wanted.for } } });
      opened[seat] = link;
      this.sent.add(`${wanted.for} ${seat}`);
    }
    if (!Object.keys(opened).length) return;
    this.ask({ do: "open", links: opened, for: wanted.for }).then((said) => { if (!said.ok) for (const seat of asked) this.sent.delete(`${wanted.for} ${seat}`); });
  }

  /** Whether a link of a seat's is waited for that this page cannot open. @param {string} seat */
  lost(seat) { return Boolean(this.wanted?.missing.includes(seat)) && !this.place(seat)?.at; }

  /** While no dice wait: a new chain where the old one is at its end, or a link of it went astray. @param {string} seat */
  renew(seat) {
    const place = this.place(seat), given = held(this.match).given?.[seat];
    if (!place || this.sent.has(`renew ${this.standing[seat]}`)) return;
    const astray = place.at > 0 && given?.link === place.chain[place.at - 1];
    if (place.at > LAST && !astray) return;
    this.sent.add(`renew ${this.standing[seat]}`);
    this.anew(seat);
  }

  /** Commit anew; while dice wait it is one's word that they may fall by other links. @param {string} seat */
  anew(seat) {
    if (this.wanted?.anew.includes(seat)) return Promise.resolve({ ok: true });
    return this.ask({ do: "anchor", seat, anchor: this.fresh(seat) });
  }

  /** Leave the seal with the server. @param {string} seat */
  entrust(seat) {
    const place = this.place(seat);
    return place ? this.ask({ do: "entrust", seat, seed: place.seed }) : Promise.resolve({ ok: false, error: { message: "this page does not have that seal" } });
  }

  /** What this page has kept, as `outrider verify --seen` reads it. */
  kept() {
    const mine = held(this.match);
    const commitment = mine.kept?.commitment ?? null;
    return { match: this.match, anchors: mine.kept?.anchors ?? {}, commitment, entropy: commitment ? mine.entropy ?? {} : {}, heads: mine.heads ?? [] };
  }
}
