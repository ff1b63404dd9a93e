// @ts-check
/**
 * What lies and stands on a table: sheets with a grid, terrain, bases. Nothing here knows a rule.
 */
import { n, outline, svg } from "./svg.js";

export const SEATS = ["red", "blue", "green", "amber", "violet", "teal", "pink", "slate"];
/** @param {string} seat */
export const colour = (seat) => `var(--${seat})`;

/**
 * How a seat's ring is drawn besides its colour: solid, double, dashed, dotted; the last four have
 * a notch.
 * @param {string} seat @param {number} radius
 */
export function ring(seat, radius) {
  const number = Math.max(0, SEATS.indexOf(seat));
  const kind = number % 4;
  const dash =
    kind === 2
      ? `${n(radius * 0.45)} ${n(radius * 0.25)}`
      : kind === 3
        ? `${n(radius * 0.02)} ${n(radius * 0.3)}`
        : null;
  const parts = [
    svg("circle", {
      r: radius,
      fill: "none",
      stroke: "#ffffffcc",
      "stroke-width": radius * (kind === 3 ? 0.16 : 0.1),
      "stroke-dasharray": dash,
      "stroke-linecap": kind === 3 ? "round" : null,
    }),
  ];
  if (kind === 1)
    parts.push(
      svg("circle", {
        r: radius * 0.8,
        fill: "none",
        stroke: "#ffffffcc",
        "stroke-width": radius * 0.07,
      }),
    );
  if (number > 3)
    parts.push(
      svg("path", {
        d:
          `M${n(-radius * 0.25)} ${n(-radius * 1.1)} L0 ${n(-radius * 0.7)} ` +
          `L${n(radius * 0.25)} ${n(-radius * 1.1)}z`,
        fill: "#ffffffcc",
      }),
    );
  return parts;
}

/**
 * A ring of segments, the first so many of them full.
 * @param {number} value
 * @param {number} most
 * @param {number} radius
 * @param {string} paint
 */
export function segments(value, most, radius, paint) {
  if (most < 1) return [];
  const made = [];
  const gap = most > 1 ? 0.1 : 0;
  for (let at = 0; at < most; at++) {
    const from = ((at + gap) / most) * 2 * Math.PI,
      to = ((at + 1 - gap) / most) * 2 * Math.PI;
    const [x1, y1, x2, y2] = [Math.sin(from), -Math.cos(from), Math.sin(to), -Math.cos(to)].map(
      (v) => n(v * radius),
    );
    made.push(
      most === 1
        ? svg("circle", {
            r: radius,
            fill: "none",
            stroke: value ? paint : "var(--hair)",
            "stroke-width": radius * 0.2,
          })
        : svg("path", {
            d:
              `M${x1} ${y1} A${n(radius)} ${n(radius)} 0 ${to - from > Math.PI ? 1 : 0} 1 ` +
              `${x2} ${y2}`,
            fill: "none",
            stroke: at < value ? paint : "var(--hair)",
            "stroke-width": radius * 0.2,
          }),
    );
  }
  return made;
}

/** Small signs for what somebody is. @type {Record<string, string>} */
const SIGNS = {
  star: "M0-1 .29-.4 .95-.31 .48.15 .59.81 0 .5-.59.81-.48.15-.95-.31-.29-.4z",
  sword: "M-.08-1 .08-1 .08.3 .4.3 .4.46 .08.46 .08.9-.08.9-.08.46-.4.46-.4.3-.08.3z",
  bow:
    "M-.5-.9C.5-.6.5.6-.5.9L-.4.9C.75.6.75-.6-.4-.9z" +
    "M-.45-.8-.4-.8-.4.8-.45.8zM-.9-.06.6-.06.6-.2.95 " +
    "0 .6.2.6.06-.9.06z",
  rifle: "M-.95.25-.6.1.3-.25.9-.25.9-.1.4-.1.3.05-.1.05-.2.4-.4.4-.35.15-.95.5z",
  helmet: "M-.75.35C-.75-.9.75-.9.75.35L.9.35.9.55-.9.55-.9.35z",
  eye: "M-1 0Q0-1 1 0Q0 1-1 0z",
};

/** @param {string} name @param {number} size @param {string} fill */
export const sign = (name, size, fill) =>
  svg("path", { d: SIGNS[name] ?? SIGNS.helmet, transform: `scale(${n(size)})`, fill });

/** How large a plate is, with everything on it drawn for a radius of 1. */
const PLATE = 1.12;

