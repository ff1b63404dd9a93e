// @ts-check
/** Choosing a game and an opponent; joining by a link. */
import { shelved } from "../skins/index.js";
import { ask, entropy, games, held, hold, secret } from "./api.js";
import { notice } from "./changes.js";
import { h, rulesAt, title } from "./dom.js";
import { rows } from "./lists.js";
import { go } from "./main.js";
import { drawing } from "./samples.js";
import { setUp } from "./setup.js";

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** @returns {Promise<import("./main.js").Page>} */
export async function home() {
  const known = await shelved();
  const cards = h("div", { class: "cards" });
  cards.append(...(await Promise.all(known.map(card))));
  const first = known.find((/** @type {any} */ game) => game.page?.lesson);
  const mine = h(
    "section",
    { class: "card start" },
    h("h2", {}, "Your tables"),
    h("p", { class: "small" }, "Looking…"),
  );
  cards.append(mine);
  ask("GET", "/api/matches/mine?limit=6").then(
    (said) => {
      const list = said.matches.filter((/** @type {any} */ match) => match.stage !== "archived");
      mine.replaceChildren(
        ...(list.length
          ? [h("h2", {}, "Your tables"), rows(list.slice(0, 3), known)]
          : [
              h("h2", {}, "New here?"),
              ...(first
                ? [
                    h("p", {}, "A first game of about ten moves teaches you while you play it."),
                    h(
                      "p",
                      { class: "btns" },
                      h("a", { class: "btn main", href: `/learn/${first.id}` }, "Learn by playing"),
                    ),
                  ]
                : []),
            ]),
        h(
          "p",
          { class: "small" },
          "A friend has sent you a link? Open it, and you sit at the table. Or ",
          h("a", { href: "/open" }, "find an open table"),
          ".",
        ),
      );
    },
    (problem) => mine.append(h("p", { class: "error" }, String(problem.message ?? problem))),
  );
  const element = h(
    "div",
    { class: "page home" },
    h(
      "h1",
      {},
      `${COUNTS[known.length] ?? known.length} skirmish games. One referee who knows every rule.`,
    ),
    h(
      "p",
      { class: "lead" },
      "Play a friend beside you, a friend with a link, or a bot. Every refusal cites its " +
        "rule, every die can be checked.",
    ),
    cards,
  );
  const asks = new URLSearchParams(location.hash.slice(1));
  const wanted = known.find((/** @type {any} */ game) => asks.get("play") === game.id);
  if (wanted) {
    history.replaceState(null, "", "/");
    setTimeout(() => setUp(wanted, asks.get("level")));
  }
  return { element };
}

/** By how many a game is played. @param {number[]} seats */
const played = (seats) => {
  const [least, most] = [Math.min(...seats), Math.max(...seats)];
  return `${least === most ? least : `${least}–${most}`} players`;
};

/** @param {any} game */
async function card(game) {
  const { line = "", about = played(game.seats), lesson = null } = game.page ?? {};
  const made = h(
    "article",
    { class: "card game" },
    await drawing(game),
    h("h2", {}, game.title),
    h("p", {}, line),
    h(
      "div",
      { class: "foot" },
      h("span", { class: "small" }, about),
      lesson
        ? h(
            "a",
            { class: "quiet", href: `/learn/${game.id}`, "aria-label": `Learn ${game.title}` },
            "Learn",
          )
        : null,
      h(
        "button",
        { class: "btn main", onclick: () => setUp(game), "aria-label": `Play ${game.title}` },
        "Play",
      ),
    ),
  );
  return made;
}

/**
 * Taking the seat an invitation is for.
 * @param {string} match
 * @returns {Promise<import("./main.js").Page>}
 */
export async function join(match) {
  title("Joining");
  const invite = location.hash.slice(1) || undefined;
  if (Object.keys(held(match).tokens).length) {
    history.replaceState(null, "", `/table/${match}`);
    return (await import("./playing.js")).table(match);
  }
  const [about, me] = await Promise.all([
    ask("GET", `/api/matches/${match}`),
    ask("GET", "/api/me"),
  ]);
  const known = await games();
  const game = known.find((/** @type {any} */ each) => each.id === about.game);
  const name = h("input", {
    type: "text",
    id: "name",
    maxlength: 40,
    value: me.name ?? "",
    autocomplete: "nickname",
    placeholder: "Your name",
  });
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
      const said = await ask("POST", `/api/matches/${match}/join`, {
        invite,
        name: called || undefined,
        commitment: own.commitment,
        token: joining.token,
        seal: true,
        dice: typed ? "typed" : undefined,
      });
      hold(match, {
        joining: undefined,
        tokens: { [said.seat]: said.token },
        entropy: { [said.seat]: own.text },
        sealing: { [said.seat]: true },
      });
      history.replaceState(null, "", `/table/${match}`);
      go(`/table/${match}`);
    } catch (problem) {
      error.textContent = String(/** @type {any} */ (problem).message ?? problem);
    }
  };
  const form = h(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        enter();
      },
    },
    h("div", { class: "field" }, h("label", { for: "name" }, "What shall we call you?"), name),
    typed
      ? h(
          "label",
          { class: "agree" },
          h("input", { type: "checkbox", required: true, id: "agree" }),
          " Everybody here rolls real dice and types in what they show. I agree to that: " +
            "nothing proves them.",
        )
      : null,
    error,
    h("div", { class: "btns" }, h("button", { class: "btn main" }, "Sit down")),
  );
  return {
    element: h(
      "div",
      { class: "page narrow" },
      h("h1", {}, `You are invited to ${game?.title ?? about.game}`),
      h(
        "p",
        { class: "lead" },
        "Your seat is kept for you. The game begins when everybody has sat down.",
      ),
      game
        ? h(
            "div",
            { class: "game invited" },
            await drawing(game),
            h(
              "p",
              { class: "small" },
              game.page?.line ?? "",
              " ",
              h("a", { href: rulesAt(game.id, "", about.variant), target: "_blank" }, "The rules"),
            ),
          )
        : null,
      notice(game, about.variant),
      form,
    ),
  };
}
