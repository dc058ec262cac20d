// The page of a game: a table that waits for players, and then the game.

import "../page/begin.js";
import { again } from "./again.js";
import { arranged, begin as beginArranging, forget as forgetOrder } from "./arrange.js";
import * as board from "../board/board.js";
import * as cardNotes from "./card-notes.js";
import { paceInWords } from "../page/clock-words.js";
import * as clock from "./clock.js";
import { dress, kindsOf } from "../board/cards.js";
import * as chime from "./chime.js";
import * as choices from "../board/choice.js";
import * as contribution from "../proof/contribution.js";
import { $, button, element } from "../page/element.js";
import { pointAt } from "../board/events.js";
import { variantOf } from "../board/facts.js";
import { Knowledge } from "../board/knowledge.js";
import * as log from "./log.js";
import { kindOf, namesOf } from "../page/names.js";
import { paced } from "./pace.js";
import { insist, passes } from "../api/insist.js";
import { keep } from "../proof/receipts.js";
import { playerPath } from "../home/rows.js";
import * as service from "../api/service.js";
import { follow } from "../api/stream.js";
import * as tabs from "../page/tabs.js";
import * as talk from "./talk.js";
import * as training from "./training.js";
import { touching } from "../page/touch.js";
import { show as showTrouble } from "../page/trouble.js";
import * as waiting from "./waiting.js";
import * as walk from "./walk.js";
import * as watchers from "./watchers.js";
import * as words from "../page/words.js";

const id = document.body.dataset.game;
const path = `/v1/games/${id}`;
const knowledge = new Knowledge($("knowledge"), $("table"), { chosen: choose });
const strip = $("strip"); // whose turn it is and what the reader can do, below the hands
const arrive = paced(path, { draw, isOwn: (version) => items[version]?.seat === view?.viewer.seat, failed: trouble });

const LATE_MS = 10_000; // after which a move without an answer is sent again

let view = null; // what is on the table
let items = []; // the events as the reader saw them, by version
let loaded = false; // whether `items` has all of them
let passing = false; // whether the trouble that is shown ends by itself
let checked = false; // whether the deal was compared with this seat's contribution
let variant = null; // the variant of the game, if it has one
let chosen = null; // the card that was selected
let byKey = false; // whether the last move was made by keyboard
let opened = null; // the hands after the end, all of them open
let known = null; // what can be known of the cards, as the service has told it: {version, cards}

const mine = () => view.result === null && view.to_move !== null && view.to_move === view.viewer.seat;

const name = Object.assign((seat) => namesOf(view.seats)(seat), { kind: (seat) => kindOf(view.seats[seat]) });

// --- drawing -------------------------------------------------------------------------------------------------------

function draw(now) {
  const waited = view !== null && (view.status === "open" || !mine());
  view = now;
  $("loading").hidden = true;
  $("waiting").hidden = $("review").hidden = true;
  if (view === null || view.status === "open") return waiting.draw(view, { id, name, joined: renew });
  $("review").hidden = false;
  if (waited && mine()) chime.ring();
  const event = items[view.version] ?? { type: "deal" };
  const kinds = kindsOf(variant, view);
  if (view.result && view.version >= 0 && opened === null) openHands();
  const frame = view.result && opened ? { ...view, hands: opened } : view;
  board.draw($("table"), { frame, event, events: items.slice(0, view.version + 1), name, rules: view.rules, kinds, noted: cardNotes.text, thought: training.draw(view, path, { changed: redraw, failed: trouble }), arranged: arranged(id, view.viewer.seat), left: clock.leftAt(view), below: strip });
  knowledge.renew({ frame, name, kinds, known: knownNow, isLine: view.viewer.seat === null || view.result !== null });
  heading();
  state(event);
  clock.draw(view, name);
  $("choice").inert = false;
  choose(seatOf(chosen) === null ? null : chosen);
  if (byKey && document.activeElement === document.body) ownCard()?.focus({ preventScroll: true });
  if (loaded) log.draw($("events"), items.slice(0, view.version + 1), name, view.viewer.seat);
  chime.title(mine());
  const said = items.filter(({ type }) => type === "message").length;
  const people = view.seats.filter(({ bot }) => bot === null).length > 1;
  talk.draw(path, { name, seated: view.viewer.seat !== null, over: view.result !== null, people, policy: view.rules.table_talk, key: said }).catch(trouble);
}

const redraw = () => draw(view);

