// @ts-check
/** Tables of one's own, and tables that wait for somebody. */
import { ask, games, held } from "./api.js";
import { sure } from "./asking.js";
import { inShort } from "./changes.js";
import { capital, h, say, title } from "./dom.js";
import { go } from "./main.js";

const STAGES = {
  open: "waiting for players",
  revealing: "about to begin",
  running: "in play",
  over: "finished",
  archived: "a record",
};

/** How long ago something was. @param {number} ms */
function ago(ms) {
  const minutes = Math.max(0, Math.round((Date.now() - ms) / 60000));
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 60 * 48
        ? [Math.round(minutes / 60), "hour"]
        : [Math.round(minutes / 1440), "day"];
  return count ? `${count} ${unit}${count === 1 ? "" : "s"} ago` : "just now";
}

/** Who has won, in a few words. @param {any} match */
function ended(match) {
  const { winners } = match.result;
  if (!winners.length) return "a draw";
  const names = winners.map(
    (/** @type {string} */ seat) =>
      match.seats.find((/** @type {any} */ each) => each.seat === seat)?.name ?? capital(seat),
  );
  const mine = Object.keys(held(match.match).tokens);
  if (mine.length === 1)
    return winners.includes(mine[0]) ? "you won" : `you lost to ${names.join(" and ")}`;
  return `${names.join(" and ")} won`;
}

/** One after the other: a list is no reason to ask for everything at once. @type {Promise<any>} */
let asking = Promise.resolve();

/** Say whose turn it is, once the table has told. @param {any} match @param {HTMLElement} chip */
function asks(match, chip) {
  const { tokens } = held(match.match);
  asking = asking.then(
    async () => {
      const headers = { "outrider-token": String(Object.values(tokens)[0]) };
      const said = await ask("GET", `/api/matches/${match.match}`, undefined, headers);
      const waited = said.pending?.decide ?? [];
      const own = waited.filter((/** @type {string} */ seat) => seat in tokens);
      const names = waited.map(
        (/** @type {string} */ seat) =>
          said.seats.find((/** @type {any} */ each) => each.seat === seat)?.name ?? capital(seat),
      );
      if (own.length)
        chip.textContent =
          Object.keys(tokens).length > 1 ? `${capital(own[0])}'s turn` : "your turn";
      else if (names.length) chip.textContent = `waits for ${names.join(" and ")}`;
      chip.classList.toggle("yours", own.length > 0);
    },
    () => undefined,
  );
  // What cannot be told leaves what is known: that it is in play.
  asking = asking.catch(() => undefined);
}

/**
 * @param {any[]} matches @param {any[]} known the games, for their titles @param {boolean}
 *   [joining]
 * @param {boolean} [all] with everything that one may do with them
 */
export function rows(matches, known, joining = false, all = false) {
  return h(
    "div",
    { class: "rows" },
    ...matches.map((match) => {
      const name = known.find((each) => each.id === match.game)?.title ?? match.game;
      const seated = match.seats
        .filter((/** @type {any} */ seat) => seat.taken)
        .map((/** @type {any} */ seat) => seat.name ?? capital(seat.seat))
        .join(", ");
      const mine = Object.keys(held(match.match).tokens).length > 0;
      const over = match.stage === "over" || match.stage === "archived";
      const href =
        joining && !mine
          ? `/join/${match.match}`
          : over
            ? `/replay/${match.match}`
            : `/table/${match.match}`;
      const label = joining && !mine ? "Join" : over ? "Replay" : "Go on";
      const chip = match.stage === "running" ? "chip go" : "chip";
      const stage = h(
        "span",
        { class: chip },
        STAGES[/** @type {keyof typeof STAGES} */ (match.stage)],
      );
      if (match.stage === "running" && mine) asks(match, stage);
      const buttons = [
        h(
          "a",
          {
            class: over ? "btn" : "btn main",
            href,
            "aria-label": `${name}, ${label.toLowerCase()}`,
          },
          label,
        ),
      ];
      if (match.may && all) buttons.push(leaving(match, name));
      return h(
        "div",
        { class: "card" },
        h(
          "b",
          { class: "book" },
          name,
          " ",
          stage,
          match.dice === "typed" ? h("span", { class: "chip" }, "own dice, typed in") : null,
          match.campaign ? " " : null,
          match.campaign
            ? h("a", { class: "chip", href: `/campaign/${match.campaign}` }, "a campaign's battle")
            : null,
          match.variant ? " " : null,
          match.variant ? h("span", { class: "chip" }, "changed numbers") : null,
        ),
        h(
          "span",
          { class: "small" },
          seated,
          match.result ? ` · ${ended(match)}` : "",
          match.touched ? ` · ${ago(match.touched)}` : "",
          match.variant
            ? ` · ${match.variant.name}: ${inShort(
                known.find((each) => each.id === match.game),
                match.variant,
              )}`
            : "",
        ),
        h("span", { class: "btns" }, ...buttons),
      );
    }),
  );
}

