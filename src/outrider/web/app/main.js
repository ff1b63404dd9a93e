// @ts-check
/** Pages by their address. */
import { capital, h, title } from "./dom.js";
import { sounds } from "./sound.js";

/** @typedef {{element: HTMLElement, leave?: () => void}} Page */
/** @type {[RegExp, (...parts: string[]) => Promise<Page>][]} */
const PAGES = [
  [/^\/$/, async () => (await import("./home.js")).home()],
  [
    /^\/(?:table|watch)\/([a-z0-9]{12})$/,
    async (match) => (await import("./playing.js")).table(match),
  ],
  [/^\/join\/([a-z0-9]{12})$/, async (match) => (await import("./home.js")).join(match)],
  [/^\/replay\/([a-z0-9]{12})$/, async (match) => (await import("./replay.js")).replay(match)],
  [/^\/rules$/, async () => (await import("./rules.js")).shelf()],
  [/^\/rules\/([a-z0-9-]+)$/, async (game) => (await import("./rules.js")).rules(game)],
  [/^\/learn\/([a-z0-9-]+)$/, async (game) => (await import("./lesson.js")).lesson(game)],
  [/^\/review\/([a-z0-9]{12})$/, async (match) => (await import("./review.js")).review(match)],
  [/^\/analyse\/([a-z0-9]{12})$/, async (match) => (await import("./analysing.js")).analyse(match)],
  [/^\/puzzles$/, async () => (await import("./puzzles.js")).shelf()],
  [
    /^\/puzzles\/([a-z0-9-]+)(?:\/([a-z0-9-]+))?$/,
    async (game, id) => (await import("./puzzles.js")).puzzle(game, id),
  ],
  [/^\/make$/, async () => (await import("../making/shelf.js")).shelf()],
  [
    /^\/make\/([a-z0-9]{16})$/,
    async (draft) => (await import("../making/editor.js")).editor(draft),
  ],
  [/^\/force\/([a-z0-9]{16})$/, async (id) => (await import("../making/force.js")).force(id)],
  [/^\/made\/([a-z0-9]{12})$/, async (id) => (await import("../making/made.js")).made(id)],
  [/^\/print\/([a-z0-9]{12,16})$/, async (id) => (await import("../making/printing.js")).print(id)],
  [/^\/campaigns$/, async () => (await import("./campaigns.js")).campaigns()],
  [/^\/campaign\/([a-z0-9]{12})$/, async (id) => (await import("./campaign.js")).campaign(id)],
  [/^\/lab$/, async () => (await import("./lab.js")).lab()],
  [/^\/mine$/, async () => (await import("./lists.js")).mine()],
  [/^\/open$/, async () => (await import("./lists.js")).open()],
];

/** @type {Page | null} */
let page = null;
/** How often a page was asked for: one that comes after the next was is not shown. */
let asked = 0;

async function show() {
  const mine = ++asked;
  folded(true);
  page?.leave?.();
  page = null;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const path = location.pathname.replace(/(.)\/$/, "$1");
  for (const link of document.querySelectorAll("header nav a"))
    link.toggleAttribute("aria-current", link.getAttribute("href") === path);
  title("");
  for (const [pattern, make] of PAGES) {
    const found = pattern.exec(path);
    if (!found) continue;
    try {
      const made = await make(...found.slice(1));
      if (mine !== asked) {
        made.leave?.();
        return;
      }
      page = made;
      main.replaceChildren(made.element);
    } catch (error) {
      if (mine !== asked) return;
      main.replaceChildren(
        h(
          "div",
          { class: "page narrow" },
          h("h1", {}, "That did not work"),
          h(
            "p",
            { class: "lead error" },
            `${capital(String(/** @type {any} */ (error)?.message ?? error))}.`,
          ),
          h("p", { class: "btns" }, h("a", { class: "btn main", href: "/" }, "To the games")),
        ),
      );
    }
    if (location.hash.length > 1 && path.startsWith("/rules")) {
      // The browser has looked for it before it was there.
      const meant = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      meant?.classList.add("meant");
      meant?.scrollIntoView();
    }
    return;
  }
  main.replaceChildren(
    h(
      "div",
      { class: "page narrow" },
      h("h1", {}, "Nothing here"),
      h("p", { class: "lead" }, "This page does not exist."),
      h("p", { class: "btns" }, h("a", { class: "btn main", href: "/" }, "To the games")),
    ),
  );
}

/** The pages' names on a small screen, folded away or not. @param {boolean} away */
function folded(away) {
  document.querySelector("header.top")?.classList.toggle("open", !away);
  document.getElementById("menu")?.setAttribute("aria-expanded", String(!away));
}

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  show().then(() => document.getElementById("main")?.focus());
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a");
  if (
    !link ||
    event.defaultPrevented ||
    event.metaKey ||
    event.ctrlKey ||
    link.getAttribute("target") ||
    link.hasAttribute("download")
  )
    return;
  const url = new URL(link.href, location.href);
  if (
    url.origin !== location.origin ||
    url.pathname.startsWith("/api/") ||
    (url.pathname === location.pathname && url.hash)
  )
    return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
});
document
  .getElementById("menu")
  ?.addEventListener("click", (event) =>
    folded(/** @type {Element} */ (event.currentTarget).getAttribute("aria-expanded") === "true"),
  );
addEventListener("popstate", show);
sounds();
show();
