// @ts-check
/** What can be put on the table: dragged there, tapped and put, or put with Enter. */
import { capital, h, say } from "../app/dom.js";
import { terrains } from "../board/terrain.js";
import { n, svg } from "../board/svg.js";
import * as deeds from "./deeds.js";
import { around, boxOf, middleOf } from "./geometry.js";

/** @typedef {import("./canvas.js").Canvas} Canvas */
/** Something in the tray. @typedef {{name: string, picture: SVGElement, shapes: any[],
 *   put: (at: [number, number]) => void, begin?: () => void, room: [number, number]}} Tile */

const STRAY = 6;

/**
 * @param {Canvas} canvas @param {import("./hands.js").Hands} hands
 * @param {import("./drawing.js").Drawing} drawing
 */
export function tray(canvas, hands, drawing) {
  const { work } = canvas;
  const groups = work.kit.tray.map((/** @type {any} */ { title, things }) => ({
    title,
    tiles: things.map((/** @type {any} */ each) => terrainTile(canvas, drawing, each)),
  }));
  if (work.sides.length) groups.push({ title: "Pieces and aims", tiles: sideTiles(canvas) });
  const element = h("aside", { class: "card tray", "aria-label": "Things to put on the table" });
  for (const { title, tiles } of groups)
    element.append(
      h("h2", {}, title),
      h("ul", {}, ...tiles.map((/** @type {Tile} */ tile) => drawnTile(canvas, hands, tile))),
    );
  return element;
}

/** @param {Canvas} canvas @param {import("./drawing.js").Drawing} drawing @param {any} thing
 * @returns {Tile} */
function terrainTile(canvas, drawing, thing) {
  if (thing.draw)
    return {
      name: thing.name,
      picture: pencil(),
      shapes: [],
      room: [2, 2],
      put: () => {},
      begin: () => drawing.begin(thing.draw),
    };
  const box = around(thing.put.map(boxOf));
  return {
    name: thing.name,
    picture: pictured(thing.put),
    shapes: thing.put,
    room: [(box.right - box.left) / 2 + 0.3, (box.top - box.bottom) / 2 + 0.3],
    put: (at) => deeds.putThing(canvas.work, thing, at),
  };
}

/** @param {any[]} shapes */
function pictured(shapes) {
  const box = around(shapes.map(boxOf));
  const size = Math.max((box.right - box.left) / 1.35, box.top - box.bottom) * 1.18;
  const [x, y] = middleOf(box);
  const view = [x - size * 0.67, -y - size / 2, size * 1.34, size].map(n).join(" ");
  return svg(
    "svg",
    { viewBox: view, "aria-hidden": "true" },
    // Without names: the tile has one.
    ...terrains(
      shapes.map((each) => ({ ...each, height: each.height })),
      Infinity,
    ),
  );
}

function pencil() {
  const points = "-2.2,1 -1.6,-1.2 0.6,-1.4 1.4,0.4";
  return svg(
    "svg",
    { viewBox: "-3 -2.2 6 4.4", "aria-hidden": "true" },
    svg("polyline", {
      points,
      fill: "none",
      stroke: "var(--ink)",
      "stroke-width": 0.12,
    }),
    svg("path", {
      d: "M1.4 .4 -2.2 1",
      stroke: "var(--soft)",
      "stroke-width": 0.1,
      "stroke-dasharray": "0.3 0.2",
    }),
    ...points.split(" ").map((pair) => {
      const [x, y] = pair.split(",").map(Number);
      return svg("rect", {
        x: x - 0.2,
        y: y - 0.2,
        width: 0.4,
        height: 0.4,
        fill: "var(--sheet)",
        stroke: "var(--ink)",
        "stroke-width": 0.1,
      });
    }),
  );
}

/** @param {Canvas} canvas @returns {Tile[]} */
function sideTiles(canvas) {
  const { work, skin } = canvas;
  const pieces = work.sides.map((side) => {
    const unit = { ...work.kit.piece.new, ...work.kit.unit, id: "", at: [0, 0] };
    const [token] = skin.tokens({ table: work.table, units: [{ ...unit, seat: side.seat }] });
    return {
      name: capital(side.seat),
      picture: svg(
        "svg",
        { viewBox: "-0.9 -0.65 1.8 1.3", "aria-hidden": "true" },
        ...token.draw(),
      ),
      shapes: [],
      room: /** @type {[number, number]} */ ([0.9, 0.9]),
      put: (/** @type {[number, number]} */ at) => deeds.putPiece(work, side, at),
    };
  });
  const zoned = work.kit.aims.find((/** @type {any} */ each) => each.zone);
  const zones = work.sides.map((side) => ({
    name: `${capital(side.seat)}'s zone`,
    picture: svg(
      "svg",
      { viewBox: "-3 -2.1 6 4.2", "aria-hidden": "true" },
      svg("rect", {
        x: -2.2,
        y: -1.3,
        width: 4.4,
        height: 2.6,
        fill: `var(--${side.seat})`,
        "fill-opacity": 0.14,
        stroke: `var(--${side.seat})`,
        "stroke-width": 0.16,
        "stroke-dasharray": "0.5 0.3",
      }),
    ),
    shapes: [],
    room: /** @type {[number, number]} */ ([3, 3]),
    put: (/** @type {[number, number]} */ at) => deeds.putAim(work, side, zoned, at),
  }));
  return [...pieces, ...zones];
}

