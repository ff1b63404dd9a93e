// @ts-check
/** Ground as the server tells it: a shape within others and without others. */
import { svg } from "./svg.js";

/** @typedef {import("./board.js").Board} Board */

/** Over the whole board. @param {Board} board @param {string} id @param {SVGElement[]} parts */
function mask(board, id, parts) {
  const { left, bottom, right, top } = board.box;
  const size = { x: left, y: -top, width: right - left, height: top - bottom };
  return svg("mask", { id, maskUnits: "userSpaceOnUse", ...size }, ...parts);
}

/**
 * An area, and the outlines of what is left out of it.
 * @param {Board} board @param {any} area @param {string} name a name of its own, for what cuts it
 * @param {Record<string, string | number>} attributes
 */
export function drawn(board, area, name, attributes) {
  const cuts = [...(area.without ?? []), ...(area.beneath ?? [])];
  const shores = cuts.map((cut) => board.shape(cut, { ...attributes, class: "shore" }));
  const made = svg("g", {}, board.shape(area, attributes), ...shores);
  const defs = svg("defs");
  if (cuts.length) {
    const white = board.shape(area, { fill: "#fff", stroke: "#fff", "stroke-width": 0.08 });
    const black = cuts.map((cut) => board.shape(cut, { fill: "#000" }));
    defs.append(mask(board, name, [white, ...black]));
    made.setAttribute("mask", `url(#${name})`);
  }
  let whole = svg("g", {}, defs, made);
  for (const [at, shape] of (area.within ?? []).entries()) {
    defs.append(svg("clipPath", { id: `${name}-${at}` }, board.shape(shape, {})));
    whole = svg("g", { "clip-path": `url(#${name}-${at})` }, whole);
  }
  return whole;
}

/**
 * Where somebody may go, and, hatched, where others would fire at it.
 * @param {Board} board @param {any[]} reach @param {any[]} threats
 */
export function ground(board, reach, threats) {
  const areas = reach.map((area, at) => drawn(board, area, `reach${at}`, { class: "reach" }));
  board.marks.append(...areas);
  if (!reach.length || !threats.length) return;
  const rim = board.ground.querySelector(".rim")?.id;
  const lit = reach.map((area, at) => drawn(board, area, `reached${at}`, { fill: "#fff" }));
  const fill = `url(#${board.hatching})`;
  const hatched = threats.map((threat) => board.shape(threat, { class: "danger", fill }));
  board.marks.append(
    mask(board, "reached", lit),
    svg(
      "g",
      rim ? { "clip-path": `url(#${rim})` } : {},
      svg("g", { mask: "url(#reached)" }, ...hatched),
    ),
  );
}
