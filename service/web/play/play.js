// The page of a game: a table that waits for players, and then the game.

import "../page/site-with-filters.js";
import { again } from "./again.js";
import { arranged, begin as beginArranging, forget as forgetOrder } from "./arrange.js";
import * as board from "../board/board.js";
import * as cardNotes from "./card-notes.js";
import { duration, moment } from "../page/clock-words.js";
import * as clock from "./clock.js";
import { dress, kindsOf } from "../board/cards.js";
import * as turnSignal from "./turn-sound-and-title.js";
import * as choices from "../board/choice.js";
import * as contribution from "../proof/contribution.js";
import { $, button, element } from "../page/element.js";
import { pointAt } from "../board/events.js";
import { variantOf } from "../board/rules-in-words.js";
import { Knowledge } from "../board/knowledge.js";
import { compact } from "../board/move-list-entries.js";
import * as log from "./log.js";
import * as moveKeys from "./move-keys.js";
import { said } from "../board/moves.js";
import { deliver, TakenBack } from "./sending.js";
import { paced } from "./showing-moves.js";
import * as planned from "./planned.js";
import * as switches from "./switches.js";
import { insist, passes } from "../api/persistent-requests.js";
import { keep } from "../proof/receipts.js";
import * as service from "../api/service.js";
import { follow } from "../api/stream.js";
import { Table } from "./table.js";
import * as tabs from "../page/tabs.js";
import * as talk from "./talk.js";
import { linked, played } from "./table-row.js";
import * as training from "./training.js";
import { cluesOf } from "../page/touch.js";
import { show as showTrouble, tell as tellTrouble } from "../page/trouble.js";
import * as waiting from "./waiting.js";
import * as walk from "./arrow-keys.js";
import * as watchers from "./watchers.js";
import * as watching from "./watching.js";
import * as words from "../page/words.js";

const id = document.body.dataset.game;
const path = `/v1/games/${id}`;
const table = new Table(path);
const knowledge = new Knowledge($("knowledge"), $("table"), { chosen: choose });
const strip = $("strip"); // whose turn it is and what the reader can do, below the hands
const arrive = paced(path, { draw, isOwn: (version) => table.isOwn(version), failed: trouble });

const SOON_MS = 86_400_000;
const MINUTE_MS = 60_000;

// --- drawing -------------------------------------------------------------------------------------------------------

function draw(now) {
  const [isNew, waited] = [table.view !== null && table.view.version < now.version, table.view !== null && (table.view.status === "open" || !table.isMine)];
  const view = (table.view = now);
  const { name } = table;
  $("loading").hidden = true;
  $("waiting").hidden = $("review").hidden = true;
  if (view.status === "open") return waiting.draw(view, { id, name, joined: renew });
  $("review").hidden = false;
  const event = table.event(view.version) ?? { type: "deal" };
  if (isNew) turnSignal.hear(event, { mine: waited && table.isMine, over: table.isOver });
  const kinds = kindsOf(table.variant, view);
  table.openHands().then((more) => more && redraw(), trouble);
  const { frame, events } = table;
  board.draw($("table"), { frame, event, events, name, rules: view.rules, kinds, noted: cardNotes.text, thought: training.draw(view, path, { changed: redraw, failed: trouble }), arranged: arranged(id, view.viewer.seat), left: clock.leftAt(view), below: strip });
  knowledge.renew({ frame, name, kinds, known: () => table.known(), isLine: view.viewer.seat === null || table.isOver });
  planned.draw($("plan"), view, { path, name, variant: table.variant, changed: redraw, failed: trouble });
  heading(view);
  for (const part of document.querySelectorAll(".of-players")) part.hidden = view.viewer.seat === null;
  state(view, event);
  clock.draw(view, name);
  $("choice").inert = table.isSending;
  choose(table.seatOf(table.chosen) === null ? null : table.chosen);
  keepFocus(view);
  if (table.loaded) log.draw($("events"), events, name, view.viewer.seat);
  turnSignal.title(table.isMine);
  const said = events.filter(({ type }) => type === "message").length;
  const people = view.seats.filter(({ bot }) => bot === null).length > 1;
  talk.draw(path, { name, seats: view.seats, own: view.viewer.seat, invited, over: table.isOver, people, policy: view.rules.table_talk, key: said }).catch(trouble);
}

const redraw = () => draw(table.view);

// Called after the end with the table at which a partner plays again, or null.
function invited(next) {
  const isNew = table.next?.href !== next?.href;
  table.next = next;
  if (isNew) redraw();
}

