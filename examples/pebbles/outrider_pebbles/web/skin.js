// @ts-check
/** Pebbles: a heap in rows of ten. Click a pebble to take it and all after it. */
import { svg } from "/static/board/svg.js";

const ROW = 10;

/** Where a pebble lies, counted from the first. @param {number} at */
const spot = (at) => ({ x: (at % ROW) + 0.5, y: 4.5 - Math.floor(at / ROW) });

/** @param {number} at */
const stone = (at) => {
  const tint = ["#8A8D91", "#9A938A", "#7C8289"][at % 3];
  return [
    svg("ellipse", { cx: 0.03, cy: 0.1, rx: 0.38, ry: 0.3, fill: "#00000033" }),
    svg("ellipse", { cx: 0, cy: 0, rx: 0.38, ry: 0.3, fill: tint, stroke: "#00000055" }),
    svg("ellipse", { cx: -0.1, cy: -0.1, rx: 0.14, ry: 0.07, fill: "#FFFFFF66" }),
  ];
};

/** @param {string} game @param {import("/static/skins/index.js").Book} book */
export function skin(game, book) {
  /** @type {import("/static/skins/skin.js").Skin} */
  const made = {
    unit: 1,
    box: () => ({ left: -0.5, bottom: -6, right: ROW + 0.5, top: 5.5 }),
    ground(board) {
      board.ground.replaceChildren(
        svg("rect", {
          x: -0.5,
          y: -5.5,
          width: ROW + 1,
          height: 11.5,
          fill: "var(--felt, #E9E0CC)",
        }),
      );
    },
    tokens: (state) =>
      Array.from({ length: state.heap }, (_, at) => ({
        id: `pebble${at}`,
        seat: "",
        ...spot(at),
        key: "pebble",
        label: `pebble ${at + 1} of ${state.heap}`,
        alive: true,
        draw: () => stone(at),
      })),
    card: (state, id) => ({ title: `Pebble ${Number(id.slice(6)) + 1}`, chips: [] }),
    // Taking three is offered at the third pebble from the end.
    where: (place) => ({ token: `pebble${Number(place) - 1}` }),
    go: () => null,
    aim: () => [],
    heading: (state) => (state.die ? `The die shows ${state.die}` : `${state.heap} pebbles`),
  };
  return made;
}
