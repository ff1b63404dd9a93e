// @ts-check
/** Choosing a game and an opponent; joining by a link. */
import { BLURBS } from "../games/index.js";
import { ask, entropy, games, held, hold, keep, recall, secret } from "./api.js";
import { chosenVariant, notice, numberFields } from "./changes.js";
import { capital, h, rulesAt, title } from "./dom.js";
import { rows } from "./lists.js";
import { go } from "./main.js";
import { drawing } from "./samples.js";

const LESSONS = ["skirminion", "basic", "skirmishers", "skirmish", "skirmish-2012"];
const LEVELS = [["recruit", "makes mistakes"], ["soldier", "slips now and then"], ["captain", "plays soundly"], ["marshal", "thinks ahead"]];

/** @returns {Promise<import("./main.js").Page>} */
export async function home() {
  const known = await games();
  const cards = h("div", { class: "cards" });
  const order = Object.keys(BLURBS);
  const rank = (/** @type {any} */ game) => (order.includes(game.id) ? order.indexOf(game.id) : order.length);
  for (const game of [...known].sort((a, b) => rank(a) - rank(b))) cards.append(await card(game));
  const mine = h("section", { class: "card start" }, h("h2", {}, "Your tables"), h("p", { class: "small" }, "Looking…"));
  cards.append(mine);
  ask("GET", "/api/matches/mine?limit=6").then((said) => {
    const list = said.matches.filter((/** @type {any} */ match) => match.stage !== "archived");
    mine.replaceChildren(...(list.length ? [h("h2", {}, "Your tables"), rows(list.slice(0, 3), known)] : [h("h2", {}, "New here?"), h("p", {}, "A first game of about ten moves teaches you while you play it."), h("p", { class: "btns" }, h("a", { class: "btn main", href: "/learn/skirminion" }, "Learn by playing"))]),
      h("p", { class: "small" }, "A friend has sent you a link? Open it, and you sit at the table. Or ", h("a", { href: "/open" }, "find an open table"), "."));
  }, (problem) => mine.append(h("p", { class: "error" }, String(problem.message ?? problem))));
  const element = h("div", { class: "page home" },
    h("h1", {}, "Five skirmish games. One referee who knows every rule."),
    h("p", { class: "lead" }, "Play a friend beside you, a friend with a link, or a bot. Every refusal cites its rule, every die can be checked."),
    cards);
  const wanted = known.find((/** @type {any} */ game) => location.hash === `#play=${game.id}`);
  if (wanted) { history.replaceState(null, "", "/"); setTimeout(() => dialog(wanted)); }
  return { element };
}

/** @param {any} game */
async function card(game) {
  const blurb = BLURBS[game.id] ?? { line: game.title, about: `${game.seats[0]} players` };
  const made = h("article", { class: "card game" }, await drawing(game), h("h2", {}, game.title), h("p", {}, blurb.line),
    h("div", { class: "foot" }, h("span", { class: "small" }, blurb.about), LESSONS.includes(game.id) ? h("a", { class: "quiet", href: `/learn/${game.id}`, "aria-label": `Learn ${game.title}` }, "Learn") : null, h("button", { class: "btn main", onclick: () => dialog(game), "aria-label": `Play ${game.title}` }, "Play")));
  return made;
}

/** Who against whom, and on what terms. @param {any} game */
function dialog(game) {
  const last = recall(`choice:${game.id}`, { against: "bot", level: "soldier" });
  const radio = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ small, /** @type {boolean} */ checked) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name, value, checked }), h("span", {}, text, h("small", {}, small)));
  const form = h("form", { method: "dialog" });
  const close = () => made.close();
  const error = h("p", { class: "error", role: "alert" });
  const levels = h("fieldset", { class: "levels" }, h("legend", {}, "How strong?"), h("div", { class: "choices" }, ...LEVELS.map(([level, small]) => radio("level", level, level.charAt(0).toUpperCase() + level.slice(1), small, level === last.level))));
  const fields = optionFields(game);
  form.append(
    h("h2", {}, game.title),
    h("fieldset", { class: "field" }, h("legend", {}, "Against whom?"), h("div", { class: "choices" },
      radio("against", "bot", "A bot", "right away", last.against === "bot"), radio("against", "here", "A friend beside you", "same screen", last.against === "here"), radio("against", "link", "A friend with a link", "or whoever comes", last.against === "link"))),
    levels, h("details", {}, h("summary", {}, "Options"), h("div", { class: "options" }, ...fields)), numberFields(game) ?? "", error,
    h("div", { class: "btns" }, h("button", { class: "btn main", type: "submit" }, "Start"), h("button", { class: "btn", type: "button", onclick: close }, "Not now")));
  const update = () => { levels.hidden = value(form, "against") !== "bot"; };
  form.addEventListener("change", update);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    keep(`choice:${game.id}`, { against: value(form, "against"), level: value(form, "level") });
    try { await start(game, form); made.close(); } catch (problem) { error.textContent = String(/** @type {any} */ (problem).message ?? problem); }
  });
  const made = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": `Play ${game.title}` }, form));
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  update();
  made.showModal();
}

