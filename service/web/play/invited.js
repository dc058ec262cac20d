// The invitations of the reader, with one click to accept and one to decline; read again as long as the page is seen.

import { $, button, element } from "../page/element.js";
import * as contribution from "../proof/contribution.js";
import { fill, parts } from "../page/keyed.js";
import { insist } from "../api/insist.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const EVERY_MS = 20_000;

export async function begin() {
  if (!service.isSignedIn()) return;
  setInterval(() => document.hidden || draw().catch(() => {}), EVERY_MS);
  await insist(draw, () => {});
}

async function draw() {
  const { items } = await service.get("/v1/me/invitations");
  const part = parts($("invitations"));
  fill($("invitations"), items.map((one) => part(one.game, one, () => row(one))));
  $("invited").hidden = !items.length;
}

function row({ game, invited_by: name }) {
  const label = `invited-${game}`;
  const act = (look, key, action) => button(look, { "aria-describedby": label }, ({ currentTarget }) => attempt(currentTarget, action), words.say(key));
  return element(
    "li.open-table",
    {},
    element("p.who", { id: label }, words.say("invited-by", { name })),
    element("span.row", {}, act("button.first", "join", () => join(game)), act("button", "decline", () => service.remove(`/v1/me/invitations/${game}`).then(draw))),
  );
}

async function join(game) {
  contribution.keep(await service.post(`/v1/games/${game}/seats`, await contribution.commit()));
  location.assign(`/play/${game}`);
}

async function attempt(control, action) {
  control.disabled = true;
  $("invited-said").textContent = "";
  try {
    await action();
  } catch (error) {
    control.disabled = false;
    $("invited-said").textContent = service.explain(error);
  }
}
