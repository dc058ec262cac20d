// A game that has not begun: who is there, the link for the others, and a seat for the reader.

import { accountsOf } from "../api/accounts.js";
import * as contribution from "../proof/contribution.js";
import { tell } from "../page/at-field.js";
import { firstThatPlays } from "../page/bots.js";
import { $, button, element } from "../page/element.js";
import * as invitation from "./invitation.js";
import { markOf } from "../page/names.js";
import * as service from "../api/service.js";
import { linked } from "./table-row.js";
import { takeSeat } from "./known-deck.js";
import { paceInWords } from "../page/paces.js";
import * as words from "../page/words.js";

// The code of a private game is in the fragment, which browsers do not send.
const code = () => new URLSearchParams(location.hash.slice(1)).get("code");

// `joined` is called after the reader has taken or left a seat.
export function begin(id, joined) {
  $("join").addEventListener("submit", async (event) => {
    event.preventDefault();
    await attempt($("join"), async () => {
      await service.beSomebody($("join").elements.name.value);
      const { agree } = $("join").elements;
      const wanted = { ...(code() && { code: code() }), ...(agree.checked && { show_hands: true }), ...(await contribution.commit()) };
      const taken = await takeSeat(`/v1/games/${id}/seats`, wanted);
      if (!taken) return;
      contribution.keep(taken);
      joined();
    });
  });
  $("copy-invitation").addEventListener("click", copy);
  $("challenge").addEventListener("submit", async (event) => {
    event.preventDefault();
    await attempt($("challenge"), async () => {
      const accounts = await accountsOf($("challenge-names").value);
      for (const account of accounts) await service.post(`/v1/games/${id}/invitations`, { account });
      $("challenge").reset();
    });
    await drawChallenged(id);
  });
}

// Lists whom the table has invited, and who has declined.
async function drawChallenged(id) {
  const { items } = await service.get(`/v1/games/${id}/invitations`).catch(() => ({ items: [] }));
  const waiting = items.filter(({ status }) => status !== "accepted");
  $("challenged").replaceChildren(...waiting.map(({ name, status }) => element("li", {}, element("span", {}, name), element("small", {}, words.say(`challenge-${status}`)))));
}

async function attempt(form, action) {
  try {
    $("join-said").textContent = "";
    await action();
  } catch (error) {
    tell($("join-said"), error, form);
  }
}

export const mayBeInvited = () => code() !== null;

// Returns a private table as the code shows it to an invited reader.
export const invitedTo = async (path) => (await service.response(path, { headers: { Invitation: code() } })).json();

export function draw(view, { id, name, joined }) {
  $("waiting").hidden = false;
  const mine = view.viewer.seat;
  const dealing = Boolean(view.reveal_until);
  const { is_past: past, hands_delay: turns } = view.watching;
  $("waiting-hint").textContent = past ? words.say("watch-soon", { turns }) : words.say(dealing ? "dealing" : mine === null ? "join-hint" : "invite-hint");
  facts(view).then((shown) => $("waiting-what").replaceChildren(...shown), () => {}); // the page can do without them
  $("replayed").hidden = !view.replayed;
  $("join").hidden = mine !== null || dealing || past;
  $("join-agree").hidden = turns === null;
  $("join-agree-what").textContent = words.say(view.watching.who === "held" ? "agree-held" : "agree-hands", { turns });
  $("join-name").hidden = service.isSignedIn();
  $("invite").hidden = mine === null || dealing;
  const act = (key, action) => button("button", {}, () => attempt(null, action), words.say(key));
  const path = `/v1/games/${id}/seats`;
  const seats = view.seats.map((one) => {
    if (one.name !== null || one.account !== null || one.bot !== null) return element(one.seat === mine ? "li.own" : "li", {}, linked(one, name), markOf(one));
    const mayAdd = mine === 0 && !dealing; // who has made the table
    return element("li.free", {}, words.say("seat-free"), mayAdd && act("add-bot", () => firstThatPlays(partners(view), { seats: view.seats.length, variant: view.rules.variant }, (bot) => service.post(path, { bot })).then(joined)));
  });
  $("who").replaceChildren(...seats);
  const leaving = mine !== null && !dealing;
  $("invite-actions").replaceChildren(...(leaving ? [act("leave", () => service.remove(`${path}/me`).then(() => location.assign("/play")))] : []));
  if (leaving) drawChallenged(id);
  if (leaving && !$("invite-link").value) attempt(null, async () => ($("invite-link").value = await invitation.link(view)));
}

// Returns what is played here: the seats, the cards, the clock, who may watch, and each option that is not as usual in the edition.
async function facts({ seats, rules, pace, training, watching, private: hidden }) {
  const { items } = await service.get("/v1/editions");
  const { title, options } = items.find(({ id }) => id === rules.edition);
  const changed = options.filter(({ name, default: usual }) => name !== "multicolor" && ![usual, null, undefined].includes(rules[name]));
  const chosen = ({ name, values, value_names: names }) => (name === "starting_seat" ? words.say("player-number", { number: rules[name] + 1 }) : names[values.indexOf(rules[name])]);
  const rows = [
    [words.say("filter-seats"), seats.length],
    [words.say("filter-edition"), title],
    rules.variant ? [words.say("filter-variant"), rules.variant] : [words.say("filter-suits"), words.say(`suits-${rules.multicolor}`)],
    [words.say("game-clock"), paceInWords(pace)],
    [words.say("watching"), words.say(`watch-${hidden ? "nobody" : watching.who}`, { turns: watching.hands_delay })],
    ...changed.map((option) => [option.title, chosen(option)]),
    training && [words.say("this-table"), words.say("explain")],
  ];
  return rows.filter(Boolean).map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, `${value}`)));
}

// Bots such as the table has already.
const partners = ({ seats }) => seats.flatMap(({ bot }) => bot ?? []);

async function copy() {
  $("invite-link").select();
  const done = await (navigator.clipboard?.writeText($("invite-link").value) ?? Promise.reject()).then(() => true, () => false);
  $("join-said").textContent = words.say(done ? "copied" : "share-selected");
}
