// @ts-check
/**
 * The lab on one's own machine: a game, its numbers as sliders, and bots who play until the answer
 * is known. Which numbers there are, and between what they lie, the server tells.
 */
import { svg } from "../board/svg.js";
import { ask, games } from "./api.js";
import { capital, h, say, sheet, title } from "./dom.js";

/** Milliseconds between two looks at an experiment. */
const EVERY = 700;
/** Half of the band about even within which a game is called fair. */
const BAND = 0.05;

/** @returns {Promise<import("./main.js").Page>} */
export async function lab() {
  title("Lab");
  await sheet("lab");
  const [about, known] = await Promise.all([ask("GET", "/api/lab"), games()]);
  const made = new Lab(about, known);
  return { element: made.element, leave: () => made.leave() };
}

class Lab {
  /** @param {any} about @param {any[]} known */
  constructor(about, known) {
    this.about = about;
    this.known = known;
    /** @type {string | null} */
    this.id = about.running;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.game = h("select", { id: "lab-game", onchange: () => this.choose() });
    this.game.append(...known.map((game) => h("option", { value: game.id }, game.title)));
    this.bot = h("select", { id: "lab-bot" });
    this.bot.append(
      ...about.bots.map((/** @type {string} */ name) =>
        h("option", { value: name, selected: name === "soldier" }, capital(name)),
      ),
    );
    this.scenario = h("select", { id: "lab-scenario" });
    this.place = h("div", { class: "field" });
    this.numbers = h("div", { class: "numbers" });
    this.error = h("p", { class: "error", role: "alert" });
    this.play = h("button", { class: "btn main", onclick: () => this.begin() }, "Play");
    this.result = h("section", { class: "found", "aria-live": "off" });
    this.kept = h("section", { class: "kept" });
    this.words = h("div", {});
    this.scores = h("div", { class: "rows" });
    this.far = h("div", {});
    this.doing = h("div", { class: "btns" });
    this.heats = h("div", { class: "maps" });
    this.element = h(
      "div",
      { class: "page lab" },
      h("h1", {}, "The lab"),
      h(
        "p",
        { class: "lead" },
        "Change a number of the rules, let bots play, and see whom it favours. " +
          "The book's numbers are played beside yours, by the same dice.",
      ),
      this.form(),
      this.result,
      this.kept,
    );
    this.choose();
    this.list();
    if (this.id) this.look();
    else this.empty();
  }

  form() {
    return h(
      "section",
      { class: "wished" },
      h("div", { class: "field" }, h("label", { for: "lab-game" }, "Game"), this.game),
      this.place,
      h("div", { class: "field" }, h("label", { for: "lab-bot" }, "Who plays"), this.bot),
      h("h2", {}, "Numbers"),
      this.numbers,
      this.error,
      h("div", { class: "btns" }, this.play),
    );
  }

  /** The game that is picked. */
  get picked() {
    const id = /** @type {HTMLSelectElement} */ (this.game).value;
    return this.known.find((game) => game.id === id);
  }

  /** Another game: its ground and its numbers. */
  choose() {
    const { scenarios = [], figures = [] } = this.picked;
    const named = scenarios.map((/** @type {any} */ each) => each.name ?? each);
    this.scenario.replaceChildren(
      ...named.map((/** @type {string} */ name) => h("option", { value: name }, capital(name))),
    );
    this.place.replaceChildren(
      ...(named.length ? [h("label", { for: "lab-scenario" }, "Where"), this.scenario] : []),
    );
    this.numbers.replaceChildren(...figures.map((/** @type {any} */ each) => this.slider(each)));
    if (!figures.length) this.numbers.append(h("p", { class: "small" }, "This game has none."));
  }

