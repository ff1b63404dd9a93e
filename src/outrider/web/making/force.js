// @ts-check
/** A force of one's own: pieces of every kind for so many points, which the server counts. */
import { ask } from "../app/api.js";
import { h, keepingFocus, say, sheet, title } from "../app/dom.js";
import { go } from "../app/main.js";
import { svg } from "../board/svg.js";
import { gameOf, skinOf } from "../skins/index.js";
import { newDraft } from "./drafts.js";
import { drawn } from "./fields.js";
import { fileName, save } from "./picture.js";
import { keepRoster, roster as rosterCalled } from "./rosters.js";
import { putForce } from "./standing.js";
import { changed } from "./values.js";
import { Work } from "./work.js";

/** @typedef {import("./rosters.js").Roster} Roster */

const PAUSE = 120;
const MOST_STEPS = 100;

/** @param {string} id @returns {Promise<import("../app/main.js").Page>} */
export async function force(id) {
  const styled = Promise.all([sheet("making"), sheet("forces")]);
  const kept = rosterCalled(id);
  if (!kept)
    throw new Error("this browser has no such force: forces stay in the browser they were made in");
  const game = await gameOf(kept.game);
  if (!game?.page?.making || !game.musters) throw new Error(`${kept.game} has no points here`);
  const [kit, skin] = await Promise.all([ask("GET", game.page.making), skinOf(kept.game)]);
  await styled;
  return new Force(kept, game, kit, skin).page();
}

class Force {
  /** @param {Roster} kept @param {any} game @param {any} kit
   * @param {import("../skins/skin.js").Skin} skin */
  constructor(kept, game, kit, skin) {
    this.kept = kept;
    this.game = game;
    this.kit = kit;
    this.skin = skin;
    /** @type {any[]} */
    this.past = [];
    /** What the server said last. @type {any} */
    this.said = null;
    /** @type {any[]} */
    this.prices = [];
    /** Numbers of the pieces whose ratings are unfolded. @type {Set<number>} */
    this.open = new Set();
    this.timer = 0;
    this.asked = 0;
    this.head = h("div", { class: "rows force-head" });
    this.kinds = h("ul", { class: "kinds" });
    this.list = h("ol", { class: "pieces" });
    this.bill = h("section", { class: "card bill", "aria-label": "What it costs" });
    this.deeds = h("section", { class: "card deeds", "aria-label": "What can be done with it" });
    this.error = h("p", { class: "error", role: "alert" });
  }

  get value() {
    return this.kept.value;
  }

  /** @returns {any[]} */
  get pieces() {
    return Array.isArray(this.value.pieces) ? this.value.pieces : [];
  }

  /** @returns {import("../app/main.js").Page} */
  page() {
    title(this.value.name ?? "A force");
    const element = h(
      "div",
      { class: "page force" },
      h("h1", { class: "unseen" }, "A force of your own"),
      h("section", { class: "card named", "aria-label": "The force" }, this.head),
      h("section", { class: "card add", "aria-label": "Kinds" }, h("h2", {}, "Add"), this.kinds),
      h(
        "section",
        { class: "card stand", "aria-label": "Pieces" },
        h("h2", {}, "Pieces"),
        this.list,
      ),
      h("div", { class: "beside" }, this.bill, this.deeds),
      this.error,
    );
    this.draw();
    this.check();
    this.priceKinds();
    return { element, leave: () => clearTimeout(this.timer) };
  }

  /** @param {any} value */
  be(value) {
    if (value === this.value) return;
    this.past = [...this.past, this.value].slice(-MOST_STEPS);
    this.keep(value);
  }

  undo() {
    const before = this.past.pop();
    if (before) this.keep(before);
  }

