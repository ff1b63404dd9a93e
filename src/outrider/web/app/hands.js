// @ts-check
/** What people do at a table with mouse, finger and keys: the wish that a gesture stands for. */
import { onEdge } from "./drafting.js";

/** @typedef {{x: number, y: number}} Spot */

export class Hands {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  get now() {
    return this.table.now;
  }

  /** @param {string} id */
  isMine(id) {
    const token = this.table.picture.tokens().find((each) => each.id === id);
    return token ? token.alive && token.seat === this.now.acting : this.inTray(id);
  }

  /** @param {string} id */
  mayLift(id) {
    if (this.table.looking.state) return false;
    const token = this.table.picture.tokens().find((each) => each.id === id);
    const asked = this.now.about.pending?.decide ?? [];
    if (!token?.alive || !this.now.mine.includes(token.seat) || !asked.includes(token.seat))
      return false;
    this.table.change({ acting: token.seat });
    return true;
  }

  /** @param {string} id */
  inTray(id) {
    return Boolean(
      this.now.acting &&
      this.table.skin
        ?.tray?.(this.now.state, this.now.acting)
        .some((/** @type {any} */ each) => each.id === id),
    );
  }

  /** @param {string} id */
  async pick(id) {
    if (this.table.looking.state) return;
    const there = this.table.board?.where.get(id);
    if (this.now.ruling && there) {
      await this.table.measuring.point(there);
      return;
    }
    // Where a place is asked for, a piece may stand for the place it is at.
    const { acting, state } = this.now;
    const bare = acting && this.table.skin.onto?.(state, acting, id);
    if (bare) {
      await this.table.wishes.try(bare.action);
      return;
    }
    const place = { token: id };
    const meant = this.table.offering
      .offered()
      .filter(
        (offer) =>
          JSON.stringify(this.table.offering.place(offer)) === JSON.stringify(place) &&
          (this.now.chosen || !this.table.offering.owner(offer)),
      );
    if (
      this.now.chosen &&
      this.now.acting &&
      id !== this.now.chosen &&
      meant.length === 0 &&
      !this.isMine(id)
    ) {
      const [wish] = this.table.skin.aim(this.now.state, this.now.acting, this.now.chosen, id);
      if (wish) {
        await this.table.wishes.try(wish.action, id);
        return;
      }
    }
    if (meant.length === 1 && meant[0].at_once) {
      this.table.wishes.choose(meant[0].action);
      return;
    }
    if (meant.length >= 1 && id !== this.now.chosen) {
      const again =
        this.now.draft &&
        meant.findIndex(
          (each) => JSON.stringify(each.action) === JSON.stringify(this.now.draft?.action),
        );
      const next = typeof again === "number" && again >= 0 ? (again + 1) % meant.length : 0;
      await this.table.wishes.try(meant[next].action, id);
      return;
    }
    const token = this.table.picture.tokens().find((each) => each.id === id);
    // Where all may act at once, choosing a piece says for whom one acts.
    if (
      token &&
      token.alive &&
      this.now.mine.includes(token.seat) &&
      (this.now.about.pending?.decide ?? []).includes(token.seat)
    )
      this.table.change({ acting: token.seat });
    this.table.change({ chosen: this.now.chosen === id ? null : id, draft: null });
    this.table.picture.draw();
    await this.table.offering.look();
    this.table.panel.tab("unit");
  }

  unchoose() {
    this.table.change({ dragging: false, tooLate: false, chosen: null, draft: null, ranges: null });
    this.table.picture.draw();
    this.table.offering.look();
  }

  /** @param {Spot} spot */
  async tap(spot) {
    if (this.now.ruling) {
      await this.table.measuring.point(spot);
      return;
    }
    if (!this.now.acting || this.table.looking.state) return;
    const bare = this.table.skin.tap?.(this.now.state, this.now.acting, spot);
    if (bare) {
      if (bare.sure) this.table.wishes.choose(bare.action);
      else await this.table.wishes.try(bare.action);
      return;
    }
    if (!this.now.chosen || !this.isMine(this.now.chosen)) {
      if (this.now.chosen) this.unchoose();
      else await this.first(spot);
      return;
    }
    const wish = this.table.skin.go(
      this.now.state,
      this.now.acting,
      this.now.chosen,
      onEdge(this.table, spot),
    );
    if (!wish) return;
    const bent =
      this.now.bending &&
      this.now.draft &&
      this.table.skin.bend?.(this.now.draft.action, wish.action);
    if (wish.sure === "always") this.table.wishes.choose(wish.action);
    else await this.table.wishes.try(bent || wish.action);
  }