/**
 * A round base, drawn to scale, with a letter, its health, and whatever else it carries. `lean`
 * moves the drawing a
 * little from where it stands, for a base that lies upon another's.
 * @param {{label: string, seat: string, radius: number, value: number, most: number, sign?: string,
 *   badges?: string[], dots?: number, dim?: boolean, eye?: boolean, lean?: number[]}} about
 */
export function base(about) {
  const { seat } = about;
  // The plate is as large as the base is.
  const r = about.radius / PLATE;
  // Who has nothing left to do is paler, but its letter stays as easy to read.
  const core = about.dim
    ? `color-mix(in srgb, var(--${seat}-core) 62%, #6B6B6B)`
    : `var(--${seat}-core)`;
  const body = svg(
    "g",
    {},
    svg("circle", { r: r * 1.13, cy: r * 0.13, fill: "#00000033" }),
    svg("circle", { class: "plate", r: r * PLATE, fill: "var(--plate)" }),
    svg(
      "g",
      { opacity: about.dim ? 0.4 : null },
      ...segments(about.value, about.most, r * 0.98, colour(seat)),
    ),
    svg("circle", { r: r * 0.84, fill: core }),
    ...ring(seat, r * 0.75),
  );
  if (about.lean) {
    // As the table lies, though what is drawn stays upright when that is turned.
    const [x, y] = about.lean;
    const back = "calc(var(--turned, 0) * -90deg)";
    body.style.rotate = "calc(var(--turned, 0) * 90deg)";
    body.style.transform = `translate(${n(x)}px, ${n(-y)}px) rotate(${back})`;
  }
  const size = r * (about.label.length > 2 ? 0.66 : 0.9);
  body.append(
    svg(
      "text",
      {
        class: "letter",
        "text-anchor": "middle",
        y: n(size * 0.36),
        "font-size": n(size),
        "font-weight": 700,
        fill: `var(--${seat}-on)`,
        stroke: core,
        "stroke-width": n(r * 0.2),
        "stroke-linejoin": "round",
        "paint-order": "stroke",
      },
      about.label,
    ),
  );
  if (about.sign)
    body.append(
      svg(
        "g",
        { transform: `translate(${n(r * 0.9)} ${n(r * 0.78)})` },
        svg("circle", {
          r: n(r * 0.54),
          fill: "#FBF8F1",
          stroke: colour(seat),
          "stroke-width": n(r * 0.1),
        }),
        sign(about.sign, r * 0.4, "#1F2430"),
      ),
    );
  const dots = Math.min(about.dots ?? 0, 6);
  for (let at = 0; at < dots; at++)
    body.append(
      svg("circle", {
        cx: n((at - (dots - 1) / 2) * r * 0.46),
        cy: n(r * 1.4),
        r: n(r * 0.19),
        fill: "var(--dot)",
        stroke: "var(--plate)",
        "stroke-width": n(r * 0.07),
      }),
    );
  (about.badges ?? []).forEach((badge, at) =>
    body.append(
      svg(
        "g",
        { transform: `translate(${n(-r * 0.95)} ${n(-r * 0.8 + at * r * 0.72)})` },
        svg("circle", {
          r: n(r * 0.4),
          fill: "#E8B04A",
          stroke: "#7A5B12",
          "stroke-width": n(r * 0.06),
        }),
        svg(
          "text",
          {
            "text-anchor": "middle",
            y: n(r * 0.19),
            "font-size": n(r * 0.54),
            "font-weight": 700,
            fill: "#1F2430",
          },
          badge,
        ),
      ),
    ),
  );
  if (about.eye)
    body.append(
      svg(
        "g",
        { transform: `translate(${n(r * 0.95)} ${n(-r * 0.95)})` },
        svg("circle", {
          r: n(r * 0.54),
          fill: "#1F2430",
          stroke: "#FBF8F1",
          "stroke-width": n(r * 0.08),
        }),
        sign("eye", r * 0.4, "#FBF8F1"),
        svg("circle", { r: n(r * 0.15), fill: "#1F2430" }),
      ),
    );
  return [body, svg("circle", { class: "halo", r: n(r * 1.34), "stroke-width": n(r * 0.18) })];
}

/**
 * Somebody who has fallen, flat on the ground: on the back with whatever is left beside, or face
 * down with nothing.
 * @param {string} label
 * @param {string} seat
 * @param {number} r
 * @param {number} dots
 */
