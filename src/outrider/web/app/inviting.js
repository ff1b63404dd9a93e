// @ts-check
/** An invitation to send: a link, and the same as a code that a phone in the room can read. */
import { ask } from "./api.js";
import { capital, copy, h } from "./dom.js";

/** Names by which a machine calls itself; nobody else gets here by them. */
const HERE = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** @type {Promise<string[]> | null} */
let known = null;

/** From where others get to this server, the likeliest first; nothing if they do not. */
export function addresses() {
  if (!HERE.test(location.hostname)) return Promise.resolve([location.origin]);
  known ??= ask("GET", "/api/addresses").then(
    (said) => said.addresses,
    () => [],
  );
  return known;
}

/** Said where only this machine gets to the server. */
const alone = () =>
  h(
    "p",
    { class: "small alone" },
    "This link works on this machine alone. For a phone or another computer in the house, " +
      "start the server with ",
    h("code", {}, "outrider serve --host 0.0.0.0"),
    ".",
  );

/**
 * The link to a seat, once it is known from where others get here.
 * @param {string} match @param {string} seat @param {string} invite
 * @param {string} [page] the page that it leads to
 */
export function invitation(match, seat, invite, page = "join") {
  const path = `/${page}/${match}#${invite}`;
  const field = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "text",
      id: `link-${seat}`,
      readonly: true,
      value: location.origin + path,
      onfocus: (/** @type {any} */ event) => event.target.select(),
    })
  );
  const place = h("div", { class: "code-place" });
  const more = h("div", { class: "ways" });
  const hint = h("p", { class: "small", hidden: true }, "A phone in the room can read the code.");
  const element = h(
    "section",
    { class: "invitation", style: `--c: var(--${seat})` },
    place,
    h(
      "div",
      { class: "field" },
      h(
        "label",
        { for: `link-${seat}` },
        h("i", { class: "dot" }),
        `Send this link to whoever plays ${capital(seat)}`,
      ),
      field,
      more,
      hint,
      h(
        "div",
        { class: "btns" },
        h(
          "button",
          {
            class: "btn main",
            onclick: (/** @type {Event} */ event) => copy(event, field.value),
          },
          "Copy the link",
        ),
      ),
    ),
  );
  /** @param {string} origin */
  const by = async (origin) => {
    field.value = origin + path;
    const { code } = await import("./qr.js");
    hint.hidden = false;
    place.replaceChildren(code(field.value, `The link for ${capital(seat)}, to be photographed`));
  };
  addresses().then((found) => {
    if (!found.length) more.append(alone());
    else by(found[0]);
    if (found.length > 1) more.append(ways(seat, found, by));
  });
  return element;
}

/**
 * Where a machine is in several networks, which of them the link is for.
 * @param {string} seat @param {string[]} found @param {(origin: string) => void} chosen
 */
function ways(seat, found, chosen) {
  return h(
    "label",
    { class: "small" },
    "By way of ",
    h(
      "select",
      {
        "aria-label": `The network of ${capital(seat)}'s link`,
        onchange: (/** @type {any} */ event) => chosen(event.target.value),
      },
      ...found.map((each) => h("option", { value: each }, each.replace(/^[a-z]+:\/\//, ""))),
    ),
  );
}
