// @ts-check
/** A lesson: a few moves on the real engine, with somebody who says what they mean. */
import { h, title } from "./dom.js";
import { ask, games } from "./api.js";
import { numbered } from "./changes.js";
import { Table } from "./table.js";

/**
 * @typedef {{say: string, want?: string[], faces?: number[], then?: {seat: string, action: string, faces?: number[]}[], state?: any, position?: string, lets?: string, shows?: any}} Step
 * @typedef {{game: string, title: string, seat: string, steps: Step[]}} Lesson
 */

/** Stands in for the socket: what is asked goes to the engine without a match. */
class Practice {
  /** @param {Lesson} lesson @param {(news: any) => void} told @param {(text: string) => void} said */
  constructor(lesson, told, said) {
    this.lesson = lesson;
    this.told = told;
    this.said = said;
    this.at = -1;
    /** @type {any} */
    this.state = null;
    this.version = 0;
  }

  /** @param {any} more */
  trial(more) { return ask("POST", "/api/practice", { game: this.lesson.game, state: this.state, seat: this.lesson.seat, ...more }); }

  get step() { return this.lesson.steps[this.at]; }

  async next() {
    this.at++;
    const { step } = this;
    if (!step) return;
    if (step.position || step.state) { this.state = step.position ?? step.state; this.show(await this.trial({ do: "state" })); }
    this.said(step.say);
  }

  /** @param {any} shown */
  show(shown) {
    this.state = shown.state;
    this.told({ type: this.version ? "news" : "table", version: ++this.version, match: "lesson", game: this.lesson.game, stage: "running", seats: [...new Set([this.lesson.seat, "red", "blue"])].sort().reverse().map((seat) => ({ seat, kind: "here", taken: true, here: true, name: seat === this.lesson.seat ? "You" : null })), you: [this.lesson.seat], conduct: {}, clock: null, result: shown.state.result, ...shown });
  }

  /** @param {any} request */
  async ask(request) {
    try {
      if (request.do === "play") return await this.play(request.action);
      return { ok: true, ...(await this.trial({ do: request.do, action: request.action, unit: request.unit })) };
    } catch (error) { return { ok: false, error: refusal(error) }; }
  }

  /** @param {string} seat @param {any} request */
  change(seat, request) { return this.ask(request); }

  /** @param {any} action */
  async play(action) {
    const { step } = this;
    const check = await this.trial({ do: "check", action });
    if (!check.legal) return { ok: false, error: check.refusal };
    const written = typeof action === "string" ? action : JSON.stringify(action);
    const wanted = await Promise.all((step?.want ?? []).map((text) => this.same(text, written)));
    if (step?.want && !wanted.includes(true)) return { ok: false, error: { kind: "lesson", message: "that is allowed, too, but the lesson goes another way here" } };
    const before = this.state;
    const played = await this.trial({ do: "play", action, faces: step?.faces ?? [] });
    if (!(await this.enough(step, played.state))) { this.state = before; return { ok: false, error: { kind: "lesson", message: "that is allowed, but not quite what the lesson is about; try another place" } }; }
    this.show(played);
    for (const reply of step?.then ?? []) {
      await new Promise((done) => setTimeout(done, 700));
      this.show(await this.trial({ do: "play", seat: reply.seat, action: reply.action, faces: reply.faces ?? [] }));
    }
    await this.next();
    return { ok: true };
  }

  /** Whether an action has led to what its step is for. @param {Step | undefined} step @param {any} state */
  async enough(step, state) {
    if (step?.lets) return (await ask("POST", "/api/practice", { game: this.lesson.game, state, seat: this.lesson.seat, do: "check", action: step.lets })).legal;
    if (!step?.shows) return true;
    const { unit, ...fields } = step.shows;
    const found = state.units.find((/** @type {any} */ each) => each.id === unit);
    return Object.entries(fields).every(([name, value]) => found?.[name] === value);
  }

  /** Whether two ways of writing mean the same action. A wish may leave places open: `move R1 *`. @param {string} wanted @param {string} written */
  async same(wanted, written) {
    const text = (/** @type {string} */ value) => (value.startsWith("{") ? spelled(JSON.parse(value)) : value);
    const [a, b] = [text(wanted), text(written)];
    return a === b || (a.endsWith("*") && b.startsWith(a.slice(0, -1)));
  }

  close() {}
}

/** An action as people write it, as far as lessons need it. @param {any} action */
function spelled(action) {
  const point = (/** @type {number[]} */ at) => at.join(",");
  if (action.from) return `${action.from}${{ move: "-", attack: "x", siege: "*" }[/** @type {"move"} */ (action.do)]}${action.to ?? action.fort}`;
  if (action.path) return `move ${action.unit} ${action.path.map(point).join(" ")}`;
  const parts = [action.do, action.units?.join("+") ?? action.unit, action.target ?? action.corpse ?? action.ability, Array.isArray(action.to) ? point(action.to) : action.to, Array.isArray(action.at) ? point(action.at) : action.at, action.toward && point(action.toward)];
  return parts.filter(Boolean).join(" ");
}

/** @param {any} error */
const refusal = (error) => ({ kind: "refused", message: String(error?.message ?? error) });

/** @param {string} game @returns {Promise<import("./main.js").Page>} */
export async function lesson(game) {
  /** @type {Lesson} */
  const found = await ask("GET", `/static/lessons/${game}.json`);
  title(found.title);
  const played = (await games()).find((/** @type {any} */ each) => each.id === game);
  const named = played?.title ?? game;
  const words = h("p", { class: "ask", role: "status" });
  const far = h("p", { class: "small" });
  const guide = h("section", { class: "card turn" }, far, words);
  const table = new Table("lesson", (told) => new Practice(found, told, (text) => {
    words.textContent = numbered(text, played);
    far.textContent = `${found.title} · ${practice.at + 1} of ${found.steps.length}`;
    guide.querySelector(".btns")?.remove();
    if (!practice.step?.want) guide.append(h("div", { class: "btns" }, practice.at + 1 < found.steps.length ? h("button", { class: "btn main", onclick: () => practice.next() }, "Go on") : h("a", { class: "btn main", href: `/#play=${game}` }, `Play ${named}`)));
  }));
  const practice = /** @type {any} */ (table.socket);
  table.panel.element.prepend(guide);
  table.panel.menu.hidden = true;
  await practice.next();
  return { element: table.element, leave: () => table.leave() };
}
