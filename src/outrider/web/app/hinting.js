// @ts-check
/** A hint: what a bot would do, shown on the table. */
import { capital, say } from "./dom.js";

/** After how long a hint is late, in milliseconds. */
const STILL = 7000;
const LATE_HINT = "Still thinking: this machine is busy. You can move meanwhile.";

/** @param {import("./table.js").Table} table */
export async function hint(table) {
  const { panel } = table;
  panel.note("Thinking…");
  const { version } = table.now.about;
  // Whoever waits is told so for as long as it takes.
  const still = () => {
    if (version === table.now.about.version) panel.note(LATE_HINT);
  };
  const telling = setInterval(still, STILL);
  const said = await table.socket.ask({ do: "hint", seat: table.now.acting });
  clearInterval(telling);
  if (said.error?.kind === "stale") return;
  if (!said.ok) {
    panel.note(capital(said.error.message));
    return;
  }
  if (version !== table.now.about.version) return;
  const best = said.best[0];
  if (best) await table.wishes.suggested(best.action);
  const text = best
    ? `Perhaps: ${best.text} (${Math.round(best.value * 100)}% to win).`
    : "Nothing comes to mind.";
  say(text);
  panel.note(text);
}
