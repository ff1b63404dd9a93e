// @ts-check
/** What mouse, finger and keys mean on a board: choosing, dragging, shifting and zooming. */

/** How far a pointer moves before it drags, and how near a finger has to come, in pixels. */
const SLOP = 6,
  FINGER = 20;

export class Gestures {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{id: string, event: PointerEvent} | null} where something is being dragged */
    this.latest = null;
  }

  /**
   * The token that is pointed at: where several overlap, the one whose middle is nearest.
   * @param {PointerEvent} event
   */
  tokenAt(event) {
    const target = /** @type {Element} */ (event.target);
    const hit = target.closest?.(".token")?.getAttribute("data-id") ?? null;
    const finger =
      !hit &&
      event.pointerType === "touch" &&
      !target.closest?.(".mark") &&
      this.board.handlers.eager?.();
    if (!hit && !finger) return null;
    const spot = this.board.spot(event);
    let best = hit,
      least = hit ? Infinity : this.board.pixel * FINGER;
    for (const [id, { x, y }] of this.board.where) {
      const far = Math.hypot(x - spot.x, y - spot.y);
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  listen() {
    /** @type {Map<number, PointerEvent>} */
    const down = new Map();
    /**
     * @type {{id: string | null, token: string | null, start: PointerEvent, moved: boolean,
     *   rules: boolean} | null}
     */
    let act = null;
    this.board.root.addEventListener("pointerdown", (event) => {
      down.set(event.pointerId, event);
      if (down.size > 1) {
        act = null;
        return;
      }
      const id = this.tokenAt(event);
      // With what something is begun, it is ended.
      const rules = Boolean(this.board.handlers.rules?.());
      act = {
        rules,
        id: id && !rules && this.board.handlers.lift?.(id) ? id : null,
        start: event,
        moved: false,
        token: id,
      };
      this.board.root.setPointerCapture(event.pointerId);
    });
    this.board.root.addEventListener("pointermove", (event) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      if (down.size === 2) {
        this.pinch(down, event);
        return;
      }
      down.set(event.pointerId, event);
      if (!act) return;
      const far = Math.hypot(event.clientX - act.start.clientX, event.clientY - act.start.clientY);
      if (far < SLOP && !act.moved) return;
      act.moved = true;
      if (act.rules) this.ruled(act.start, event, false);
      else if (act.id) this.dragged(act.id, event);
      else {
        const a = this.board.viewed(before),
          b = this.board.viewed(event);
        this.board.view.x += a.x - b.x;
        this.board.view.y += a.y - b.y;
        this.board.keep();
      }
    });
    const end = (/** @type {PointerEvent} */ event) => {
      const known = down.delete(event.pointerId);
      if (!known || !act) return;
      const { id, token, moved, start, rules } = act;
      this.latest = null;
      const target = /** @type {Element} */ (act.start.target);
      act = null;
      if (event.type === "pointercancel") {
        this.board.handlers.cancel?.();
        return;
      }
      if (moved) {
        if (rules) this.ruled(start, event, true);
        else if (id) this.board.handlers.drop?.(id, this.board.spot(event));
        return;
      }
      const mark = target.closest?.(".mark");
      if (mark) {
        mark.dispatchEvent(new CustomEvent("choose"));
        return;
      }
      if (token) this.board.handlers.pick?.(token);
      else this.board.handlers.tap?.(this.board.spot(event));
    };
    this.board.root.addEventListener("pointerup", end);
    this.board.root.addEventListener("pointercancel", end);
    this.board.root.addEventListener(
      "wheel",
      (event) => {
        if (
          !event.ctrlKey &&
          !event.metaKey &&
          this.board.view.w === this.board.whole.w &&
          event.deltaY > 0
        )
          return;
        event.preventDefault();
        this.board.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event);
      },
      { passive: false },
    );
    this.board.root.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      const target = /** @type {Element} */ (event.target);
      if (target.classList.contains("mark")) {
        event.preventDefault();
        target.dispatchEvent(new CustomEvent("choose"));
      } else if (target.classList.contains("token")) {
        event.preventDefault();
        this.board.handlers.pick?.(target.getAttribute("data-id") ?? "");
      }
    });
  }

  /**
   * Told once a frame, however often the pointer moves.
   * @param {string} id
   * @param {PointerEvent} event
   */
  dragged(id, event) {
    const first = !this.latest;
    this.latest = { id, event };
    if (first)
      requestAnimationFrame(() => {
        const { latest } = this;
        this.latest = null;
        if (latest) this.board.handlers.drag?.(latest.id, this.board.spot(latest.event));
      });
  }

  /** A ruler from where a pointer was put down. @param {PointerEvent} start
   * @param {PointerEvent} event @param {boolean} done */
  ruled(start, event, done) {
    const held = this.tokenAt(start);
    const from = (held && this.board.where.get(held)) || this.board.spot(start);
    this.board.handlers.rule?.(from, this.board.spot(event), done);
  }

  /** @param {Map<number, PointerEvent>} down @param {PointerEvent} event */
  pinch(down, event) {
    const [a, b] = [...down.values()];
    const before = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    down.set(event.pointerId, event);
    const [c, d] = [...down.values()];
    const after = Math.hypot(c.clientX - d.clientX, c.clientY - d.clientY);
    const middle = { clientX: (c.clientX + d.clientX) / 2, clientY: (c.clientY + d.clientY) / 2 };
    if (before > 0) this.board.zoom(after / before, middle);
  }
}
