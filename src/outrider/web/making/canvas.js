// @ts-check
/** The table as it is being made: drawn once, and then only what has changed. */
import { sheet } from "../board/pieces.js";
import { terrains, terrainText } from "../board/terrain.js";
import { n, outline, svg } from "../board/svg.js";
import { around, boxOf, inches, middleOf } from "./geometry.js";
import { called } from "./deeds.js";
import { marks } from "./marks.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./work.js").Item} Item */

/** Pixels half across, which a piece has at least where it has room. */
const SEEN = 9;

export class Canvas {
  /** @param {Work} work @param {import("../skins/skin.js").Skin} skin */
  constructor(work, skin) {
    this.work = work;
    this.skin = skin;
    this.root = /** @type {SVGSVGElement} */ (
      svg("svg", {
        class: "board making",
        role: "application",
        "aria-label": "The table you are making",
        preserveAspectRatio: "xMidYMid meet",
        tabindex: 0,
      })
    );
    this.ground = svg("g", { "pointer-events": "none" });
    this.zones = svg("g");
    this.terrain = svg("g");
    this.pieces = svg("g");
    this.words = svg("g", { "pointer-events": "none" });
    /** @type {Map<string, SVGElement>} */
    this.marks = new Map();
    this.edges = svg("g", { "pointer-events": "none" });
    this.faults = svg("g", { "pointer-events": "none" });
    this.guides = svg("g", { "pointer-events": "none" });
    this.handles = svg("g");
    this.ghost = svg("g", { "pointer-events": "none", opacity: 0.6 });
    this.root.append(
      ...[this.ground, this.zones, this.edges, this.terrain, this.words, this.pieces],
      ...[this.faults, this.handles, this.guides, this.ghost],
    );
    /** @type {Map<string, {element: SVGElement, drawn: string}>} */
    this.drawn = new Map();
    /** @type {Item[]} */
    this.standing = [];
    this.sized = "";
    this.pixel = 0.05;
    this.drawGround(); // what there is to see says how large a pixel is
  }

  /** How large a word is, in inches of the table. */
  get word() {
    return 13 * this.pixel;
  }

  draw() {
    this.measure();
    this.drawGround();
    const items = this.work.items;
    const there = new Set(items.map((item) => item.key));
    for (const [key, { element }] of this.drawn)
      if (!there.has(key)) {
        element.remove();
        this.drawn.delete(key);
      }
    const signs = this.signs(items);
    this.standing = items.filter((item) => item.list === "piece");
    for (const item of items) this.put(item, signs);
    this.drawMarks(items);
    this.drawEdges();
  }

  /** How large a pixel is now. */
  measure() {
    const across = this.root.isConnected ? this.root.getScreenCTM()?.a : 0;
    if (across) this.pixel = 1 / across;
  }

  drawGround() {
    const table = this.work.table;
    const [w, h] = this.work.size;
    const key = JSON.stringify([w, h, table.outline, Math.round(this.word * 20)]);
    if (key === this.sized) return;
    this.sized = key;
    const rim = Math.max(this.word * 2.2, Math.max(w, h) / 40);
    const view = [-rim * 1.25, -h - rim * 0.6, w + rim * 2, h + rim * 1.7];
    this.root.setAttribute("viewBox", view.map(n).join(" "));
    this.ground.replaceChildren(...sheet({ ...table, size: [w, h] }, this.word * 0.9));
  }

  /** Pieces of the sides as the game draws them. @param {Item[]} items */
  signs(items) {
    const pieces = items.filter((item) => item.list === "piece");
    /** @type {Map<string, any>} */
    const found = new Map();
    if (!pieces.length) return found;
    const units = pieces.map(({ value, seat }) => ({ ...value, ...this.work.kit.unit, seat }));
    // Two of one name would be one.
    const named = units.map((unit, at) => ({ ...unit, id: `${unit.id}`, at: unit.at, order: at }));
    const tokens = this.skin.tokens({ table: this.work.table, units: named });
    for (const [at, item] of pieces.entries())
      found.set(
        item.key,
        tokens.find(
          (token) =>
            token.id === `${item.value.id}` &&
            token.seat === item.seat &&
            token.x === item.value.at[0] &&
            token.y === item.value.at[1],
        ) ?? tokens[at],
      );
    return found;
  }

  /** @param {Item} item @param {Map<string, any>} signs */
  put(item, signs) {
    const token = signs.get(item.key);
    const look = token ? [token.key, item.value.at, this.scaleOf(item)] : [item.value];
    const drawn = JSON.stringify([look, this.word.toFixed(2)]);
    let known = this.drawn.get(item.key);
    const chosen = this.work.chosen.has(item.key);
    if (!known) {
      const element = svg("g", {
        class: `item ${item.list}`,
        "data-key": item.key,
        tabindex: 0,
        role: "group",
        "aria-roledescription": "thing on the table",
      });
      known = { element, drawn: "" };
      this.drawn.set(item.key, known);
      this.layer(item).append(element);
    }
    const { element } = known;
    element.classList.toggle("chosen", chosen);
    element.setAttribute("aria-label", `${this.said(item)}${chosen ? ", chosen" : ""}`);
    if (known.drawn === drawn) return;
    known.drawn = drawn;
    element.removeAttribute("transform");
    element.replaceChildren(...this.look(item, token));
  }

