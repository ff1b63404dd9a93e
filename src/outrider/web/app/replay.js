// @ts-check
/** A game again, line by line. */
import { Board } from "../board/board.js";
import { die } from "../board/dice.js";
import { drawPast } from "../board/past.js";
import { still } from "../board/svg.js";
import { skinOf } from "../skins/index.js";
import { ask, games, held, hold } from "./api.js";
import { folded } from "./changes.js";
import { Course } from "./course.js";
import { cited, copy, h, sheet, title } from "./dom.js";
import { BEFORE, Happened, told as tell } from "./happened.js";
import { headings as begun, Moves, sentences, written } from "./moves.js";

/** @param {string} match @returns {Promise<import("./main.js").Page>} */
export async function replay(match) {
  const styled = sheet("review");
  const carried = new URLSearchParams(location.hash.slice(1));
  if (carried.get("watch")) {
    hold(match, { watch: String(carried.get("watch")) });
    history.replaceState(null, "", location.pathname);
  }
  const mine = held(match);
  const token = Object.values(mine.tokens)[0];
  const headers = {
    ...(token ? { "outrider-token": token } : {}),
    ...(mine.watch ? { "outrider-watch": mine.watch } : {}),
  };
  /** @type {(from: number, moments: any[]) => void} */
  let came = () => undefined;
  const loaded = new Course(`/api/matches/${match}/moments`, headers, (from, some) =>
    came(from, some),
  );
  const [course, known] = await Promise.all([loaded.open(), games()]);
  await styled;
  const said = course.said;
  const game = known.find((/** @type {any} */ each) => each.id === said.game);
  title(`${game?.title ?? said.game}, replay`);
  const skin = await skinOf(said.game);
  const first = course.at(0);
  // Of a game of older rules there are positions as far as today's agree: perhaps none.
  const last = said.older?.why ? said.older.from - 1 : course.last;
  const picture = skin.text
    ? h("pre", { class: "picture", role: "img", "aria-label": "The table, as it was" })
    : null;
  const board =
    last < 0 || picture ? null : new Board(skin.box(first.state), "The table, as it was");
  let stood = first.state;
  let at = 0;
  /** Where somebody wants to be: it may have to be loaded first. */
  let wanted = 0;
  /** @type {number | undefined} */
  let timer;
  const range = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "range",
      min: 0,
      max: course.last,
      value: 0,
      "aria-label": "Where in the game",
    })
  );
  const what = h("section", { class: "card turn" });
  const names = said.names ?? {};
  const moves = new Moves(course, skin, {
    last,
    written: (line) => written(line, names),
    show: (n) => {
      stop();
      show(n);
    },
  });
  const show = async (/** @type {number} */ to) => {
    const goal = Math.max(0, Math.min(course.last, to));
    wanted = goal;
    range.value = String(goal);
    if (!course.has(goal)) {
      what.setAttribute("aria-busy", "true");
      try {
        await course.need(goal);
      } catch (error) {
        what.replaceChildren(h("p", { class: "ask" }, /** @type {Error} */ (error).message));
        return;
      } finally {
        what.removeAttribute("aria-busy");
      }
    }
    if (wanted !== goal) return;
    draw(goal);
    course.ahead(goal);
  };
  const draw = (/** @type {number} */ to) => {
    const forward = to === at + 1;
    at = to;
    const moment = course.at(at);
    if (at <= last) stood = moment.state;
    else if (course.has(last)) stood = course.at(last).state;
    if (forward && at <= last) skin.follow?.(moment.events);
    if (picture && moment.picture !== undefined) picture.textContent = moment.picture;
    if (board) {
      const tokens = skin.tokens(stood);
      board.only(new Set(tokens.map((each) => each.id)));
      for (const each of tokens) {
        board.put(each.id, each.x, each.y, each.key, each.label, each.draw);
        board.lay(each.id, !each.alive);
      }
      board.naming.of(tokens);
      board.clear();
      skin.over?.(board, stood, null, null);
      // What led to it, as far as it is loaded.
      const story = new Happened(skin);
      tell(story, course, Math.max(1, Math.min(at, last) - BEFORE), Math.min(at, last));
      const drawn = Math.max(0, ...tokens.map((token) => token.radius ?? 0));
      drawPast(board, story.traces(), 2 * drawn || skin.unit);
    }
    if (forward && board)
      for (const event of moment.events)
        if (event.event === "hurt" || event.event === "died")
          board.shake(skin.token?.(event.unit) ?? event.unit);
    moves.stand(at);
    const [told, ...more] = at <= last && !moment.line?.roll ? sentences(moment, skin) : [];
    what.replaceChildren(
      h(
        "p",
        { class: "small" },
        `${at} of ` +
          `${course.last}` +
          `${at > last ? " · by older rules, as it is written" : ` · ${skin.heading(stood)}`}`,
      ),
      h("p", { class: "ask" }, told ?? written(moment.line, names)),
      ...(moment.line?.faces
        ? [
            h(
              "div",
              { class: "tray" },
              h(
                "span",
                { class: "throw" },
                ...moment.line.faces.map(
                  (/** @type {number} */ face) => /** @type {any} */ (die(face, forward)),
                ),
              ),
            ),
          ]
        : []),
      ...(told ? more : sentences(moment, skin)).map((/** @type {string} */ text) =>
        h("p", {}, text),
      ),
      ...begun(moment).map((/** @type {string} */ text) => h("p", { class: "begun" }, text)),
    );
    trying.setAttribute("href", `/analyse/${match}#at=${Math.min(at, last)}`);
    if (at === course.last && said.result)
      what.append(h("p", {}, h("b", {}, ...cited(said.sentence, said.game, said.variant))));
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    playing.textContent = "Play";
  };
  const playing = h(
    "button",
    {
      class: "btn main",
      onclick: () => {
        if (timer) {
          stop();
          return;
        }
        playing.textContent = "Pause";
        if (at === course.last) show(0);
        // A moment that is not there yet is waited for, and the game goes on from it.
        timer = setInterval(
          () => {
            if (at === course.last) stop();
            else if (wanted === at) show(at + 1);
          },
          still() ? 900 : 600,
        );
      },
    },
    "Play",
  );
  range.addEventListener("input", () => {
    stop();
    show(Number(range.value));
  });
  const jump = (/** @type {number} */ by) => () => {
    stop();
    show(wanted + by);
  };
  const rolls = async () => {
    stop();
    const next = await course.roll(wanted);
    if (next !== null) show(next);
  };
  const scrub = h(
    "div",
    { class: "scrub" },
    h("button", { class: "btn", "aria-label": "One back", onclick: jump(-1) }, "◀"),
    playing,
    h("button", { class: "btn", "aria-label": "One on", onclick: jump(1) }, "▶"),
    range,
    h("button", { class: "btn", onclick: rolls }, "Next roll"),
  );
  const share = h(
    "button",
    {
      class: "btn",
      onclick: (/** @type {Event} */ event) =>
        copy(
          event,
          `${location.origin}/replay/${match}${mine.watch ? `#watch=${mine.watch}` : ""}`,
        ),
    },
    "Copy a link to it",
  );
  const trying = h("a", { class: "btn", href: `/analyse/${match}` }, "Analyse from here");
  const save = h(
    "button",
    {
      class: "btn",
      onclick: async () => {
        const text = await ask("GET", `/api/matches/${match}/record`, undefined, headers);
        h("a", {
          href: URL.createObjectURL(new Blob([text])),
          download: `${said.game}-${match}.jsonl`,
        }).click();
      },
    },
    "Download",
  );
  came = (from, some) => {
    moves.came(from, some);
    moves.stand(at);
  };
  moves.came(0, [...course.moments.values()]);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.target === range) return;
    if (event.key === "ArrowRight") jump(1)();
    if (event.key === "ArrowLeft") jump(-1)();
  };
  document.addEventListener("keydown", keys);
  show(Number(carried.get("at") ?? 0)).then(() => course.fill());
  const nothing = h(
    "div",
    { class: "page narrow" },
    h("h1", {}, "No positions to show"),
    h("p", { class: "lead" }, "What happened stands beside, line by line."),
  );
  const element = h(
    "div",
    { class: "play" },
    h(
      "div",
      { class: "stage" },
      h("div", { class: "felt" }, /** @type {any} */ (board?.root ?? picture ?? nothing)),
      scrub,
    ),
    h(
      "div",
      { class: "panel" },
      what,
      ...older(said),
      said.variant && game
        ? h(
            "section",
            { class: "card" },
            folded(game, said.variant, false, () => undefined),
          )
        : "",
      moves.element,
      h(
        "section",
        { class: "card" },
        h(
          "div",
          { class: "menu" },
          ...(last < 0 || !said.over ? [] : [trying]),
          share,
          save,
          ...(said.result && !said.older?.why
            ? [h("a", { class: "btn", href: `/review/${match}` }, "What decided it")]
            : []),
          h("a", { class: "btn", href: "/" }, "To the games"),
        ),
      ),
    ),
  );
  // The ground is drawn when the board has its size: words on it are as large as on the page.
  if (board) requestAnimationFrame(() => skin.ground(board, first.state));
  return {
    element,
    leave: () => {
      stop();
      course.gone = true;
      document.removeEventListener("keydown", keys);
    },
  };
}

/** By which rules a game was played, where they are not today's. @param {any} said */
function older(said) {
  if (!said.older) return [];
  const { rules, today, why } = said.older;
  const agreed =
    `This game was played by version ${rules} of the rules. Today's, ${today}, agree with ` +
    "all of it.";
  const more = why
    ? [
        h(
          "p",
          { class: "small" },
          "What today's rules do not play is listed as it is written. The result is the " +
            "one on record.",
        ),
      ]
    : [];
  return [
    h("section", { class: "card older" }, h("p", {}, ...cited(why ?? agreed, said.game)), ...more),
  ];
}