/** @param {Canvas} canvas @param {import("./hands.js").Hands} hands @param {Tile} tile */
function drawnTile(canvas, hands, tile) {
  const button = h(
    "button",
    { type: "button", class: "tile", "aria-label": `Put down: ${tile.name}` },
    /** @type {any} */ (tile.picture),
    h("span", {}, tile.name),
  );
  new Carrying(canvas, hands, tile, button);
  return h("li", {}, button);
}

/** A tile in the hand, by whichever way it was taken. */
class Carrying {
  /** @param {Canvas} canvas @param {import("./hands.js").Hands} hands @param {Tile} tile
   * @param {HTMLElement} button */
  constructor(canvas, hands, tile, button) {
    Object.assign(this, { canvas, hands, tile, button });
    this.canvas = canvas;
    this.hands = hands;
    this.tile = tile;
    this.button = button;
    /** @type {PointerEvent | null} */
    this.from = null;
    this.far = false;
    button.addEventListener("pointerdown", (event) => {
      this.from = event;
      // A quick hand is off the tile before it is heard of.
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", (event) => this.moves(event));
    button.addEventListener("pointerup", (event) => this.up(event));
    button.addEventListener("pointercancel", () => this.end());
    button.addEventListener("click", (event) => this.click(event));
  }

  /** @param {PointerEvent} event */
  moves(event) {
    if (!this.from || this.tile.begin) return;
    const away = Math.hypot(event.clientX - this.from.clientX, event.clientY - this.from.clientY);
    if (!this.far && away < STRAY) return;
    this.far = true;
    const spot = this.hands.caught(this.canvas.spot(event));
    this.canvas.carry(this.tile.shapes, spot.x, spot.y);
    const word = `${spot.x} , ${spot.y}`;
    this.canvas.guides.replaceChildren(
      this.canvas.tag(spot.x, spot.y - this.canvas.word * 2, word, "where"),
    );
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.far) return;
    const { left, right, top, bottom } = this.canvas.root.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    const over = x > left && x < right && y > top && y < bottom;
    const spot = this.hands.caught(this.canvas.spot(event));
    this.end();
    if (over) this.put([spot.x, spot.y]);
    // The click that follows is no second one.
    this.from = event;
    setTimeout(() => (this.from = null));
  }

  end() {
    this.far = false;
    this.from = null;
    this.canvas.drop();
  }

  /** @param {[number, number]} at */
  put(at) {
    this.tile.put(at);
    say(`${this.tile.name}, at ${at[0]}, ${at[1]}.`);
    const [key] = this.canvas.work.chosen;
    const made = key && this.canvas.drawn.get(key)?.element;
    if (made) /** @type {any} */ (made).focus({ preventScroll: true });
  }

  /** @param {MouseEvent} event */
  click(event) {
    const dragged = this.from?.type === "pointerup";
    this.from = null;
    if (dragged) return;
    if (this.tile.begin) {
      this.tile.begin();
      /** @type {any} */ (this.canvas.root).focus({ preventScroll: true });
      return;
    }
    // By keyboard there is no pointer, so it goes where there is room.
    if (event.detail === 0) {
      this.put(deeds.freePlace(this.canvas.work, this.tile.room));
      return;
    }
    const again = this.button.classList.contains("held");
    for (const each of document.querySelectorAll(".tile.held")) each.classList.remove("held");
    this.hands.carried = null;
    this.canvas.root.classList.toggle("carrying", !again);
    if (again) return;
    this.button.classList.add("held");
    say(`${this.tile.name}: tap the table where it is to be.`);
    this.hands.carried = (at) => {
      this.hands.carried = null;
      this.button.classList.remove("held");
      this.canvas.root.classList.remove("carrying");
      this.put(at);
    };
  }
}
