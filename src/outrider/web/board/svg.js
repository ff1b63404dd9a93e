// @ts-check
/** Making SVG and HTML elements without ceremony. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {(Node | string | null | undefined)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) made.setAttribute(key, String(value));
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

/** A number as short as it can be written. @param {number} value */
export const n = (value) => String(Math.round(value * 1000) / 1000);

/** @param {number[][]} points */
export const outline = (points) => points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ");

/** Whether people want things to stay where they are. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
