// @ts-check
/** Setting a match up: what about, against whom, on which side, and on what terms. */
import { ask, keep, recall } from "./api.js";
import { Briefing } from "./briefing.js";
import { chosenVariant, numberFields } from "./changes.js";
import { h, sheet } from "./dom.js";
import { make } from "./making.js";
import { optionFields } from "./options.js";
import { Seating } from "./seating.js";

/** Options that a setting says, so that nobody is asked for them. @param {any[]} settings */
const setBy = (settings) => settings.flatMap((each) => Object.keys(each.terms.options ?? {}));

/**
 * Who against whom, and on what terms.
 * @param {any} game
 * @param {string | null} [level] the bot that somebody has been promised
 * @param {any} [brought] a setting that somebody has made, to be played
 */
export async function setUp(game, level = null, brought = null) {
  const styled = sheet("setup");
  const shipped = game.settings ? (await ask("GET", game.settings)).settings : [];
  const settings = brought ? [brought, ...shipped] : shipped;
  const last = brought?.id ?? recall(`setting:${game.id}`, "");
  const briefing = settings.length ? new Briefing(game, settings, last) : null;
  if (briefing && game.makes?.length) briefing.shelf();
  if (briefing && game.deals) briefing.deals();
  const form = h("form", { method: "dialog" });
  const close = () => made.close();
  const error = h("p", { class: "error", role: "alert" });
  const seating = new Seating(game, level);
  const so = h("p", { class: "small so", "aria-live": "polite" });
  const terms = h(
    "div",
    { class: "terms" },
    seating.element,
    h(
      "details",
      {},
      h("summary", {}, "Options"),
      h("div", { class: "options" }, ...optionFields(game, setBy(settings))),
    ),
    numberFields(game) ?? "",
  );
  form.append(
    h("h2", {}, game.title),
    briefing
      ? h(
          "div",
          // Where there is one way to begin, there is nothing to choose.
          { class: settings.length > 1 ? "brief" : "brief sole" },
          briefing.cards,
          briefing.told,
          terms,
        )
      : terms,
    h(
      "div",
      { class: "btns" },
      error,
      h("button", { class: "btn main", type: "submit" }, "Start"),
      h("button", { class: "btn", type: "button", onclick: close }, "Not now"),
      so,
    ),
  );
  const said = () => (so.textContent = seating.sentence());
  seating.element.addEventListener("seated", said);
  said();
  /** What lots decided, until a match is made by it: asked for again, they fall no other way. */
  let drawn = { by: "", seats: /** @type {import("./seating.js").Seat[]} */ ([]) };
  form.addEventListener("change", () => (drawn.by = ""));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = seating.missing();
    if (error.textContent) {
      // What it asks for is not under it.
      seating.name?.scrollIntoView({ block: "center" });
      return;
    }
    try {
      await seating.remember();
      if (!drawn.by) drawn = { by: "lots", seats: seating.seats() };
      if (briefing) keep(`setting:${game.id}`, briefing.chosen.id);
      await start(game, form, drawn.seats, briefing?.chosen.terms);
      made.close();
    } catch (problem) {
      error.textContent = String(/** @type {any} */ (problem).message ?? problem);
    }
  });
  const made = /** @type {HTMLDialogElement} */ (
    h("dialog", { "aria-label": `Play ${game.title}`, class: briefing ? "wide" : null }, form)
  );
  await styled;
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
}

/** What was chosen other than it is by default. @param {any} game @param {FormData} data */
function optionsOf(game, data) {
  /** @type {Record<string, any>} */
  const options = {};
  for (const [name, spec] of Object.entries(
    /** @type {Record<string, any>} */ (game.options.properties),
  )) {
    const given = data.get(`option:${name}`);
    if (given === null || String(given) === String(spec.default)) continue;
    options[name] =
      spec.type === "boolean"
        ? given === "true"
        : spec.type === "string" || spec.enum
          ? given
          : Number(given);
  }
  return options;
}

/**
 * @param {any} game @param {HTMLElement} form @param {import("./seating.js").Seat[]} seats
 * @param {any} [set] what the chosen setting asks for
 */
async function start(game, form, seats, set = {}) {
  const data = new FormData(/** @type {HTMLFormElement} */ (form));
  const get = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const [kind, seconds, increment] = get("clock").split(":");
  const clock = kind
    ? {
        kind,
        seconds: Number(seconds),
        ...(kind === "total" ? { increment: Number(increment) } : {}),
      }
    : undefined;
  await make({
    game: game.id,
    options: { ...optionsOf(game, data), ...set.options },
    seats,
    scenario: set.scenario,
    table: set.table,
    variant: chosenVariant(game, data),
    clock,
    dice: get("dice") || undefined,
    seal: true,
    listed: Boolean(get("listed")),
    pace: Number(get("pace") || 500),
  });
}
