// @ts-check
/** The shelf: what one is making, what one has shared, and what others have. */
import { ask } from "../app/api.js";
import { capital, h, sheet, title } from "../app/dom.js";
import { go } from "../app/main.js";
import { drawing } from "../app/samples.js";
import { shelved, skinOf } from "../skins/index.js";
import { kindOf, musterer, readAny } from "./bringing.js";
import { drafts, dropDraft, keepDraft, newDraft } from "./drafts.js";
import { picture } from "./picture.js";
import { FIELD, dropRoster, keepRoster, newRoster, rosters } from "./rosters.js";

const FEW = 24;

/** @returns {Promise<import("../app/main.js").Page>} */
export async function shelf() {
  const styled = sheet("making");
  title("Make your own");
  const known = (await shelved()).filter((/** @type {any} */ game) => game.page?.making);
  await styled;
  const error = h("p", { class: "error", role: "alert" });
  const own = h("div", { class: "made" });
  const others = h("div", { class: "made" });
  const more = h("p", { class: "btns" });
  const forces = h("div", { class: "made" });
  const page = new Shelf(known, own, others, more, error, forces);
  page.drawOwn();
  page.drawForces();
  page.drawShared();
  return {
    element: h(
      "div",
      { class: "page make" },
      h("h1", {}, "Make your own"),
      h(
        "p",
        { class: "lead" },
        "Lay a table or write a scenario, have it measured, play it, and share it by a link.",
      ),
      error,
      ...(await page.beginnings()),
      h("h2", {}, "Yours"),
      own,
      ...(known.some((/** @type {any} */ game) => game.musters)
        ? [h("h2", {}, "Your forces"), forces]
        : []),
      h("h2", {}, "Shared on this server"),
      others,
      more,
    ),
  };
}

class Shelf {
  /** @param {any[]} known @param {HTMLElement} own @param {HTMLElement} others
   * @param {HTMLElement} more @param {HTMLElement} error @param {HTMLElement} forces */
  constructor(known, own, others, more, error, forces) {
    this.forces = forces;
    this.known = known;
    this.own = own;
    this.others = others;
    this.more = more;
    this.error = error;
  }

  /** @param {string} id */
  called(id) {
    return this.known.find((game) => game.id === id)?.title ?? id;
  }

  /** What can be begun with: a card for each game, and what somebody brings along. */
  async beginnings() {
    const field = /** @type {HTMLInputElement} */ (
      h("input", { type: "file", accept: ".json,application/json", hidden: true, id: "bring" })
    );
    field.addEventListener("change", () => this.tried(() => this.bring(field)));
    const cards = await Promise.all(this.known.map((game) => this.beginning(game)));
    const file = this.button("From a file…", () => field.click());
    const brought = "A table, a scenario or a force that was saved as JSON";
    return [
      h("div", { class: "beginnings" }, ...cards),
      h("p", { class: "btns" }, file, field, h("span", { class: "small" }, brought)),
    ];
  }

  /** @param {any} game */
  async beginning(game) {
    const making = () => ask("GET", game.page.making);
    const deeds = [
      ...game.makes.map((/** @type {string} */ kind) => {
        const begin = async () => {
          const kit = await making();
          const make = kit.makes.find((/** @type {any} */ each) => each.kind === kind);
          go(`/make/${newDraft(game.id, kind, make.new).id}`);
        };
        return this.button(`New ${kind}`, begin, `New ${kind} for ${game.title}`, "main");
      }),
      ...(game.musters ? [this.mustering(game, making)] : []),
      ...(game.deals ? [this.dealing(game)] : []),
    ];
    return h(
      "article",
      { class: "card" },
      await drawing(game),
      h("h3", {}, game.title),
      h("div", { class: "btns" }, ...deeds),
    );
  }

  /** @param {string} words @param {() => void | Promise<void>} deed @param {string} [label]
   * @param {string} [kind] */
  button(words, deed, label = words, kind = "") {
    const onclick = () => this.tried(async () => deed());
    return h(
      "button",
      { class: `btn ${kind}`, type: "button", "aria-label": label, onclick },
      words,
    );
  }

  /** @param {any} game @param {() => Promise<any>} making */
  mustering(game, making) {
    const begin = async () => {
      go(`/force/${newRoster(game.id, (await making()).roster).id}`);
    };
    return this.button("New force", begin, `New force for ${game.title}`);
  }

  /** @param {any} game */
  dealing(game) {
    const begin = async () => {
      const found = await (await import("./dealing.js")).dealt(game);
      if (!found) return;
      const { kind, value, seed, pieces, setting } = found;
      const dealt = { value, seed, pieces, measured: setting.measured };
      go(`/make/${newDraft(game.id, kind, value, { dealt }).id}`);
    };
    return this.button("Deal me a fair fight", begin, `Deal me a fair fight of ${game.title}`);
  }

  drawForces() {
    const all = rosters().filter((each) =>
      this.known.some((game) => game.id === each.game && game.musters),
    );
    this.forces.replaceChildren(
      ...(all.length
        ? all.map((each) => this.forceCard(each))
        : [h("p", { class: "small" }, "None yet. A force is pieces for so many points.")]),
    );
  }