  /** @param {Item} item */
  layer(item) {
    return { terrain: this.terrain, zone: this.zones, piece: this.pieces }[item.list];
  }

  /** @param {Item} item */
  said(item) {
    const [x, y] = middleOf(boxOf(item.value));
    const what = item.list === "terrain" ? terrainText(item.value) : called(item);
    const name = item.list === "piece" && item.value.name ? ` ${item.value.name}` : "";
    return `${what}${name}, at ${inches(x)}, ${inches(y)}`;
  }

  /** @param {Item} item @param {any} token @returns {Node[]} */
  look(item, token) {
    const { value } = item;
    if (item.list === "zone") return this.zone(item);
    if (item.list === "terrain") {
      const [drawn] = terrains([value], this.word);
      return [drawn, outlined(value, { class: "halo-line" })];
    }
    const [x, y] = value.at;
    const r = value.base ?? 0.4;
    const at = svg("g", { transform: `translate(${n(x)} ${n(-y)})` });
    at.append(svg("circle", { r: n(Math.max(r, 11 * this.pixel)), fill: "transparent" }));
    const large = this.scaleOf(item);
    const sign = svg("g", large > 1 ? { transform: `scale(${n(large)})` } : {});
    sign.append(...(token?.draw() ?? []));
    at.append(sign);
    return [at];
  }

  /** How much larger than it is a piece is drawn, to be seen at all: in a crowd not at all.
   * @param {Item} item */
  scaleOf({ key, value }) {
    const r = value.base ?? 0.4;
    const wanted = (SEEN * this.pixel) / r;
    if (wanted <= 1) return 1;
    const near = this.standing
      .filter((each) => each.key !== key)
      .map((each) => Math.hypot(each.value.at[0] - value.at[0], each.value.at[1] - value.at[1]));
    return Math.max(1, Math.min(wanted, Math.min(...near) / (2 * r)));
  }

  /** @param {Item} item */
  zone(item) {
    const paint = `var(--${item.seat})`;
    const shape = outlined(item.value, {
      class: "zone-shape",
      fill: paint,
      "fill-opacity": 0.1,
      stroke: paint,
      "stroke-width": n(1.6 * this.pixel),
      "stroke-dasharray": `${n(6 * this.pixel)} ${n(4 * this.pixel)}`,
    });
    return [shape];
  }

  /** What is to be done in the zones, over all that lies there. @param {Item[]} items */
  drawMarks(items) {
    this.marks = marks(this.work, items, this.word);
    this.words.replaceChildren(...this.marks.values());
  }

  /** Edges by which a side may leave. */
  drawEdges() {
    const [w, h] = this.work.size;
    /** @type {Record<string, number[]>} */
    const ways = {
      top: [w / 2, h, 0, -1],
      bottom: [w / 2, 0, 0, 1],
      left: [0, h / 2, -1, 0],
      right: [w, h / 2, 1, 0],
    };
    this.edges.replaceChildren();
    for (const { seat, aims } of this.work.sides)
      for (const aim of this.work.list(aims)) {
        const way = ways[aim?.edge];
        if (!way) continue;
        const [x, y, dx, dy] = way;
        const far = this.word * 1.6;
        const line = dx === 0 ? { x1: 0, x2: w, y1: -y, y2: -y } : { x1: x, x2: x, y1: 0, y2: -h };
        const tip = `M${n(x - dx * far)} ${n(-y - dy * far)}L${n(x)} ${n(-y)}`;
        this.edges.append(
          svg("line", {
            ...line,
            stroke: `var(--${seat})`,
            "stroke-width": n(4 * this.pixel),
            "stroke-dasharray": `${n(10 * this.pixel)} ${n(6 * this.pixel)}`,
          }),
          svg("path", { d: tip, stroke: `var(--${seat})`, "stroke-width": n(2.5 * this.pixel) }),
        );
      }
  }

  /** Numbers where something is wrong. @param {any[]} findings */
  mark(findings) {
    this.faults.replaceChildren();
    const r = 10 * this.pixel;
    findings.forEach((finding, at) => {
      if (!finding.at) return;
      const [w, h] = this.work.size;
      const x = Math.min(Math.max(finding.at[0], 0), w);
      const y = Math.min(Math.max(finding.at[1], 0), h);
      const kind = finding.grave ? "no" : "att";
      this.faults.append(
        svg("circle", {
          class: `around ${kind}`,
          cx: n(x),
          cy: n(-y),
          r: n(Math.max(0.7, r * 1.7)),
          "stroke-width": n(2 * this.pixel),
          "stroke-dasharray": `${n(5 * this.pixel)} ${n(3 * this.pixel)}`,
        }),
        svg(
          "g",
          { class: `number ${kind}`, transform: `translate(${n(x + r * 1.4)} ${n(-y - r * 1.4)})` },
          svg("circle", { r: n(r) }),
          svg(
            "text",
            { "text-anchor": "middle", y: n(r * 0.4), "font-size": n(r * 1.2) },
            `${at + 1}`,
          ),
        ),
      );
    });
  }

