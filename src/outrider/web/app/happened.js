// @ts-check
/**
 * What has happened, turn by turn in the order it did: entries for the log, each an event with what
 * came of it, and the same as traces for the board. Both bear the same number.
 */

/** @typedef {import("../board/past.js").Trace} Trace */
/** @typedef {{x: number, y: number}} Spot */
/**
 * `at` is the line it is of, or the first of several that were told together.
 * @typedef {{
 *   n: number, events: any[], traces: Trace[], state: any, at: number, undone?: boolean,
 * }} Entry
 */
/**
 * @typedef {{
 *   title: string, seat: string | null, entries: Entry[], begun: number, ended: number,
 * }} Turn
 */

/** What begins an entry of its own; the rest is what came of it. */
const DEEDS = ["came", "went", "aimed", "marked"];
/** What begins a turn: an event that says so, or one that is said by the next question. */
const BEGINS = ["begins", "silent"];
const MOST = 60;
/** How many moments before the one that is shown are looked at. */
export const BEFORE = 40;

/**
 * Tell a story anew from the moments of a game.
 * @param {Happened} story @param {import("./course.js").Course} course
 * @param {number} from @param {number} to
 */
export function told(story, course, from, to) {
  for (let k = from; k <= to; k++) {
    const [before, now] = [course.at(k - 1), course.at(k)];
    if (!before?.state || !now?.state) continue;
    story.stand(story.skin.tokens(before.state));
    story.add(now.events, now.state, k - 1, k);
  }
}

export class Happened {
  /** @param {import("../skins/skin.js").Skin} skin */
  constructor(skin) {
    this.skin = skin;
    /** @type {Turn[]} */
    this.turns = [];
    /** Where everybody stands, after what was told last. @type {Map<string, Spot>} */
    this.where = new Map();
    /** @type {Map<string, {seat: string, label: string}>} */
    this.who = new Map();
  }

  /** How things stand. @param {import("../skins/skin.js").Token[]} tokens */
  stand(tokens) {
    this.where = new Map(tokens.map(({ id, x, y }) => [id, { x, y }]));
    for (const { id, seat } of tokens) this.who.set(id, { seat, label: id });
  }

  /**
   * Something has happened since `stand`.
   * @param {any[]} events @param {any} state after it @param {number} from @param {number} to
   *   versions before and after
   */
  add(events, state, from, to) {
    for (const event of events) {
      // What was taken back has not happened.
      if (event.event === "match" && event.done) this.undone(event.to);
      if (BEGINS.includes(event.part)) this.turn(event, from);
      else if (event.text) this.entry(event, state, from);
    }
    const now = this.turns[this.turns.length - 1];
    if (now) now.ended = to;
    if (this.turns.length > MOST) this.turns.shift();
  }

  /**
   * How things stood before events that led to how they stand.
   * @param {any[]} events
   */
  back(events) {
    for (const { scene } of [...events].reverse()) {
      const at = scene?.kind === "went" && this.where.has(scene.who) && this.spot(scene.from);
      if (at) this.where.set(scene.who, at);
    }
  }

  /** @param {number | undefined} to the line that the game has gone back to, if it has */
  undone(to) {
    for (const turn of this.turns)
      for (const entry of turn.entries) {
        entry.traces = [];
        if (to === undefined || entry.at <= to || entry.events[0].event === "match") continue;
        entry.undone = true;
        entry.n = 0;
      }
  }

  /** @param {any} event @param {number} from */
  turn(event, from) {
    const seat = event.seat ?? null;
    const title = event.part === "silent" ? "" : event.text;
    const now = this.turns[this.turns.length - 1];
    if (now && !now.entries.length) {
      now.title = [now.title, title].filter(Boolean).join(" ");
      now.seat = seat ?? now.seat;
      return;
    }
    this.turns.push({ title, seat, entries: [], begun: from, ended: from });
  }

