// The page of a game: a table that waits for players, and then the game.

import { arranged, begin as beginArranging, forget as forgetOrder } from "./arrange.js";
import * as board from "./board.js";
import * as cardNotes from "./card-notes.js";
import { dress, kindsOf } from "./cards.js";
import * as chime from "./chime.js";
import * as choices from "./choice.js";
import * as contribution from "./contribution.js";
import { $, element } from "./element.js";
import { variantOf } from "./facts.js";
import { Knowledge } from "./knowledge.js";
import { namesOf } from "./names.js";
import { keep } from "./receipts.js";
import * as service from "./service.js";
import { follow } from "./stream.js";
import * as talk from "./talk.js";
import { show as showTrouble } from "./trouble.js";
import * as waiting from "./waiting.js";
import * as words from "./words.js";

const id = document.body.dataset.game;
const path = `/v1/games/${id}`;
const knowledge = new Knowledge($("knowledge"), $("table"));

let view = null;
let items = []; // the events as the reader saw them
let variant = null; // the variant of the game, if it has one
let chosen = null; // the card and the seat that were selected

const mine = () => view.to_move !== null && view.to_move === view.viewer.seat;

const name = (seat) => namesOf(view.seats)(seat);

// --- drawing -------------------------------------------------------------------------------------------------------

function draw() {
  $("loading").hidden = true;
  $("waiting").hidden = $("game").hidden = true;
  if (view === null || view.status === "open") return waiting.draw(view, { id, name, joined: renew });
  $("game").hidden = false;
  const event = items.at(-1) ?? { type: "deal" };
  const kinds = kindsOf(variant, view);
  board.draw($("table"), { frame: view, event, events: items, name, rules: view.rules, kinds, noted: cardNotes.text, arranged: arranged(id, view.viewer.seat) });
  knowledge.renew({ frame: view, name, kinds, known: async () => null });
  choose(chosen && view.hands.some((hand) => hand.cards.some((one) => one.card === chosen.card)) ? chosen : null);
  state(event);
  log();
  chime.title(mine());
  const said = items.filter(({ type }) => type === "message").length;
  talk.draw(path, { name, seated: view.viewer.seat !== null, over: view.result !== null, key: said }).catch(trouble);
}

function state(event) {
  const { result, viewer } = view;
  $("about").textContent = [words.say(`edition.${view.rules.edition}`), view.rules.variant].filter(Boolean).join(" · ");
  const now = result ? words.say("game-over") : mine() ? words.say("your-turn") : words.say("turn-of-other", { name: name(view.to_move) });
  $("announcement").replaceChildren(element("b", {}, now), " ", event.line ?? "");
  $("announcement").classList.toggle("mine", mine());
  $("over").hidden = result === null;
  if (result) {
    const said = [words.points(result.score), result.rating?.text].filter(Boolean).join(". ");
    $("over").replaceChildren(element("p", {}, said), element("a.button", { href: `/replays/${id}` }, words.say("to-replay")), element("a.button", { href: "/play" }, words.say("new-table")));
  }
  $("protection").textContent = view.protection?.text ?? "";
  $("give-up").hidden = result !== null || viewer.seat === null;
  $("give-up").setAttribute("aria-pressed", `${view.abort_votes.includes(viewer.seat)}`);
}

function choose(card) {
  chosen = card;
  choices.draw($("choice"), $("table"), { chosen, frame: view, actions: view.legal_actions, name, send });
  cardNotes.draw($("card-note"), { card: view.viewer.seat === null || view.result ? null : (card?.card ?? null), path, written: draw, failed: trouble });
}

function log() {
  const list = $("events");
  if (list.dataset.drawn !== words.language()) list.replaceChildren();
  list.dataset.drawn = words.language();
  for (const { line } of items.slice(list.children.length)) list.prepend(element("li", {}, line));
}

// --- the reader's turn ---------------------------------------------------------------------------------------------

async function send(action) {
  $("choice").inert = true; // a second press would be a second turn
  try {
    const { view: after } = await service.post(`${path}/moves`, { ...action, expected_version: view.version });
    chosen = null;
    $("trouble").hidden = true;
    show(after);
  } catch (error) {
    trouble(error);
    await renew();
  } finally {
    $("choice").inert = false;
  }
}

async function vote() {
  const voted = view.abort_votes.includes(view.viewer.seat);
  if (!voted && !confirm(words.say("give-up-sure"))) return;
  await (voted ? service.remove(`${path}/abort-votes`) : service.post(`${path}/abort-votes`, {}));
  await renew();
}

$("table").addEventListener("click", (event) => {
  const card = choices.cardOf(event);
  if (!card) return;
  choose(chosen?.card === card.card ? null : card);
  $("choice").querySelector("button")?.focus({ preventScroll: true });
});
beginArranging($("table"), id, { seat: () => view?.viewer.seat, moved: () => draw() });
$("give-up").addEventListener("click", () => vote().catch(trouble));

// --- news ----------------------------------------------------------------------------------------------------------

function show(after) {
  keep(after.receipt); // the review page compares it with the record
  const before = view !== null && view.status !== "open" && mine();
  if (view === null || view.version <= after.version) view = after; // otherwise a newer view is on the screen
  if (view.status !== "open" && mine() && !before) chime.ring();
  draw();
}

async function renew() {
  show(await service.get(path));
}

// The first frame has no events, since those before it are in the list.
async function arrived({ events, view: after }) {
  await contribution.reveal(after).catch(trouble); // too late: the game is dealt without this seat's bytes
  const deal = events.find(({ type }) => type === "deal");
  if (deal && !contribution.isKept(deal, id)) showTrouble($("trouble"), new Error(words.say("deal-broken")), renew);
  items.push(...(items.length ? events : (await service.get(`${path}/events`)).items.filter((one) => one.version <= after.version)));
  show(after);
}

async function play() {
  const begun = await service.get(path);
  variant = begun.rules.variant && (await variantOf(begun.rules.variant));
  if (variant) dress(variant);
  show(begun);
  if (begun.status !== "open" && begun.viewer.seat !== null) await cardNotes.load(path);
  for await (const { event, data } of follow(`${path}/events?views=true`, (lost) => ($("interrupted").hidden = !lost))) {
    if (event === "view") await arrived(data);
  }
  if (view.result === null) return renew();
  contribution.forget(id);
  forgetOrder(id);
  draw();
}

// --- beginning -----------------------------------------------------------------------------------------------------

function trouble(error) {
  showTrouble($("trouble"), error, () => location.reload());
}

async function open() {
  try {
    await play();
  } catch (error) {
    if (error.status !== 404 || !waiting.mayBeInvited()) return trouble(error);
    draw(); // a private game, which an invitation leads to
  }
}

await words.begin();
chime.begin();
waiting.begin(id, () => location.reload());
talk.begin(path, () => draw());
$("loading").hidden = false;
await open();
