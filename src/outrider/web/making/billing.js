// @ts-check
/** What both sides cost, and forces put in from the shelf or kept there. */
import { capital, h, say } from "../app/dom.js";
import { drawn } from "./fields.js";
import { newRoster, rosterOf, rosters } from "./rosters.js";
import { putForce } from "./standing.js";

/** @typedef {import("./work.js").Work} Work */

/** @param {Work} work @param {Record<string, any>} bills by seat */
export function billed(work, bills) {
  const budget = work.draft.budget ?? 0;
  const field = { name: "budget", label: "Budget", step: 10, least: 0, most: 9999 };
  return h(
    "details",
    { class: "billing", open: work.billed },
    h(
      "summary",
      { onclick: () => (work.billed = !work.billed) },
      "Points: ",
      ...work.sides.map((side) => summed(side, bills[side.seat]?.total ?? 0, budget)),
    ),
    h(
      "div",
      { class: "rows" },
      ...drawn(field, budget, (value) => {
        work.note({ budget: value > 0 ? value : undefined });
        work.tell("noted");
      }),
    ),
    ...work.sides.map((side) => sideBill(work, side, bills[side.seat], budget)),
  );
}

/** @param {any} side @param {number} total @param {number} budget */
const summed = (side, total, budget) =>
  h(
    "span",
    { style: `--c: var(--${side.seat})` },
    h("b", {}, `${capital(side.seat)} ${total}`),
    budget && total > budget ? h("span", { class: "over" }, `over by ${total - budget} `) : null,
  );

/** @param {Work} work @param {any} side @param {any} bill @param {number} budget */
function sideBill(work, side, bill, budget) {
  const total = bill?.total ?? 0;
  const over = budget ? Math.max(0, total - budget) : 0;
  const own = rosters(work.draft.game);
  const name = capital(side.seat);
  const put = h(
    "select",
    {
      "aria-label": `A force for ${name}`,
      onchange: (/** @type {any} */ event) => {
        const found = own.find((each) => each.id === event.target.value);
        if (found) putForce(work, side, found.value);
      },
    },
    h("option", { value: "" }, own.length ? "Put a force in" : "No forces yet"),
    ...own.map((each) => h("option", { value: each.id }, String(each.value?.name ?? "A force"))),
  );
  const pieces = work.list(side.pieces);
  const keep = () => {
    const called = `${name} of ${work.value.name ?? "a scenario"}`.slice(0, 60);
    newRoster(work.draft.game, rosterOf(called, pieces, budget || null));
    say(`Kept on the shelf as ${called}`);
    work.tell("noted");
  };
  return h(
    "p",
    { class: "bills", style: `--c: var(--${side.seat})` },
    h("b", { class: "of-seat" }, `${name} ${total}`),
    h(
      "span",
      over ? { class: "over", role: "alert" } : {},
      over ? `over by ${over}` : budget ? `of ${budget} points` : "points",
    ),
    put,
    h(
      "button",
      {
        type: "button",
        class: "btn",
        disabled: !pieces.length,
        "aria-label": `Keep ${name} as a force`,
        onclick: keep,
      },
      "Keep",
    ),
  );
}