function heading(view) {
  const { name } = table;
  const about = played(view);
  const players = () => words.listed(view.seats, (seat) => linked(seat, name));
  $("title").replaceChildren(...players());
  const contest = () => (view.contest ? [" · ", element("a", { href: `/contests/${view.contest}` }, words.say("contest"))] : []);
  $("about").replaceChildren(about, ...contest(), watchers.count("heading"), idleEnd(view));
  $("about-more").replaceChildren(...players(), " · ", about, ...contest(), longestPause(view), idleEnd(view));
}

// Says how long a pause may last. A round of a contest may allow none.
function longestPause({ contest, pause_limit_s: limit }) {
  return limit && !contest ? ` · ${words.say("pause-limit", { time: duration(limit) })}` : "";
}

// Says when a game ends that nobody goes on with, if that is soon or the game is paused.
function idleEnd({ idle_at: at, clock: now }) {
  const isSoon = at && (now?.paused || Date.parse(at) - service.now() < SOON_MS);
  return isSoon ? ` · ${words.say("idle-at", { at: moment(at) })}` : "";
}

// Warns the players before that.
function idleWarning({ idle_at: at, result, viewer }) {
  const isSoon = at && result === null && viewer.seat !== null && Date.parse(at) - service.now() < SOON_MS;
  return isSoon ? words.say("idle-warning", { at: moment(at) }) : "";
}

function state(view, event) {
  const { result, viewer } = view;
  const over = words.say("game-over");
  const late = result?.reason === "timed_out" && (view.clock?.banks_ms[viewer.seat] === 0 ? words.say("time-over") : event.line);
  const reason = late || (result && (result.score === null || result.outcome === "lost") && words.say(`reason.${result.reason}`));
  const due = planned.due(view);
  const mine = () => (due ? words.labelled(words.say("plan-due"), said(due, view, table.name)) : words.say("your-turn"));
  const now = result ? (result.score === null ? over : words.points(result.score)) : table.isMine ? mine() : words.say("turn-of-other", { name: table.name(view.to_move) });
  const told = result ? [reason, words.sentence(result.rating?.text)].filter(Boolean).join(" ") || over : log.sentence(event, table.name, viewer.seat);
  // Above the buttons for another one, the sentence of a clue has no room, and a plan that waits stays in sight.
  const brief = plannedMoves() ?? (event.type === "clue" && compact(event, view, { name: table.name, own: viewer.seat }));
  const shortly = !result && !due && brief && element("span.compact", { "aria-hidden": "true" }, brief);
  $("announcement").replaceChildren(element("b", {}, now), " ", element("span", {}, told), shortly || "");
  strip.className = ["strip", result ? "over" : table.isMine && "mine"].filter(Boolean).join(" ");
  $("protection").textContent = view.protection?.text ?? "";
  $("give-up").hidden = result !== null || viewer.seat === null;
  $("give-up").textContent = words.say(view.abort_votes.includes(viewer.seat) ? "give-up-not" : "give-up");
}

function choose(card) {
  const { view, name, variant } = table;
  const [left, seat, inside] = [table.chosen, table.seatOf(card), $("choice").contains(document.activeElement)];
  table.chosen = card;
  cardNotes.draw($("card-note"), { card: view.viewer.seat === null || view.result ? null : card, turned: turnedOf(view, card), path, written: redraw, failed: trouble });
  if ($("choice").inert) return; // a move is on its way
  const [warning, isVoid] = [idleWarning(view), planned.isVoid(view, table.events)];
  const key = [view.version, planned.state(), table.next?.href, table.takenBack, warning, isVoid, table.loaded, view.result !== null, view.legal_actions.length, seat, seat === view.viewer.seat ? card : null].join(" ");
  if ($("choice").dataset.drawn === key) return;
  $("choice").dataset.drawn = key;
  if (view.result) return ended(view);
  if (watching.isWatched(view) && !view.clock?.paused) return $("choice").replaceChildren(...watching.draw(view, table.events));
  const plans = planned.actions(view, variant);
  const planning = { frame: { ...view, to_move: view.viewer.seat, clue_tokens: 1 }, actions: plans, send: plan, worded: (text) => words.labelled(words.say("plan-move"), text) };
  const turn = plans.length ? planning : { frame: view, actions: view.legal_actions, send: propose };
  choices.draw($("choice"), $("table"), { chosen: seat === null ? null : { card, seat }, ...turn, name, rules: view.rules, variant, keyOf: moveKeys.keysOf(clues()) });
  if (seat !== null && seat === view.viewer.seat && plans.length) $("choice").append(...aboutPlan(view));
  if (!$("choice").querySelector("button")) $("choice").replaceChildren(...[[table.loaded && hint(view), warning].filter(Boolean).join(" ")].filter(Boolean).map((text) => element(isVoid ? "p.hint.void" : "p.hint", {}, text)), ...aboutPlan(view));
  if (card === null && inside) $("table").querySelector(`.hand [data-card="${left}"]`)?.focus({ preventScroll: true });
}

