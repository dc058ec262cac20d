// A game that has not begun: who is there, the link for the others, and a seat for the reader.

import * as contribution from "./contribution.js";
import { $, button, element } from "./element.js";
import * as service from "./service.js";
import { account } from "./token.js";
import * as words from "./words.js";

// The code of a private game is in the fragment, which browsers do not send.
const code = () => new URLSearchParams(location.hash.slice(1)).get("code");

// `joined` is called after the reader has taken or left a seat.
export function begin(id, joined) {
  $("join").addEventListener("submit", async (event) => {
    event.preventDefault();
    await attempt(async () => {
      await account($("join").elements.name.value);
      const wanted = { ...(code() && { code: code() }), ...(await contribution.commit()) };
      await service.post(`/v1/games/${id}/seats`, wanted);
      contribution.keep(id);
      joined();
    });
  });
}

async function attempt(action) {
  try {
    $("join-said").textContent = "";
    await action();
  } catch (error) {
    $("join-said").textContent = service.explain(error);
  }
}

export const mayBeInvited = () => code() !== null;

// `view` is null for a private game, of which an invited reader sees nothing yet.
export function draw(view, { id, name, joined }) {
  $("waiting").hidden = false;
  const mine = view?.viewer.seat ?? null;
  const dealing = Boolean(view?.reveal_until);
  $("waiting-hint").textContent = words.say(dealing ? "dealing" : mine === null ? "join-hint" : "invite-hint");
  $("join").hidden = mine !== null || dealing;
  $("join-name").hidden = service.token.get() !== null;
  $("invite").hidden = mine === null || dealing;
  const taken = (one) => one.name !== null || one.account !== null || one.bot !== null;
  $("who").replaceChildren(...(view?.seats ?? []).map((one) => element("li", {}, taken(one) ? name(one.seat) : words.say("seat-free"))));
  if (mine === null || dealing) return;
  const act = (key, action) => button("button", {}, () => attempt(action), words.say(key));
  const path = `/v1/games/${id}/seats`;
  const creator = mine === 0;
  $("invite-actions").replaceChildren(
    act("copy-link", () => invite(view)),
    creator ? act("add-bot", () => service.post(path, { bot: "kagiya" }).then(joined)) : "",
    act("leave", () => service.remove(`${path}/me`).then(() => location.assign("/play"))),
  );
}

async function invite(view) {
  const { code: made } = view.private ? await service.post(`/v1/games/${view.id}/invitations`, {}) : {};
  const link = `${location.origin}/play/${view.id}${made ? `#code=${made}` : ""}`;
  $("invite-link").hidden = false;
  $("invite-link").textContent = link;
  await navigator.clipboard.writeText(link).catch(() => null); // without permission, the reader copies the text
  $("join-said").textContent = words.say("copied");
}
