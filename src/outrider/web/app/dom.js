// @ts-check
/** HTML elements, and speaking to people who listen. */

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes] `on...` are listeners
 * @param {(Node | string | null | undefined | false)[]} children
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "style")
      made.style.cssText = String(value); // as an attribute the page's own policy forbids it
    else if (key === "value" || key === "checked" || key === "disabled")
      /** @type {any} */ (made)[key] = value;
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

/** Say something to whoever cannot see it. @param {string} text */
export function say(text) {
  const live = document.getElementById("live");
  if (!live) return;
  live.append(h("p", {}, text));
  while (live.children.length > 12) live.firstChild?.remove();
}

/**
 * Put a text where it can be pasted from, and say so on the button.
 * @param {any} event
 * @param {string} text
 */
export function copy(event, text) {
  const button = event.currentTarget,
    before = button.textContent;
  const done = (/** @type {string} */ word) => {
    say(word);
    button.textContent = word;
    setTimeout(() => {
      button.textContent = before;
    }, 1600);
  };
  if (!navigator.clipboard) {
    done("Copy it from the field above");
    return;
  }
  navigator.clipboard.writeText(text).then(
    () => done("Copied."),
    () => done("Copy it from the field above"),
  );
}

/**
 * Shift what scrolls until a part of it is in sight, and nothing around it.
 * @param {HTMLElement} scrolls @param {HTMLElement} part
 * @param {number} under how much of its top something lies over
 */
export function inSight(scrolls, part, under = 0) {
  const [all, one] = [scrolls, part].map((each) => each.getBoundingClientRect());
  const [above, below] = [one.top - all.top - under, one.bottom - all.bottom];
  if (above < 0) scrolls.scrollTop += above;
  else if (below > 0) scrolls.scrollTop += Math.min(below, above);
}

/** @param {string} text */
export const title = (text) => {
  document.title = text ? `${text} · Outrider` : "Outrider";
  const crumb = document.getElementById("crumb");
  if (crumb) crumb.textContent = text;
};

/** What is said over the page: a warning stays, whatever becomes of the line. */
const said = { warning: "", line: "" };

/** Warn of something that stays true. @param {string | null} text */
export function banner(text) {
  said.warning = text ?? "";
  shown();
}

/** Say how the line is. @param {string | null} text */
export function lined(text) {
  said.line = text ?? "";
  shown();
}

function shown() {
  const place = document.getElementById("banner");
  if (!place) return;
  place.textContent = [said.warning, said.line].filter(Boolean).join(" ");
  place.hidden = !place.textContent;
  // What comes and goes moves nothing from under a pointer.
  place.classList.toggle("over", !said.warning);
}

/**
 * Where a rule is to be read, with the numbers that are played by.
 * @param {string} game
 * @param {string} rule
 * @param {any} [variant]
 */
export const rulesAt = (game, rule, variant) =>
  `/rules/${game}` +
  `${variant ? `?variant=${encodeURIComponent(JSON.stringify(variant))}` : ""}` +
  `${rule ? `#${rule}` : ""}`;

/**
 * A text in which rules in brackets are links.
 * @param {string} text
 * @param {string | undefined} game
 * @param {any} [variant]
 * @returns {(Node | string)[]}
 */
export const cited = (text, game, variant) =>
  text
    .split(/(\[[A-Z]{3}-[A-Z]\d+\])/)
    .map((part) =>
      /^\[[A-Z]{3}-/.test(part) && game
        ? h(
            "a",
            { href: rulesAt(game, part.slice(1, -1), variant), target: "_blank" },
            part.slice(1, -1),
          )
        : part,
    );

/**
 * A stylesheet that only some pages need, there before what is drawn with it.
 * @param {string} name @returns {Promise<void>}
 */
export function sheet(name) {
  const href = `/static/css/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const settled = () => done();
    document.head.append(h("link", { rel: "stylesheet", href, onload: settled, onerror: settled }));
  });
}

/**
 * A part of a page whose script is fetched when it is first wanted, and there at once afterwards.
 * @template T @param {() => Promise<T>} load
 */
export function later(load) {
  /** @type {T | null} */
  let here = null;
  /** @type {Node | null} where it was wanted last: the others have been drawn anew */
  let last = null;
  return (/** @type {(found: T) => Node | null} */ make) => {
    last = null;
    if (here) return make(here) ?? "";
    const place = h("span", { hidden: true });
    last = place;
    load().then((found) => {
      here = found;
      if (place === last) place.replaceWith(make(found) ?? "");
    });
    return place;
  };
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "3/8" as a number. @param {string} text */
export function part(text) {
  const [over, under] = String(text).split("/").map(Number);
  return under ? over / under : over;
}

/** @param {number} share */
export const percent = (share) =>
  share > 0 && share < 0.005
    ? "<1%"
    : share < 1 && share > 0.995
      ? ">99%"
      : `${Math.round(share * 100)}%`;

/**
 * Draw a part of the page anew, and leave the focus where it was: on what is called the same as
 * before, or else where told.
 * @param {Element} part @param {() => void} draw
 * @param {() => Element | null | undefined} otherwise
 */
export function keepingFocus(part, draw, otherwise) {
  const held = document.activeElement;
  const within = held && held !== document.body && part.contains(held);
  const name = within ? called(held) : "";
  draw();
  if (!within || document.activeElement === held) return;
  const same = [...part.querySelectorAll("button, a, input, select, summary, [tabindex]")].find(
    (each) => called(each) === name && !(/** @type {HTMLElement} */ (each).hidden),
  );
  const next = same ?? otherwise();
  if (next instanceof HTMLElement || next instanceof SVGElement)
    next.focus({ preventScroll: true });
}

/** @param {Element} element */
const called = (element) => element.getAttribute("aria-label") ?? element.textContent ?? "";
