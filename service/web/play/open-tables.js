// The public tables with a free seat, as they come and go. One click takes a seat.

import { kindOfPace } from "../page/paces.js";
import { $, button, element } from "../page/element.js";
import * as contribution from "../proof/contribution.js";
import { fill, parts } from "../page/keyed.js";
import { insist } from "../api/persistent-requests.js";
import * as service from "../api/service.js";
import { follow } from "../api/stream.js";
import { takeSeat } from "./known-deck.js";
import { played, who } from "./table-row.js";
import * as words from "../page/words.js";

const tables = new Map(); // by id, the newest last
let me = null; // the account of the reader, if there is one
let arrived = null;

export const first = new Promise((resolve) => (arrived = resolve)); // resolves when the tables are shown

export async function begin() {
  $("open-tables").hidden = false;
  $("tables-pace").addEventListener("change", draw);
  if (service.isSignedIn()) insist(service.me, () => {}).then(({ id }) => draw((me = id)), () => {});
  for await (const { event, data } of follow("/v1/lobby", (lost) => $("open-tables").classList.toggle("lost", lost))) {
    if (event === "tables") {
      tables.clear();
      for (const table of data.items.toReversed()) tables.set(table.id, table);
    } else if (event === "table") tables.set(data.id, data);
    else if (event === "gone") tables.delete(data.id);
    draw();
    arrived();
  }
}

function draw() {
  const part = parts($("tables"));
  const kind = $("tables-pace").value;
  const rows = [...tables.values()].toReversed().filter(({ pace }) => kind === "any" || kindOfPace(pace) === kind);
  fill($("tables"), rows.map((table) => part(table.id, [table, me], () => row(table))));
  $("tables-none").hidden = rows.length > 0;
}

function row({ id, seats, watching, ...game }) {
  const isMine = me !== null && seats.some(({ account }) => account === me);
  const label = `table-${id}`;
  return element(
    "li.open-table",
    {},
    element("div", { id: label }, who(seats), element("p.hint", {}, played(game))),
    isMine || ["hands", "held"].includes(watching) // which the table asks about
      ? element("a.button", { href: `/play/${id}`, "aria-describedby": label }, words.say("to-table"))
      : button("button.first", { "aria-describedby": label }, ({ currentTarget }) => join(id, currentTarget), words.say("join")),
  );
}

async function join(id, control) {
  control.disabled = true;
  $("tables-said").textContent = "";
  try {
    await service.beSomebody();
    const taken = await takeSeat(`/v1/games/${id}/seats`, await contribution.commit());
    control.disabled = false;
    if (!taken) return;
    contribution.keep(taken);
    location.assign(`/play/${id}`);
  } catch (error) {
    control.disabled = false;
    $("tables-said").textContent = service.explain(error);
  }
}
