// @ts-check
/** Where people roll dice of their own: what they show is typed in. */
import { capital, h } from "./dom.js";

/**
 * The form each table shows, and for which roll: drawn anew it keeps what was typed into it.
 * @type {WeakMap<object, {asked: string, form: HTMLElement}>}
 */
const kept = new WeakMap();

/** @param {import("./table.js").Table} table @param {any} roll */
export function typed(table, roll) {
  const asked = JSON.stringify(roll);
  const last = kept.get(table);
  if (last?.asked === asked) return last.form;
  const form = made(table, roll);
  kept.set(table, { asked, form });
  return form;
}

/** @param {import("./table.js").Table} table @param {any} roll */
function made(table, roll) {
  const seat = table.now.mine.includes(roll.seat) ? roll.seat : table.now.mine[0];
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "text",
      inputmode: "numeric",
      "aria-label": `What your ${roll.dice} dice show`,
      placeholder:
        `${roll.dice} ${roll.dice === 1 ? "die" : "dice"}: ` +
        `${"4 3 6 1".slice(0, roll.dice * 2 - 1)}`,
    })
  );
  return h(
    "form",
    {
      class: "type",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const faces = [...input.value.replace(/\D/g, "")].map(Number);
        const said = await table.socket.change(seat, { do: "roll", faces });
        if (said.ok) input.value = "";
        else table.panel.note(capital(said.error.message));
      },
    },
    input,
    h("button", { class: "btn main" }, "Rolled"),
  );
}
