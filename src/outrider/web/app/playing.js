// @ts-check
/** The page of a table in play, whoever comes to it: with seats, seals or a link to watch. */
import { hold } from "./api.js";
import { banner, say } from "./dom.js";
import { Table } from "./table.js";
import { Witness } from "./witness.js";

/** @param {string} match @returns {Promise<import("./main.js").Page>} */
export async function table(match) {
  const carried = new URLSearchParams(location.hash.slice(1));
  if (carried.get("seat") && carried.get("token")) {
    hold(match, {
      tokens: { [String(carried.get("seat"))]: String(carried.get("token")) },
      ...(carried.get("seal")
        ? {
            seals: { [String(carried.get("seat"))]: String(carried.get("seal")).split(".") },
            moved: { [String(carried.get("seat"))]: true },
          }
        : {}),
    });
    history.replaceState(null, "", location.pathname);
  }
  if (carried.get("watch")) {
    hold(match, { watch: String(carried.get("watch")) });
    history.replaceState(null, "", location.pathname);
  }
  const made = new Table(match, null, witness);
  return { element: made.element, leave: () => made.leave() };
}

/** @param {Table} table */
const witness = (table) =>
  new Witness(
    table.match,
    (request) => table.socket.ask(request),
    (text) => {
      say(text);
      banner(text);
    },
  );