  /** Thin green lines where something catches. @param {import("./snapping.js").Guide[]} guides */
  guide(guides) {
    this.guides.replaceChildren(
      ...guides.flatMap(({ axis, at, from, to, word }) => {
        const line =
          axis === "x"
            ? { x1: n(from), x2: n(to), y1: n(-at), y2: n(-at) }
            : { x1: n(at), x2: n(at), y1: n(-from), y2: n(-to) };
        const middle = axis === "x" ? [(from + to) / 2, at] : [at, (from + to) / 2];
        const parts = [
          svg("line", {
            ...line,
            class: "guide",
            "stroke-width": n(1.4 * this.pixel),
            "stroke-dasharray": word ? null : `${n(3 * this.pixel)} ${n(3 * this.pixel)}`,
          }),
        ];
        if (word) parts.push(this.tag(middle[0], middle[1] + this.word * 1.1, word, "gap"));
        return parts;
      }),
    );
  }

  /** @param {number} x @param {number} y @param {string} word @param {string} kind */
  tag(x, y, word, kind) {
    const size = this.word * 0.85;
    const wide = (word.length * 0.58 + 0.9) * size;
    return svg(
      "g",
      { class: `tag ${kind}`, transform: `translate(${n(x)} ${n(-y)})` },
      svg("rect", {
        x: n(-wide / 2),
        y: n(-size * 0.8),
        width: n(wide),
        height: n(size * 1.6),
        rx: n(size * 0.35),
      }),
      svg("text", { "text-anchor": "middle", y: n(size * 0.34), "font-size": n(size) }, word),
    );
  }

  /** The rectangle in which things are chosen. @param {import("./geometry.js").Box} box */
  sweep({ left, right, bottom, top }) {
    this.guides.replaceChildren(
      svg("rect", {
        class: "sweep",
        x: n(left),
        y: n(-top),
        width: n(right - left),
        height: n(top - bottom),
        "stroke-width": n(1.2 * this.pixel),
      }),
    );
  }

  /** Where on the table an event is. @param {{clientX: number, clientY: number}} event */
  spot(event) {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: at.x, y: -at.y };
  }

  /** Let things be seen elsewhere while they are dragged. @param {Iterable<string>} keys
   * @param {number} dx @param {number} dy */
  shift(keys, dx, dy) {
    const there = `translate(${n(dx)} ${n(-dy)})`;
    for (const key of keys) {
      this.drawn.get(key)?.element.setAttribute("transform", there);
      this.marks.get(key)?.setAttribute("transform", there);
    }
    // The ticks stand on the rulers, which do not move.
    this.handles.querySelector(".ruler")?.remove();
    this.handles.setAttribute("transform", `translate(${n(dx)} ${n(-dy)})`);
  }

  /** Draw one thing as it would be. @param {Item} item @param {any} value */
  preview(item, value) {
    const known = this.drawn.get(item.key);
    if (!known) return;
    known.drawn = "";
    const token = item.list === "piece" ? this.signs([{ ...item, value }]).get(item.key) : null;
    known.element.removeAttribute("transform");
    known.element.replaceChildren(...this.look({ ...item, value }, token));
    if (item.list !== "zone") return;
    this.drawMarks(
      this.work.items.map((each) => (each.key === item.key ? { ...each, value } : each)),
    );
  }

  /** Show what is carried there. @param {any[]} shapes @param {number} x @param {number} y */
  carry(shapes, x, y) {
    this.ghost.setAttribute("transform", `translate(${n(x)} ${n(-y)})`);
    if (!this.ghost.childNodes.length && shapes.length)
      this.ghost.append(...terrains(shapes, this.word));
  }

  drop() {
    this.ghost.replaceChildren();
    this.ghost.removeAttribute("transform");
    this.guides.replaceChildren();
    this.handles.removeAttribute("transform");
  }

  /** @param {Item[]} items */
  static boxOf(items) {
    return around(items.map((item) => boxOf(item.value)));
  }
}

/** @param {any} shape @param {Record<string, any>} more */
export function outlined(shape, more) {
  if (shape.shape === "polygon")
    return svg("polygon", {
      points: outline(shape.points.map((/** @type {number[]} */ [x, y]) => [x, -y])),
      fill: "none",
      ...more,
    });
  return svg("circle", {
    cx: shape.at[0],
    cy: -shape.at[1],
    r: shape.radius ?? shape.base ?? 0.4,
    fill: "none",
    ...more,
  });
}
