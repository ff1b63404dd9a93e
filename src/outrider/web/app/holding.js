// @ts-check
/**
 * The seals that this page holds itself, and what it has done with them. What the host says of them
 * is
 * held against this memory: it can neither make up an anchor, nor a link, nor that a seal was left
 * with it.
 */
import { held, hold, hex } from "./api.js";
import { LINKS, links } from "./chain.js";
import { sha256 } from "./sha256.js";

const ELSEWHERE =
  "If that was you on another device, all is well: go on there. If not, the host makes up " +
  "what you did: do not trust its dice.";

export class Holding {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    /** @type {Map<string, string[]>} */
    this.chains = new Map();
    /**
     * @type {Record<string, Set<string>>} anchors of each seat that have stood: none comes again
     */
    this.used = {};
  }

  /** Seeds of a seat, the latest first. @param {string} seat */
  seeds(seat) {
    return held(this.match).seals?.[seat] ?? [];
  }

  seats() {
    return Object.keys(held(this.match).seals ?? {}).filter((seat) => this.seeds(seat).length);
  }

  /** All links of a chain. @param {string} seat @param {string} seed */
  chain(seat, seed) {
    const key = `${seat} ${seed}`;
    const chain = this.chains.get(key) ?? links(this.match, seat, seed);
    this.chains.set(key, chain);
    return chain;
  }

  /** Where in a chain of one's own a link is. @param {string} seat @param {string} standing */
  place(seat, standing) {
    for (const seed of this.seeds(seat)) {
      const chain = this.chain(seat, seed),
        at = chain.lastIndexOf(standing);
      if (at >= 0) return { chain, at, seed };
    }
    return null;
  }

  /** @param {string} seat @param {string} anchor */
  made(seat, anchor) {
    return this.seeds(seat).some((seed) => this.chain(seat, seed)[LINKS] === anchor);
  }

  /** Whether this page left a seat's seal with the server. @param {string} seat */
  isLeft(seat) {
    return Boolean(held(this.match).entrusted?.[seat]);
  }

  /**
   * A seal came from another device, or goes its own way there: what was done with it before is not
   * known here.
   * @param {string} seat
   */
  isNew(seat) {
    return Boolean(held(this.match).moved?.[seat]);
  }

  /** From now on all that is done with these seals is done here. */
  settled() {
    if (Object.values(held(this.match).moved ?? {}).some(Boolean))
      hold(this.match, {
        moved: Object.fromEntries(
          Object.keys(held(this.match).moved ?? {}).map((seat) => [seat, false]),
        ),
      });
  }

  /**
   * A chain to come after the one that stands; its seed is kept before anybody hears of it. It
   * follows
   * from the seed before, so that another device with that seed knows it, too; after a seal was
   * left
   * with the server, or lost, it is a new one.
   * @param {string} seat @param {string} standing @param {boolean} begun whether the match has
   */
  fresh(seat, standing, begun) {
    const place = this.place(seat, standing),
      known = this.seeds(seat);
    const seed =
      place && !this.isLeft(seat)
        ? sha256(`outrider|successor|${place.seed}`)
        : hex(crypto.getRandomValues(new Uint8Array(32)));
    if (!known.length && begun) hold(this.match, { late: { [seat]: true } });
    if (!known.includes(seed)) hold(this.match, { seals: { [seat]: [seed, ...known] } });
    return this.chain(seat, seed)[LINKS];
  }

  /**
   * A new anchor is offered: for the dice that wait for that line, or for none.
   * @param {string} seat
   * @param {string} anchor
   * @param {string | null} line
   */
  offer(seat, anchor, line) {
    hold(this.match, { offered: { [seat]: { anchor, for: line } }, lapsed: { [seat]: null } });
  }

  /**
   * What was offered holds no more: it was refused, or for dice that fall after all.
   * @param {string} seat
   * @param {string | null} [still] the line for which it still holds
   */
  lapse(seat, still = null) {
    const offer = held(this.match).offered?.[seat];
    if (offer && (still === null || offer.for !== still))
      hold(this.match, { offered: { [seat]: null }, lapsed: { [seat]: offer.anchor } });
  }

  // -- what the host says of them -----------------------------------------------------------------

  /**
   * What is wrong with the seals that a match begins with.
   * @param {any} dice
   * @param {string[]} mine
   */
  begun(dice, mine) {
    const kept = held(this.match);
    for (const seat of mine)
      if (kept.sealing?.[seat] && dice.engine?.includes(seat))
        return (
          `The server says that it keeps the seal of ${seat}, your seat, but this page asked ` +
          `to keep it. ${ELSEWHERE}`
        );
    // Where the match was seen before, a seal that is not there was lost since.
    for (const seat of kept.heads?.length ? [] : mine)
      if (kept.sealing?.[seat] && !this.seeds(seat).length && dice.anchors?.[seat])
        return `The server has sealed ${seat}, your seat, before this page could. ${ELSEWHERE}`;
    for (const seat of this.seats()) {
      if (kept.late?.[seat]) continue;
      if (!this.made(seat, dice.anchors?.[seat]))
        return (
          `The match begins with a seal for ${seat}, your seat, that this page did not make. ` +
          `${ELSEWHERE}`
        );
      this.stood(seat, dice.anchors[seat]);
    }
    return null;
  }

  /** @param {string} seat @param {string} anchor */
  stood(seat, anchor) {
    (this.used[seat] ??= new Set()).add(anchor);
  }

  /** What is wrong with new anchors. @param {any} line */
  named(line) {
    for (const seat of this.seats()) {
      const anchor = line.anchors[seat];
      if (!anchor) continue;
      const own = this.made(seat, anchor);
      if (!own && (this.isLeft(seat) || this.isNew(seat))) continue;
      const again = this.used[seat]?.has(anchor),
        lapsed = held(this.match).lapsed?.[seat] === anchor;
      // A seal that was lost counts from the first that this page has made.
      if (!own && held(this.match).late?.[seat] && !this.used[seat]) continue;
      if (!own)
        return (
          `Line ${line.n} has a new seal for ${seat}, your seat, that this page did not ` +
          `make. ${ELSEWHERE}`
        );
      if (again)
        return `Line ${line.n} brings back a seal of ${seat}, your seat, whose links are known.`;
      if (lapsed)
        return (
          `Line ${line.n} takes a new seal of ${seat}, your seat, which this page had ` +
          "offered for other dice."
        );
    }
    return null;
  }

  /** Take over new anchors that are right. @param {any} line */
  took(line) {
    for (const seat of this.seats()) {
      const anchor = line.anchors[seat];
      if (!anchor || !this.made(seat, anchor)) continue;
      this.stood(seat, anchor);
      hold(this.match, { entrusted: { [seat]: false }, offered: { [seat]: null } });
      this.marked(line.n);
    }
  }

  /**
   * What is wrong with the links of one's own in an opening; one that is not there is looked for
   * elsewhere.
   * @param {any} line
   * @param {Record<string, string>} standing
   */
  opened(line, standing) {
    for (const seat of this.seats()) {
      const link = line.open[seat],
        given = held(this.match).given?.[seat];
      if (!link || !this.place(seat, standing[seat]) || this.isLeft(seat) || this.isNew(seat))
        continue;
      if (given?.link !== link || given?.for !== line.for)
        return (
          `Line ${line.n} opens a seal of ${seat}, your seat, that this page did not open ` +
          `for it. ${ELSEWHERE}`
        );
      this.lapse(seat);
    }
    return null;
  }

  /** What is wrong with a seal said to be left with the server. @param {any} line */
  left(line) {
    if (!this.seeds(line.seat).length || this.isNew(line.seat)) return null;
    if (!this.isLeft(line.seat))
      return (
        `Line ${line.n} says that you left the seal of ${line.seat} with the server. This ` +
        `page did not. ${ELSEWHERE}`
      );
    this.marked(line.n);
    return null;
  }

  /** A line about one's own seals is among what is kept. @param {number} n */
  marked(n) {
    hold(this.match, { own: [...new Set([...(held(this.match).own ?? []), n])] });
  }

  /** Where this page's own chains ended at first. */
  anchors() {
    const { late } = held(this.match);
    return Object.fromEntries(
      this.seats()
        .filter((seat) => !late?.[seat])
        .map((seat) => [
          seat,
          this.chain(seat, this.seeds(seat)[this.seeds(seat).length - 1])[LINKS],
        ]),
    );
  }
}
