// @ts-check
/** Grips on what is chosen: corners, middles of sides, a size, a turn. */
import { svg, n } from "../board/svg.js";
import { outlined } from "./canvas.js";
import { around, boxOf, inches, middleOf } from "./geometry.js";

/** @typedef {import("./canvas.js").Canvas} Canvas */

/**
 * Draw the grips of what is chosen. Of one polygon all corners, of one disc its size, of several
 * things a box; whatever can be turned has a grip for that.
 * @param {Canvas} canvas
 */
export function drawHandles(canvas) {
  const { work, handles } = canvas;
  const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.grip;
  handles.replaceChildren();
  handles.removeAttribute("transform");
  const items = work.chosenItems;
  if (!items.length) return;
  const box = around(items.map((item) => boxOf(item.value)));
  ticks(canvas, box);
  const only = items.length === 1 ? items[0] : null;
  if (!only) {
    const pad = 4 * canvas.pixel;
    handles.append(
      svg("rect", {
        class: "frame",
        x: n(box.left - pad),
        y: n(-box.top - pad),
        width: n(box.right - box.left + 2 * pad),
        height: n(box.top - box.bottom + 2 * pad),
        "stroke-width": n(1.5 * canvas.pixel),
      }),
    );
  } else if (only.list === "piece")
    handles.append(
      outlined(
        { at: only.value.at, radius: halfOf(canvas, only) + 4 * canvas.pixel },
        {
          class: "frame",
          "stroke-width": n(2 * canvas.pixel),
        },
      ),
    );
  else shape(canvas, only.value);
  if (items.some((item) => item.value.shape === "polygon")) turner(canvas, box);
  if (held)
    /** @type {HTMLElement | null} */ (handles.querySelector(`[data-grip="${held}"]`))?.focus({
      preventScroll: true,
    });
}

/** How wide a piece is drawn, half across. @param {Canvas} canvas
 * @param {import("./work.js").Item} item */
const halfOf = (canvas, item) => (item.value.base ?? 0.4) * canvas.scaleOf(item);

/** On the rulers, where it is. @param {Canvas} canvas @param {import("./geometry.js").Box} box */
function ticks(canvas, box) {
  const [x, y] = middleOf(box);
  const far = canvas.word * 0.5;
  canvas.handles.append(
    svg("path", {
      class: "tick ruler",
      d: `M${n(x)} 0v${n(far)}M0 ${n(-y)}h${n(-far)}`,
      "stroke-width": n(3 * canvas.pixel),
    }),
  );
}

/** @param {Canvas} canvas @param {any} value */
function shape(canvas, value) {
  const { handles, pixel } = canvas;
  handles.append(outlined(value, { class: "frame", "stroke-width": n(2 * pixel) }));
  if (value.shape === "disc") {
    const [x, y] = value.at;
    grip(
      canvas,
      "size",
      x + value.radius,
      y,
      `its size, ${inches(value.radius)} inches across half`,
    );
    return;
  }
  const { points } = value;
  const few = points.length <= 16;
  points.forEach((/** @type {number[]} */ [x, y], /** @type {number} */ at) => {
    const [nx, ny] = points[(at + 1) % points.length];
    if (few) dot(canvas, `side:${at}`, (x + nx) / 2, (y + ny) / 2, "a new corner here");
  });
  points.forEach((/** @type {number[]} */ [x, y], /** @type {number} */ at) =>
    grip(canvas, `corner:${at}`, x, y, `corner ${at + 1}, at ${inches(x)}, ${inches(y)}`),
  );
}

/** @param {Canvas} canvas @param {string} name @param {number} x @param {number} y
 * @param {string} label */
function grip(canvas, name, x, y, label) {
  const size = 5.5 * canvas.pixel;
  const made = touchable(canvas, name, x, y, label);
  made.append(
    svg("rect", {
      x: n(-size),
      y: n(-size),
      width: n(2 * size),
      height: n(2 * size),
      rx: n(size * 0.3),
      "stroke-width": n(2 * canvas.pixel),
    }),
  );
}

/** @param {Canvas} canvas @param {string} name @param {number} x @param {number} y
 * @param {string} label */
function dot(canvas, name, x, y, label) {
  const made = touchable(canvas, name, x, y, label);
  made.setAttribute("tabindex", "-1");
  made.append(svg("circle", { r: n(3.5 * canvas.pixel), "stroke-width": n(1.5 * canvas.pixel) }));
}

/** @param {Canvas} canvas @param {import("./geometry.js").Box} box */
function turner(canvas, box) {
  const [x] = middleOf(box);
  const y = box.bottom - 24 * canvas.pixel;
  canvas.handles.append(
    svg("line", {
      class: "tick",
      x1: n(x),
      x2: n(x),
      y1: n(-box.bottom),
      y2: n(-y),
      "stroke-width": n(1.5 * canvas.pixel),
    }),
  );
  const made = touchable(canvas, "turn", x, y, "turn it");
  made.append(
    svg("circle", { r: n(7 * canvas.pixel), "stroke-width": n(2 * canvas.pixel) }),
    svg("path", {
      d: "M-.45-.2A.5 .5 0 1 1-.2 .45M-.62-.02-.45-.3-.18-.12",
      transform: `scale(${n(7 * canvas.pixel)})`,
      fill: "none",
      "stroke-width": 0.2,
    }),
  );
}

/** @param {Canvas} canvas @param {string} name @param {number} x @param {number} y
 * @param {string} label */
function touchable(canvas, name, x, y, label) {
  const made = svg("g", {
    class: "grip",
    "data-grip": name,
    tabindex: 0,
    role: "button",
    "aria-label": label,
    transform: `translate(${n(x)} ${n(-y)})`,
  });
  const coarse = matchMedia("(pointer: coarse)").matches;
  made.append(svg("circle", { r: n((coarse ? 20 : 11) * canvas.pixel), fill: "transparent" }));
  canvas.handles.append(made);
  return made;
}
