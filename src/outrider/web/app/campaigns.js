// @ts-check
/** Campaigns: those that come with the games, one's own as a file, and beginning one. */
import { SEATS } from "../board/pieces.js";
import { ask, games, keep, recall, secret } from "./api.js";
import { capital, h, sheet, title } from "./dom.js";
import { go } from "./main.js";
import { choice } from "./seating.js";

const AGAINST = [
  ["bot", "A bot", "right away"],
  ["link", "A friend with a link", "over days, each when there is time"],
  ["here", "A friend beside you", "same screen"],
];
const LEVELS = [
  ["recruit", "makes mistakes"],
  ["soldier", "slips now and then"],
  ["captain", "plays soundly"],
  ["marshal", "thinks ahead"],
];
const SIDES = SEATS.slice(0, 2);

/** What this browser holds of a campaign: tokens, invitations and, by battle, own entropy.
 * @param {string} id @returns {any} */
export const carried = (id) => recall(`campaign:${id}`, { tokens: {}, invites: {}, own: {} });

/** @param {string} id @param {any} more */
export function carry(id, more) {
  const now = carried(id);
  keep(`campaign:${id}`, {
    tokens: { ...now.tokens, ...more.tokens },
    invites: { ...now.invites, ...more.invites },
    own: { ...now.own, ...more.own },
  });
}

/** @param {any} problem */
const words = (problem) => capital(String(problem?.message ?? problem));

/** A few at a time. @param {number} count @param {string} one */
export const counted = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** @returns {Promise<import("./main.js").Page>} */
export async function campaigns() {
  title("Campaigns");
  await sheet("campaigns");
  const [{ campaigns: listed }, known, me] = await Promise.all([
    ask("GET", "/api/campaigns/shipped"),
    games(),
    ask("GET", "/api/me"),
  ]);
  const cards = h("div", { class: "campaigns" });
  cards.append(...listed.map((/** @type {any} */ each) => card(each, known, me.name)));
  return {
    element: h(
      "div",
      { class: "page" },
      h("h1", {}, "Campaigns"),
      h(
        "p",
        { class: "lead" },
        "Battles that lead to others. Who falls is not there the next time, " +
          "who wins learns something, and where it goes on depends on who won.",
      ),
      cards,
      bringing(cards, known, me.name),
    ),
  };
}

/**
 * One of them, and the form by which it is begun.
 * @param {any} brief @param {any[]} known @param {string | null} name
 * @param {any} [value] its JSON, where it comes from a file
 */
function card(brief, known, name, value) {
  const game = known.find((each) => each.id === brief.game);
  const error = h("p", { class: "error", role: "alert" });
  const form = h(
    "form",
    { class: "begin" },
    chosen("against", "Against whom?", AGAINST),
    chosen(
      "level",
      "How strong?",
      LEVELS.map(([level, small]) => [level, capital(level), small]),
      1,
    ),
    chosen(
      "side",
      "Your side",
      SIDES.map((seat) => [seat, brief.sides[seat].name, capital(seat)]),
    ),
    h(
      "div",
      { class: "field called" },
      h("label", { for: `name-${brief.id}` }, "What shall your friend call you?"),
      h("input", {
        type: "text",
        id: `name-${brief.id}`,
        name: "name",
        maxlength: 40,
        value: name ?? "",
        autocomplete: "nickname",
      }),
    ),
    error,
    h("div", { class: "btns" }, h("button", { class: "btn main" }, "Begin the campaign")),
  );
  const get = (/** @type {string} */ field) =>
    String(new FormData(/** @type {HTMLFormElement} */ (form)).get(field) ?? "");
  const draw = () => {
    const against = get("against");
    const [levels, side, called] = ["levels", "side", "called"].map(
      (each) => /** @type {HTMLElement} */ (form.querySelector(`.${each}`)),
    );
    levels.hidden = against !== "bot";
    side.hidden = against === "here";
    called.hidden = against !== "link";
  };
  form.addEventListener("change", draw);
  const client = secret();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    try {
      await begin(brief, value, get, client);
    } catch (problem) {
      error.textContent = words(problem);
    }
  });
  const made = h(
    "article",
    { class: "card campaign" },
    h("h2", {}, brief.title),
    h(
      "p",
      { class: "small" },
      `${game?.title ?? brief.game} · ${counted(brief.battles, "battle")}, ` +
        `at most ${brief.longest} of them on a way through`,
      brief.author ? ` · by ${brief.author}` : "",
    ),
    brief.story ? h("p", { class: "story" }, brief.story) : null,
    h(
      "ul",
      { class: "plain" },
      ...SIDES.map((seat) =>
        h(
          "li",
          { style: `--c: var(--${seat})` },
          h("i", { class: "dot" }),
          ` ${brief.sides[seat].name}, ${brief.sides[seat].members} strong`,
        ),
      ),
    ),
    form,
  );
  draw();
  return made;
}

/** @param {string} name @param {string} legend @param {string[][]} ways @param {number} [first] */
const chosen = (name, legend, ways, first = 0) =>
  h(
    "fieldset",
    { class: name === "level" ? "levels" : name },
    h("legend", {}, legend),
    h(
      "div",
      { class: "choices" },
      ...ways.map(([value, text, small], n) =>
        choice(name, value, n === first, text, h("small", {}, small)),
      ),
    ),
  );

/**
 * @param {any} brief @param {any} value @param {(field: string) => string} get
 * @param {string} client
 */
async function begin(brief, value, get, client) {
  const against = get("against");
  const name = get("name").trim();
  const other = against === "bot" ? { kind: "bot", level: get("level") } : { kind: against };
  const seats = SIDES.map((seat) =>
    against === "here"
      ? { kind: "here" }
      : seat === get("side")
        ? { kind: "me", ...(name && against === "link" ? { name } : {}) }
        : other,
  );
  const made = await ask("POST", "/api/campaigns", {
    game: brief.game,
    campaign: value ?? brief.id,
    seats,
    pace: 500,
    client,
  });
  carry(made.campaign, made);
  go(`/campaign/${made.campaign}`);
}

/**
 * One's own campaign, as a file: what is wrong with it, or the way to begin it.
 * @param {HTMLElement} cards @param {any[]} known @param {string | null} name
 */
function bringing(cards, known, name) {
  const told = h("div", { class: "faults", role: "status" });
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", id: "campaign-file", accept: ".json" })
  );
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    told.replaceChildren();
    try {
      const value = JSON.parse(await file.text());
      const said = await ask("POST", "/api/campaigns/check", { campaign: value });
      if (said.ok) {
        cards.prepend(card({ ...said.campaign, id: "own" }, known, name, value));
        cards.scrollIntoView();
      } else
        told.replaceChildren(
          h("p", { class: "error" }, `${counted(said.faults.length, "thing")} to mend:`),
          h(
            "ul",
            {},
            ...said.faults.map((/** @type {any} */ fault) =>
              h("li", {}, h("code", {}, fault.place), ` ${fault.message}`),
            ),
          ),
        );
    } catch (problem) {
      told.replaceChildren(h("p", { class: "error" }, words(problem)));
    }
    input.value = "";
  });
  return h(
    "div",
    { class: "field bringing" },
    h("label", { for: "campaign-file" }, "Play a campaign you have as a file"),
    input,
    told,
  );
}