  /** @param {any} event @param {any} state @param {number} from */
  entry(event, state, from) {
    if (!this.turns.length)
      this.turns.push({ title: "", seat: null, entries: [], begun: from, ended: from });
    const turn = this.turns[this.turns.length - 1];
    let entry = turn.entries[turn.entries.length - 1];
    const kind = event.scene?.kind;
    const begun = DEEDS.includes(kind) || event.part === "chosen" || event.event === "match";
    if (!entry || begun || entry.events[0].event === "match") {
      entry = { n: 0, events: [], traces: [], state, at: from + 1 };
      turn.entries.push(entry);
    }
    entry.events.push(event);
    entry.state = state;
    if (!event.scene) return;
    this.draw(entry, event);
    if (entry.traces.length && !entry.n) {
      entry.n = 1 + Math.max(0, ...turn.entries.map((each) => each.n));
      // Often it is said together with the end of the turn before that a turn begins.
      if (entry.n === 1) turn.begun = from;
    }
    for (const trace of entry.traces) trace.n = entry.n;
  }

  /** @param {any} name @returns {Spot | null} */
  spot(name) {
    if (Array.isArray(name)) return { x: name[0], y: name[1] };
    return this.skin.spot?.(name) ?? this.where.get(name) ?? null;
  }

  /** Several, or the one there is. @param {any} name @returns {Spot[]} */
  spots(name) {
    const names = Array.isArray(name) && typeof name[0] !== "number" ? name : [name];
    return /** @type {Spot[]} */ (names.map((each) => this.spot(each)).filter(Boolean));
  }

  /** @param {Entry} entry @param {any} event */
  draw(entry, event) {
    const { kind, who, whom, from, to, by = [], loss } = event.scene;
    const one = Array.isArray(who) ? who[0] : who;
    const known = this.who.get(one);
    const seat = event.seat ?? known?.seat ?? null;
    const base = { n: 0, seat };
    if (kind === "went") {
      const [a, b] = [this.spot(from), this.spot(to)];
      const far = a && b ? Math.hypot(b.x - a.x, b.y - a.y) : 0;
      // Ways that bend are told with their corners; what is shorter than can be seen is none.
      if (a && b && (by.length || far > 0.05 * this.skin.unit))
        entry.traces.push({
          ...base,
          kind: "way",
          way: [a, ...this.spots(by), b],
          label: known?.label,
        });
      if (b && this.where.has(one)) this.where.set(one, b);
    } else if (kind === "came") {
      const at = this.spot(to);
      if (at) entry.traces.push({ ...base, kind: "mark", at });
    } else if (kind === "aimed") {
      const at = this.spot(whom);
      if (at) entry.traces.push({ ...base, kind: "shot", from: this.spots(who), at, ended: null });
    } else if (kind === "marked") {
      const at = this.spot(one);
      if (at) entry.traces.push({ ...base, kind: "mark", at });
    } else this.ended(entry, { kind, who, whom, loss });
  }

  /**
   * What came of it: a shot has hit or missed, somebody is hurt.
   * @param {Entry} entry @param {{kind: string, who?: any, whom?: any, loss?: number}} scene
   */
  ended(entry, { kind, who, whom, loss }) {
    const shot = [...entry.traces].reverse().find((each) => each.kind === "shot");
    const at = this.spot(whom);
    const same = shot && at && shot.at?.x === at.x && shot.at.y === at.y;
    if (kind === "missed" && shot) shot.ended = "missed";
    if (kind === "hit" && shot) {
      // Whoever was aimed at may come out on top, and what is thrown may land elsewhere.
      const back = this.spot(who);
      const turned = back && shot.at?.x === back.x && shot.at.y === back.y;
      shot.ended = turned ? "missed" : "hit";
      if (Array.isArray(whom) && at) shot.at = at;
    }
    if (kind !== "hurt" && kind !== "fell") return;
    if (same) shot.ended = "hit";
    if (at) entry.traces.push({ kind, n: 0, at, loss });
  }

  /** The turn to be shown: the one under way, or before anything was done in it the last. */
  shown() {
    return [...this.turns].reverse().find((turn) => turn.entries.some((each) => each.n)) ?? null;
  }

  /** @returns {Trace[]} */
  traces() {
    return this.shown()?.entries.flatMap((entry) => entry.traces) ?? [];
  }

  /** The last thing that happened. */
  last() {
    for (const turn of [...this.turns].reverse())
      if (turn.entries.length) return turn.entries[turn.entries.length - 1];
    return null;
  }
}
