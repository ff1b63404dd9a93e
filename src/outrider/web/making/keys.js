// @ts-check
/** All of it by keyboard: what is focused is chosen, arrows move it, and every deed has a key. */
import { say } from "../app/dom.js";
import * as deeds from "./deeds.js";
import { changed, exact } from "./values.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const FINE = 0.1;
const LARGE = 4;
const TURN = 15;
const GROW = 1.1;

/** What the keys are, for whoever asks. */
export const KEYS = [
  ["Tab", "to the next thing"],
  ["Arrows", "move it by a step; with Shift four steps, with Alt a tenth of an inch"],
  ["[ and ]", "turn it"],
  ["+ and −", "make it larger or smaller"],
  ["C, M", "copy it, mirror it"],
  ["Delete", "remove it"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Enter on a thing of the tray", "put it on the table"],
  ["Escape", "let go"],
];

/**
 * @param {import("./canvas.js").Canvas} canvas @param {import("./drawing.js").Drawing} drawing
 * @param {import("./hands.js").Hands} hands @param {HTMLElement} page
 */
export function listen(canvas, drawing, hands, page) {
  const { work } = canvas;
  page.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (undoing(event, work, typing)) {
      stay(canvas);
      return;
    }
    if (typing || event.ctrlKey || event.metaKey) return;
    const onTable = canvas.root.contains(target);
    const done = drawing.active
      ? pencil(event, drawing)
      : onTable && pressed(event, canvas, hands, target);
    if (!done) return;
    event.preventDefault();
    stay(canvas);
  });
  canvas.root.addEventListener("focusin", (event) => {
    const key = /** @type {Element} */ (event.target).getAttribute("data-key");
    if (key && !work.chosen.has(key) && !hands.gesture) work.choose(work.together(key));
  });
}

/** What was focused may be gone with that: the next key is for the table all the same.
 * @param {import("./canvas.js").Canvas} canvas */
function stay(canvas) {
  const root = /** @type {any} */ (canvas.root);
  if (document.activeElement === document.body) root.focus({ preventScroll: true });
}

/** @param {KeyboardEvent} event @param {import("./work.js").Work} work @param {boolean} typing */
function undoing(event, work, typing) {
  if (typing || !(event.ctrlKey || event.metaKey)) return false;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return false;
  event.preventDefault();
  if (key === "y" || event.shiftKey) work.redo();
  else work.undo();
  say(work.words || "Nothing to undo.");
  return true;
}

/** @param {KeyboardEvent} event @param {import("./work.js").Work} work @returns {number} */
const stepOf = (event, work) =>
  event.altKey ? FINE : (work.step || FINE) * (event.shiftKey ? LARGE : 1);

/** @param {KeyboardEvent} event @param {import("./drawing.js").Drawing} drawing */
function pencil(event, drawing) {
  const arrow = ARROWS[event.key];
  if (arrow) {
    const step = stepOf(event, drawing.work);
    drawing.step(arrow[0] * step, arrow[1] * step);
  } else if (event.key === "Enter" || event.key === " ") {
    if (drawing.at) drawing.corner(drawing.at);
  } else if (event.key === "Backspace" || event.key === "Delete") drawing.back();
  else if (event.key === "Escape") drawing.end();
  else if (event.key.toLowerCase() === "c") drawing.close();
  else return false;
  return true;
}

/**
 * @param {KeyboardEvent} event @param {import("./canvas.js").Canvas} canvas
 * @param {import("./hands.js").Hands} hands @param {HTMLElement} target
 */
function pressed(event, canvas, hands, target) {
  const { work } = canvas;
  const arrow = ARROWS[event.key];
  const step = stepOf(event, work);
  const grip = target.getAttribute("data-grip") ?? "";
  if (arrow && grip.startsWith("corner:")) {
    corner(work, Number(grip.slice(7)), arrow[0] * step, arrow[1] * step);
    return true;
  }
  if (event.key === "Escape") {
    hands.carried = null;
    canvas.root.classList.remove("carrying");
    work.choose([]);
    return true;
  }
  if (!work.chosen.size) return false;
  if (arrow) deeds.move(work, exact(arrow[0] * step), exact(arrow[1] * step), "arrows");
  else if (event.key === "Delete" || event.key === "Backspace") deeds.remove(work);
  else if (event.key === "[") deeds.turn(work, TURN, "turn");
  else if (event.key === "]") deeds.turn(work, -TURN, "turn");
  else if (event.key === "+" || event.key === "=") deeds.scale(work, GROW, "scale");
  else if (event.key === "-") deeds.scale(work, 1 / GROW, "scale");
  else if (event.key.toLowerCase() === "c") deeds.copy(work);
  else if (event.key.toLowerCase() === "m") deeds.mirror(work);
  else return false;
  return true;
}

/** @param {import("./work.js").Work} work @param {number} at @param {number} dx
 * @param {number} dy */
function corner(work, at, dx, dy) {
  const [item] = work.chosenItems;
  const point = item?.value.points?.[at];
  if (!point) return;
  const made = [exact(point[0] + dx), exact(point[1] + dy)];
  work.go(changed(work.value, `${item.place}.points[${at}]`, made), "corner moved", `corner${at}`);
}
