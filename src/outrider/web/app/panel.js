// @ts-check
/** The panel beside the table: the question, the unit, the dice, the log, the menu. */
import { ask, held } from "./api.js";
import { folded } from "./changes.js";
import { capital, cited, h, part, percent, rulesAt, say } from "./dom.js";
import { fairness } from "./fairness.js";
import { textView } from "./textview.js";
import { Tray } from "./tray.js";

/** Events that begin something in the log. */
const STARTS = /^(?:phase|turn|round)$/;
const DONE = /^(?:end|ready)$/;
const PLAIN = /^(?:nothing|miss|missed|saved|unhurt|neither|undecided|tie)$/;
const WORSE = /killed|wounded|lose|^die$|suffered|loss|losses|reversal/;
/** How long the referee's aside is shown, in milliseconds. */
const ASIDE = 8000;
/** After how long a hint is late, in milliseconds. */
const STILL = 7000;
const LATE_HINT = "Still thinking: this machine is busy. You can move meanwhile.";
/** What the first who plays a bot on a new machine has to know. */
const PREPARING = "The bots are being compiled for this machine, once. For a minute the best of them think less far.";
/** What one waits for besides people, the weightiest first, and how that is said. */
const WAITS = /** @type {const} */ ([
  ["failing", "The bot does not answer. It is asked again in a while; the match goes on then."],
  ["preparing", PREPARING],
  ["slow", "The bot is taking its time: this machine is busy."],
]);