export function fallen(label, seat, r, dots) {
  const paint = colour(seat),
    up = dots > 0;
  const body = svg(
    "g",
    {},
    svg("path", {
      d:
        `M${n(-r * 0.5)} ${n(-r * 0.34)}h${n(r * 1.05)}l${n(r * 0.5)} ` +
        `${n(r * 0.14)}v${n(r * 0.13)}l${n(-r * 0.42)} ${n(r * 0.07)}l${n(r * 0.42)} ` +
        `${n(r * 0.07)}v${n(r * 0.13)}l${n(-r * 0.5)} ${n(r * 0.14)}h${n(-r * 1.05)}z`,
      fill: paint,
      opacity: up ? 0.55 : 0.38,
      stroke: "var(--ink)",
      "stroke-opacity": 0.4,
      "stroke-width": n(r * 0.05),
      "stroke-linejoin": "round",
    }),
    svg("circle", {
      cx: n(-r * 0.8),
      r: n(r * 0.33),
      fill: up ? "#F2DFC4" : "#6B5A48",
      stroke: "#4A3B2B",
      "stroke-width": n(r * 0.05),
    }),
  );
  // The face is seen, or the back of the head and the spine.
  if (up)
    for (const y of [-0.11, 0.11])
      body.append(
        svg("circle", { cx: n(-r * 0.84), cy: n(r * y), r: n(r * 0.055), fill: "#1F2430" }),
      );
  else
    body.append(
      svg("path", {
        d: `M${n(-r * 0.44)} 0H${n(r * 0.5)}`,
        stroke: "var(--ink)",
        "stroke-opacity": 0.55,
        "stroke-dasharray": `${n(r * 0.12)} ${n(r * 0.08)}`,
        "stroke-width": n(r * 0.06),
      }),
    );
  body.append(
    svg(
      "text",
      {
        class: "letter",
        "text-anchor": "middle",
        y: n(-r * 0.5),
        "font-size": n(r * 0.58),
        "font-weight": 600,
        fill: "var(--ink)",
        stroke: "var(--ground)",
        "stroke-width": n(r * 0.16),
        "stroke-linejoin": "round",
        "paint-order": "stroke",
      },
      label,
    ),
  );
  for (let at = 0; at < dots && at < 6; at++)
    body.append(
      svg("circle", {
        cx: n(r * (-0.3 + at * 0.44)),
        cy: n(r * 0.62),
        r: n(r * 0.18),
        fill: "var(--dot)",
        stroke: "var(--plate)",
        "stroke-width": n(r * 0.06),
      }),
    );
  return [body, svg("circle", { class: "halo", r: n(r * 1.25), "stroke-width": n(r * 0.14) })];
}

let sheets = 0;

/**
 * A sheet of ground with a grid each inch, stronger each six, and rulers.
 * @param {any} table
 * @param {number} word how large a word is
 */
export function sheet(table, word) {
  const [w, h] = table.size;
  const made = [];
  const rim = table.outline
    ? svg("polygon", {
        points: outline(table.outline.map((/** @type {number[]} */ [x, y]) => [x, -y])),
        fill: "var(--ground)",
        stroke: "var(--rim)",
        "stroke-width": 0.08,
      })
    : svg("rect", {
        x: 0,
        y: -h,
        width: w,
        height: h,
        fill: "var(--ground)",
        stroke: "var(--rim)",
        "stroke-width": 0.08,
      });
  made.push(rim);
  const id = `rim${++sheets}`;
  const lines = svg("g", { "clip-path": `url(#${id})` });
  const clip = svg("clipPath", { id, class: "rim" }, rim.cloneNode());
  for (let x = 0; x <= w; x++)
    lines.append(
      svg("line", {
        x1: x,
        x2: x,
        y1: 0,
        y2: -h,
        stroke: x % 6 ? "var(--grid)" : "var(--grid6)",
        "stroke-width": x % 6 ? 0.035 : 0.06,
      }),
    );
  for (let y = 0; y <= h; y++)
    lines.append(
      svg("line", {
        x1: 0,
        x2: w,
        y1: -y,
        y2: -y,
        stroke: y % 6 ? "var(--grid)" : "var(--grid6)",
        "stroke-width": y % 6 ? 0.035 : 0.06,
      }),
    );
  made.push(clip, lines);
  for (let x = 0; x <= w; x += 6)
    made.push(
      svg(
        "text",
        {
          x,
          y: n(word * 1.35),
          "font-size": n(word),
          "text-anchor": "middle",
          fill: "var(--soft)",
        },
        `${x}″`,
      ),
    );
  for (let y = 6; y <= h; y += 6)
    made.push(
      svg(
        "text",
        {
          x: n(-word * 0.5),
          y: n(-y + word * 0.35),
          "font-size": n(word),
          "text-anchor": "end",
          fill: "var(--soft)",
        },
        `${y}″`,
      ),
    );
  return made;
}