  /** @param {import("./rosters.js").Roster} one */
  forceCard(one) {
    const name = String(one.value?.name ?? "Without a name");
    const count = Array.isArray(one.value?.pieces) ? one.value.pieces.length : 0;
    const gone = () => {
      dropRoster(one.id);
      this.drawForces();
      const back = h(
        "button",
        {
          class: "btn",
          type: "button",
          onclick: () => {
            keepRoster(one);
            this.drawForces();
          },
        },
        `Bring “${name}” back`,
      );
      this.forces.prepend(h("p", { class: "btns" }, back));
      back.focus();
    };
    return h(
      "article",
      { class: "card" },
      h("h3", {}, h("a", { href: `/force/${one.id}` }, name)),
      h(
        "p",
        { class: "small" },
        `${this.called(one.game)} · ${count === 1 ? "1 piece" : `${count} pieces`}`,
        one.value?.budget ? ` · budget ${one.value.budget}` : "",
      ),
      h(
        "p",
        { class: "btns" },
        h("a", { class: "btn", href: `/force/${one.id}`, "aria-label": `Edit ${name}` }, "Edit"),
        h(
          "button",
          { class: "quiet", type: "button", onclick: gone, "aria-label": `Throw away ${name}` },
          "Throw away",
        ),
      ),
    );
  }

  /** @param {HTMLInputElement} field */
  async bring(field) {
    const value = await readAny(field.files?.[0]);
    field.value = "";
    if (value[FIELD] !== undefined) {
      const { game: _, ...roster } = value;
      go(`/force/${newRoster((await musterer(value)).id, roster).id}`);
      return;
    }
    const { kind, able } = await kindOf(value);
    if (!able.length) throw new Error(`no game here is played on a ${kind} of one's own`);
    if (able.length === 1) {
      go(`/make/${newDraft(able[0].id, kind, value).id}`);
      return;
    }
    const dialog = /** @type {HTMLDialogElement} */ (
      h(
        "dialog",
        { "aria-label": "For which game?" },
        h(
          "form",
          { method: "dialog" },
          h("h2", {}, "For which game?"),
          h(
            "div",
            { class: "btns" },
            ...able.map((/** @type {any} */ game) =>
              h(
                "button",
                {
                  class: "btn",
                  onclick: () => go(`/make/${newDraft(game.id, kind, value).id}`),
                },
                game.title,
              ),
            ),
          ),
        ),
      )
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  drawOwn() {
    const all = drafts().filter((each) => this.known.some((game) => game.id === each.game));
    this.own.replaceChildren(
      ...(all.length
        ? all.map((draft) => this.draftCard(draft))
        : [h("p", { class: "small" }, "Nothing yet. What you make stays in this browser.")]),
    );
  }

  /** @param {import("./drafts.js").Draft} draft */
  draftCard(draft) {
    const name = String(draft.value?.name ?? "Without a name");
    const gone = () => {
      dropDraft(draft.id);
      this.drawOwn();
      const back = h(
        "button",
        {
          class: "btn",
          type: "button",
          onclick: () => {
            keepDraft(draft);
            this.drawOwn();
          },
        },
        `Bring “${name}” back`,
      );
      this.own.prepend(h("p", { class: "btns" }, back));
      back.focus();
    };
    return h(
      "article",
      { class: "card" },
      this.thumb(draft.game, draft),
      h("h3", {}, h("a", { href: `/make/${draft.id}` }, name)),
      h(
        "p",
        { class: "small" },
        `${this.called(draft.game)} · ${draft.kind} · draft`,
        draft.shared ? ", shared" : "",
      ),
      h(
        "p",
        { class: "btns" },
        h("a", { class: "btn", href: `/make/${draft.id}`, "aria-label": `Edit ${name}` }, "Edit"),
        draft.shared ? h("a", { class: "btn", href: `/made/${draft.shared}` }, "Its link") : null,
        h(
          "button",
          { class: "quiet", type: "button", onclick: gone, "aria-label": `Throw away ${name}` },
          "Throw away",
        ),
      ),
    );
  }

  /** @param {string} [before] */
  async drawShared(before) {
    try {
      const asked = `/api/designs?limit=${FEW}${before ? `&before=${before}` : ""}`;
      const said = await ask("GET", asked);
      const cards = said.designs.map((/** @type {any} */ each) => this.sharedCard(each));
      if (before) this.others.append(...cards);
      else
        this.others.replaceChildren(
          ...(cards.length
            ? cards
            : [h("p", { class: "small" }, "Nobody has shared anything yet.")]),
        );
      this.more.replaceChildren(
        said.next
          ? h(
              "button",
              { class: "btn", type: "button", onclick: () => this.drawShared(said.next) },
              "Show more",
            )
          : "",
      );
    } catch (problem) {
      this.others.replaceChildren(
        h("p", { class: "error" }, String(/** @type {any} */ (problem).message ?? problem)),
      );
    }
  }

  /** @param {any} design */
  sharedCard(design) {
    const place = h("div", { class: "thumb" });
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      ask("GET", `/api/designs/${design.id}`).then(
        (whole) => place.replaceChildren(this.thumb(whole.game, { ...whole, groups: [] })),
        () => {},
      );
    });
    seen.observe(place);
    return h(
      "article",
      { class: "card" },
      place,
      h("h3", {}, h("a", { href: `/made/${design.id}` }, design.title)),
      h(
        "p",
        { class: "small" },
        `${this.called(design.game)} · ${design.kind} · by `,
        h("b", {}, design.author),
        design.own ? " (you)" : "",
        design.hidden ? " · put away by the host" : "",
      ),
    );
  }

  /** A small picture. @param {string} id @param {any} draft */
  thumb(id, draft) {
    const place = h("div", { class: "thumb" });
    const game = this.known.find((each) => each.id === id);
    if (game)
      Promise.all([ask("GET", game.page.making), skinOf(id)]).then(
        ([kit, skin]) => place.append(picture(draft, kit, skin)),
        () => {},
      );
    return place;
  }

  /** @param {() => Promise<void>} deed */
  async tried(deed) {
    this.error.textContent = "";
    try {
      await deed();
    } catch (problem) {
      this.error.textContent = capital(String(/** @type {any} */ (problem).message ?? problem));
    }
  }
}
