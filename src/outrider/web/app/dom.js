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
    else if (key === "style") made.style.cssText = String(value); // as an attribute the page's own policy forbids it
    else if (key === "value" || key === "checked" || key === "disabled") /** @type {any} */ (made)[key] = value;
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

/** Say something to whoever cannot see it. @param {string} text */
export function say(text) {
  const live = document.getElementById("live");
  if (!live) return;
  live.append(h("p", {}, text));
  while (live.children.length > 12) live.firstChild?.remove();
}

/** @param {string} text */
export const title = (text) => { document.title = text ? `${text} · Outrider` : "Outrider"; const crumb = document.getElementById("crumb"); if (crumb) crumb.textContent = text; };

/** @param {string | null} text */
export function banner(text) {
  const place = document.getElementById("banner");
  if (!place) return;
  place.hidden = !text;
  place.textContent = text ?? "";
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "3/8" as a number. @param {string} text */
export function part(text) {
  const [over, under] = String(text).split("/").map(Number);
  return under ? over / under : over;
}

/** @param {number} share */
export const percent = (share) => (share > 0 && share < 0.005 ? "<1%" : share < 1 && share > 0.995 ? ">99%" : `${Math.round(share * 100)}%`);
