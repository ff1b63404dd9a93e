// @ts-check
/** One that was shared: looked at, played, gone on from, taken along. */
import { ask } from "../app/api.js";
import { capital, copy, h, sheet, title } from "../app/dom.js";
import { go } from "../app/main.js";
import { setUp } from "../app/setup.js";
import { gameOf, skinOf } from "../skins/index.js";
import { newDraft } from "./drafts.js";
import { picture, take } from "./picture.js";

/** @param {string} id @returns {Promise<import("../app/main.js").Page>} */
export async function made(id) {
  const styled = sheet("making");
  const design = await ask("GET", `/api/designs/${id}`).catch(notThere);
  if (design.element) return design;
  const game = await gameOf(design.game);
  if (!game?.page?.making) throw new Error(`${design.game} is not played here`);
  const [kit, skin] = await Promise.all([ask("GET", game.page.making), skinOf(design.game)]);
  await styled;
  title(design.title);
  const draft = { ...design, groups: [], changed: design.created };
  const error = h("p", { class: "error", role: "alert" });
  const setting = design.setting && { ...design.setting, id: `made:${id}` };
  const map = h("div", { class: "map" });
  map.append(picture(draft, kit, skin));
  const entry = (/** @type {string} */ words, /** @type {() => void | Promise<void>} */ deed) =>
    h(
      "button",
      {
        class: "btn",
        type: "button",
        onclick: async () => {
          try {
            await deed();
          } catch (problem) {
            error.textContent = String(/** @type {any} */ (problem).message ?? problem);
          }
        },
      },
      words,
    );
  const element = h(
    "div",
    { class: "page one-made" },
    h("h1", {}, design.title),
    h(
      "p",
      { class: "lead" },
      `${capital(design.kind)} for ${game.title}, by `,
      h("b", {}, design.author),
      ", ",
      new Date(design.created).toLocaleDateString(),
      design.follows
        ? h("span", {}, ", made from ", h("a", { href: `/made/${design.follows}` }, "another"))
        : null,
      ".",
    ),
    design.hidden
      ? h("p", { class: "error" }, "The host has put it away: nobody but you can see it.")
      : null,
    ...design.findings
      .filter((/** @type {any} */ each) => each.grave)
      .map((/** @type {any} */ each) =>
        h("p", { class: "error" }, `By today's rules it cannot be played: ${each.message}`),
      ),
    h(
      "p",
      { class: "btns" },
      setting
        ? h(
            "button",
            { class: "btn main", type: "button", onclick: () => setUp(game, null, setting) },
            "Play it",
          )
        : null,
      entry("Go on from it", () =>
        go(`/make/${newDraft(design.game, design.kind, design.value, { shared: id }).id}`),
      ),
      h(
        "button",
        {
          class: "btn",
          type: "button",
          onclick: (/** @type {Event} */ event) => copy(event, location.href),
        },
        "Copy the link",
      ),
      entry("JSON", () => take("json", draft, kit, skin)),
      entry("SVG", () => take("svg", draft, kit, skin)),
      entry("PNG", () => take("png", draft, kit, skin)),
      h("a", { class: "btn", href: `/print/${id}` }, "Print it"),
      design.own ? entry("Delete it", () => gone(id, element)) : null,
    ),
    error,
    h("div", { class: "plan" }, map, told(setting, design)),
  );
  return { element };
}

/** Of one that was deleted, or put away, that is what its link says. @param {any} problem */
function notThere(problem) {
  if (problem.status !== 404) throw problem;
  title("Not there");
  const element = h(
    "div",
    { class: "page narrow" },
    h("h1", {}, "It is not there any more"),
    h("p", {}, `${capital(problem.message)}.`),
    h("a", { class: "btn main", href: "/make" }, "To the shelf"),
  );
  return { element };
}

/** @param {any} setting @param {any} design */
function told(setting, design) {
  const story = design.value.story ?? "";
  return h(
    "div",
    { class: "told" },
    ...String(story)
      .split("\n")
      .filter(Boolean)
      .map((each) => h("p", { class: "story" }, each)),
    ...(setting?.sides ?? []).map((/** @type {any} */ side) =>
      h(
        "section",
        { class: "side", style: `--c: var(--${side.seat ?? "ink"})` },
        h("h2", {}, side.seat ? capital(side.seat) : "Every side"),
        h("ul", {}, ...side.aims.map((/** @type {string} */ aim) => h("li", {}, aim))),
        h(
          "ul",
          { class: "small" },
          ...side.forces.map((/** @type {any} */ force) =>
            h("li", {}, `${force.count} × ${force.about}`),
          ),
        ),
      ),
    ),
    ...(setting?.facts ?? []).map((/** @type {string} */ fact) => h("p", { class: "small" }, fact)),
  );
}

/** @param {string} id @param {HTMLElement} page */
async function gone(id, page) {
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { "aria-label": "Delete it?" },
      h(
        "form",
        { method: "dialog" },
        h("h2", {}, "Delete it?"),
        h("p", {}, "Its link will say that you have. What others made from it stays."),
        h(
          "div",
          { class: "btns" },
          h(
            "button",
            {
              class: "btn danger",
              onclick: () => ask("DELETE", `/api/designs/${id}`).then(() => go("/make")),
            },
            "Delete it",
          ),
          h("button", { class: "btn" }, "Keep it"),
        ),
      ),
    )
  );
  dialog.addEventListener("close", () => dialog.remove());
  page.append(dialog);
  dialog.showModal();
}
