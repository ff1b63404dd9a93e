// @ts-check
/** Pointing at the table: rings round pieces and places that somebody speaks of, in their order. */
import { n, svg } from "../board/svg.js";

/**
 * Where something is that is spoken of: a piece or a place by its name, a point, or an area.
 * @param {import("./table.js").Table} table @param {any} what
 */
function found(table, what) {
  if (Array.isArray(what)) return { x: what[0], y: what[1] };
  const place = table.skin.where?.(what) ?? { token: what };
  if ("spot" in place) return place.spot;
  return table.picture.tokens().find((token) => token.id === place.token) ?? null;
}

/** Point at everything in a table's `points`. @param {import("./table.js").Table} table */
export function point(table) {
  const { board, skin } = table;
  const { points } = table.now;
  if (!board || !skin) return;
  const spots = points.filter((what) => !what.shape);
  const size = board.word;
  const made = points
    .filter((what) => what.shape)
    .map((area) => board.shape(area, { class: "pointed area", "stroke-width": n(size * 0.22) }));
  spots.forEach((what, at) => {
    const spot = found(table, what);
    if (!spot) return;
    const r = Math.max(0.8 * skin.unit, size * 1.5);
    made.push(
      svg(
        "g",
        {
          class: "pointed",
          "data-at": typeof what === "string" ? what : what.join(","),
          transform: `translate(${n(spot.x)} ${n(-spot.y)})`,
        },
        svg("circle", { class: "rim", r: n(r), "stroke-width": n(size * 0.42) }),
        svg("circle", { class: "line", r: n(r), "stroke-width": n(size * 0.24) }),
        ...(spots.length > 1 ? badge(r, size, at + 1) : []),
      ),
    );
  });
  board.pointing.replaceChildren(...made);
}

/** Which of several is meant first. @param {number} r @param {number} size @param {number} which */
function badge(r, size, which) {
  const [x, y] = [n(r * 0.72), n(-r * 0.72)];
  return [
    svg("circle", { class: "number", cx: x, cy: y, r: n(size * 0.72) }),
    svg(
      "text",
      { x, y: n(-r * 0.72 + size * 0.34), "text-anchor": "middle", "font-size": n(size * 0.95) },
      String(which),
    ),
  ];
}
