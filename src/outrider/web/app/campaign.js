// @ts-check
/** A campaign that is being played: what is to be done now, the way so far, and who is left. */
import { SEATS } from "../board/pieces.js";
import { ask, entropy, hold, secret } from "./api.js";
import { sure } from "./asking.js";
import { carried, carry, counted } from "./campaigns.js";
import { capital, h, keepingFocus, say, sheet, title } from "./dom.js";
import { invitation } from "./inviting.js";
import { go } from "./main.js";
import { drawn } from "./marching.js";

const SIDES = SEATS.slice(0, 2);
const EVERY = 5000;
/** Milliseconds between two looks for what the others have done. */

/** @param {any} problem */
const words = (problem) => capital(String(problem?.message ?? problem));

/**
 * @param {string} id
 * @returns {Promise<import("./main.js").Page>}
 */
export async function campaign(id) {
  title("A campaign");
  await sheet("campaigns");
  const invite = location.hash.slice(1);
  if (invite && !Object.keys(carried(id).tokens).length) return joining(id, invite);
  const page = new Campaign(id);
  await page.look();
  page.timer = setInterval(() => page.look().catch(() => undefined), EVERY);
  return { element: page.element, leave: () => clearInterval(page.timer) };
}

/** Taking the seat an invitation is for. @param {string} id @param {string} invite */
async function joining(id, invite) {
  const [about, me] = await Promise.all([
    ask("GET", `/api/campaigns/${id}`),
    ask("GET", "/api/me"),
  ]);
  title(about.title);
  const error = h("p", { class: "error", role: "alert" });
  const name = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "text",
      id: "name",
      maxlength: 40,
      value: me.name ?? "",
      autocomplete: "nickname",
    })
  );
  const token = secret();
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const called = name.value.trim() || undefined;
      const said = await ask("POST", `/api/campaigns/${id}/join`, { invite, name: called, token });
      carry(id, { tokens: { [said.seat]: said.token } });
      history.replaceState(null, "", `/campaign/${id}`);
      go(`/campaign/${id}`);
    } catch (problem) {
      error.textContent = words(problem);
    }
  };
  const [seat] = about.now.seats ?? [];
  return {
    element: h(
      "div",
      { class: "page narrow" },
      h("h1", {}, `You are invited to “${about.title}”`),
      h("p", { class: "lead" }, about.story),
      seat ? h("p", {}, `Your side: ${about.sides[seat].name} (${capital(seat)}).`) : null,
      h(
        "form",
        { onsubmit: sit },
        h("div", { class: "field" }, h("label", { for: "name" }, "What shall we call you?"), name),
        error,
        h("div", { class: "btns" }, h("button", { class: "btn main" }, "Take the side")),
      ),
    ),
  };
}

/** The page of one campaign. */
class Campaign {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.element = h("div", { class: "page campaign-page" });
    this.seen = "";
    /** What is being chosen, by id. @type {Record<string, string>} */
    this.picks = {};
    /** @type {any} */
    this.told = null;
    /** @type {number | ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** The seats one plays. */
  get mine() {
    return Object.keys(carried(this.id).tokens);
  }

  /** Ask how it stands, and draw it if that is news. */
  async look() {
    const [token] = Object.values(carried(this.id).tokens);
    /** @type {Record<string, string>} */
    const headers = token ? { "outrider-token": String(token) } : {};
    this.show(await ask("GET", `/api/campaigns/${this.id}`, undefined, headers));
  }

  /** @param {any} told */
  show(told) {
    const { wait, ...now } = told.now;
    const seen = JSON.stringify([told.version, now, wait === 0, told.seats]);
    if (seen === this.seen) return;
    if (this.told && this.told.version !== told.version) say(this.sentence(told));
    this.seen = seen;
    this.told = told;
    this.picks = {};
    title(told.title);
    keepingFocus(
      this.element,
      () => this.draw(),
      () => this.element.querySelector(".now .btn.main"),
    );
  }

  draw() {
    const { told } = this;
    this.element.replaceChildren(
      h("h1", {}, told.title),
      h("p", { class: "lead" }, told.story),
      h(
        "div",
        { class: "march" },
        h(
          "div",
          {},
          this.now(),
          this.fought(),
          h("div", { class: "rosters" }, ...SIDES.map((seat) => this.roster(seat))),
        ),
        h("div", {}, h("section", { class: "card" }, h("h2", {}, "The way"), drawn(told))),
      ),
    );
  }

  /** What the others call a side. @param {string} seat */
  named(seat) {
    const name = this.told.seats.find((/** @type {any} */ each) => each.seat === seat)?.name;
    return name ? `${name} (${capital(seat)})` : capital(seat);
  }