/**
 * The button by which one is rid of a finished table. What others have played is only hidden, and
 * may be shown again as long as one stays; what is one's own is deleted, once it is said twice.
 * @param {any} match @param {string} name
 */
function leaving(match, name) {
  const path = `/api/matches/${match.match}`;
  const deletes = match.may === "delete";
  const word = deletes ? "Delete" : "Hide";
  let done = false;
  const button = h("button", { class: "btn", "aria-label": `${word} ${name}` }, word);
  button.addEventListener("click", async () => {
    const cost = "It cannot be had back.";
    if (deletes && !(await sure(`Delete this game of ${name}?`, cost, "Delete it", "Keep it")))
      return;
    const card = button.closest(".card");
    try {
      if (deletes) {
        await ask("DELETE", path);
        say(`${name} is deleted.`);
        card?.remove();
        return;
      }
      await ask(done ? "DELETE" : "PUT", `${path}/hidden`);
      done = !done;
      say(done ? `${name} is hidden from your list.` : `${name} is in your list again.`);
      card?.classList.toggle("gone", done);
      button.textContent = done ? "Undo" : "Hide";
      button.setAttribute("aria-label", done ? `Show ${name} again` : `Hide ${name}`);
    } catch (problem) {
      say(capital(String(/** @type {any} */ (problem).message ?? problem)));
    }
  });
  return button;
}

/** A record from somewhere else is kept and shown. */
function bringing() {
  const error = h("p", { class: "error", role: "alert" });
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", id: "record", accept: ".jsonl" })
  );
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      go(`/replay/${(await ask("POST", "/api/records", await file.text())).match}`);
    } catch (problem) {
      error.textContent = capital(String(/** @type {any} */ (problem).message ?? problem));
      input.value = "";
    }
  });
  return h(
    "div",
    { class: "field" },
    h("label", { for: "record" }, "Look at a record you have as a file"),
    input,
    error,
  );
}

/**
 * @param {string} heading
 * @param {string} path
 * @param {string} empty
 * @param {boolean} joining
 * @returns {Promise<import("./main.js").Page>}
 */
async function page(heading, path, empty, joining) {
  title(heading);
  const own = joining ? { campaigns: [] } : ask("GET", "/api/campaigns/mine");
  const [said, known, mine] = await Promise.all([ask("GET", path), games(), own]);
  return {
    element: h(
      "div",
      { class: "page narrow" },
      h("h1", {}, heading),
      campaigns(mine.campaigns, known),
      said.matches.length
        ? rows(said.matches, known, joining, !joining)
        : h("p", { class: "lead" }, empty),
      ...(joining ? [] : [bringing()]),
      h("p", { class: "btns" }, h("a", { class: "btn main", href: "/" }, "New table")),
    ),
  };
}

const CAMPAIGN = { open: "waiting for players", running: "under way", over: "finished" };

/** One's campaigns, above the tables. @param {any[]} listed @param {any[]} known */
const campaigns = (listed, known) =>
  listed.length
    ? h(
        "section",
        { "aria-label": "My campaigns" },
        h("h2", {}, "Campaigns"),
        h(
          "div",
          { class: "rows" },
          ...listed.map((each) =>
            h(
              "div",
              { class: "card" },
              h(
                "b",
                { class: "book" },
                each.title,
                " ",
                h(
                  "span",
                  { class: each.stage === "running" ? "chip go" : "chip" },
                  CAMPAIGN[/** @type {keyof typeof CAMPAIGN} */ (each.stage)],
                ),
              ),
              h(
                "span",
                { class: "small" },
                known.find((game) => game.id === each.game)?.title ?? each.game,
                " · ",
                each.seats
                  .map((/** @type {any} */ seat) => seat.name ?? capital(seat.seat))
                  .join(", "),
                ` · ${each.fought} fought · ${ago(each.touched)}`,
              ),
              h(
                "span",
                { class: "btns" },
                h(
                  "a",
                  {
                    class: each.stage === "over" ? "btn" : "btn main",
                    href: `/campaign/${each.campaign}`,
                    "aria-label": `${each.title}, ${each.stage === "over" ? "look" : "go on"}`,
                  },
                  each.stage === "over" ? "Look" : "Go on",
                ),
              ),
            ),
          ),
        ),
        h("h2", {}, "Tables"),
      )
    : null;

export const mine = () =>
  page("My tables", "/api/matches/mine?limit=100", "You have no tables yet.", false);
export const open = () =>
  page(
    "Open tables",
    "/api/matches?limit=100",
    "Nobody waits for an opponent just now. Make a table that anybody may find.",
    true,
  );
