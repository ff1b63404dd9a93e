// @ts-check
/** What is wrong, one line each: its number on the table, its rule, and what would mend it. */
import { h, rulesAt } from "../app/dom.js";
import { mended } from "./deeds.js";

const MOST = 3;

/** @param {import("./work.js").Work} work @param {import("./checking.js").Checking} checking
 * @param {boolean} all @param {() => void} more */
export function strip(work, checking, all, more) {
  const { findings, trouble } = checking;
  if (trouble) return h("div", { class: "wrong grave", role: "status" }, line(trouble));
  if (!findings.length) {
    const words = checking.of ? "Nothing is wrong with it. It can be played." : "Looking it over…";
    return h("div", { class: "wrong fine", role: "status" }, h("p", {}, h("span", {}, words)));
  }
  const shown = all ? findings : findings.slice(0, MOST);
  const grave = findings.some((each) => each.grave);
  return h(
    "div",
    { class: `wrong ${grave ? "grave" : "advice"}`, role: "status", "aria-label": "What is wrong" },
    ...shown.map((finding, at) => row(work, finding, at)),
    findings.length > MOST
      ? h(
          "p",
          {},
          h(
            "button",
            { class: "link", type: "button", onclick: more },
            all ? "Show fewer" : `${findings.length - MOST} more`,
          ),
        )
      : null,
  );
}

/** @param {string} words */
const line = (words) => h("p", {}, h("b", { class: "at no" }, "!"), h("span", {}, words));

/** @param {import("./work.js").Work} work @param {any} finding @param {number} at */
function row(work, finding, at) {
  const [head, ...rest] = finding.message.split(": ");
  const where = finding.at
    ? ` at ${finding.at.map((/** @type {number} */ each) => Math.round(each * 10) / 10).join(", ")}`
    : "";
  return h(
    "p",
    { class: finding.grave ? "" : "soft" },
    h("b", { class: `at ${finding.grave ? "no" : "att"}` }, String(at + 1)),
    h(
      "span",
      {},
      h("b", {}, head),
      where,
      rest.length ? `: ${rest.join(": ")}` : "",
      ". ",
      finding.rule
        ? h("a", { href: rulesAt(work.draft.game, finding.rule), target: "_blank" }, finding.rule)
        : null,
    ),
    finding.mend
      ? h(
          "button",
          { class: "btn", type: "button", onclick: () => mended(work, finding.mend) },
          finding.mend.label,
        )
      : null,
  );
}
