// @ts-check
/** Having a match made as it is wished for; the same again; and giving up one nobody came to. */
import { SEATS } from "../board/pieces.js";
import { ask, entropy, held, hold, secret } from "./api.js";
import { h } from "./dom.js";
import { go } from "./main.js";

/**
 * What was asked for last, until it is answered: asked for again, as after a lost answer, it is
 * made once.
 * @type {{wish: string, client: string, own: {text: string, commitment: string} | null} | null}
 */
let asked = null;

/**
 * Have a match made, keep what speaks for its seats, and go there.
 * @param {any} wish
 */
export async function make(wish) {
  const mine = SEATS[wish.seats.findIndex((/** @type {any} */ seat) => seat.kind === "me")];
  if (asked?.wish !== JSON.stringify(wish)) {
    const own = mine ? entropy() : null;
    asked = { wish: JSON.stringify(wish), client: secret(), own };
  }
  const { client, own } = asked;
  const made = await ask("POST", "/api/matches", { ...wish, client, commitment: own?.commitment });
  asked = null;
  const sealing = Object.fromEntries(Object.keys(made.tokens).map((seat) => [seat, true]));
  hold(made.match, {
    tokens: made.tokens,
    watch: made.watch,
    invites: made.invites,
    wish,
    entropy: own ? { [mine]: own.text } : {},
    sealing,
  });
  go(`/table/${made.match}`);
}

/** Something that may fail, and then says so in place of the button's words. @param {any} event
 * @param {() => Promise<void>} deed */
async function tried(event, deed) {
  const button = event.currentTarget;
  button.disabled = true;
  try {
    await deed();
  } catch (problem) {
    button.textContent = String(/** @type {any} */ (problem).message ?? problem);
  }
}

/**
 * For whoever had a match made: the same once more, everybody one seat further.
 * @param {string} match
 */
export function again(match) {
  const wish = held(match).wish;
  if (!wish) return null;
  const seats = [wish.seats.at(-1), ...wish.seats.slice(0, -1)];
  const deed = () => make({ ...wish, seats });
  return h(
    "button",
    { class: "btn", onclick: (/** @type {Event} */ event) => tried(event, deed) },
    wish.seats.length > 2 ? "Again, one seat on" : "Again, sides swapped",
  );
}

/**
 * For whoever had a match made that waits for others: to be rid of it.
 * @param {string} match
 */
export function cancel(match) {
  if (!held(match).wish) return null;
  const deed = async () => {
    await ask("DELETE", `/api/matches/${match}`);
    go("/");
  };
  return h(
    "div",
    { class: "btns cancel" },
    h(
      "button",
      { class: "btn", onclick: (/** @type {Event} */ event) => tried(event, deed) },
      "Cancel this table",
    ),
    h("span", { class: "small" }, "Links that you have sent lead nowhere then."),
  );
}
