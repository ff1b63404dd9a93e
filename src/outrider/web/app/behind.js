// @ts-check
/** What lies behind a table: where its dice come from, links to it, its record and its text. */
import { ask, held } from "./api.js";
import { capital, h } from "./dom.js";
import { fairness } from "./fairness.js";

/** @param {import("./table.js").Table} table */
export function behind(table) {
  const { about, mine } = table.now;
  const links = held(about.match);
  const carry = mine.map(
    (each) =>
      `${location.origin}/table/${about.match}#seat=${each}&token=${links.tokens[each]}` +
      `${links.seals?.[each] ? `&seal=${links.seals[each].join(".")}` : ""}`,
  );
  const watching = `${location.origin}/watch/${about.match}#watch=${links.watch}`;
  const record = () => download(about.match, links.tokens[mine[0]], links.watch);
  return h(
    "div",
    {},
    fairness(table),
    h(
      "button",
      { class: "btn", onclick: async () => (await import("./textview.js")).textView(table) },
      "The table as text",
    ),
    links.watch ? linkField("To watch", watching) : "",
    ...carry.map((link, at) => linkField(`${capital(mine[at])}'s seat on another device`, link)),
    h("button", { class: "btn", onclick: record }, "Download the record"),
  );
}

/** @param {string} label @param {string} link */
const linkField = (label, link) =>
  h(
    "div",
    { class: "field" },
    h(
      "label",
      {},
      label,
      h("input", {
        type: "text",
        readonly: true,
        value: link,
        onfocus: (/** @type {any} */ event) => event.target.select(),
      }),
    ),
  );

/** @param {string} match @param {string | undefined} token @param {string | undefined} watch */
async function download(match, token, watch) {
  const text = await ask("GET", `/api/matches/${match}/record`, undefined, {
    ...(token ? { "outrider-token": token } : {}),
    ...(watch ? { "outrider-watch": watch } : {}),
  });
  const link = h("a", {
    href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })),
    download: `${match}.jsonl`,
  });
  link.click();
}
