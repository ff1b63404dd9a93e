// @ts-check
/** Puzzles: positions with one best answer, dealt by how hard they are. */
import { shelved } from "../skins/index.js";
import { ask, keep, recall } from "./api.js";
import { h, sheet, title } from "./dom.js";
import { Puzzling } from "./puzzling.js";
import { drawing } from "./samples.js";
import { Table } from "./table.js";

const LEVELS = ["Warm-up", "Easy", "Middling", "Hard", "Very hard"];
/** What this browser has solved, or was told, by game and puzzle. */
const kept = () => recall("puzzles", {});

/** @param {any} brief @param {string} how */
function noted(brief, how) {
  const all = kept();
  const mine = (all[brief.game] ??= {});
  if (mine[brief.id] !== "solved") mine[brief.id] = how;
  keep("puzzles", all);
}

/** @param {string} game @param {any[]} listed */
const solved = (game, listed) => listed.filter((each) => kept()[game]?.[each.id] === "solved");

/** How hard, as dots and in a word. @param {number} level */
const dots = (level) =>
  h(
    "span",
    { class: "dots", title: LEVELS[level - 1], role: "img", "aria-label": LEVELS[level - 1] },
    "●".repeat(level) + "○".repeat(LEVELS.length - level),
  );

/** @returns {Promise<import("./main.js").Page>} */
export async function shelf() {
  title("Puzzles");
  await sheet("puzzles");
  const { puzzles } = await ask("GET", "/api/puzzles");
  const sorted = (await shelved()).filter((/** @type {any} */ game) => puzzles[game.id]);
  const cards = await Promise.all(
    sorted.map((/** @type {any} */ game) => card(game, puzzles[game.id])),
  );
  const none = h("p", { class: "lead" }, "No game that is installed here brings puzzles.");
  return {
    element: h(
      "div",
      { class: "page" },
      h("h1", {}, "Puzzles"),
      h(
        "p",
        { class: "lead" },
        "One position, one best answer, proved by the rules. " +
          "What you have solved is kept in this browser.",
      ),
      cards.length ? h("div", { class: "cards puzzles" }, ...cards) : none,
    ),
  };
}

/** @param {any} game @param {any[]} listed */
async function card(game, listed) {
  const done = solved(game.id, listed).length;
  const share = Math.round((100 * done) / listed.length);
  return h(
    "article",
    { class: "card game" },
    await drawing(game),
    h("h2", {}, game.title),
    h("p", { class: "small" }, `${done} of ${listed.length} solved`),
    h("div", { class: "way", "aria-hidden": "true" }, h("span", { style: `width: ${share}%` })),
    h(
      "div",
      { class: "btns" },
      h(
        "a",
        { class: "btn main", href: `/puzzles/${game.id}` },
        done ? "Next puzzle" : "First puzzle",
      ),
    ),
  );
}

/**
 * The next puzzle for somebody: of the level they are at, not solved yet; else of the nearest.
 * @param {string} game @param {any[]} listed @param {string} [after]
 */
function dealt(game, listed, after) {
  const level = recall(`puzzle level ${game}`, 1);
  const mine = kept()[game] ?? {};
  const fresh = listed.filter((each) => !mine[each.id] && each.id !== after);
  const rest = fresh.length ? fresh : listed.filter((each) => each.id !== after);
  const far = (/** @type {any} */ each) => Math.abs(each.level - level);
  return rest.sort((one, other) => far(one) - far(other))[0] ?? listed[0];
}

/** Somebody who says what is to be found, above the panel. */
class Setter {
  /** @param {any} game @param {any} puzzle @param {any[]} listed */
  constructor(game, puzzle, listed) {
    this.game = game;
    this.puzzle = puzzle;
    this.listed = listed;
    this.words = h("p", { class: "ask" }, puzzle.say);
    this.state = h("p", { class: "verdict", role: "status" });
    this.answers = h("table", { class: "answers", hidden: true });
    this.buttons = h("div", { class: "btns" });
    this.far = h("p", { class: "small far" });
    this.element = h(
      "section",
      { class: "card turn guide puzzle", "aria-label": "The puzzle" },
      this.far,
      this.words,
      this.state,
      this.answers,
      this.buttons,
    );
    this.table = new Table("puzzle", (told) => {
      this.socket = new Puzzling(puzzle, told, () => this.show());
      return this.socket;
    });
    this.table.panel.element.prepend(this.element);
    this.table.panel.menu.element.hidden = true;
  }

