// @ts-check
/** Where people roll dice of their own: what they show is typed in. */
import { capital, h } from "./dom.js";

/** @param {import("./table.js").Table} table @param {any} roll */
export function typed(table, roll) {
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
        if (!said.ok) table.panel.note(capital(said.error.message));
      },
    },
    input,
    h("button", { class: "btn main" }, "Rolled"),
  );
}
