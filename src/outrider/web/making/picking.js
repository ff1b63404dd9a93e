// @ts-check
/** What was made for a game, as it is chosen before one begins: one's own drafts, and the shelf. */
import { ask } from "../app/api.js";
import { drafts } from "./drafts.js";

const MOST = 24;

/** @param {any} game @returns {Promise<any[]>} settings that can be played */
export async function pick(game) {
  const own = drafts()
    .filter((draft) => draft.game === game.id)
    .slice(0, MOST);
  const mine = own.map(async (draft) => {
    const { kind, value } = draft;
    const said = await ask("POST", "/api/making/check", {
      game: game.id,
      kind,
      value,
      pictured: true,
    });
    return said.setting && { ...said.setting, id: `draft:${draft.id}` };
  });
  const shared = ask("GET", `/api/designs?game=${game.id}&limit=${MOST}`).then(({ designs }) =>
    Promise.all(
      designs.map(async (/** @type {any} */ line) => {
        const whole = await ask("GET", `/api/designs/${line.id}`);
        const by = `By ${whole.author}. ${whole.setting?.story ?? ""}`;
        return whole.setting && { ...whole.setting, id: `made:${line.id}`, story: by.trim() };
      }),
    ),
  );
  const found = await Promise.allSettled([...mine, shared]);
  return found.flatMap((each) => (each.status === "fulfilled" ? each.value : [])).filter(Boolean);
}