// Shows all hands after the end.
function openHands() {
  opened = view.hands;
  service.get(`/v1/replays/${id}/frames/${view.version}`).then(({ hands }) => {
    opened = hands;
    redraw();
  }, trouble);
}

function heading() {
  const about = [words.say(`edition.${view.rules.edition}`), view.rules.variant ?? words.say(`suits-${view.rules.multicolor}`), view.pace && paceInWords(view.pace), view.training && words.say("training")].filter(Boolean).join(" · ");
  $("title").replaceChildren(...words.listed(view.seats, (seat) => (seat.account ? element("a", { href: playerPath(seat), target: "_blank" }, name(seat.seat)) : name(seat.seat))));
  const contest = () => (view.contest ? [" · ", element("a", { href: `/contests/${view.contest}` }, words.say("contest"))] : []);
  $("about").replaceChildren(about, ...contest(), watchers.count());
  $("about-more").replaceChildren(about, ...contest());
}

function state(event) {
  const { result, viewer } = view;
  const over = words.say("game-over");
  const ending = result?.score === null ? [over, words.say(`reason.${result.reason}`)] : [result && words.points(result.score), over];
  const now = result ? ending[0] : mine() ? words.say("your-turn") : words.say("turn-of-other", { name: name(view.to_move) });
  const said = result ? (result.rating?.text ?? ending[1]) : event.line ?? "";
  $("announcement").replaceChildren(element("b", {}, now), " ", said);
  strip.className = ["strip", result ? "over" : mine() && "mine"].filter(Boolean).join(" ");
  $("protection").textContent = view.protection?.text ?? "";
  $("give-up").hidden = result !== null || viewer.seat === null;
  $("give-up").setAttribute("aria-pressed", `${view.abort_votes.includes(viewer.seat)}`);
}

// Returns the seat that holds a card, or null.
const seatOf = (card) => view.hands.find((hand) => hand.cards.some((one) => one.card === card))?.seat ?? null;

function choose(card) {
  const [left, seat, inside] = [chosen, seatOf(card), $("choice").contains(document.activeElement)];
  chosen = card;
  cardNotes.draw($("card-note"), { card: view.viewer.seat === null || view.result ? null : card, path, written: redraw, failed: trouble });
  if ($("choice").inert) return; // a move is on its way
  const key = [view.version, view.result !== null, view.legal_actions.length, seat, seat === view.viewer.seat ? card : null].join(" ");
  if ($("choice").dataset.drawn === key) return;
  $("choice").dataset.drawn = key;
  if (view.result) return ended();
  choices.draw($("choice"), $("table"), { chosen: seat === null ? null : { card, seat }, frame: view, actions: view.legal_actions, name, touches: touching(view.rules, variant), send });
  if (!$("choice").querySelector("button")) $("choice").replaceChildren(...[hint()].filter(Boolean).map((text) => element("p.hint", {}, text)));
  if (card === null && inside) $("table").querySelector(`.hand [data-card="${left}"]`)?.focus({ preventScroll: true });
}

// Says how a turn is taken, or what a watcher sees.
function hint() {
  const { is_past: past, hands_delay: turns } = view.watching;
  if (past) return words.say("watch-past", { turns });
  return mine() ? words.say(view.legal_actions.some(({ type }) => type === "clue") ? "choose-card" : "choose-own") : null;
}

function ended() {
  const seated = view.viewer.seat !== null;
  const next = (deck, key) => {
    const control = button("button", { class: "again" }, async () => {
      control.disabled = true; // a second press would be a second game
      try {
        location.assign(await again(view, deck));
      } catch (error) {
        trouble(error);
        control.disabled = false;
      }
    }, words.say(key));
    return control;
  };
  const toContest = element("a.button", { href: `/contests/${view.contest}` }, words.say("contest"));
  const nexts = view.contest ? [toContest] : seated ? [next("new", "play-again"), next("same", "again-same")] : [];
  $("choice").replaceChildren(element("a.button.first", { href: `/replays/${id}` }, words.say("to-replay")), ...nexts, element("a.button.elsewhere", { href: "/play" }, words.say("new-table")));
}

function knownNow() {
  if (view.viewer.seat === null || view.result) return Promise.resolve(null);
  const { version } = view;
  if (known?.version !== version) known = { version, cards: service.get(`${path}?at=${version}&knowledge=true`).then((body) => body.knowledge, () => null) };
  return known.cards;
}