/** @param {HTMLElement} form @param {string} name */
const value = (form, name) => /** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (form))).get(name);

/** @param {any} game */
function optionFields(game) {
  const made = [];
  if (game.seats.length > 1) made.push(field("Players", "seats", h("select", { id: "o-seats", name: "seats" }, ...game.seats.map((/** @type {number} */ count) => h("option", { value: count }, String(count))))));
  if (game.scenarios) made.push(field("Scenario", "scenario", h("select", { id: "o-scenario", name: "scenario" }, ...game.scenarios.map((/** @type {string} */ name) => h("option", { value: name }, name)))));
  for (const [name, spec] of Object.entries(/** @type {Record<string, any>} */ (game.options.properties))) {
    const id = `o-${name}`;
    /** @type {HTMLElement} */
    let input;
    if (name === "table" && game.tables) input = h("select", { id, name: `option:${name}` }, ...[spec.default, ...Object.keys(game.tables)].map((each) => h("option", { value: each }, each === spec.default ? `empty, ${each}` : each)));
    else if (spec.enum) input = h("select", { id, name: `option:${name}` }, ...spec.enum.map((/** @type {string} */ each) => h("option", { value: each }, each.replaceAll("_", " "))));
    else if (spec.type === "boolean") input = h("select", { id, name: `option:${name}` }, ...[spec.default, !spec.default].map((each) => h("option", { value: String(each) }, each ? "yes" : "no")));
    else if (spec.type === "string") input = h("input", { type: "text", id, name: `option:${name}`, value: spec.default });
    else input = h("input", { type: "number", id, name: `option:${name}`, value: spec.default, min: spec.minimum, max: spec.maximum, step: spec.type === "integer" ? 1 : "any" });
    made.push(field(name.replaceAll("_", " "), name, input, spec.description, game.id));
  }
  made.push(field("Clock", "clock", h("select", { id: "o-clock", name: "clock" }, h("option", { value: "" }, "none"), h("option", { value: "move:60" }, "a minute a move"), h("option", { value: "total:600:5" }, "10 minutes, 5 s a move"), h("option", { value: "total:1800:15" }, "30 minutes, 15 s a move"))));
  made.push(field("Bots answer", "pace", h("select", { id: "o-pace", name: "pace" }, h("option", { value: "500" }, "at a player's pace"), h("option", { value: "0" }, "as fast as they can"), h("option", { value: "1500" }, "slowly"))));
  made.push(field("Dice", "dice", h("select", { id: "o-dice", name: "dice" }, h("option", { value: "" }, "as fits the clock"), h("option", { value: "sealed" }, "sealed: nobody can foresee them"), h("option", { value: "fair-2" }, "fair: nobody can change them"), h("option", { value: "typed" }, "our own, typed in"))));
  made.push(field("Who may find it", "listed", h("select", { id: "o-listed", name: "listed" }, h("option", { value: "" }, "only with the link"), h("option", { value: "yes" }, "anybody: an open table"))));
  return made;
}

/** A field with what it means; a rule in brackets becomes a link. @param {string} label @param {string} name @param {HTMLElement} input @param {string} [about] @param {string} [game] */
function field(label, name, input, about = "", game = "") {
  const [, text, rule] = /^(.*?)\s*(?:\[([\w-]+)\])?$/.exec(about) ?? ["", about, ""];
  return h("div", { class: "field" }, h("label", { for: `o-${name}` }, h("b", {}, capital(label)), text ? `${text} ` : null, rule ? h("a", { href: `/rules/${game}#${rule}`, target: "_blank" }, rule) : null), input);
}

/**
 * What was asked for last, until it is answered: asked for again, as after a lost answer, it is
 * made once.
 * @type {{wish: string, client: string, own: {text: string, commitment: string} | null} | null}
 */
let asked = null;