  /** What is to be done, in a sentence. @param {any} told */
  sentence(told) {
    const { now } = told;
    this.told ??= told;
    const own = (/** @type {string} */ seat) => this.mine.includes(seat);
    if (now.do === "wait") return "The campaign begins when your friend has taken the other side.";
    if (now.do === "over")
      return now.winner
        ? `${capital(now.winner)} has won the campaign: ${now.name}.`
        : `${now.name}: nobody has won the campaign.`;
    if (now.do === "learn")
      return own(now.seat)
        ? `${capital(now.seat)} won. Choose what your people have learnt, ` +
            `${counted(now.most, "lesson")} at most.`
        : `${this.named(now.seat)} won, and chooses what the winners have learnt.`;
    if (!now.match) return `The next battle: ${now.name}.`;
    const waits = now.waits.filter(own);
    if (waits.length && now.stage === "running")
      return this.mine.length > 1 ? `${capital(waits[0])}'s turn.` : "It is your turn.";
    if (waits.length) return `${now.name} is waiting for you.`;
    const others = now.waits.map((/** @type {string} */ seat) => this.named(seat)).join(" and ");
    return others ? `${now.name}: it waits for ${others}.` : `${now.name} is being fought.`;
  }

  /** The card that leads on. */
  now() {
    const { told } = this;
    const { now } = told;
    const error = h("p", { class: "error", role: "alert" });
    const deed = (/** @type {() => Promise<any>} */ work) => async () => {
      error.textContent = "";
      try {
        await work();
      } catch (problem) {
        error.textContent = words(problem);
        this.look().catch(() => undefined);
      }
    };
    const button = (/** @type {string} */ text, /** @type {() => Promise<any>} */ work) =>
      h("button", { class: "btn main", onclick: deed(work) }, text);
    /** @type {(HTMLElement | null)[]} */
    const parts = [];
    if (now.do === "wait") {
      const { invites } = carried(this.id);
      parts.push(...now.seats.map((/** @type {string} */ seat) => this.invitation(seat, invites)));
    } else if (now.do === "learn" && this.mine.includes(now.seat)) {
      parts.push(this.lessons());
      parts.push(
        h(
          "div",
          { class: "btns" },
          button("They have learnt it", () => this.learn()),
        ),
      );
    } else if (now.do === "learn" && now.wait === 0)
      parts.push(
        h(
          "div",
          { class: "btns" },
          button("Go on without", () => this.enter()),
        ),
      );
    else if (now.do === "battle") {
      parts.push(h("p", { class: "story" }, now.story), this.forces());
      const text = now.match ? "To the table" : "To the battle";
      parts.push(
        h(
          "div",
          { class: "btns" },
          button(text, () => this.enter()),
        ),
      );
    } else if (now.do === "over") {
      parts.push(h("p", { class: "story" }, now.story));
      const again = h("a", { class: "btn main", href: "/campaigns" }, "Another campaign");
      parts.push(h("div", { class: "btns" }, again));
    }
    const given = now.do !== "over" && now.do !== "wait" && this.mine.length;
    return h(
      "section",
      { class: "card now", "aria-label": "What is to be done" },
      h("p", { class: "ask" }, this.sentence(told)),
      ...parts,
      error,
      given
        ? h("button", { class: "quiet", onclick: deed(() => this.giveUp()) }, "Give it up")
        : null,
    );
  }

  /** @param {string} seat @param {Record<string, string>} invites */
  invitation(seat, invites) {
    if (!invites[seat]) return h("p", {}, "Who began it has the link for the other side.");
    return invitation(this.id, seat, invites[seat], "campaign");
  }

  /** Who comes to the battle. */
  forces() {
    const { now, sides } = this.told;
    const named = (/** @type {string} */ seat, /** @type {string} */ id) =>
      sides[seat].members.find((/** @type {any} */ each) => each.id === id)?.name || id;
    return h(
      "ul",
      { class: "plain small" },
      ...SIDES.filter((seat) => now.forces[seat].length).map((seat) =>
        h(
          "li",
          { style: `--c: var(--${seat})` },
          h("i", { class: "dot" }),
          ` ${sides[seat].name}: `,
          now.forces[seat].map((/** @type {string} */ id) => named(seat, id)).join(", "),
        ),
      ),
    );
  }