  /** Where pieces wait for a place, ground alone means the first of them: it is shown there.
   * @param {Spot} spot */
  async first(spot) {
    const { state, acting } = this.now;
    const [waits] = (acting && this.table.skin.tray?.(state, acting)) || [];
    if (!acting || !waits) return;
    const wish = this.table.skin.go(state, acting, waits.id, spot);
    if (!wish) return;
    await this.pick(waits.id);
    await this.table.wishes.try(wish.action);
  }

  /** @param {string} id @param {Spot} spot */
  drag(id, spot) {
    this.table.change({ dragging: true });
    if (!this.now.acting || !this.table.board || this.now.tooLate) return;
    if (this.now.chosen !== id) {
      this.table.change({ chosen: id, draft: null });
      this.table.picture.draw();
      this.table.offering.look();
    }
    const over = this.under(id, spot);
    const wish = over
      ? this.table.skin.aim(this.now.state, this.now.acting, id, over)[0]
      : this.table.skin.go(this.now.state, this.now.acting, id, spot);
    if (!wish) return;
    const { legal = null, odds, refusal, senses, events } = this.now.draft ?? {};
    const { action } = wish;
    this.table.change({
      draft: { action, by: id, target: over, legal, odds, refusal, senses, events },
    });
    this.table.picture.sketch();
    this.table.wishes.follow();
  }

  /** The token that lies under a dragged one. @param {string} id @param {Spot} spot */
  under(id, spot) {
    const near = this.table.picture
      .tokens()
      .find(
        (token) =>
          token.id !== id &&
          token.alive &&
          Math.hypot(token.x - spot.x, token.y - spot.y) < 0.42 * this.table.skin.unit,
      );
    return near?.id ?? null;
  }

  /** @param {string} id @param {Spot} spot */
  async drop(id, spot) {
    const late = this.now.tooLate || !this.now.acting;
    this.table.change({ dragging: false, tooLate: false });
    if (late || !this.now.acting) {
      this.table.wishes.late();
      return;
    }
    const over = this.under(id, spot);
    const wish = over
      ? this.table.skin.aim(this.now.state, this.now.acting, id, over)[0]
      : this.table.skin.go(this.now.state, this.now.acting, id, spot);
    if (!wish) return;
    // A move is done where it is dropped; what dice decide is shown first, and so is a way on which
    // somebody would fire.
    const sure = wish.sure && !(await this.table.wishes.warned(wish.action));
    if (sure) await this.table.wishes.choose(wish.action);
    else await this.table.wishes.try(wish.action, over);
  }

  /** Whether a key was meant for playing by arrows. @param {KeyboardEvent} event */
  arrow(event) {
    const { table } = this;
    if (table.cursor) return table.cursor.key(event);
    // Fetched with the first key of all, so that it is there for the first arrow.
    const coming = import("./cursor.js");
    coming.then(({ Cursor }) => (table.cursor ??= new Cursor(table)));
    if (!table.board || table.looking.state || !event.key.startsWith("Arrow")) return false;
    event.preventDefault();
    coming.then(() => table.cursor?.key(event));
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && !target.closest("dialog")) {
      if (this.now.ruling) this.table.measuring.rule(false);
      this.unchoose();
    }
    if (
      target.matches("input, textarea, select, button, a") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    if (this.table.views.key(event.key) || this.arrow(event)) return;
    if (event.key === "Enter" && this.now.draft?.legal && !target.closest(".board"))
      this.table.wishes.choose(this.now.draft.action);
    if (this.table.asking.key(event)) return;
    if (event.key === "r") this.table.measuring.rule(!this.now.ruling);
    if (event.key === "/") {
      event.preventDefault();
      this.table.panel.typing?.focus();
    }
  }
}
