// @ts-check
/**
 * What is being made, in one place: the value, what is chosen, what was done and can be undone.
 * Everybody else reads it, and is told when it has changed.
 */
import { keepDraft } from "./drafts.js";
import { boxOf } from "./geometry.js";
import { changed, valueAt } from "./values.js";

const MOST_STEPS = 300;

/**
 * Something on the table: a piece of terrain, a piece of a side, or the zone of an aim.
 * @typedef {{key: string, list: "terrain" | "piece" | "zone", seat: string | null, place: string,
 *   value: any}} Item
 * @typedef {{value: any, groups: (string | null)[]}} Step
 */

export class Work {
  /** @param {import("./drafts.js").Draft} draft @param {any} kit what the game says of making */
  constructor(draft, kit) {
    this.draft = draft;
    this.kit = kit;
    this.make = kit.makes.find((/** @type {any} */ each) => each.kind === draft.kind);
    /** @type {Step & {words: string}} */
    this.held = Object.freeze({ value: draft.value, groups: draft.groups, words: "" });
    /** @type {(Step & {words: string})[]} */
    this.past = [];
    /** @type {(Step & {words: string})[]} */
    this.future = [];
    /** @type {Set<string>} */
    this.chosen = new Set();
    this.step = 0.5;
    this.kept = true;
    /** @type {((what: string) => void)[]} */
    this.heard = [];
    this.tag = "";
    this.words = "";
    /** Whether turns, story and size are unfolded. */
    this.opened = false;
    /** Whether budget and forces are. */
    this.billed = false;
  }

  get value() {
    return this.held.value;
  }

  get tablePlace() {
    return this.make.table;
  }

  get table() {
    return this.tablePlace ? (valueAt(this.value, this.tablePlace) ?? {}) : this.value;
  }

  /** @returns {[number, number]} */
  get size() {
    const [wide, high] = Array.isArray(this.table.size) ? this.table.size : [];
    const good = (/** @type {any} */ side) => (side >= 1 && side <= 200 ? Number(side) : 24);
    return [good(wide), good(high)];
  }

  /** Where in the value something of the table stands. @param {string} name */
  inTable(name) {
    return this.tablePlace ? `${this.tablePlace}.${name}` : name;
  }

  /** @returns {any[]} */
  get sides() {
    return this.kit.sides && this.make.kind !== "table" ? this.kit.sides : [];
  }

  /** Everything that lies or stands on the table and can be drawn. @returns {Item[]} */
  get items() {
    /** @type {Item[]} */
    const found = [];
    const add = (/** @type {Item} */ item) => {
      if (drawable(item.value)) found.push(item);
    };
    const terrain = this.list(this.inTable("terrain"));
    terrain.forEach((value, n) =>
      add({
        key: `terrain:${n}`,
        list: "terrain",
        seat: null,
        place: `${this.inTable("terrain")}[${n}]`,
        value,
      }),
    );
    for (const { seat, pieces, aims } of this.sides) {
      this.list(aims).forEach((aim, n) => {
        const place = `${aims}[${n}].zone`;
        if (aim?.zone)
          add({ key: `zone:${seat}:${n}`, list: "zone", seat, place, value: aim.zone });
      });
      this.list(pieces).forEach((value, n) =>
        add({ key: `piece:${seat}:${n}`, list: "piece", seat, place: `${pieces}[${n}]`, value }),
      );
    }
    return found;
  }

  /** @param {string} place @returns {any[]} */
  list(place) {
    const found = valueAt(this.value, place);
    return Array.isArray(found) ? found : [];
  }

  /** @returns {Item[]} */
  get chosenItems() {
    return this.items.filter((item) => this.chosen.has(item.key));
  }

  /** All that was put down together with something. @param {string} key */
  together(key) {
    const [list, n] = key.split(":");
    const group = list === "terrain" ? this.held.groups[Number(n)] : null;
    if (!group) return [key];
    return this.held.groups.flatMap((each, at) => (each === group ? [`terrain:${at}`] : []));
  }

  /** @param {Iterable<string>} keys */
  choose(keys) {
    this.chosen = new Set(keys);
    this.tag = "";
    this.tell("chosen");
  }

  /**
   * Go on to another value. Changes with the same tag, one after the other, are one to be undone.
   * @param {any} value @param {string} words what was done @param {string} [tag]
   * @param {(string | null)[]} [groups]
   */
  go(value, words, tag = "", groups = this.held.groups) {
    if (value === this.held.value) return;
    if (!tag || tag !== this.tag) this.past = [...this.past, this.held].slice(-MOST_STEPS);
    this.tag = tag;
    this.future = [];
    this.be({ value, groups, words });
  }

  /** @param {string} place @param {any} value @param {string} words @param {string} [tag] */
  set(place, value, words, tag) {
    this.go(changed(this.value, place, value), words, tag);
  }

  /** Several at once. @param {[string, any][]} all @param {string} words @param {string} [tag] */
  setAll(all, words, tag) {
    this.go(
      all.reduce((value, [place, each]) => changed(value, place, each), this.value),
      words,
      tag,
    );
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.future = [this.held, ...this.future];
    this.tag = "";
    this.be({ ...before, words: `${this.held.words || "change"}: undone` }, before.words);
  }

  redo() {
    const [next, ...rest] = this.future;
    if (!next) return;
    this.past = [...this.past, this.held];
    this.future = rest;
    this.tag = "";
    this.be(next);
  }

  /** @param {Step & {words: string}} step @param {string} [said] */
  be(step, said) {
    this.held = Object.freeze({ ...step, words: said ?? step.words });
    this.words = step.words;
    const there = new Set(this.items.map((item) => item.key));
    this.chosen = new Set([...this.chosen].filter((key) => there.has(key)));
    this.keep();
    this.tell("value");
  }

  keep() {
    this.draft = { ...this.draft, value: this.value, groups: this.held.groups };
    this.kept = keepDraft(this.draft);
  }

  /** @param {Partial<import("./drafts.js").Draft>} more */
  note(more) {
    this.draft = { ...this.draft, ...more };
    this.kept = keepDraft(this.draft);
  }

  /** @param {string} what */
  tell(what) {
    for (const each of this.heard) each(what);
  }
}

/** Whether something has a place that can be drawn. @param {any} value */
function drawable(value) {
  const pair = (/** @type {any} */ p) => Array.isArray(p) && p.length === 2 && p.every(isFinite);
  if (!value || typeof value !== "object") return false;
  const good =
    value.shape === "polygon"
      ? Array.isArray(value.points) && value.points.length > 0 && value.points.every(pair)
      : pair(value.at) && (value.shape !== "disc" || value.radius > 0);
  if (!good) return false;
  const box = boxOf(value);
  return [box.left, box.right, box.bottom, box.top].every((each) => Math.abs(each) < 1000);
}