  /** What the winners may learn. */
  lessons() {
    const { now } = this.told;
    const rows = h("div", { class: "lessons" });
    const draw = () => {
      const full = Object.keys(this.picks).length >= now.most;
      for (const select of rows.querySelectorAll("select"))
        select.disabled = full && !this.picks[select.dataset.id ?? ""];
    };
    const row = (/** @type {any} */ each) => {
      const chosen = (/** @type {any} */ event) => {
        if (event.target.value) this.picks[each.id] = event.target.value;
        else delete this.picks[each.id];
        draw();
      };
      return h(
        "label",
        { class: "lesson" },
        h("b", {}, each.name || each.id, h("small", {}, ` ${each.id}`)),
        h("span", { class: "small" }, each.about),
        h(
          "select",
          { "data-id": each.id, onchange: chosen, "aria-label": `${each.name || each.id} learns` },
          h("option", { value: "" }, "nothing"),
          ...each.ratings.map((/** @type {any} */ one) =>
            h("option", { value: one.rating }, `${one.label} ${one.from} → ${one.to}`),
          ),
        ),
      );
    };
    rows.append(...now.choices.map(row));
    return rows;
  }

  async learn() {
    const { now } = this.told;
    const picks = Object.entries(this.picks).map(([id, rating]) => ({ id, rating }));
    const token = carried(this.id).tokens[now.seat];
    const path = `/api/campaigns/${this.id}/learn`;
    this.show(await ask("POST", path, { token, picks, battle: now.battle }));
  }

  /** Sit down to the battle with every seat one has. */
  async enter() {
    const number = this.told.fought.length;
    let match = "";
    for (const [seat, token] of Object.entries(carried(this.id).tokens)) {
      // Kept before it is sent: if the answer is lost, the same is asked again.
      const own = carried(this.id).own[`${number}:${seat}`] ?? entropy();
      carry(this.id, { own: { [`${number}:${seat}`]: own } });
      const wish = { token, commitment: own.commitment, seal: true };
      match = (await ask("POST", `/api/campaigns/${this.id}/battle`, wish)).match;
      hold(match, {
        tokens: { [seat]: String(token) },
        entropy: { [seat]: own.text },
        sealing: { [seat]: true },
      });
    }
    if (match) go(`/table/${match}`);
  }

  async giveUp() {
    const lost = "All of it counts as lost, and so does the battle that is being fought.";
    if (!(await sure("Give the whole campaign up?", lost, "Give it up", "Go on"))) return;
    const [token] = Object.values(carried(this.id).tokens);
    this.show(await ask("POST", `/api/campaigns/${this.id}/give-up`, { token }));
  }

  /** The battles so far, the last one first. */
  fought() {
    const { fought, sides } = this.told;
    if (!fought.length) return null;
    const names = Object.fromEntries(
      SIDES.flatMap((seat) =>
        sides[seat].members.map((/** @type {any} */ each) => [each.id, each.name || each.id]),
      ),
    );
    const listed = (/** @type {string[]} */ ids) => ids.map((id) => names[id]).join(", ");
    const row = (/** @type {any} */ each, /** @type {number} */ n) => {
      const won = each.winner === "draw" ? "a draw" : `${capital(each.winner)} won`;
      const taught = (each.learnt ?? []).map(
        (/** @type {string[]} */ [id, rating]) => `${names[id]} (${rating})`,
      );
      return h(
        "li",
        { value: n + 1, style: `--c: var(--${each.winner})` },
        h("b", { class: "book" }, each.name),
        ` ${won}: ${each.reason.replace(/ \[[A-Z-]+\d+\]$/, "")}.`,
        each.fallen.length ? h("p", { class: "small" }, `Fallen: ${listed(each.fallen)}.`) : null,
        taught.length ? h("p", { class: "small" }, `Learnt: ${taught.join(", ")}.`) : null,
        " ",
        each.match ? h("a", { href: `/replay/${each.match}` }, "Replay") : null,
      );
    };
    return h(
      "section",
      { class: "card" },
      h("h2", {}, "The battles so far"),
      h("ol", { class: "told" }, ...fought.map(row).reverse()),
    );
  }

  /** @param {string} seat */
  roster(seat) {
    const side = this.told.sides[seat];
    const left = side.members.filter((/** @type {any} */ each) => !each.fell).length;
    const row = (/** @type {any} */ each) =>
      h(
        "li",
        { class: each.fell ? "fallen" : null },
        h("b", {}, each.name || each.id),
        h("small", {}, ` ${each.id}`),
        h(
          "span",
          { class: "small" },
          each.fell ? `fell at ${each.fell}` : each.about,
          each.learnt.length ? ` · learnt ${each.learnt.join(", ")}` : "",
        ),
      );
    return h(
      "section",
      { class: "card roster", style: `--c: var(--${seat})` },
      h(
        "h2",
        {},
        h("i", { class: "dot" }),
        ` ${side.name} `,
        h("small", {}, `${left} of ${side.members.length}`),
      ),
      h("p", { class: "small" }, this.named(seat), this.mine.includes(seat) ? " · you" : ""),
      h("ul", { class: "plain" }, ...side.members.map(row)),
    );
  }
}