  /** @param {any} value */
  keep(value) {
    this.kept = { ...this.kept, value };
    const held = keepRoster(this.kept);
    this.error.textContent = held ? "" : "this browser keeps nothing more: save it as a file";
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  /** @param {any[]} pieces */
  muster = (pieces) => {
    const value = { ...this.value, pieces };
    return ask("POST", "/api/making/muster", { game: this.game.id, value });
  };

  async check() {
    const mine = ++this.asked;
    try {
      const said = await this.muster(this.pieces);
      if (mine !== this.asked) return;
      this.said = said;
      this.draw();
    } catch (problem) {
      this.error.textContent = String(/** @type {any} */ (problem).message ?? problem);
    }
  }

  /** What a piece of each kind costs, asked once. */
  async priceKinds() {
    const ranks = this.kit.piece.ranks ?? [];
    const said = await this.muster(ranks.map((/** @type {any} */ each) => whole(each.set)));
    this.prices = said.bill.pieces;
    this.drawKinds();
  }

  draw() {
    const first = () => this.kinds.querySelector("button");
    keepingFocus(this.head, () => this.drawHead(), first);
    keepingFocus(this.list, () => this.drawList(), first);
    keepingFocus(this.bill, () => this.drawBill(), first);
    keepingFocus(this.deeds, () => this.drawDeeds(), first);
    if (!this.kinds.firstChild) this.drawKinds();
  }

  drawHead() {
    const name = { name: "name", label: "Name", text: 60 };
    const budget = { name: "budget", label: "Budget", step: 10, least: 0, most: 9999 };
    this.head.replaceChildren(
      ...drawn(name, this.value.name, (value) => this.be({ ...this.value, name: value ?? "?" })),
      ...drawn(budget, this.value.budget ?? 0, (value) =>
        this.be({ ...this.value, budget: value > 0 ? value : null }),
      ),
    );
  }

  drawKinds() {
    const ranks = this.kit.piece.ranks ?? [];
    this.kinds.replaceChildren(
      ...ranks.map((/** @type {any} */ { label, set }, /** @type {number} */ n) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "tile",
              onclick: () => {
                this.be({ ...this.value, pieces: [...this.pieces, whole(set)] });
                say(`${label} added`);
              },
            },
            this.token(whole(set)),
            h("i", { class: "unseen" }, "Add: "),
            h("span", {}, label),
            " ",
            h("b", {}, points(this.prices[n])),
          ),
        ),
      ),
    );
  }

  /** @param {any} piece */
  token(piece) {
    const { seat } = this.kit.sides[0];
    const unit = { ...piece, ...this.kit.unit, id: "", at: [0, 0], seat };
    const [token] = this.skin.tokens({ table: { size: [2, 2], terrain: [] }, units: [unit] });
    return /** @type {any} */ (
      svg("svg", { viewBox: "-0.9 -0.65 1.8 1.3", "aria-hidden": "true" }, ...token.draw())
    );
  }

  drawList() {
    this.list.replaceChildren(...this.pieces.map((piece, n) => this.drawnPiece(piece, n)));
    if (!this.pieces.length)
      this.list.replaceChildren(
        h("li", { class: "small none" }, "Nobody yet: add pieces of any kind, then rate them."),
      );
  }

  /** @param {any} piece @param {number} n */
  drawnPiece(piece, n) {
    const said = this.said?.bill.pieces.length === this.pieces.length ? this.said : null;
    const about = said?.about[n] ?? "";
    const called = piece.name || `piece ${n + 1}`;
    const button = (/** @type {string} */ words, /** @type {() => void} */ deed, kind = "") =>
      h(
        "button",
        {
          type: "button",
          class: `btn ${kind}`,
          "aria-label": `${words}: ${called}`,
          onclick: deed,
        },
        words,
      );
    const pieces = this.pieces;
    const fold = h(
      "details",
      { open: this.open.has(n) },
      h(
        "summary",
        {},
        h("span", { class: "unseen" }, `Ratings of ${called}: `),
        about || "its ratings",
      ),
      h("div", { class: "rows" }, ...this.ratings(piece, n)),
    );
    fold.addEventListener("toggle", () =>
      /** @type {any} */ (fold).open ? this.open.add(n) : this.open.delete(n),
    );
    return h(
      "li",
      {},
      this.token(piece),
      h("div", { class: "who" }, h("b", {}, piece.name || `Piece ${n + 1}`), fold),
      h("b", { class: "cost" }, points(said?.bill.pieces[n])),
      h(
        "div",
        { class: "btns" },
        button("Another", () => {
          const { name: _, ...like } = piece;
          const more = [...pieces.slice(0, n + 1), like, ...pieces.slice(n + 1)];
          this.be({ ...this.value, pieces: more });
        }),
        button(
          "Remove",
          () => {
            this.open.clear();
            this.be({ ...this.value, pieces: pieces.filter((_, at) => at !== n) });
          },
          "danger",
        ),
      ),
    );
  }

  /** @param {any} piece @param {number} n */
  ratings(piece, n) {
    const shown = this.kit.piece.fields.filter((/** @type {any} */ field) =>
      Object.entries(field.when ?? {}).every(([name, values]) =>
        /** @type {any[]} */ (values).includes(piece[name]),
      ),
    );
    return shown.flatMap((/** @type {any} */ field) =>
      drawn(field, piece[field.name], (value) => {
        const set = { [field.name]: value, ...(field.set?.[value] ?? {}) };
        const made = Object.entries(set).reduce(
          (one, [name, each]) => changed(one, name, each ?? undefined),
          piece,
        );
        this.be(changed(this.value, `pieces[${n}]`, made));
      }),
    );
  }

  drawBill() {
    const { said } = this;
    const total = said?.bill.total ?? 0;
    const budget = said?.budget ?? null;
    const over = said?.over ?? 0;
    const beyond = said?.bill.pieces.some((/** @type {any} */ each) => each?.beyond);
    const full = budget ? Math.min(1, total / budget) : 0;
    this.bill.className = `card bill${over ? " over" : ""}`;
    this.bill.replaceChildren(
      h(
        "p",
        { class: "sum" },
        h("b", {}, String(total)),
        budget ? ` of ${budget} points` : " points",
      ),
      budget
        ? h("div", { class: "bar", "aria-hidden": "true" }, h("i", { style: `--full: ${full}` }))
        : "",
      h(
        "p",
        { class: over ? "error" : "small", role: "status" },
        over
          ? `Over the budget by ${over}.`
          : budget
            ? `${budget - total} left.`
            : "No budget: set one, and it is kept an eye on.",
      ),
      ...(said?.findings ?? []).map((/** @type {any} */ each) => this.fault(each)),
      beyond
        ? h(
            "p",
            { class: "small" },
            "A rating lies beyond what was measured: its points are a guess.",
          )
        : "",
    );
  }

  drawDeeds() {
    const { value } = this;
    this.deeds.replaceChildren(
      h(
        "div",
        { class: "btns" },
        h(
          "button",
          { type: "button", class: "btn", disabled: !this.past.length, onclick: () => this.undo() },
          "Undo",
        ),
        h(
          "button",
          {
            type: "button",
            class: "btn",
            onclick: () =>
              save(
                fileName(value.name, "json"),
                new Blob([`${JSON.stringify({ game: this.game.id, ...value }, null, 2)}\n`], {
                  type: "application/json",
                }),
              ),
          },
          "Save as JSON",
        ),
        ...this.kit.sides.map((/** @type {any} */ side) => this.into(side)),
        h("a", { class: "btn", href: "/make" }, "To the shelf"),
      ),
    );
  }

  /** @param {any} finding */
  fault(finding) {
    const mend = () =>
      this.be(
        finding.mend.changes.reduce(
          (/** @type {any} */ all, /** @type {any} */ each) =>
            changed(all, each.place, each.value ?? undefined),
          this.value,
        ),
      );
    return h(
      "p",
      { class: "error" },
      finding.message,
      " ",
      finding.mend
        ? h("button", { type: "button", class: "btn", onclick: mend }, finding.mend.label)
        : null,
    );
  }

  /** Into a new scenario, as one of its sides. @param {any} side */
  into(side) {
    const begin = () => {
      const make = this.kit.makes.find((/** @type {any} */ each) => each.kind !== "table");
      const draft = newDraft(this.game.id, make.kind, make.new);
      const work = new Work(draft, this.kit);
      putForce(work, side, this.value);
      go(`/make/${draft.id}`);
    };
    return h(
      "button",
      { type: "button", class: "btn", disabled: !this.pieces.length, onclick: begin },
      `Into a new scenario, as ${side.seat[0].toUpperCase()}${side.seat.slice(1)}`,
    );
  }
}

/** @param {any} price */
export const points = (price) => (price ? `${price.points}${price.beyond ? "?" : ""}` : "–");

/** Of a kind's ratings those that are set. @param {any} set */
const whole = (set) =>
  Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null));
