// @ts-check
/** What may be done: asked of the server, by whom it is offered and where on the table. */

/** @typedef {import("../skins/skin.js").Offer} Offer */
/** @typedef {import("./situation.js").Look} Look */

/** How long the server's look is waited for before it is asked, in milliseconds. */
const PATIENCE = 3000;

export class Offering {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** Which of the questions was asked last: answers to older ones count no more. */
    this.asking = 0;
    /** @type {any} Runs while the server's look is waited for. */
    this.waiting = null;
    /** Of which version: whatever one does meanwhile, it is not waited for any longer. */
    this.patient = -1;
  }

  get now() {
    return this.table.now;
  }

  /** Show what one may do, as soon as it is known. @param {boolean} late whether the server should
   * have said it by now */
  async look(late = false) {
    const { acting, looks, version, about } = this.now;
    const asked = ++this.asking;
    const known = acting ? looks[acting] : null;
    // A server that looks by itself says so; else, and where it could not, it is asked. What it
    // says may be lost on its way, too.
    const untold = known?.of !== version;
    if (acting && untold && about.looks && !late) {
      if (this.patient !== version) {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.known() || this.look(true), PATIENCE);
      }
      this.patient = version;
    } else if (acting && (untold || known.error)) {
      const said = await this.socket.ask({ do: "look", seat: acting });
      // True whatever else was done meanwhile, as long as the game has not gone on.
      if (said.ok && version === this.now.version)
        await this.told({ ...said, of: version, seat: acting });
      if (asked !== this.asking) return;
    }
    await this.ground(asked);
    if (asked !== this.asking) return;
    this.table.picture.mark();
    this.table.panel.show();
  }

  /** The server has looked. @param {Look} look */
  async told(look) {
    const { version, acting } = this.now;
    // It may come before the news it belongs to, and is kept until then.
    if (look.of < version) return;
    this.learn(look);
    if (look.of === version && look.seat === acting) await this.look();
  }

  /** @param {Look} look */
  learn(look) {
    this.table.change({ looks: { ...this.now.looks, [look.seat]: look } });
  }

  /** What is known of the acting seat as things stand. */
  known() {
    const { acting, looks, version } = this.now;
    const look = acting ? looks[acting] : null;
    return look && look.of === version && !look.error ? look : null;
  }

  /** The ground of the chosen one: where it may end, and where it would be fired at. */
  async ground(/** @type {number} */ asked) {
    const { chosen, acting } = this.now;
    const known = this.known();
    let found = { reach: /** @type {any[]} */ ([]), threats: /** @type {any[]} */ ([]) };
    if (known && chosen && this.table.hands.isMine(chosen) && this.table.skin.reaches) {
      const unit = Object.keys(known.ground).find((each) => this.named(each) === chosen);
      if (unit) found = known.ground[unit];
      else if (!known.complete) {
        // Offers are samples where there is no end of them, and may leave somebody out.
        const said = await this.socket.ask({ do: "reach", seat: acting, unit: chosen });
        if (asked !== this.asking) return;
        if (said.ok) found = { reach: said.reach, threats: said.threats ?? [] };
      }
    }
    this.table.change(found);
  }

  get socket() {
    return this.table.socket;
  }

  /**
   * What an offer does to others, and they to whom it is offered, where that is certain.
   * @param {Offer} offer
   */
  forecast(offer) {
    const { loses = {} } = offer;
    const { acting } = this.now;
    const place = this.place(offer);
    if (!acting || !place || !("token" in place)) return "";
    const mine = loses[acting] ?? 0;
    const theirs = Object.values(loses).reduce((sum, each) => sum + each, 0) - mine;
    return mine || theirs ? `−${theirs}${mine ? ` / you −${mine}` : ""}` : "";
  }

  /** All that the acting seat may do. */
  offers() {
    return this.known()?.offers ?? [];
  }

  /** What the chosen one may do, or what anybody may who is not on the table. */
  offered() {
    return this.offers().filter(
      (offer) => !this.now.chosen || this.owner(offer) === this.now.chosen,
    );
  }

  /**
   * The token that something is offered to; on a table without tokens nobody.
   * @param {Offer} offer
   */
  owner(offer) {
    return this.table.skin.text || !offer.owner ? null : this.named(offer.owner);
  }

  /** Where on the table something is offered. @param {Offer} offer */
  place(offer) {
    const { place } = offer;
    if (this.table.skin.text || place === undefined) return null;
    if (this.table.skin.where) return this.table.skin.where(place);
    return typeof place === "string"
      ? { token: this.named(place) }
      : { spot: { x: place[0], y: place[1] } };
  }

  /** The token that stands for what the game calls a unit. @param {string} unit */
  named(unit) {
    return this.table.skin.token?.(unit) ?? unit;
  }
}
