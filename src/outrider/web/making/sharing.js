// @ts-check
/** Sharing what one has made: by a link that always leads to this version of it. */
import { ask, keep, recall, secret } from "../app/api.js";
import { copy, h } from "../app/dom.js";

/** @param {import("./work.js").Work} work */
export async function share(work) {
  const me = await ask("GET", "/api/me").catch(() => ({ name: "" }));
  const author = /** @type {HTMLInputElement} */ (
    h("input", {
      id: "author",
      type: "text",
      maxlength: 40,
      required: true,
      autocomplete: "nickname",
      value: me.name || recall("author", ""),
    })
  );
  const listed = /** @type {HTMLInputElement} */ (
    h("input", { id: "listed", type: "checkbox", checked: true })
  );
  const error = h("p", { class: "error", role: "alert" });
  const client = secret();
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, `Share “${work.value.name ?? "it"}”`),
    h(
      "p",
      { class: "small" },
      "What you share stays as it is now. If you change it, share it again: that is a new one.",
    ),
    h("div", { class: "field" }, h("label", { for: "author" }, "By"), author),
    h(
      "label",
      { class: "tick", for: "listed" },
      listed,
      "Show it on the shelf of this server, too",
    ),
    error,
    h(
      "div",
      { class: "btns" },
      h("button", { class: "btn main", type: "submit" }, "Share it"),
      h("button", { class: "btn", type: "button", onclick: () => made.close() }, "Not now"),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { game, kind, shared } = work.draft;
      keep("author", author.value);
      const said = await ask("POST", "/api/designs", {
        game,
        kind,
        value: work.value,
        author: author.value,
        listed: listed.checked,
        follows: shared,
        client,
      });
      work.note({ shared: said.id });
      form.replaceChildren(...done(said.id, () => made.close()));
    } catch (problem) {
      error.textContent = String(/** @type {any} */ (problem).message ?? problem);
    }
  });
  const made = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": "Share it" }, form));
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
}

/** @param {string} id @param {() => void} close */
function done(id, close) {
  const link = `${location.origin}/made/${id}`;
  return [
    h("h2", {}, "It is shared"),
    h("p", { class: "small" }, "Whoever has this link can look at it, play it and go on from it."),
    h(
      "p",
      { class: "field" },
      h("input", { type: "text", readonly: true, value: link, "aria-label": "Its link" }),
    ),
    h(
      "div",
      { class: "btns" },
      h(
        "button",
        {
          class: "btn main",
          type: "button",
          onclick: (/** @type {Event} */ event) => copy(event, link),
        },
        "Copy the link",
      ),
      h("a", { class: "btn", href: `/made/${id}`, onclick: close }, "Look at it"),
      h("button", { class: "btn", type: "button", onclick: close }, "Go on here"),
    ),
  ];
}
