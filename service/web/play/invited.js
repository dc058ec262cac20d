// The invitations of the reader, with one click to accept and one to decline; read again as long as the page is seen.

import { block } from "../account/blocks.js";
import { $, button, element } from "../page/element.js";
import * as contribution from "../proof/contribution.js";
import { fill, parts } from "../page/keyed.js";
import { insist } from "../api/persistent-requests.js";
import * as service from "../api/service.js";
import { played } from "./table-row.js";
import * as words from "../page/words.js";

const EVERY_MS = 20_000;

export async function begin() {
  if (!service.isSignedIn()) return;
  setInterval(() => document.hidden || draw().catch(() => {}), EVERY_MS);
  await insist(draw, () => {});
}

async function draw() {
  const { invited: games, contest_invited: teams } = await service.get("/v1/me/events");
  const part = parts($("invitations"));
  fill($("invitations"), [...games.map((one) => part(one.game, one, () => row(one))), ...teams.map((one) => part(one.entry, one, () => team(one)))]);
  $("invited").hidden = !games.length && !teams.length;
}

function row({ game, invited_by: name, inviter, seats, ...what }) {
  const label = `invited-${game}`;
  const about = element("p.hint", {}, `${words.labelled(words.say("filter-seats"), seats)} · ${played(what)}`);
  return item(label, [words.say("invited-by", { name }), about], act("button.first", label, "join", () => join(game)), act("button", label, "decline", () => service.remove(`/v1/me/invitations/${game}`).then(draw)), blocking(label, inviter));
}

function team({ contest, title, entry, invited_by: name, inviter }) {
  const label = `named-${entry}`;
  const see = element("a.plain", { href: `/contests/${contest}`, "aria-describedby": label }, words.say("see-contest"));
  return item(label, [words.say("named-by", { name, title })], see, act("button", label, "decline", () => service.remove(`/v1/contests/${contest}/entries/${entry}`).then(draw)), blocking(label, inviter));
}

// Blocking hides the invitations of a player.
const blocking = (label, inviter) => inviter && act("button", label, "block", () => block(inviter).then(draw));

const item = (id, [text, about], ...actions) => element("li.open-table", {}, element("div", { id }, element("p.who", {}, text), about), element("span.row", {}, ...actions));

const act = (look, label, key, action) => button(look, { "aria-describedby": label }, ({ currentTarget }) => attempt(currentTarget, action), words.say(key));

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