  show() {
    const { verdict } = /** @type {Puzzling} */ (this.socket);
    const done = solved(this.game.id, this.listed).length;
    if (verdict?.solved) noted(this.puzzle, "solved");
    else if (verdict?.answers.length) noted(this.puzzle, "told");
    this.far.replaceChildren(
      `${this.game.title} · ${this.puzzle.choices} choices · `,
      dots(this.puzzle.level),
      ` · ${done} of ${this.listed.length} solved`,
    );
    this.element.classList.toggle("right", Boolean(verdict?.right));
    this.element.classList.toggle("wrong", Boolean(verdict && !verdict.right));
    // How far one has come is told to whoever looks for more than words.
    this.element.dataset.found = String(/** @type {Puzzling} */ (this.socket).done.length);
    this.state.textContent = verdict?.why ?? "";
    this.list(verdict?.answers ?? []);
    this.buttons.replaceChildren(...this.ways(verdict));
  }

  /** @param {{text: string, chance: string}[]} answers */
  list(answers) {
    this.answers.hidden = answers.length < 2;
    this.answers.replaceChildren(
      ...answers.map(({ text, chance }) =>
        h("tr", {}, h("td", {}, text), h("td", { class: "num" }, chance)),
      ),
    );
  }

  /** What one may press. @param {import("./puzzling.js").Verdict | null} verdict */
  ways(verdict) {
    const socket = /** @type {Puzzling} */ (this.socket);
    const next = dealt(this.game.id, this.listed, this.puzzle.id);
    const on = h(
      "a",
      { class: verdict?.solved ? "btn main" : "btn", href: `/puzzles/${next.game}/${next.id}` },
      "Next puzzle",
    );
    const again = h("button", { class: "btn", onclick: () => socket.begin() }, "Start again");
    const told = h("button", { class: "btn", onclick: () => socket.tell() }, "Tell me");
    const harder = [-1, 1].map((step) => this.other(step)).filter((each) => each !== null);
    if (verdict?.solved) return [on, ...harder];
    if (verdict?.answers.length) return [again, on];
    if (verdict && !verdict.right) return [again, told, on];
    return socket.done.length ? [again, told] : [told, on, ...harder];
  }

  /** To easier or harder ones, if there are any. @param {number} step */
  other(step) {
    const level = this.puzzle.level + step;
    if (!this.listed.some((each) => each.level === level)) return null;
    const chosen = () => keep(`puzzle level ${this.game.id}`, level);
    const text = step < 0 ? "An easier one" : "A harder one";
    return h("a", { class: "btn", href: `/puzzles/${this.game.id}`, onclick: chosen }, text);
  }
}

/**
 * @param {string} id @param {string} [name] which; else one is dealt
 * @returns {Promise<import("./main.js").Page>}
 */
export async function puzzle(id, name) {
  await sheet("puzzles");
  const game = (await shelved()).find((/** @type {any} */ each) => each.id === id);
  const { puzzles } = await ask("GET", "/api/puzzles");
  if (!game || !puzzles[id]) throw new Error("There are no puzzles in this game.");
  const listed = puzzles[id].map((/** @type {any} */ each) => ({ ...each, game: id }));
  const wanted = name ?? dealt(id, listed).id;
  if (!name) history.replaceState(null, "", `/puzzles/${id}/${wanted}`);
  const found = await ask("GET", `/api/puzzles/${id}/${wanted}`);
  title(`A puzzle of ${game.title}`);
  const setter = new Setter(game, found, listed);
  await setter.socket?.begin();
  return { element: setter.table.element, leave: () => setter.table.leave() };
}
