// @ts-check
/**
 * What this page has seen of a match, against which the host's word can be held; and this page's
 * own
 * seals. A link is opened once, for one line, and only if that line continues what was seen.
 */
import { held, hold } from "./api.js";
import { hashAfter, LINKS } from "./chain.js";
import { Holding } from "./holding.js";
import { sha256 } from "./sha256.js";

/** With so few links left a new chain is named. */
const LAST = 8;
/** How many of the latest hashes are kept, besides the first. */
const HEADS = 48;
/** By what lines of the match somebody leaves it. */
const LEAVING = ["resign", "abandon", "flag", "claim"];

/**
 * @typedef {{for: string, n: number, missing: string[], anew: string[], void?: string[], until:
 *   number}} Wanted what is waited for, whose leaving has made it void, and until when with
 *   patience
 */

export class Witness {
  /**
   * @param {string} match
   * @param {(request: any) => Promise<any>} ask
   * @param {(text: string) => void} alarm
   */
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
    this.own = new Holding(match);
    /** @type {Map<string, number>} who has left, and with which line */
    this.left = new Map();
    /** @type {Set<string>} whose link was missing in an opening, as of somebody who is out */
    this.out = new Set();
    /** The state that was told last. @type {any} */
    this.state = null;
    /** Whether the line before opened dice, and whether some wait. */
    this.falling = this.rolling = false;
    /**
     * How far the match is, the table as it was told last, and whether lines are being asked for.
     */
    this.version = 0;
    /** @type {{about: any, mine: string[]}} */
    this.latest = { about: {}, mine: [] };
    this.asking = false;
    /** @type {Set<string>} what has been sent and need not be again on this line */
    this.sent = new Set();
  }

  /**
   * Take in what the server says.
   * @param {any} news
   * @param {any} about the table as known so far
   * @param {string[]} mine
   */
  saw(news, about, mine) {
    if ("seals" in news)
      this.wanted = news.seals && { ...news.seals, until: performance.now() + news.seals.late };
    if (news.type === "seals") {
      this.act(about, mine);
      return;
    }
    if (news.type === "table") this.begin(news, mine);
    this.follow(news.missed?.lines ?? news.lines ?? [], news.state);
    this.state = news.state ?? this.state;
    this.rolling = Boolean(about.pending?.roll);
    const back = [...this.out].find((seat) => about.pending?.decide?.includes(seat));
    if (back)
      this.wrong(`It is for ${back} to decide, but dice have fallen without a seal of ${back}'s.`);
    this.version = Math.max(this.version, news.version ?? 0);
    this.latest = { about, mine };
    if (this.behind()) this.catchUp();
    if (about.stage === "revealing") this.reveal(about, mine);
    if (about.dice?.kind === "sealed" && ["open", "revealing"].includes(about.stage))
      this.anchor(about, mine);
    this.act(about, mine);
  }

  /** @param {any} table @param {string[]} mine */
  begin(table, mine) {
    if (!table.head) return;
    const known = this.known();
    if (known[0] && known[0] !== table.head) {
      this.wrong("The server shows another beginning of this match than this page has seen.");
      return;
    }
    if (!this.hashes.length) this.hashes = [table.head];
    if (table.dice?.kind === "sealed" && !Object.keys(this.standing).length) {
      const wrong = this.own.begun(table.dice, mine);
      if (wrong) {
        this.wrong(wrong);
        return;
      }
      this.standing = { ...table.dice.anchors };
    }
    const { kept } = held(this.match);
    if (!kept) hold(this.match, { kept: { commitment: table.dice?.commitment ?? null } });
    this.remember();
  }

  /**
   * Show one's entropy when everybody has sat down, where dice are made of that.
   * @param {any} about
   * @param {string[]} mine
   */
  reveal(about, mine) {
    if (about.dice?.kind === "sealed") return;
    for (const [seat, entropy] of Object.entries(held(this.match).entropy ?? {}))
      if (mine.includes(seat)) this.ask({ do: "reveal", seat, entropy });
  }

  /**
   * Hashes that were kept when this page was open before, by the number of their line.
   * @returns {Record<string, string>}
   */
  known() {
    return Object.fromEntries(held(this.match).heads ?? []);
  }

  /** @param {any[]} lines @param {any} state how things stand after them */
  follow(lines, state = null) {
    if (!this.hashes.length || this.broken) return;
    const known = this.known();
    // What was seen before was looked into then.
    const seen = Math.max(0, ...Object.keys(known).map(Number));
    let last = this.hashes.length - 1;
    for (const [at, line] of lines.entries()) {
      if (line.n !== last + 1 || !line.hash) continue;
      const real = hashAfter(this.hashes[last], line);
      if (real !== line.hash || (known[line.n] && known[line.n] !== real)) {
        this.wrong(`Line ${line.n} does not continue what this page has seen of the match.`);
        return;
      }
      const wrong =
        this.strange(line) ?? (line.n > seen ? this.made(line, lines.slice(at + 1), state) : null);
      if (wrong) {
        this.wrong(wrong);
        return;
      }
      this.hashes.push(real);
      last = line.n;
      this.took(line);
    }
    this.own.settled();
    this.remember();
  }

  /** Whether there are lines that this page has not seen. */
  behind() {
    return this.hashes.length > 0 && this.hashes.length <= this.version && !this.broken;
  }

  /**
   * Of a long match the table is shown without all its lines. They are asked for by themselves, as
   * no link is opened for what was not seen.
   */
  async catchUp() {
    if (this.asking) return;
    this.asking = true;
    try {
      const from = this.hashes.length - 1;
      /** @type {any[]} */
      const lines = [];
      for (let count = -1; from + lines.length < this.version && count !== lines.length;) {
        count = lines.length;
        const said = await this.ask({ do: "lines", from: from + count });
        if (said.ok) lines.push(...said.lines);
      }
      this.rolling = false;
      this.follow(lines, this.state);
    } finally {
      this.asking = false;
    }
    const { about, mine } = this.latest;
    this.rolling = Boolean(about.pending?.roll);
    this.act(about, mine);
  }

  /** What is wrong with a line of the seals, whoever looks at it. @param {any} line */
  strange(line) {
    if (this.falling && !line.faces)
      return `Line ${line.n} comes between links that are opened and the dice that fall by them.`;
    for (const [holder, link] of Object.entries(line.open ?? {}))
      if (sha256(String(link)) !== this.standing[holder])
        return `Line ${line.n} opens a link of ${holder}'s that is not the next one.`;
    return null;
  }

  /**
   * What is wrong with a line as this page remembers its own part in it.
   * @param {any} line
   * @param {any[]} after
   * @param {any} state
   */
  made(line, after, state) {
    if (
      line.anchors &&
      this.rolling &&
      this.own
        .seats()
        .some(
          (seat) =>
            this.place(seat) &&
            !this.left.has(seat) &&
            this.lives(seat, this.state) !== false &&
            !line.anchors[seat],
        )
    )
      return `Line ${line.n} has new seals while dice wait, without everybody's word.`;
    if (line.anchors) return this.own.named(line);
    if (line.match === "entrust") return this.own.left(line);
    return line.open
      ? (this.own.opened(line, this.standing) ?? this.lacking(line, after, state))
      : null;
  }

  /**
   * Whose link is missing in an opening.
   * @param {any} line
   * @param {any[]} after
   * @param {any} state
   */
  lacking(line, after, state) {
    const asked = this.hashes.lastIndexOf(line.for),
      holders = Object.keys(this.standing);
    if (asked < 0) return `Line ${line.n} opens links for a line that this page has not seen.`;
    for (const holder of holders.filter((each) => !(each in line.open))) {
      const gone = this.left.get(holder);
      if (gone !== undefined && gone <= asked) continue;
      if (gone !== undefined)
        return (
          `Line ${line.n} leaves out the link of ${holder}, who left while these dice ` +
          "waited: all would have had to commit anew."
        );
      // Only who is out of the game opens nothing any more; of two nobody is.
      const lives = [this.state, state].map((each) => this.lives(holder, each));
      const certain =
        holder === "server" ||
        holders.length < 4 ||
        (lives.includes(true) &&
          !lives.includes(false) &&
          !after.some((each) => each.match === "takeback"));
      if (certain)
        return (
          `Line ${line.n} leaves out the link of ${holder}, who has to open one: the dice ` +
          "could have been chosen."
        );
      this.out.add(holder);
    }
    return null;
  }

  /**
   * Whether a seat has anybody left, where a state tells.
   * @param {string} seat
   * @param {any} state
   * @returns {boolean | undefined}
   */
  lives(seat, state) {
    return state?.units?.some((/** @type {any} */ unit) => unit.seat === seat && unit.alive);
  }

  /** Let a line count. @param {any} line */
  took(line) {
    this.falling = Boolean(line.open);
    if (!line.match || line.match === "takeback" || LEAVING.includes(line.match))
      this.rolling = false;
    if (line.match && LEAVING.includes(line.match))
      this.left.set(line.against ?? line.seat, line.n);
    if (line.match === "takeback") this.out.clear();
    if (line.anchors) this.own.took(line);
    Object.assign(this.standing, line.open ?? {}, line.anchors ?? {});
  }

  /**
   * The latest hashes are kept, the first, and those of lines with this page's own seals; also such
   * as were seen before and are not told yet.
   */
  remember() {
    const last = this.hashes.length - 1,
      mine = new Set(held(this.match).own ?? []);
    /** @type {Record<string, string>} */
    const all = { ...this.known(), [last]: this.hashes[last] };
    for (const n of mine) if (this.hashes[n]) all[n] = this.hashes[n];
    const heads = Object.keys(all)
      .map(Number)
      .filter((n) => n > 0)
      .sort((one, other) => one - other);
    const latest = new Set(heads.filter((n) => !mine.has(n)).slice(-HEADS));
    hold(this.match, {
      heads: [
        [0, this.hashes[0]],
        ...heads.filter((n) => mine.has(n) || latest.has(n)).map((n) => [n, all[n]]),
      ],
    });
  }

  /** @param {string} text */
  wrong(text) {
    if (this.broken) return;
    this.broken = text;
    this.alarm(text);
  }

  // -- seals -------------------------------------------------------------------------------------

  /** Where in a chain of one's own a seat stands. @param {string} seat */
  place(seat) {
    return this.own.place(seat, this.standing[seat]);
  }

  /**
   * Before play: where the chains of one's own seats end.
   * @param {any} about
   * @param {string[]} mine
   */
  anchor(about, mine) {
    for (const seat of mine) {
      if (
        about.dice.engine.includes(seat) ||
        about.dice.anchors[seat] ||
        this.sent.has(`first ${seat}`)
      )
        continue;
      this.sent.add(`first ${seat}`);
      const [seed] = this.own.seeds(seat);
      const anchor = seed ? this.own.chain(seat, seed)[LINKS] : this.own.fresh(seat, "", false);
      this.ask({ do: "anchor", seat, anchor }).then((said) => {
        if (!said.ok) this.sent.delete(`first ${seat}`);
      });
    }
  }

  /**
   * Open what is waited for, or name a new chain where one runs out.
   * @param {any} about
   * @param {string[]} mine
   */
  act(about, mine) {
    if (this.broken || !this.hashes.length || about.dice?.kind !== "sealed" || about.result) return;
    if (this.wanted && about.pending?.roll) this.open(this.wanted, mine);
    else if (!about.pending?.roll && about.stage === "running")
      for (const seat of mine) this.renew(seat);
  }

  /** @param {Wanted} wanted @param {string[]} mine */
  open(wanted, mine) {
    // Somebody has left without opening: nobody else's link is of use, and all who stay commit
    // anew.
    const gone = (wanted.void ?? []).some((seat) => (this.left.get(seat) ?? 0) > wanted.n);
    const key = (/** @type {string} */ seat) => `${gone ? "void " : ""}${wanted.for} ${seat}`;
    const asked = mine.filter((seat) => wanted.missing.includes(seat) && !this.sent.has(key(seat)));
    const seen = Math.max(...Object.keys(this.known()).map(Number));
    if (!asked.length || this.hashes.length <= Math.max(wanted.n, seen)) return;
    if (this.hashes[wanted.n] !== wanted.for) {
      this.wrong("The server asks for a seal for a line that this page has not seen.");
      return;
    }
    if (gone) {
      for (const seat of asked) {
        this.sent.add(key(seat));
        this.anew(seat).then((said) => {
          if (!said.ok) this.sent.delete(key(seat));
        });
      }
      return;
    }
    /** @type {Record<string, string>} */
    const opened = {};
    for (const seat of asked) {
      const place = this.place(seat);
      if (!place || place.at === 0) continue;
      const link = place.chain[place.at - 1],
        given = held(this.match).given?.[seat];
      // Once given for one line, a link is not given for another.
      if (given?.link === link && given.for !== wanted.for) {
        this.anew(seat);
        continue;
      }
      this.own.lapse(seat, wanted.for);
      hold(this.match, { given: { [seat]: { link, for: wanted.for } } });
      opened[seat] = link;
      this.sent.add(`${wanted.for} ${seat}`);
    }
    if (!Object.keys(opened).length) return;
    this.ask({ do: "open", links: opened, for: wanted.for }).then((said) => {
      if (!said.ok) for (const seat of asked) this.sent.delete(`${wanted.for} ${seat}`);
    });
  }

  /** Whether a link of a seat's is waited for that this page cannot open. @param {string} seat */
  lost(seat) {
    return Boolean(this.wanted?.missing.includes(seat)) && !this.place(seat)?.at;
  }

  /**
   * While no dice wait: a new chain where the old one is at its end, or a link of it went astray.
   * @param {string} seat
   */
  renew(seat) {
    const place = this.place(seat),
      given = held(this.match).given?.[seat];
    if (!place || this.sent.has(`renew ${this.standing[seat]}`)) return;
    const astray = place.at > 0 && given?.link === place.chain[place.at - 1];
    if (place.at > LAST && !astray) return;
    this.sent.add(`renew ${this.standing[seat]}`);
    this.anew(seat);
  }

  /**
   * Commit anew; while dice wait it is one's word that they may fall by other links.
   * @param {string} seat
   */
  anew(seat) {
    if (this.wanted?.anew.includes(seat)) return Promise.resolve({ ok: true });
    const anchor = this.own.fresh(seat, this.standing[seat], true),
      line = this.wanted?.for ?? null;
    this.own.offer(seat, anchor, line);
    return this.ask({ do: "anchor", seat, anchor, for: line }).then((said) => {
      if (!said.ok && held(this.match).offered?.[seat]?.anchor === anchor) this.own.lapse(seat);
      return said;
    });
  }

  /** Leave the seal with the server. @param {string} seat */
  entrust(seat) {
    const place = this.place(seat),
      before = this.own.isLeft(seat);
    if (!place)
      return Promise.resolve({
        ok: false,
        error: { message: "this page does not have that seal" },
      });
    hold(this.match, { entrusted: { [seat]: true } });
    return this.ask({ do: "entrust", seat, seed: place.seed }).then((said) => {
      if (!said.ok) hold(this.match, { entrusted: { [seat]: before } });
      return said;
    });
  }

  /**
   * What this page has kept, as `outrider verify --seen` reads it: of anchors, those it made
   * itself.
   */
  kept() {
    const mine = held(this.match);
    const commitment = mine.kept?.commitment ?? null;
    return {
      match: this.match,
      anchors: this.own.anchors(),
      commitment,
      entropy: commitment ? (mine.entropy ?? {}) : {},
      heads: mine.heads ?? [],
    };
  }
}
