// @ts-check
/** The panel beside the table: the question, the unit, the dice, the log, the menu. */
import { die } from "../board/dice.js";
import { ask, held } from "./api.js";
import { capital, h, part, percent } from "./dom.js";
import { fairness } from "./fairness.js";
import { textView } from "./textview.js";

/** Events after which nothing more is said of a roll, and events that begin something in the log. */
const ENDS = /^(?:moved|deployed|ready|phase|turn|round|activation|placed|commanded)$/, STARTS = /^(?:phase|turn|round)$/;
const DONE = /^(?:end|ready)$/;
const PLAIN = /^(?:nothing|miss|missed|saved|unhurt|neither|undecided|tie)$/;
const WORSE = /killed|wounded|lose|^die$|suffered|loss|losses/;

export class Panel {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.turn = h("section", { class: "card turn", "aria-label": "What is asked" });
    this.unit = h("section", { class: "card unit tabbed t-unit", "aria-label": "The chosen unit" });
    this.refusal = h("section", { class: "card refusal tabbed t-unit", role: "alert", hidden: true });
    this.dice = h("section", { class: "card tabbed t-dice", "aria-label": "Dice" }, h("h3", {}, "Dice"), h("p", { class: "small" }, "Nothing has been rolled yet."));
    this.lines = h("div", { class: "log" });
    this.log = h("section", { class: "card tabbed t-log", "aria-label": "Log" }, h("h3", {}, "Log"), this.lines);
    this.seats = h("div", { class: "seats", "aria-label": "Players", role: "group" });
    this.menu = h("div", {});
    this.match = h("section", { class: "card", "aria-label": "Match" }, this.seats, this.menu);
    this.tabs = h("div", { class: "tabs", role: "tablist" }, ...["unit", "dice", "log"].map((name) => h("button", { class: "btn", role: "tab", "aria-selected": String(name === "unit"), onclick: () => this.tab(name) }, capital(name))));
    this.element = h("div", { class: "panel tab-unit" }, this.turn, this.tabs, this.refusal, this.unit, this.dice, this.log, this.match);
    /** @type {HTMLInputElement | null} */
    this.typing = null;
    this.received = performance.now();
    this.said = "";
    /** @type {any[]} */
    this.recent = [];
  }

  /** @param {string} name */
  tab(name) {
    this.element.className = `panel tab-${name}`;
    for (const button of this.tabs.children) button.setAttribute("aria-selected", String(button.textContent?.toLowerCase() === name));
  }

  /** @param {string} text */
  note(text) { this.said = text; this.show(); this.said = ""; }

  show() {
    const { table } = this;
    if (!table.about) return;
    this.received = performance.now();
    this.question();
    this.card();
    this.refused();
    this.people();
    this.options();
  }

  question() {
    const { about, acting, state, skin } = this.table;
    const over = about.result && about.pending?.over;
    const asked = about.pending?.decide ?? [];
    const seat = acting ?? asked[0] ?? about.pending?.roll?.seat;
    this.turn.style.setProperty("--seat", seat && !over ? `var(--${seat})` : "var(--att)");
    const heading = state && skin ? skin.heading(state) : capital(about.stage);
    this.clock = h("span", { class: "clock" });
    const buttons = h("div", { class: "btns" });
    if (acting) {
      const bare = this.table.actions().filter((each) => !skin.owner(each) && !skin.place(each));
      const only = bare.length === this.table.actions().length;
      // What is dark is what one is most likely to want: to be done, or the first of what there is.
      for (const action of bare) buttons.append(h("button", { class: DONE.test(action.do) || (only && action === bare[0]) ? "btn main" : "btn", onclick: () => this.table.choose(action) }, skin.name(action, state)));
    }
    if (about.pending?.roll && about.dice?.kind === "typed") buttons.append(this.typed(about.pending.roll));
    if (over) buttons.append(h("a", { class: "btn main", href: `/review/${about.match}` }, "What decided it"), h("a", { class: "btn", href: `/replay/${about.match}` }, "Replay"), h("a", { class: "btn", href: "/" }, "New game"));
    const who = over || !state ? "" : acting ? (this.table.mine.length > 1 ? `${capital(acting)}, your move` : "Your move") : asked.length ? `Waiting for ${asked.map((/** @type {string} */ each) => this.nameOf(each)).join(" and ")}` : "";
    const ready = state?.phase === "movement" ? about.seats.filter((/** @type {any} */ each) => !asked.includes(each.seat)).map((/** @type {any} */ each) => `${this.nameOf(each.seat)} is ready ✓`) : [];
    const several = this.table.mine.filter((each) => asked.includes(each));
    this.turn.replaceChildren(this.clock, h("p", { class: "small" }, heading, who ? ` · ${who}` : ""), h("p", { class: "ask" }, this.said || this.plain(about.question ?? (about.stuck ?? ""))),
      ...(ready.length ? [h("p", { class: "small" }, ready.join(", "))] : []),
      ...(several.length > 1 ? [h("div", { class: "btns" }, ...several.map((each) => h("button", { class: "btn", "aria-pressed": String(each === acting), onclick: () => { this.table.acting = each; this.table.unchoose(); } }, `Act for ${capital(each)}`)))] : []), buttons);
    this.tick();
  }

  /** The question without the seat's name, where it is one's own. @param {string} text */
  plain(text) { return this.table.acting && this.table.mine.length === 1 ? capital(text.replace(/^[A-Z]\w+(?: and [A-Z]\w+)*: /, "")) : text; }

  /** @param {any} roll */
  typed(roll) {
    const seat = this.table.mine.includes(roll.seat) ? roll.seat : this.table.mine[0];
    const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", inputmode: "numeric", "aria-label": `What your ${roll.dice} dice show`, placeholder: `${roll.dice} ${roll.dice === 1 ? "die" : "dice"}: ${"4 3 6 1".slice(0, roll.dice * 2 - 1)}` }));
    return h("form", { class: "type", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const faces = [...input.value.replace(/\D/g, "")].map(Number);
      const said = await this.table.socket.change(seat, { do: "roll", faces });
      if (!said.ok) this.note(capital(said.error.message));
    } }, input, h("button", { class: "btn main" }, "Rolled"));
  }

  /** @param {string} seat */
  nameOf(seat) { return this.table.about.seats.find((/** @type {any} */ each) => each.seat === seat)?.name ?? capital(seat); }

  tick() {
    const clock = this.table.about?.clock;
    if (!this.clock || !clock?.control) return;
    const gone = performance.now() - this.received;
    const left = (/** @type {number} */ ms) => { const s = Math.max(0, Math.ceil((ms - gone) / 1000)); return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`; };
    if (this.table.about.result) { this.clock.textContent = ""; return; }
    const seat = this.table.acting ?? clock.running?.[0];
    const ms = clock.limit ?? (clock.running?.length ? clock.left[seat] : null);
    this.clock.textContent = ms === null || ms === undefined ? "" : left(ms);
    this.clock.classList.toggle("low", ms !== null && ms - gone < 10000);
  }

  card() {
    const { table } = this;
    const { acting, chosen, state, skin, draft } = table;
    if (!state || !skin) { this.unit.hidden = true; return; }
    const tray = acting ? skin.tray?.(state, acting) ?? [] : [];
    this.unit.hidden = false;
    const parts = [];
    if (chosen) {
      const about = skin.card(state, chosen);
      parts.push(h("h3", {}, about.title, " ", ...about.chips.map((chip) => h("span", { class: "chip" }, chip))));
      const acts = table.isMine(chosen) ? table.offered().filter((action) => !["move", "deploy"].includes(action.do)) : [];
      if (acts.length) parts.push(this.acts(acts));
      else if (table.isMine(chosen) && tray.some((each) => each.id === chosen)) parts.push(h("p", { class: "small" }, "Choose one of the places, or any other in your zone."));
      else if (table.isMine(chosen) && table.reach.length) parts.push(h("p", { class: "small" }, "Drag it, or choose a place in its reach."));
      else if (table.isMine(chosen) && !table.offered().length) parts.push(h("p", { class: "small" }, "Nothing is left for it to do just now."));
    } else if (tray.length) parts.push(h("h3", {}, "To be placed"), h("div", { class: "btns" }, ...tray.map((each) => h("button", { class: "btn", onclick: () => table.pick(each.id) }, each.label))));
    else parts.push(h("p", { class: "small" }, acting ? "Choose one of your pieces, or type an action." : "You can look at any piece."));
    if (draft && draft.legal !== false) parts.push(...this.drafted());
    if (acting) parts.push(this.typingForm());
    this.unit.replaceChildren(...parts);
  }

  /** What a unit may do; where it is the same with many others, on one line. @param {any[]} acts */
  acts(acts) {
    const { skin, state, draft } = this.table;
    /** @type {Map<string, {action: any, name: string, last: string}[]>} */
    const groups = new Map();
    for (const action of acts) {
      const name = skin.name(action, state);
      const [, key, last] = /^(.+) ([A-Z]\d+|[a-h]\d)$/.exec(name) ?? [name, name, ""];
      groups.set(key, [...(groups.get(key) ?? []), { action, name, last }]);
    }
    const button = (/** @type {{action: any, name: string}} */ { action, name }, /** @type {string} */ text) => h("button", { class: "btn", "aria-label": name, "aria-pressed": String(JSON.stringify(action) === JSON.stringify(draft?.action)), onclick: () => (skin.quick || !(skin.place(action) || action.toward) ? this.table.choose(action) : this.table.try(action)) }, text);
    return h("div", { class: "acts" }, ...[...groups].map(([verb, several]) => several.length === 1 ? button(several[0], several[0].name)
      : h("div", { class: "several" }, h("span", {}, verb), ...several.map((each) => button(each, each.last)))));
  }

  drafted() {
    const { table } = this;
    const draft = /** @type {import("./table.js").Draft} */ (table.draft);
    const rows = [];
    for (const [name, text] of Object.entries(draft.odds ?? {})) {
      const share = part(String(text));
      if (share > 0) rows.push(h("span", {}, name), h("span", { class: WORSE.test(name) ? "bar bad" : PLAIN.test(name) ? "bar plain" : "bar" }, h("span", { style: `width:${Math.round(share * 100)}%` })), h("span", {}, percent(share)));
    }
    const expected = Object.entries(draft.expected ?? {}).filter(([name, text]) => part(String(text)) > 0 && !/ /.test(name)).map(([name, text]) => `${name} ${part(String(text)).toFixed(1)}`);
    const bend = draft.action.path ? [h("button", { class: "btn", "aria-pressed": String(table.bending), onclick: () => { table.bending = !table.bending; this.card(); } }, "Add a corner")] : [];
    return [h("div", { class: "odds" }, ...rows), ...(expected.length ? [h("p", { class: "small" }, `On average: ${expected.join(", ")}`)] : []),
      h("div", { class: "btns" }, h("button", { class: "btn main", disabled: draft.legal === null, onclick: () => table.choose(draft.action) }, table.skin.name(draft.action, table.state)), ...bend, h("button", { class: "btn", onclick: () => { table.draft = null; table.mark(); this.card(); } }, "Not this"))];
  }

  typingForm() {
    const { table } = this;
    const input = (this.typing = /** @type {HTMLInputElement} */ (h("input", { type: "text", "aria-label": "Type an action", placeholder: "Type an action  ( / )", autocomplete: "off", spellcheck: "false" })));
    return h("form", { class: "type", onsubmit: async (/** @type {Event} */ event) => { event.preventDefault(); const text = input.value.trim(); if (text) { input.value = ""; await table.choose(text); } } }, input, h("button", { class: "btn" }, "Do it"));
  }

  refused() {
    const { draft, about } = this.table;
    this.refusal.hidden = !draft || draft.legal !== false || !draft.refusal;
    if (this.refusal.hidden || !draft) return;
    const { rule, message } = draft.refusal;
    const instead = draft.instead;
    this.refusal.replaceChildren(h("h3", {}, "Refused"), h("p", {}, `${capital(message)}.`), ...(rule ? [h("p", {}, h("a", { href: `/rules/${about.game}#${rule}`, target: "_blank" }, rule))] : []),
      ...(instead ? [h("div", { class: "btns" }, h("button", { class: "btn main", onclick: () => this.table.choose(instead) }, `${this.table.skin.name(instead, this.table.state)}: as near as it gets`))] : []));
  }

  /** @param {any[]} events @param {boolean} live */
  happened(events, live) {
    // Real dice are told one throw at a time: what follows a throw at once belongs to it.
    this.recent = events[0]?.event === "rolled" ? [...this.recent.slice(-6), ...events] : events;
    const rolls = lastRolls(this.recent);
    if (rolls.length) {
      const after = events.slice(events.lastIndexOf(rolls[rolls.length - 1]) + 1);
      const done = after.findIndex((event) => ENDS.test(event.event));
      const meaning = (done < 0 ? after : after.slice(0, done)).filter((event) => event.text).map((event) => event.text).slice(0, 3);
      this.dice.replaceChildren(h("h3", {}, "Last roll"), h("div", { class: "tray" }, ...rolls.map((roll) => this.thrown(roll, live))), ...(meaning.length ? [h("p", {}, meaning.join(" "))] : []));
      if (live) this.tab("dice");
    }
    for (const event of events) if (event.text && event.event !== "activation") this.lines.append(h("div", { class: STARTS.test(event.event) ? "mark" : null }, event.text));
    while (this.lines.children.length > 300) this.lines.firstChild?.remove();
  }

  /** @param {any} roll @param {boolean} live */
  thrown(roll, live) {
    const sum = roll.faces.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0);
    return h("div", { style: `--c: var(--${roll.seat})` }, h("span", { class: "who" }, h("span", { class: "dot" }), `${this.nameOf(roll.seat)}: ${roll.purpose}`),
      h("span", { class: "throw" }, ...roll.faces.map((/** @type {number} */ face) => /** @type {any} */ (die(face, live))), ...(roll.faces.length > 1 ? [h("b", {}, String(sum))] : [])));
  }

  people() {
    const { about, mine } = this.table;
    this.seats.replaceChildren(...about.seats.map((/** @type {any} */ seat) => h("span", { class: seat.here ? "" : "away", style: `--c: var(--${seat.seat})` }, h("span", { class: "dot" }), `${seat.name ?? capital(seat.seat)}${mine.includes(seat.seat) ? " (you)" : ""}${seat.taken ? (seat.here ? "" : ", away") : ", free"}`)), ...(about.watching ? [h("span", { class: "small" }, `${about.watching} watching`)] : []));
  }

  options() {
    const { table } = this;
    const { about, mine } = table;
    const seat = table.acting ?? mine[0];
    const say = async (/** @type {string} */ what) => { const said = await table.socket.change(seat, { do: what }); if (!said.ok) this.note(capital(said.error.message)); };
    const sure = (/** @type {string} */ what, /** @type {string} */ question) => () => { if (confirm(question)) say(what); };
    const parts = [];
    const conduct = about.conduct ?? {};
    const running = about.state && !about.result && seat;
    if (running) {
      const others = (conduct.draw ?? []).filter((/** @type {string} */ each) => !mine.includes(each) || mine.length > 1);
      if (others.length) parts.push(h("p", {}, `${this.nameOf(others[0])} offers a draw.`), h("div", { class: "btns" }, h("button", { class: "btn main", onclick: () => this.forAll("draw", conduct.draw) }, "Agree"), h("button", { class: "btn", onclick: () => say("no-draw") }, "Decline")));
      if (conduct.back !== null && conduct.back !== undefined) parts.push(h("p", {}, `${this.nameOf(conduct.asked[0])} wants to take something back.`), h("div", { class: "btns" }, h("button", { class: "btn main", onclick: () => this.forAll("takeback", conduct.asked) }, "Agree"), h("button", { class: "btn", onclick: () => say("no-takeback") }, "Decline")));
      parts.push(h("div", { class: "menu" }, h("button", { class: "btn", onclick: () => say("takeback") }, "Take back"), h("button", { class: "btn", onclick: () => say("draw") }, "Offer a draw"), ...(about.seats.every((/** @type {any} */ each) => each.kind === "bot" || mine.includes(each.seat)) && table.acting ? [h("button", { class: "btn", onclick: () => this.hint() }, "Hint")] : []), h("button", { class: "btn danger", onclick: sure("resign", "Give the game up?") }, "Resign")));
    }
    const links = held(about.match);
    const carry = mine.map((each) => `${location.origin}/table/${about.match}#seat=${each}&token=${links.tokens[each]}`);
    parts.push(h("details", {}, h("summary", {}, "Dice, links, text"), fairness(table), h("p", {}, h("button", { class: "btn", onclick: () => textView(table) }, "The table as text")),
      ...(links.watch ? [linkField("To watch", `${location.origin}/watch/${about.match}#watch=${links.watch}`)] : []), ...carry.map((link, at) => linkField(`${capital(mine[at])}'s seat on another device`, link)),
      h("p", {}, h("button", { class: "btn", onclick: () => download(about.match, links.tokens[mine[0]], links.watch) }, "Download the record"))));
    this.menu.replaceChildren(...parts);
  }

  async hint() {
    this.note("Thinking…");
    const said = await this.table.socket.ask({ do: "hint", seat: this.table.acting });
    if (!said.ok) { this.note(capital(said.error.message)); return; }
    const best = said.best[0];
    this.note(best ? `Perhaps: ${best.text} (${Math.round(best.value * 100)}% to win).` : "Nothing comes to mind.");
  }

  /** Agree for every seat one holds that has not. @param {string} what @param {string[]} done */
  async forAll(what, done) {
    for (const seat of this.table.mine) if (!done.includes(seat)) await this.table.socket.change(seat, { do: what });
  }
}

/** The last roll, and what it was rolled against. @param {any[]} events */
function lastRolls(events) {
  const rolls = events.filter((event) => event.event === "rolled");
  const last = rolls[rolls.length - 1], before = rolls[rolls.length - 2];
  return !last ? [] : before && before.seat !== last.seat ? [before, last] : [last];
}

/** @param {string} label @param {string} link */
const linkField = (label, link) => h("div", { class: "field" }, h("label", {}, label, h("input", { type: "text", readonly: true, value: link, onfocus: (/** @type {any} */ event) => event.target.select() })));

/** @param {string} match @param {string | undefined} token @param {string | undefined} watch */
async function download(match, token, watch) {
  const text = await ask("GET", `/api/matches/${match}/record`, undefined, { ...(token ? { "outrider-token": token } : {}), ...(watch ? { "outrider-watch": watch } : {}) });
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })), download: `${match}.jsonl` });
  link.click();
}