  /** @param {any} figure */
  slider(figure) {
    const id = `figure-${figure.name}`;
    // Whole steps where the bounds are wide: nobody means a thousandth of an inch by a slider.
    const step = figure.step < 1 && figure.high - figure.low > 2 ? 0.5 : figure.step;
    const output = h("output", { for: id }, String(figure.default));
    const made = h(
      "div",
      { class: "slider" },
      h("label", { for: id }, figure.name.replace(/[._]/g, " ")),
      output,
    );
    const input = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "range",
        id,
        min: figure.low,
        max: figure.high,
        step,
        "data-name": figure.name,
        "data-default": figure.default,
        oninput: () => {
          output.textContent = input.value;
          made.classList.toggle("changed", Number(input.value) !== figure.default);
        },
      })
    );
    input.value = String(figure.default);
    made.append(input, h("small", {}, figure.sentence));
    return made;
  }

  async begin() {
    this.error.textContent = "";
    /** @type {Record<string, number>} */
    const set = {};
    for (const input of this.numbers.querySelectorAll("input"))
      if (Number(input.value) !== Number(input.dataset.default))
        set[String(input.dataset.name)] = Number(input.value);
    const scenario = /** @type {HTMLSelectElement} */ (this.scenario).value;
    const wish = {
      game: this.picked.id,
      bot: /** @type {HTMLSelectElement} */ (this.bot).value,
      set,
      ...(this.place.contains(this.scenario) && scenario ? { scenario } : {}),
    };
    try {
      const said = await ask("POST", "/api/lab", wish);
      this.id = said.id;
      this.result.replaceChildren(h("p", { class: "waiting" }, "The bots sit down…"));
      say("The experiment has begun.");
      this.look();
    } catch (problem) {
      this.error.textContent = capital(String(/** @type {any} */ (problem).message));
    }
  }

  /** How it stands, again and again until it is over. */
  async look() {
    clearTimeout(this.timer);
    const id = this.id;
    if (!id) return;
    let said;
    try {
      said = await ask("GET", `/api/lab/${id}`);
    } catch (problem) {
      this.error.textContent = capital(String(/** @type {any} */ (problem).message));
    }
    if (this.id !== id || !this.result.isConnected) return;
    if (said) this.show(said);
    if (!said || said.running) this.timer = setTimeout(() => this.look(), EVERY);
    else this.list();
  }

  async stop() {
    if (this.id) await ask("DELETE", `/api/lab/${this.id}`).catch(() => null);
    this.look();
  }

  empty() {
    this.result.replaceChildren(
      h("p", { class: "answer" }, "Nothing has been asked yet."),
      h("p", { class: "small" }, "Pick a game, move a slider, press Play."),
    );
  }

  /** @param {any} said */
  show(said) {
    /** @type {HTMLButtonElement} */ (this.play).disabled = Boolean(said.running);
    const rate = said.rate ? `, ${Math.round(said.rate)} a second` : "";
    const told = (said.answer ?? []).map((/** @type {string} */ text) =>
      capital(text.replace(/\bvariant /g, "")),
    );
    this.words.replaceChildren(
      h("p", { class: "answer" }, told[0] ?? "The bots are playing…"),
      ...told.slice(1).map((/** @type {string} */ text) => h("p", {}, text)),
      ...(said.error ? [h("p", { class: "error" }, capital(said.error))] : []),
    );
    this.scores.replaceChildren(...this.rows(said));
    this.far.replaceChildren(
      h("progress", { max: said.most ?? 1, value: said.played, "aria-label": "Games played" }),
      h("p", { class: "small" }, `${said.played.toLocaleString()} games${rate}`),
    );
    // Buttons stay as they are while nothing about them changes: somebody may be at them.
    const kind = `${said.id} ${said.running} ${Boolean(said.played)}`;
    if (this.doing.dataset.kind !== kind) this.doing.replaceChildren(...this.buttons(said));
    this.doing.dataset.kind = kind;
    this.heats.replaceChildren(...this.maps(said));
    if (this.words.parentElement !== this.result)
      this.result.replaceChildren(this.words, this.scores, this.far, this.doing, this.heats);
  }

  /** @param {any} said */
  buttons(said) {
    const report = h(
      "a",
      { class: "btn", href: `/api/lab/${said.id}/report`, download: true },
      "Keep the report",
    );
    return said.running
      ? [h("button", { class: "btn", onclick: () => this.stop() }, "Stop")]
      : said.played
        ? [report]
        : [];
  }

  /** Rows of dots and bars on a fair band. @param {any} said */
  rows(said) {
    if (!said.rows?.length) return [];
    const { par } = said;
    const bounds = said.rows.flatMap((/** @type {any} */ row) => [par - row.low, row.high - par]);
    const far = Math.max(2 * BAND, ...bounds) * 1.05;
    const at = (/** @type {number} */ value) => `${(50 * (value - par + far)) / far}%`;
    const wide = (/** @type {number} */ value) => `${(50 * value) / far}%`;
    const row = (/** @type {any} */ each) => {
      const outside = Math.abs(each.mean - par) > BAND && each.verdict !== "open";
      const side = each.mean > par ? said.seats[0] : said.seats[1];
      const colour = outside && said.seats.length === 2 ? side : "ink";
      return h(
        "div",
        { class: `row ${each.verdict}`, style: `--c: var(--${colour})` },
        h("span", {}, each.name.replace(/^variant /, "") || capital(said.subject)),
        h(
          "div",
          { class: "track" },
          h("i", { class: "fair", style: `left:${at(par - BAND)};width:${wide(2 * BAND)}` }),
          h("i", { class: "even", style: `left:${at(par)}` }),
          h("i", {
            class: "bar",
            style: `left:${at(each.low)};width:${wide(each.high - each.low)}`,
          }),
          h("i", { class: "point", style: `left:${at(each.mean)}` }),
        ),
        h("b", {}, `${(100 * each.mean).toFixed(1)} ± ${(50 * (each.high - each.low)).toFixed(1)}`),
      );
    };
    return said.rows.map(row);
  }

  /** Where they fall and go, a map a side. @param {any} said */
  maps(said) {
    const kinds = [
      ["fell", "falls"],
      ["went", "goes"],
    ];
    return kinds.flatMap(([kind, word]) =>
      (said.seats ?? [])
        .filter((/** @type {string} */ seat) => said.heat?.[kind]?.[seat])
        .map((/** @type {string} */ seat) =>
          h(
            "div",
            {},
            h("p", { style: `color: ${lifted(seat)}` }, `Where ${capital(seat)} ${word}`),
            heat(said.heat[kind][seat], seat, said.table),
          ),
        ),
    );
  }

  /** What is kept of earlier ones. */
  async list() {
    const { kept } = await ask("GET", "/api/lab").catch(() => ({ kept: [] }));
    if (!kept.length) {
      this.kept.hidden = true;
      return;
    }
    this.kept.hidden = false;
    const name = (/** @type {string} */ id) =>
      this.known.find((game) => game.id === id)?.title ?? id;
    this.kept.replaceChildren(
      h("h2", {}, "Kept"),
      ...kept.map((/** @type {any} */ each) =>
        h(
          "p",
          { class: "btns" },
          h("span", {}, [name(each.game), ...about(each)].join(" · ")),
          h("button", { class: "btn", onclick: () => this.reopen(each.id) }, "Look again"),
          h("a", { class: "btn", href: `/api/lab/${each.id}/report`, download: true }, "Report"),
        ),
      ),
    );
  }

  /** @param {string} id */
  reopen(id) {
    this.id = id;
    this.look();
    this.result.scrollIntoView({ block: "nearest" });
  }

  leave() {
    clearTimeout(this.timer);
    this.id = null;
  }
}

