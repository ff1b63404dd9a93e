// @ts-check
/** A table or a scenario as a picture that stands for itself: SVG, PNG, on paper. */
import { n } from "../board/svg.js";
import { Canvas } from "./canvas.js";
import { Work } from "./work.js";

const WIDE = 2400;

/**
 * The drawing, with colours instead of the page's names for them.
 * @param {import("./drafts.js").Draft} draft @param {any} kit
 * @param {import("../skins/skin.js").Skin} skin
 */
export function picture(draft, kit, skin) {
  const work = new Work({ ...draft }, kit);
  const canvas = new Canvas(work, skin);
  canvas.pixel = Math.max(...work.size) / 700;
  canvas.draw();
  canvas.handles.remove();
  const made = /** @type {SVGSVGElement} */ (canvas.root);
  for (const each of made.querySelectorAll("[tabindex], [role], [data-key], [aria-label]"))
    for (const name of ["tabindex", "role", "data-key", "aria-label", "aria-roledescription"])
      each.removeAttribute(name);
  for (const each of made.querySelectorAll(".halo, .halo-line, title")) each.remove();
  made.removeAttribute("tabindex");
  made.setAttribute("role", "img");
  return made;
}

/** @param {SVGSVGElement} drawn */
export function svgText(drawn) {
  const [, , wide, high] = (drawn.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  drawn.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  drawn.setAttribute("width", n(wide * 40));
  drawn.setAttribute("height", n(high * 40));
  drawn.setAttribute("font-family", "system-ui, sans-serif");
  const colours = palette();
  return new XMLSerializer()
    .serializeToString(drawn)
    .replace(/var\(--([a-z0-9-]+)\)/g, (_, name) => colours.get(name) ?? "#888888");
}

/** The colours by daylight, whatever the page looks like now. */
function palette() {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSStyleRule && rule.selectorText === ":root")
        for (const name of rule.style)
          if (name.startsWith("--") && !found.has(name.slice(2)))
            found.set(name.slice(2), rule.style.getPropertyValue(name).trim());
  return found;
}

/** @param {string} text @returns {Promise<Blob>} */
export function png(text) {
  const image = new Image();
  return new Promise((done, failed) => {
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = WIDE;
      canvas.height = Math.round((WIDE * image.height) / image.width);
      const pen = canvas.getContext("2d");
      if (pen) {
        pen.fillStyle = "#fbf8f1";
        pen.fillRect(0, 0, canvas.width, canvas.height);
        pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      }
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture was made"))));
    };
    image.onerror = () => failed(new Error("the picture could not be drawn"));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}

/** @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A name that every disk takes. @param {any} title @param {string} ending */
export const fileName = (title, ending) =>
  `${
    String(title ?? "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || "outrider"
  }.${ending}`;

/**
 * One of the ways to take it along.
 * @param {string} kind @param {import("./drafts.js").Draft} draft @param {any} kit
 * @param {import("../skins/skin.js").Skin} skin
 */
export async function take(kind, draft, kit, skin) {
  const { value } = draft;
  if (kind === "json") {
    const text = `${JSON.stringify(value, null, 2)}\n`;
    save(fileName(value.name, "json"), new Blob([text], { type: "application/json" }));
    return;
  }
  const text = svgText(picture(draft, kit, skin));
  if (kind === "svg")
    save(fileName(value.name, "svg"), new Blob([text], { type: "image/svg+xml" }));
  else save(fileName(value.name, "png"), await png(text));
}