/** @param {number} ms */
const time = (ms) => { const s = Math.max(0, Math.ceil(ms / 1000)); return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`; };

export class Panel {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.turn = h("section", { class: "card turn", "aria-label": "What is asked" });
    this.unit = h("section", { class: "card unit tabbed t-unit", "aria-label": "The chosen unit" });
    this.refusal = h("section", { class: "card refusal tabbed t-unit", role: "alert", hidden: true });
    this.tray = new Tray(table, (seat) => this.nameOf(seat));
    this.lines = h("div", { class: "log", tabindex: "0", role: "group", "aria-label": "What has happened" });
    this.log = h("section", { class: "card tabbed t-log", "aria-label": "Log" }, h("h3", {}, "Log"), this.lines);
    this.seats = h("div", { class: "seats", "aria-label": "Players", role: "group" });
    this.menu = h("div", {});
    this.match = h("section", { class: "card match", "aria-label": "Match" }, this.seats, this.menu);
    this.tabs = h("div", { class: "tabs", role: "tablist" }, ...["unit", "dice", "log"].map((name) => h("button", { class: "btn", role: "tab", "aria-selected": String(name === "unit"), onclick: () => this.tab(name) }, capital(name))));
    this.element = h("div", { class: "panel tab-unit" }, this.turn, this.tabs, this.refusal, this.unit, this.tray.element, this.log, this.match);
    /** @type {HTMLInputElement | null} */
    this.typing = null;
    this.form = this.typingForm();
    this.received = performance.now();
    this.said = "";
    this.opened = this.unfolded = false;
    this.waits = "";
  }

  /** @param {string} name */
  tab(name) {
    this.element.className = `panel tab-${name}`;
    for (const button of this.tabs.children) button.setAttribute("aria-selected", String(button.textContent?.toLowerCase() === name));
  }

  /** Say something beside the question, for a while. @param {string} text */
  note(text) {
    if (!text && !this.said) return;
    this.said = text;
    clearTimeout(this.aside);
    if (text) this.aside = setTimeout(() => this.note(""), ASIDE);
    this.show();
  }

  show() {
    const { table } = this;
    if (!table.about) return;
    this.element.toggleAttribute("data-before", !table.state);
    this.question();
    this.card();
    this.refused();
    this.people();
    this.options();
    if (table.acting && table.state) { if (!this.form.isConnected) this.log.append(this.form); } else this.form.remove();
  }

  question() {
    const { about, acting, state, skin } = this.table;
    const over = about.result && about.pending?.over;
    const asked = about.pending?.decide ?? [];
    const seat = acting ?? asked[0] ?? about.pending?.roll?.seat;
    this.turn.style.setProperty("--seat", seat && !over ? `var(--${seat})` : "var(--att)");
    const heading = over ? "The game is over" : state && skin ? capital(skin.heading(state)) : about.stuck ? "Older rules" : "Before the game";
    this.clock = h("span", { class: "clock", role: "timer" });
    const who = over || !state ? "" : acting ? (this.table.mine.length > 1 ? `${capital(acting)}, your move` : "Your move") : asked.length ? `Waiting for ${asked.map((/** @type {string} */ each) => this.nameOf(each)).join(" and ")}` : "";
    const ready = asked.length && !over && state?.phase === "movement" ? about.seats.filter((/** @type {any} */ each) => !asked.includes(each.seat)).map((/** @type {any} */ each) => `${this.nameOf(each.seat)} is ready ✓`) : [];
    const several = this.table.mine.filter((each) => asked.includes(each));
    const waiting = about.stage === "open" ? "Send the link. The game begins when every seat is taken." : "Everybody is here. The dice are being sealed…";
    const question = this.sealing() || (state ? this.plain(about.question ?? about.stuck ?? "") : about.stuck ?? waiting);
    const waits = over ? "" : WAITS.find(([kind]) => about[kind])?.[1] ?? "";
    if (waits && waits !== this.waits) say(waits);
    this.waits = waits;
    this.turn.replaceChildren(this.clock, h("p", { class: "small" }, heading, who ? ` · ${who}` : ""), h("p", { class: "ask" }, ...cited(this.said || question, about.game, about.variant)),
      ...(this.said ? [h("p", { class: "small" }, question)] : []),
      ...(this.waits ? [h("p", { class: "small wait" }, this.waits)] : []),
      ...this.seals(),
      ...(ready.length ? [h("p", { class: "small" }, ready.join(", "))] : []),
      ...(several.length > 1 ? [h("div", { class: "btns" }, ...several.map((each) => h("button", { class: "btn", "aria-label": `Act for ${capital(each)}`, "aria-pressed": String(each === acting), style: `--c: var(--${each})`, onclick: () => { this.table.acting = each; this.table.unchoose(); } }, h("span", { class: "dot" }), several.length > 2 ? capital(each) : `Act for ${capital(each)}`)))] : []), this.bare(Boolean(over)));
    this.tick();
  }

  /** What is said while links are waited for, and the way out. */
  seals() {
    const { mine, witness } = this.table;
    const wanted = this.wanted();
    this.impatient = !wanted || performance.now() > wanted.until;
    if (!wanted) return [];
    const lost = mine.filter((seat) => witness.lost(seat));
    const others = wanted.missing.some((seat) => !mine.includes(seat));
    if (!lost.length && !others) return [];
    const why = lost.length ? "This page does not have your seal: it lies in the browser you began with." : "Their page has to be open for that. After 15 seconds their clock runs.";
    const offered = lost.length > 0 || wanted.anew.length > 0 || this.impatient;
    const agreed = mine.length > 0 && mine.every((seat) => wanted.anew.includes(seat));
    const anew = async () => { for (const seat of mine) { const said = await witness.anew(seat); if (!said.ok) this.note(capital(said.error.message)); } };
    return [h("p", { class: "small wait" }, why),
      ...(offered && mine.length ? [h("p", { class: "small" }, agreed ? "You agree to new seals; all others have to." : "If everybody agrees, the dice are sealed anew and fall by other links. Whoever held one back may have seen how they would have fallen."),
        h("div", { class: "btns" }, h("button", { class: "btn", disabled: agreed, onclick: anew }, "Agree to new seals"))] : [])];
  }

  /** Links that the dice wait for. */
  wanted() {
    const { about, witness } = this.table;
    return witness.wanted?.missing.length && !about.result ? witness.wanted : null;
  }

  /** What is asked while dice wait for links; nothing if they do not. */
  sealing() {
    const { mine, witness } = this.table;
    const wanted = this.wanted();
    if (!wanted) return "";
    const names = wanted.missing.filter((seat) => !mine.includes(seat)).map((seat) => this.nameOf(seat));
    if (mine.some((seat) => witness.lost(seat))) names.unshift("you");
    return names.length ? `The dice wait for ${names.join(" and ")} to open a seal.` : "The dice are being opened…";
  }

  /** Buttons for what needs no piece, and for what comes after the game. @param {boolean} over */
  bare(over) {
    const { about, acting, state, skin } = this.table;
    const buttons = h("div", { class: "btns" });
    if (acting) {
      const bare = this.table.actions().filter((each) => !skin.owner(each) && !skin.place(each));
      const only = bare.length === this.table.actions().length && bare.length < 4;
      // What is dark is what one is most likely to want: to be done, or the first of what there is.
      for (const action of bare) buttons.append(h("button", { class: DONE.test(action.do) || (only && action === bare[0]) ? "btn main" : "btn", "aria-label": skin.name(action, state), onclick: () => this.table.choose(action) }, skin.brief?.(action, state) ?? skin.name(action, state)));
    }
    if (about.pending?.roll && about.dice?.kind === "typed" && this.rolls(about.pending.roll.seat)) buttons.append(this.typed(about.pending.roll));
    if (over) buttons.append(h("a", { class: "btn main", href: `/review/${about.match}` }, "What decided it"), h("a", { class: "btn", href: `/replay/${about.match}` }, "Replay"), h("a", { class: "btn", href: "/" }, "New game"));
    return buttons;
  }

  /** The question without the seat's name, where it is one's own. @param {string} text */
  plain(text) {
    const { acting, mine, about } = this.table;
    if (acting && mine.length > 1 && (about.pending?.decide ?? []).length > 2) return text.replace(/^[A-Z]\w+(?: and [A-Z]\w+)*: /, `${capital(acting)}: `);
    const short = text.replace(/^[A-Z]\w+(?: and [A-Z]\w+)*: /, "");
    return acting && mine.length === 1 ? (/^[a-h]\d/.test(short) ? short : capital(short)) : text;
  }

  /** Whether it is for somebody here to roll: for oneself, for a bot, or for nobody in particular. @param {string | null} seat */
  rolls(seat) {
    const { about, mine } = this.table;
    return mine.length > 0 && (!seat || mine.includes(seat) || about.seats.some((/** @type {any} */ each) => each.seat === seat && each.kind === "bot"));
  }

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
    const about = this.table.about;
    const clock = about?.clock;
    const wanted = this.wanted();
    if (wanted && !this.impatient && performance.now() > wanted.until) { this.question(); return; }
    if (!this.clock || !clock?.left) return;
    const gone = performance.now() - this.received;
    if (about.result) { this.clock.textContent = ""; return; }
    // What the rules give for this; where each has a time of his own, it stands at his name, and the own one here.
    const seat = this.table.acting ?? clock.running?.[0];
    const ms = clock.limit ?? (clock.running?.includes(seat) ? clock.left[seat] : undefined);
    this.clock.textContent = ms === undefined || ms === null ? "" : time(ms - gone);
    this.clock.classList.toggle("low", ms !== undefined && ms - gone < 10000);
    for (const each of this.seats.querySelectorAll("time")) {
      const name = each.getAttribute("data-seat") ?? "";
      each.textContent = time(clock.left[name] - (clock.running?.includes(name) ? gone : 0));
    }
  }

  card() {
    const { table } = this;
    const { acting, chosen, state, skin, draft } = table;
    this.unit.hidden = !state || !skin || Boolean(table.about.result && !chosen);
    if (this.unit.hidden) return;
    const tray = acting ? skin.tray?.(state, acting) ?? [] : [];
    const parts = [];
    if (chosen) {
      const about = skin.card(state, chosen);
      parts.push(h("h3", {}, about.title, " ", ...about.chips.map((chip) => h("span", { class: "chip" }, chip))));
    } else if (tray.length) parts.push(h("h3", {}, "To be placed"), h("div", { class: "btns" }, ...tray.map((each) => h("button", { class: "btn", onclick: () => table.pick(each.id) }, each.label))));
    else {
      const actions = table.actions();
      const hint = !acting ? (table.tokens().length ? "You can look at any piece." : "") : actions.some((action) => skin.owner(action)) ? "Choose one of your pieces to see what it may do." : actions.some((action) => skin.place(action)) ? "Choose one of the marked places." : "";
      if (!hint && !draft) { this.unit.hidden = true; return; }
      if (hint) parts.push(h("p", { class: "small" }, hint));
    }
    if (draft && draft.legal !== false) parts.push(...this.drafted());
    if (chosen) parts.push(...this.possible(chosen, tray.some((each) => each.id === chosen)));
    this.unit.replaceChildren(...parts);
  }

  /** @param {string} chosen @param {boolean} waits for a place on the table */
  possible(chosen, waits) {
    const { table } = this;
    if (!table.isMine(chosen)) return [];
    const acts = table.offered().filter((action) => !["move", "deploy"].includes(action.do));
    const other = acts.filter((action) => JSON.stringify(action) !== JSON.stringify(table.draft?.action) || table.draft?.legal === false);
    if (acts.length) return other.length ? [this.acts(other)] : [];
    if (waits) return [h("p", { class: "small" }, "Choose one of the places, or any other in your zone.")];
    if (table.reach.length) return table.draft ? [] : [h("p", { class: "small" }, table.threats.length ? "Drag it, or choose a place in its reach. Hatched: somebody would fire." : "Drag it, or choose a place in its reach.")];
    if (table.draft) return [];
    return table.offered().length ? [h("p", { class: "small" }, "Choose one of the marked places.")] : [h("p", { class: "small" }, "Nothing is left for it to do just now.")];
  }

  /** What a unit may do; where it is the same with many others, on one line. @param {any[]} acts */
  acts(acts) {
    const { skin, state, draft } = this.table;
    /** @type {Map<string, {action: any, name: string, last: string}[]>} */
    const groups = new Map();
    for (const action of acts) {
      const name = skin.name(action, state);
      const brief = skin.brief?.(action, state) ?? name;
      const [, key, last] = /^(.+) ([A-Z]\d+|[a-h]\d)$/.exec(brief) ?? [brief, brief, ""];
      groups.set(key, [...(groups.get(key) ?? []), { action, name, last }]);
    }
    const press = (/** @type {any} */ action) => () => (skin.quick || !(skin.place(action) || action.toward) ? this.table.choose(action) : this.table.try(action));
    const button = (/** @type {{action: any, name: string}} */ { action, name }, /** @type {string} */ text) => {
      const said = this.table.forecast.get(JSON.stringify(action));
      return h("button", { class: said ? "btn wide" : "btn", "aria-label": name, "aria-description": said ?? null, "aria-pressed": String(JSON.stringify(action) === JSON.stringify(draft?.action)), onclick: press(action) }, text, said ? h("small", {}, said) : null);
    };
    const apart = [...groups.values()].some((several) => several.some(({ action }) => this.table.forecast.has(JSON.stringify(action))));
    const ordered = [...groups].sort(([, a], [, b]) => Number(a.length > 1) - Number(b.length > 1));
    return h("div", { class: "acts" }, ...ordered.flatMap(([verb, several]) => several.length === 1 || apart ? several.map((each) => button(each, each.name))
      : [h("div", { class: "several" }, h("span", {}, verb), ...several.map((each) => button(each, each.last)))]));
  }

  drafted() {
    const { table } = this;
    const draft = /** @type {import("./table.js").Draft} */ (table.draft);
    const rows = [];
    const own = new Set((table.state.units ?? []).filter((/** @type {any} */ unit) => unit.seat === table.acting).map((/** @type {any} */ unit) => unit.id));
    const all = Object.entries(draft.odds ?? {}).map(([name, text]) => /** @type {[string, number]} */ ([name, part(String(text))]));
    // What is certain, or said already, needs no bar; of many only what may come of it.
    const shown = all.filter(([name, share]) => share > 0 && !(name === "alive" && share === 1) && !(name === "killed" && all.some(([other]) => /^alive$|^kill /.test(other))));
    for (const [name, share] of shown.length > 5 ? shown.filter(([name]) => !/^up to /.test(name)) : shown) {
      const bad = WORSE.test(name) || own.has(name.split(" ").pop());
      rows.push(h("span", {}, name), h("span", { class: bad ? "bar bad" : PLAIN.test(name) ? "bar plain" : "bar" }, h("span", { style: `width:${Math.round(share * 100)}%` })), h("span", {}, percent(share)));
    }
    const fired = (draft.events ?? []).filter((event) => event.event === "offered").map((event) => event.unit);
    const caught = (draft.events ?? []).flatMap((event) => (event.event === "landed" ? event.units : []));
    const warned = fired.length ? `${fired.join(" and ")} would be asked to fire on the way.` : caught.length ? `In the blast: ${caught.join(", ")}.` : (draft.events ?? []).some((event) => event.event === "landed") ? "Nobody is in the blast." : "";
    const expected = Object.entries(draft.expected ?? {}).filter(([name, text]) => part(String(text)) > 0 && !/ /.test(name)).map(([name, text]) => `${part(String(text)).toFixed(1)} ${name}`);
    const bend = draft.action.path ? [h("button", { class: "btn", "aria-pressed": String(table.bending), onclick: () => { table.bending = !table.bending; this.card(); } }, "Add a corner")] : [];
    return [...(warned ? [h("p", { class: "warn" }, warned)] : []), h("div", { class: "odds" }, ...rows), 
      h("div", { class: "btns" }, h("button", { class: "btn main", disabled: draft.legal === null, onclick: () => table.choose(draft.action) }, table.skin.name(draft.action, table.state)), ...bend, h("button", { class: "btn", onclick: () => { table.draft = null; table.mark(); this.card(); } }, "Not this"), ...(expected.length ? [h("span", { class: "small" }, `≈ ${expected.join(", ")}`)] : []))];
  }

  typingForm() {
    const input = (this.typing = /** @type {HTMLInputElement} */ (h("input", { type: "text", "aria-label": "Type an action", placeholder: "Or type an action  ( / )", autocomplete: "off", spellcheck: "false" })));
    return h("form", { class: "type", onsubmit: async (/** @type {Event} */ event) => { event.preventDefault(); const text = input.value.trim(); if (text) { input.value = ""; await this.table.choose(text); } } }, input, h("button", { class: "btn" }, "Do it"));
  }

  refused() {
    const { draft, about } = this.table;
    this.refusal.hidden = !draft || draft.legal !== false || !draft.refusal;
    if (this.refusal.hidden || !draft) return;
    const { rule, message, kind } = draft.refusal;
    const instead = draft.instead;
    this.refusal.replaceChildren(h("h3", {}, kind === "not-your-turn" || kind === "over" ? "Not now" : kind === "lesson" ? "Not quite" : "Refused"), h("p", {}, `${capital(message)}.`, ...(rule ? [" ", h("a", { href: rulesAt(about.game, rule, about.variant), target: "_blank" }, rule)] : [])),
      ...(instead ? [h("div", { class: "btns" }, h("button", { class: "btn main", onclick: () => this.table.choose(instead) }, `${this.table.skin.name(instead, this.table.state)}: as near as it gets`))] : []));
  }

  /** @param {any[]} events @param {boolean} live */
  happened(events, live) {
    if (this.tray.happened(events, live) && live) this.tab("dice");
    // The newest is on top.
    for (const event of events) if (event.text && event.event !== "activation") this.lines.prepend(h("div", { class: STARTS.test(event.event) ? "mark" : null }, ...cited(event.text, this.table.about?.game, this.table.about?.variant)));
    while (this.lines.children.length > 300) this.lines.lastChild?.remove();
  }

  people() {
    const { about, mine } = this.table;
    const timed = about.clock?.left && Object.keys(about.clock.left).length > 0;
    this.seats.replaceChildren(...about.seats.map((/** @type {any} */ seat) => h("span", { class: seat.here ? "" : "away", style: `--c: var(--${seat.seat})` }, h("span", { class: "dot" }), `${seat.name ?? capital(seat.seat)}${mine.includes(seat.seat) && seat.name !== "You" ? " (you)" : ""}${seat.taken ? (seat.here ? "" : ", away") : ", free"}`, timed ? h("time", { "data-seat": seat.seat }) : null)), ...(about.watching ? [h("span", { class: "small" }, `${about.watching} watching`)] : []));
    this.tick();
  }

  options() {
    const { table } = this;
    const { about, mine } = table;
    const seat = table.acting ?? mine[0];
    const say = async (/** @type {string} */ what) => { const said = await table.socket.change(seat, { do: what }); if (!said.ok) this.note(capital(said.error.message)); };
    const sure = (/** @type {string} */ what, /** @type {string} */ question) => () => { if (confirm(question)) say(what); };
    const parts = [];
    const conduct = about.conduct ?? {};
    const running = (about.state || about.stuck) && !about.result && seat;
    if (running) {
      const others = (conduct.draw ?? []).filter((/** @type {string} */ each) => !mine.includes(each) || mine.length > 1);
      if (others.length) parts.push(h("p", {}, `${this.nameOf(others[0])} offers a draw.`), h("div", { class: "btns" }, h("button", { class: "btn main", onclick: () => this.forAll("draw", conduct.draw) }, "Agree"), h("button", { class: "btn", onclick: () => say("no-draw") }, "Decline")));
      if (conduct.back !== null && conduct.back !== undefined) parts.push(h("p", {}, `${this.nameOf(conduct.asked[0])} wants to take something back.`), h("div", { class: "btns" }, h("button", { class: "btn main", onclick: () => this.forAll("takeback", conduct.asked) }, "Agree"), h("button", { class: "btn", onclick: () => say("no-takeback") }, "Decline")));
      parts.push(h("div", { class: "menu" }, ...(about.stuck ? [] : [h("button", { class: "btn", onclick: () => say("takeback") }, "Take back")]), h("button", { class: "btn", onclick: () => say("draw") }, "Offer a draw"), ...(about.seats.every((/** @type {any} */ each) => each.kind === "bot" || mine.includes(each.seat)) && table.acting ? [h("button", { class: "btn", onclick: () => this.hint() }, "Hint")] : []), h("button", { class: "btn danger", onclick: sure("resign", "Give the game up?") }, "Resign")));
    }
    if (about.variant && table.game) parts.push(folded(table.game, about.variant, this.unfolded, (open) => { this.unfolded = open; }));
    const links = held(about.match);
    const carry = mine.map((each) => `${location.origin}/table/${about.match}#seat=${each}&token=${links.tokens[each]}${links.seals?.[each] ? `&seal=${links.seals[each].join(".")}` : ""}`);
    parts.push(h("details", { open: this.opened, ontoggle: (/** @type {any} */ event) => { this.opened = event.target.open; } }, h("summary", {}, "Dice, links, text"), h("div", { class: "more" }, fairness(table), h("button", { class: "btn", onclick: () => textView(table) }, "The table as text"),
      ...(links.watch ? [linkField("To watch", `${location.origin}/watch/${about.match}#watch=${links.watch}`)] : []), ...carry.map((link, at) => linkField(`${capital(mine[at])}'s seat on another device`, link)),
      h("button", { class: "btn", onclick: () => download(about.match, links.tokens[mine[0]], links.watch) }, "Download the record"))));
    this.menu.replaceChildren(...parts);
  }

  async hint() {
    const { table } = this;
    this.note("Thinking…");
    const { version } = table.about;
    // Whoever waits is told so for as long as it takes.
    const still = () => { if (version === table.about.version) this.note(LATE_HINT); };
    const telling = setInterval(still, STILL);
    const said = await table.socket.ask({ do: "hint", seat: table.acting });
    clearInterval(telling);
    if (said.error?.kind === "stale") return;
    if (!said.ok) { this.note(capital(said.error.message)); return; }
    if (version !== table.about.version) return;
    const best = said.best[0];
    if (best) await table.suggested(best.action);
    const text = best ? `Perhaps: ${best.text} (${Math.round(best.value * 100)}% to win).` : "Nothing comes to mind.";
    say(text);
    this.note(text);
  }

  /** Agree for every seat one holds that has not. @param {string} what @param {string[]} done */
  async forAll(what, done) {
    for (const seat of this.table.mine) if (!done.includes(seat)) await this.table.socket.change(seat, { do: what });
  }
}

/** @param {string} label @param {string} link */
const linkField = (label, link) => h("div", { class: "field" }, h("label", {}, label, h("input", { type: "text", readonly: true, value: link, onfocus: (/** @type {any} */ event) => event.target.select() })));

/** @param {string} match @param {string | undefined} token @param {string | undefined} watch */
async function download(match, token, watch) {
  const text = await ask("GET", `/api/matches/${match}/record`, undefined, { ...(token ? { "outrider-token": token } : {}), ...(watch ? { "outrider-watch": watch } : {}) });
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })), download: `${match}.jsonl` });
  link.click();
}