/** What an experiment was, in words. @param {any} kept */
const about = ({ bot, scenario, changed }) =>
  [scenario && capital(scenario), bot && `${bot}s`, changed ?? "as printed"].filter(Boolean);

/** A seat's colour, lighter where it is dark. @param {string} seat */
const lifted = (seat) => `color-mix(in srgb, var(--${seat}), #fff var(--lift))`;

/**
 * Inch squares, fuller and darker where more happened, on the table as it is drawn.
 * @param {any} places @param {string} seat @param {any} table
 */
function heat(places, seat, table) {
  const [wide, deep] = table?.size ?? [
    1 + Math.max(...places.map((/** @type {number[]} */ p) => p[0])),
    1 + Math.max(...places.map((/** @type {number[]} */ p) => p[1])),
  ];
  const most = Math.max(...places.map((/** @type {number[]} */ p) => p[2]));
  const ground = (table?.terrain ?? []).map((/** @type {any} */ piece) => {
    const look = {
      fill: "var(--soft)",
      "fill-opacity": 0.22,
      stroke: "var(--soft)",
      "stroke-width": 0.06,
    };
    return piece.shape === "disc"
      ? svg("circle", { cx: piece.at[0], cy: deep - piece.at[1], r: piece.radius, ...look })
      : svg("polygon", {
          points: piece.points
            .map((/** @type {number[]} */ p) => `${p[0]},${deep - p[1]}`)
            .join(" "),
          ...look,
        });
  });
  const squares = places
    .filter((/** @type {number[]} */ p) => p[2] >= 0.012 * most)
    .map((/** @type {number[]} */ [x, y, times]) => {
      const part = Math.sqrt(times / most);
      const side = 0.3 + 0.62 * part;
      return svg("rect", {
        x: x + 0.5 - side / 2,
        y: deep - y - 0.5 - side / 2,
        width: side,
        height: side,
        fill: lifted(seat),
        "fill-opacity": 0.25 + 0.7 * part,
      });
    });
  return svg(
    "svg",
    { viewBox: `0 0 ${wide} ${deep}`, role: "img", "aria-label": `${capital(seat)} on the table` },
    ...grid(wide, deep),
    ...ground,
    ...squares,
  );
}

/**
 * A faint line for each inch, a stronger one every six.
 * @param {number} wide @param {number} deep
 */
function grid(wide, deep) {
  const line = (/** @type {number} */ at) => ({
    stroke: `var(--${at % 6 ? "grid" : "grid6"}, var(--hair))`,
    "stroke-width": at % 6 ? 0.03 : 0.06,
  });
  const made = [];
  for (let at = 1; at < Math.max(wide, deep); at++) {
    if (at < wide) made.push(svg("line", { x1: at, x2: at, y1: 0, y2: deep, ...line(at) }));
    if (at < deep)
      made.push(svg("line", { y1: deep - at, y2: deep - at, x1: 0, x2: wide, ...line(at) }));
  }
  return made;
}
