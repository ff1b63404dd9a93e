// @ts-check
/** Where the dice come from, what that proves against whom, and whether all of it held. */
import { ask, held } from "./api.js";
import { sure } from "./asking.js";
import { banner, capital, h, say } from "./dom.js";

/** What each kind of dice is worth, in words. @type {Record<string, string>} */
const WORTH = {
  sealed:
    "Sealed dice: each die is made of a link that every player's page and the server open " +
    "only when the move is on record. Nobody can know or choose it before, the host " +
    "included.",
  "fair-2":
    "Fair dice: the server committed to a secret before the first roll, and every player " +
    "added entropy. Nobody can change them; whoever runs this server could know them " +
    "before they fall.",
  fair:
    "Fair dice of an older kind: the server committed to a secret, and every player added " +
    "entropy. Whoever runs the server could know them, and move them about by adding lines.",
  typed:
    "You roll your own dice and type in what they show: all have agreed to that, and " +
    "nothing proves them.",
};

/**
 * What came of it, one line a table: the panel is drawn anew while a record is still looked at.
 * @type {WeakMap<object, HTMLElement>}
 */
const LINES = new WeakMap();

/** @param {import("./table.js").Table} table */
function line(table) {
  const found = LINES.get(table) ?? h("p", { role: "status" });
  LINES.set(table, found);
  return found;
}

/** @param {import("./table.js").Table} table @param {string} said */
function tell(table, said) {
  if (table.witness) table.witness.verdict = said;
  const wrong = said.startsWith("WRONG");
  line(table).className = wrong ? "error" : "small";
  line(table).textContent = said;
  if (wrong) {
    say(said);
    banner(`Do not trust this record. ${said}`);
  }
}

/**
 * Fetch the record and check it with what this page kept.
 * @param {import("./table.js").Table} table
 */
async function checked(table) {
  const { match } = table.now.about;
  const mine = held(match);
  const token = Object.values(mine.tokens)[0];
  const record = await ask("GET", `/api/matches/${match}/record`, undefined, {
    ...(token ? { "outrider-token": token } : {}),
    ...(mine.watch ? { "outrider-watch": mine.watch } : {}),
  });
  // Only now, at the end of a game, and not with every table.
  const { verify } = await import("./verifying.js");
  const { witness } = table;
  const said = await verify(record, witness?.kept());
  const broken = witness?.broken;
  return broken && !said.startsWith("WRONG") ? `WRONG: ${broken}` : said;
}

/**
 * The latest look at each table's record: what an earlier one finds counts no more.
 * @type {WeakMap<object, object>}
 */
const LOOKS = new WeakMap();

/** @param {import("./table.js").Table} table */
async function look(table) {
  const mine = {};
  LOOKS.set(table, mine);
  tell(table, "Checking the record…");
  const said = await checked(table).catch((problem) => capital(String(problem.message ?? problem)));
  if (LOOKS.get(table) === mine) tell(table, said);
}

/**
 * The game is over: the record is held against what this page has seen.
 * @param {import("./table.js").Table} table
 */
export function concluded(table) {
  if (table.witness?.hashes.length && !table.witness.verdict) look(table);
}

/** What this page kept, as a file. @param {import("./table.js").Table} table */
function save(table) {
  const text = JSON.stringify(table.witness?.kept());
  h("a", {
    href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
    download: `${table.match}-seen.json`,
  }).click();
}

/** One's seal, left with the server while one is away. @param {import("./table.js").Table} table */
function leaving(table) {
  const { witness } = table;
  const { about, mine } = table.now;
  const own =
    about.result || about.dice.kind !== "sealed" ? [] : mine.filter((seat) => witness?.place(seat));
  const leave = (/** @type {string} */ seat) => async () => {
    const cost = "The server can then know your dice in advance. Everybody is told.";
    if (!(await sure("Leave your seal with the server?", cost, "Leave it", "Keep it"))) return;
    const said = await witness?.entrust(seat);
    if (said && !said.ok) table.panel.note(capital(said.error.message));
  };
  const name = (/** @type {string} */ seat) => (mine.length > 1 ? ` (${capital(seat)})` : "");
  return own.map((seat) =>
    h("button", { class: "btn", onclick: leave(seat) }, `Roll for me while I am away${name(seat)}`),
  );
}

/** @param {import("./table.js").Table} table */
export function fairness(table) {
  const { witness } = table;
  const { about } = table.now;
  const dice = about.dice;
  if (!dice) return h("p", { class: "small" }, "Nothing is known of these dice.");
  const engine = new Set(dice.engine ?? []);
  const texts = Object.entries(dice.anchors ?? dice.entropies ?? {});
  const hashes = witness?.hashes ?? [];
  const head = hashes[hashes.length - 1];
  return h(
    "div",
    { class: "fairness" },
    h("p", { class: "small" }, WORTH[dice.kind] ?? ""),
    dice.commitment
      ? h("p", { class: "mono" }, `secret committed ${dice.commitment.slice(0, 16)}…`)
      : null,
    ...texts.map(([seat, value]) =>
      h(
        "p",
        { class: "mono" },
        `${seat}: ${String(value).slice(0, 16)}…${engine.has(seat) ? " (kept by the server)" : ""}`,
      ),
    ),
    head
      ? h("p", { class: "mono" }, `line ${hashes.length - 1} seen: ${head.slice(0, 16)}…`)
      : null,
    h(
      "p",
      { class: "btns" },
      h("button", { class: "btn", onclick: () => look(table) }, "Check the record"),
      head
        ? h("button", { class: "btn", onclick: () => save(table) }, "Save what this page saw")
        : null,
      ...leaving(table),
    ),
    line(table),
  );
}