// Returns the moves that the reader can make or, while others are to move, plan.
const actions = () => (table.isMine ? table.view.legal_actions : planned.actions(table.view, table.variant));

// Returns the clues of the game, once it is dealt.
const clues = () => (table.view?.version >= 0 ? cluesOf(table.view.rules, table.variant, table.view.fireworks) : []);

// Returns how one of the reader's cards stands, or null if it cannot be turned.
function turnedOf({ rules, hands, viewer }, card) {
  const own = hands.find(({ seat }) => seat === viewer.seat);
  const isClued = () => table.events.some(({ type, target }) => type === "clue" && target === viewer.seat);
  if (rules.hand_reorder === "off" || (rules.hand_reorder === "after_clue" && !isClued()) || !own?.cards.some((one) => one.card === card)) return null;
  return own.turned?.find((one) => one.card === card)?.orientation ?? "upright";
}

// Returns the buttons for a plan that waits, and for a move that is about to be made.
function aboutPlan(view) {
  const due = planned.due(view);
  if (!planned.lines(view, table.name).length || (table.isMine && !due && !view.clock?.paused)) return [];
  const back = () => planned.takeBack(path).then(redraw, trouble);
  return [due && button("button.first", {}, () => propose(due), words.say("plan-now")), button("button.back", {}, back, words.say("plan-remove"))].filter(Boolean);
}

// Returns the plan that waits while others are to move, in words.
function plannedMoves() {
  const lines = planned.lines(table.view, table.name);
  return !table.isMine && lines.length ? words.labelled(words.say("plan-move"), lines.join("; ")) : null;
}

// Gives the focus that a move or a vote by keyboard has lost to the next turn, or to what follows the game.
function keepFocus({ result }) {
  const { activeElement: held } = document;
  if (table.byKey === null || (held !== document.body && held.checkVisibility())) return;
  const next = result ? $("choice").querySelector("a") : table.byKey ? startCard() : $("table");
  next?.focus({ preventScroll: true });
}

// Says how a turn is taken.
function hint(view) {
  if (view.clock?.paused) return words.say("paused");
  if (table.takenBack === view.version) return words.say("taken-back");
  if (planned.isVoid(view, table.events)) return planned.whyVoid(view, table.events);
  if (planned.due(view)) return null;
  if (!table.isMine) return $("plan").hidden ? null : (plannedMoves() ?? words.say("plan-where"));
  const may = (kind) => view.legal_actions.some(({ type }) => type === kind);
  return words.say(may("clue") ? (may("discard") ? "choose-card" : "choose-no-discard") : "choose-own");
}

function ended(view) {
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
  const { next: found } = table;
  const along = found && element("a.button.first.along", { href: found.href }, words.labelled(words.say("plays-again", { name: table.name(found.seat) }), words.say(seated ? "join" : "next-table")));
  if (along) nexts.pop(); // the deck of this game again
  $("choice").replaceChildren(...(along ? [along] : []), element(along ? "a.button" : "a.button.first", { href: `/replays/${id}` }, words.say("to-replay")), ...nexts, element("a.button.elsewhere", { href: "/play" }, words.say("new-table")));
  if (!seated) watching.goAlong(view, $("choice"));
}

// --- the reader's turn ---------------------------------------------------------------------------------------------

// Asks before a move is made, if the reader wants that or if it is a clue to no card.
function propose(action, isEmpty) {
  if (!isEmpty && !switches.isOn("confirm-moves")) return send(action);
  const back = () => {
    delete $("choice").dataset.drawn;
    choose(table.chosen);
    $("choice").querySelector("button:enabled")?.focus({ preventScroll: true });
  };
  const what = said(action, table.view, table.name);
  const yes = button("button.first", {}, () => send(action), isEmpty ? `${what} (${words.touched(0)})` : what);
  const no = button("button", {}, back, words.say("not-yet"));
  $("choice").replaceChildren(yes, no);
  (isEmpty ? no : yes).focus({ preventScroll: true });
}

// Plans a move for the reader's next turn, with the buttons of a turn.
async function plan(action) {
  knowledge.choose(null); // so that a second press plans nothing else
  await planned.add($("plan"), action, table.view, path).catch(trouble);
  redraw();
}

