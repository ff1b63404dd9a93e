// @ts-check
/** Odds with their reasons: everything that may come of something, and what that rests on. */
import { h, part, percent } from "./dom.js";

/**
 * @typedef {{said: string, share: string, tone: string, cost?: string, group?: string}} Result
 * @typedef {{label: string, value?: string, dice?: number, note?: string}} Reason
 * @typedef {{results?: Result[], reasons?: Reason[], along?: string, areas?: any[],
 *   caught?: string[]}} Account
 */

/** As many dice are drawn; of more their number is said. */
const MOST_DICE = 6;

/** @param {Result} result */
const row = ({ said, share, tone }) => [
  h("span", {}, said),
  h(
    "span",
    { class: tone === "good" ? "bar" : `bar ${tone}` },
    h("span", { style: `width:${Math.round(part(share) * 100)}%` }),
  ),
  h("span", {}, percent(part(share))),
];

/** What may become of one of several, on one line. @param {string} whom @param {Result[]} some */
const fate = (whom, some) =>
  h(
    "div",
    { class: "fate" },
    h("b", {}, whom),
    h(
      "span",
      { class: "bar" },
      ...some.map(({ share, tone }) =>
        h("span", { class: tone, style: `width:${Math.round(part(share) * 100)}%` }),
      ),
    ),
    h(
      "small",
      {},
      some
        .map(({ said, share }) => `${percent(part(share))} ${said.split(`${whom} `).join("")}`)
        .join(", ")
        .toLowerCase(),
    ),
  );

/** All that may come of it, with what it costs. @param {Account} account */
export function results({ results: found = [] }) {
  const groups = [...new Set(found.map((each) => each.group ?? ""))];
  return groups.flatMap((group) => {
    const some = found.filter((each) => (each.group ?? "") === group);
    if (group) return [fate(group, some)];
    return [
      h("div", { class: "odds" }, ...some.flatMap(row)),
      ...[...new Set(some.map((each) => each.cost))].flatMap((cost) => {
        const by = some.filter((each) => each.cost === cost);
        return cost
          ? [h("p", { class: "cost" }, by.length > 1 ? cost : `${by[0].said}: ${cost}`)]
          : [];
      }),
    ];
  });
}

/** @param {number} count */
const dice = (count) =>
  count <= MOST_DICE
    ? h(
        "span",
        { class: "many", role: "img", "aria-label": count === 1 ? "1 die" : `${count} dice` },
        ...Array.from({ length: count }, () => h("i", {}, "?")),
      )
    : h("b", {}, `${count} dice`);

/** What the chances rest on. @param {Account} account */
export function reasons({ reasons: found = [] }) {
  if (!found.length) return [];
  return [
    h(
      "dl",
      { class: "reasons" },
      ...found.flatMap((each) => [
        h("dt", {}, each.label),
        h(
          "dd",
          {},
          each.dice === undefined ? h("b", {}, each.value ?? "") : dice(each.dice),
          each.note ? h("small", {}, each.note) : null,
        ),
      ]),
    ),
  ];
}
