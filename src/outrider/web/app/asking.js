// @ts-check
/** A question of the page's own, where something cannot be had back. */
import { h } from "./dom.js";

/**
 * Whether somebody is sure. Escape and the second button say no.
 * @param {string} question
 * @param {string} what one may lose by it
 * @param {string} yes what happens
 * @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function sure(question, what, yes, no = "Not now") {
  return new Promise((done) => {
    const close = (/** @type {string} */ said) => () => made.close(said);
    const made = /** @type {HTMLDialogElement} */ (
      h(
        "dialog",
        { class: "sure", "aria-label": question },
        h("h2", {}, question),
        h("p", {}, what),
        h(
          "div",
          { class: "btns" },
          h("button", { class: "btn danger", onclick: close("yes") }, yes),
          h("button", { class: "btn main", autofocus: true, onclick: close("") }, no),
        ),
      )
    );
    made.addEventListener("close", () => {
      made.remove();
      done(made.returnValue === "yes");
    });
    document.body.append(made);
    made.showModal();
  });
}