async function send(action) {
  table.byKey = $("choice").querySelector(":focus-visible") !== null;
  const [sent, due] = [(table.sent = table.view.version), planned.due(table.view)];
  $("choice").inert = true; // a second press would be a second turn
  strip.classList.remove("mine");
  try {
    const done = await deliver(`${path}/moves`, { ...action, expected_version: sent }, interrupted);
    table.note(done.events);
    $("trouble").hidden = true;
    if (table.view.version === sent) knowledge.choose(null); // else the stream was faster, and a card may be chosen again
    show(done.view);
  } catch (error) {
    table.sent = null;
    if (error instanceof TakenBack) {
      table.takenBack = sent;
      knowledge.choose(null);
    } else if (!due || error.code !== "version-conflict") trouble(error); // else the plan was made first
    await renew().catch(redraw);
  }
}

// Returns the card with which the keys begin: the selected one, else the first of the reader.
function startCard() {
  const [chosen, own] = [`[data-card="${table.chosen}"]`, `[data-seat="${table.view?.viewer.seat ?? 0}"]`];
  return [chosen, own].map((which) => $("table").querySelector(`.hand .card${which}`)).find(Boolean);
}

async function vote() {
  const { abort_votes: votes, viewer } = table.view;
  const voted = votes.includes(viewer.seat);
  if (!voted && !confirm(words.say("give-up-sure"))) return;
  table.byKey = $("give-up").matches(":focus-visible");
  await (voted ? service.remove(`${path}/abort-votes`) : service.post(`${path}/abort-votes`, {}));
  await renew();
}

async function changeClock(change) {
  show((await service.post(`${path}/clock-changes`, change)).view);
}

$("table").addEventListener("click", (event) => {
  if (choices.cardOf(event) && actions().length) $("choice").querySelector("button:enabled:not(.empty)")?.focus({ preventScroll: true });
});
beginArranging($("table"), id, { seat: () => table.view?.viewer.seat, moved: redraw });
walk.begin($("table"), $("choice"), { start: startCard, chosen: () => table.chosen !== null, select: (card) => knowledge.choose(card) });
moveKeys.begin({ view: () => table.view, actions, clues, chosen: () => table.seatOf(table.chosen), select: (card) => knowledge.choose(card), isPlanned: () => !table.isMine && planned.state() !== "" });
switches.begin();
setInterval(() => table.view?.version >= 0 && choose(table.chosen), MINUTE_MS); // the end by idleness comes closer
pointAt($("events"), $("table"));
pointAt($("choice"), $("table"));
$("give-up").addEventListener("click", () => vote().catch(trouble));
clock.begin((change) => changeClock(change).catch(trouble));

// --- news ----------------------------------------------------------------------------------------------------------

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
  if (!table.loaded && after.version >= 0) await loadEvents();
  else table.note(events);
  if (!table.checked && table.event(0)) {
    table.checked = true;
    if (!(await contribution.isKept(table.event(0), id, after.viewer.seat))) tellTrouble($("trouble"), words.say("deal-broken"));
  }
  show(after);
}

async function loadEvents() {
  table.note((await insist(() => service.get(`${path}/events`), interrupted)).items);
  table.loaded = true;
}

// Called with true when the service does not answer. When it does, no trouble is left that ends by itself.
function interrupted(lost) {
  $("interrupted").hidden = !lost;
  if (!lost && table.passing) $("trouble").hidden = true;
}

async function play() {
  const begun = await insist(() => service.get(path), interrupted);
  if (begun.result && begun.viewer.seat === null) return location.replace(`/replays/${id}`);
  table.variant = begun.rules.variant && (await variantOf(begun.rules.variant));
  if (table.variant) dress(table.variant);
  show(begun);
  watchers.begin(path, () => table.isOver);
  if (begun.status !== "open" && begun.viewer.seat !== null) await insist(() => cardNotes.load(path), interrupted);
  for await (const { event, data } of follow(`${path}/events?views=true`, interrupted)) {
    if (event === "view") await arrived(data);
  }
  if (!table.loaded) await loadEvents();
  if (!table.isOver) await insist(renew, interrupted);
  contribution.forget(id);
  forgetOrder(id);
  redraw();
}

// --- beginning -----------------------------------------------------------------------------------------------------

function trouble(error) {
  $("loading").hidden = true;
  table.passing = passes(error);
  showTrouble($("trouble"), error, () => location.reload(), { "not-found": "e-no-table" });
}

async function open() {
  try {
    await play();
  } catch (error) {
    if (error.status !== 404 || !waiting.mayBeInvited()) return trouble(error);
    await waiting.invitedTo(path).then(draw, trouble); // a private game, which an invitation leads to
  }
}

await words.begin();
turnSignal.begin();
training.begin(redraw);
waiting.begin(id, () => location.reload());
talk.begin(path, redraw);
tabs.begin(() => {
  if (table.view !== null && table.view.status !== "open") redraw();
  talk.seen();
});
$("loading").hidden = false;
await open();