// --- the reader's turn ---------------------------------------------------------------------------------------------

async function send(action) {
  byKey = $("choice").querySelector(":focus-visible") !== null;
  $("choice").inert = true; // a second press would be a second turn; `draw` ends this
  strip.classList.remove("mine");
  try {
    const done = await delivered({ ...action, expected_version: view.version });
    note(done.events);
    $("trouble").hidden = true;
    knowledge.choose(null);
    show(done.view);
  } catch (error) {
    trouble(error);
    await renew().catch(redraw);
  }
}

// Sends a move until the service has it. With its version, it cannot be made twice.
function delivered(move) {
  return insist(async () => {
    const late = new AbortController();
    const alarm = setTimeout(() => late.abort(), LATE_MS);
    try {
      return await service.post(`${path}/moves`, move, { signal: late.signal });
    } finally {
      clearTimeout(alarm);
    }
  }, interrupted);
}

const ownCard = () => $("table").querySelector(`.hand .card[data-seat="${view?.viewer.seat ?? 0}"]`);

async function vote() {
  const voted = view.abort_votes.includes(view.viewer.seat);
  if (!voted && !confirm(words.say("give-up-sure"))) return;
  await (voted ? service.remove(`${path}/abort-votes`) : service.post(`${path}/abort-votes`, {}));
  await renew();
}

async function changeClock(change) {
  show((await service.post(`${path}/clock-changes`, change)).view);
}

$("table").addEventListener("click", (event) => {
  if (choices.cardOf(event)) $("choice").querySelector("button")?.focus({ preventScroll: true });
});
beginArranging($("table"), id, { seat: () => view?.viewer.seat, moved: redraw });
walk.begin($("table"), $("choice"), ownCard);
pointAt($("events"), $("table"));
pointAt($("choice"), $("table"));
$("give-up").addEventListener("click", () => vote().catch(trouble));
clock.begin((change) => changeClock(change).catch(trouble));

// --- news ----------------------------------------------------------------------------------------------------------

function note(events) {
  for (const event of events) items[event.version] = event;
}

function show(after) {
  keep(after.receipt); // the review page compares it with the record
  arrive(after);
}

async function renew() {
  show(await service.get(path));
}

// The first frame has no events, since those before it are in the list.
async function arrived({ events, view: after }) {
  await contribution.reveal(after).catch(trouble); // too late: the game is dealt without this seat's bytes
  if (!loaded && after.version >= 0) {
    note((await insist(() => service.get(`${path}/events`), interrupted)).items);
    loaded = true;
  } else note(events);
  if (!checked && items[0]) {
    checked = true;
    if (!(await contribution.isKept(items[0], id, after.viewer.seat))) showTrouble($("trouble"), new Error(words.say("deal-broken")), renew);
  }
  show(after);
}

// Called with true when the service does not answer. When it does, no trouble is left that ends by itself.
function interrupted(lost) {
  $("interrupted").hidden = !lost;
  if (!lost && passing) $("trouble").hidden = true;
}

async function play() {
  const begun = await insist(() => service.get(path), interrupted);
  variant = begun.rules.variant && (await variantOf(begun.rules.variant));
  if (variant) dress(variant);
  show(begun);
  watchers.begin(path, () => view.result !== null);
  if (begun.status !== "open" && begun.viewer.seat !== null) await insist(() => cardNotes.load(path), interrupted);
  for await (const { event, data } of follow(`${path}/events?views=true`, interrupted)) {
    if (event === "view") await arrived(data);
  }
  if (!loaded) note((await insist(() => service.get(`${path}/events`), interrupted)).items);
  loaded = true;
  if (view.result === null) await insist(renew, interrupted);
  contribution.forget(id);
  forgetOrder(id);
  redraw();
}

// --- beginning -----------------------------------------------------------------------------------------------------

function trouble(error) {
  passing = passes(error);
  showTrouble($("trouble"), error, () => location.reload());
}

async function open() {
  try {
    await play();
  } catch (error) {
    if (error.status !== 404 || !waiting.mayBeInvited()) return trouble(error);
    draw(null); // a private game, which an invitation leads to
  }
}

await words.begin();
chime.begin();
training.begin(redraw);
waiting.begin(id, () => location.reload());
talk.begin(path, redraw);
tabs.begin(() => {
  if (view !== null && view.status !== "open") redraw();
  talk.seen();
});
$("loading").hidden = false;
await open();
