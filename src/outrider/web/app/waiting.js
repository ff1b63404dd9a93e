// @ts-check
/** Before the game: the door that stays shut, and the room where one waits for the others. */
import { games, held } from "./api.js";
import { notice } from "./changes.js";
import { capital, h, sheet } from "./dom.js";
import { invitation } from "./inviting.js";
import { cancel } from "./making.js";

/** @typedef {import("./table.js").Table} Table */

/** Nobody is let in, and why. @param {Table} table @param {any} error */
export function turnedAway(table, error) {
  table.felt.replaceChildren(
    h(
      "div",
      { class: "waiting" },
      h("p", {}, `${capital(error.message)}.`),
      h("p", { class: "btns" }, h("a", { class: "btn main", href: "/" }, "To the games")),
    ),
  );
}

/** What is seen before the game: who is missing, and how they are called. @param {Table} table */
export function waitingRoom(table) {
  sheet("setup");
  const { about } = table.now;
  const invites = Object.entries(held(table.match).invites ?? {}).filter(([seat]) =>
    about.seats.some((/** @type {any} */ each) => each.seat === seat && !each.taken),
  );
  const [heading, lead] = about.stuck
    ? ["This match stands still", `${capital(about.stuck)}.`]
    : about.result
      ? ["The game is over", "Its lines are in the replay."]
      : about.stage === "open"
        ? ["Waiting for the others", "The game begins when every seat is taken."]
        : ["Everybody is here", "The dice are being sealed…"];
  const room = h(
    "div",
    { class: "page narrow" },
    h("h1", {}, heading),
    h("p", { class: "lead" }, lead),
  );
  games().then((known) =>
    room.append(
      notice(
        known.find((/** @type {any} */ each) => each.id === about.game),
        about.variant,
      ) ?? "",
    ),
  );
  for (const [seat, invite] of invites) room.append(invitation(table.match, seat, invite));
  if (about.stage === "open") room.append(cancel(table.match) ?? "");
  table.felt.replaceChildren(room);
  table.picture.forget();
}