/** @param {any} game @param {HTMLElement} form */
async function start(game, form) {
  const data = new FormData(/** @type {HTMLFormElement} */ (form));
  const get = (/** @type {string} */ name) => String(data.get(name) ?? "");
  /** @type {Record<string, any>} */
  const options = {};
  for (const [name, spec] of Object.entries(/** @type {Record<string, any>} */ (game.options.properties))) {
    const given = data.get(`option:${name}`);
    if (given === null || String(given) === String(spec.default)) continue;
    options[name] = spec.type === "boolean" ? given === "true" : spec.type === "string" || spec.enum ? given : Number(given);
  }
  const count = Number(get("seats") || game.seats[0]);
  const against = get("against");
  const other = against === "bot" ? { kind: "bot", level: get("level") } : { kind: against };
  const seats = [{ kind: against === "here" ? "here" : "me" }, ...Array.from({ length: count - 1 }, () => other)];
  const [kind, seconds, increment] = get("clock").split(":");
  const clock = kind ? { kind, seconds: Number(seconds), ...(kind === "total" ? { increment: Number(increment) } : {}) } : undefined;
  const wish = { game: game.id, options, seats, scenario: get("scenario") || undefined, variant: chosenVariant(game, data), clock,
    dice: get("dice") || undefined, seal: true, listed: Boolean(get("listed")), pace: Number(get("pace") || 500) };
  if (asked?.wish !== JSON.stringify(wish)) {
    const own = against === "here" ? null : entropy();
    asked = { wish: JSON.stringify(wish), client: secret(), own };
  }
  const { client, own } = asked;
  const made = await ask("POST", "/api/matches", { ...wish, client, commitment: own?.commitment });
  asked = null;
  const mine = Object.keys(made.tokens)[0];
  const sealing = Object.fromEntries(Object.keys(made.tokens).map((seat) => [seat, true]));
  hold(made.match, { tokens: made.tokens, watch: made.watch, invites: made.invites, entropy: own ? { [mine]: own.text } : {}, sealing });
  go(`/table/${made.match}`);
}

/** Taking the seat an invitation is for. @param {string} match @returns {Promise<import("./main.js").Page>} */
export async function join(match) {
  title("Joining");
  const invite = location.hash.slice(1) || undefined;
  if (Object.keys(held(match).tokens).length) { history.replaceState(null, "", `/table/${match}`); return (await import("./table.js")).table(match); }
  const [about, me] = await Promise.all([ask("GET", `/api/matches/${match}`), ask("GET", "/api/me")]);
  const known = await games();
  const game = known.find((/** @type {any} */ each) => each.id === about.game);
  const name = h("input", { type: "text", id: "name", maxlength: 40, value: me.name ?? "", autocomplete: "nickname", placeholder: "Your name" });
  const error = h("p", { class: "error", role: "alert" });
  const typed = about.dice?.kind === "typed";
  const enter = async () => {
    try {
      // Kept before it is sent: if the answer is lost, the same is asked again.
      const joining = held(match).joining ?? { token: secret(), own: entropy() };
      const own = joining.own;
      hold(match, { joining });
      const called = /** @type {HTMLInputElement} */ (name).value.trim();
      if (called && called !== me.name) await ask("PUT", "/api/me", { name: called });
      const said = await ask("POST", `/api/matches/${match}/join`, { invite, name: called || undefined, commitment: own.commitment, token: joining.token, seal: true, dice: typed ? "typed" : undefined });
      hold(match, { joining: undefined, tokens: { [said.seat]: said.token }, entropy: { [said.seat]: own.text }, sealing: { [said.seat]: true } });
      history.replaceState(null, "", `/table/${match}`);
      go(`/table/${match}`);
    } catch (problem) { error.textContent = String(/** @type {any} */ (problem).message ?? problem); }
  };
  const form = h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); enter(); } }, h("div", { class: "field" }, h("label", { for: "name" }, "What shall we call you?"), name),
    typed ? h("label", { class: "agree" }, h("input", { type: "checkbox", required: true, id: "agree" }), " Everybody here rolls real dice and types in what they show. I agree to that: nothing proves them.") : null,
    error, h("div", { class: "btns" }, h("button", { class: "btn main" }, "Sit down")));
  return { element: h("div", { class: "page narrow" }, h("h1", {}, `You are invited to ${game?.title ?? about.game}`), h("p", { class: "lead" }, "Your seat is kept for you. The game begins when everybody has sat down."), game ? h("div", { class: "game invited" }, await drawing(game), h("p", { class: "small" }, BLURBS[game.id]?.line ?? "", " ", h("a", { href: rulesAt(game.id, "", about.variant), target: "_blank" }, "The rules"))) : null, notice(game, about.variant), form) };
}
