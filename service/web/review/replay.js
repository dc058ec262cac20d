// The review page: a version of a game from one point of view, redrawn with each step.

// Not site-with-filters.js, which moves the query to the fragment: the place of a review is in the query.
import * as cardWords from "../board/card-words.js";
import "../page/site.js";
import * as address from "./state/address.js";
import * as analysis from "./panels/analysis.js";
import * as banner from "./panels/banner.js";
import * as board from "../board/board.js";
import { kinds } from "../board/cards.js";
import * as controls from "./controls/controls.js";
import { Conventions } from "./panels/conventions.js";
import * as curve from "./panels/curve.js";
import { $ } from "../page/element.js";
import * as events from "../board/events.js";
import * as eyes from "./panels/eyes.js";
import * as facts from "../board/rules-in-words.js";
import { Game } from "./state/game.js";
import * as heading from "./panels/heading.js";
import { Judging } from "./state/judging.js";
import * as keys from "./controls/keys.js";
import { Knowledge } from "../board/knowledge.js";
import * as life from "./panels/card-life.js";
import * as lines from "./state/line.js";
import { worst } from "./panels/losses.js";
import * as mistakes from "./panels/mistakes.js";
import { Notes } from "./panels/notes.js";
import * as handOrder from "./panels/hand-order.js";
import * as otherCards from "./panels/other-card.js";
import * as reach from "./panels/still-reachable.js";
import { Reader } from "./state/reader.js";
import { Saved } from "./panels/saved.js";
import * as sameDeck from "./panels/same-deck.js";
import * as service from "../api/service.js";
import * as share from "./share/share.js";
import * as tabs from "../page/tabs.js";
import * as together from "./share/together.js";
import { note, show as showTrouble, tell as tellTrouble } from "../page/trouble.js";
import { Steps, extended, offer } from "./state/trying.js";
import * as verification from "../proof/verify.js";
import * as words from "../page/words.js";
import * as worth from "./panels/worth.js";

const id = document.body.dataset.game;
const SEEDS = 1_000_000; // of other decks; small numbers keep addresses short

const reader = new Reader();
const steps = new Steps();
const saved = new Saved((lineId, version) => openSaved(lineId, version).catch(trouble));
const notes = new Notes((version) => leapInGame(version));
const conventions = new Conventions(() => redraw());
let lesson = []; // the decisions that the reader is asked for anew, the first one now
let answer = null; // what the reader chose
const knowledge = new Knowledge($("knowledge"), $("table"), { chosen: choose, looked: showLife });

// --- the reader's place --------------------------------------------------------------------------------------------

function go(version, { leap = false } = {}) {
  const before = reader.here;
  reader.go(version);
  leap ? address.leapt(before, reader.here) : address.stepped(reader.here);
  draw();
}

// Goes to a version of the replay, and leaves the line if necessary.
const leapInGame = (version) => (reader.inGame ? leap(version) : back(version));

const leap = (version) => go(version, { leap: true });

const step = (by) => go(reader.stepped(by));

function stepOn() {
  step(1);
  return reader.at < reader.shown.last;
}

// Goes to the next turn that lost points, or to the one before. From beside the game, this leads back to it.
function toLoss(by) {
  const { at, shown, judging, known } = reader;
  const versions = analysis.lossesOf(judging.judged).map((loss) => loss.version).filter((version) => version <= known);
  const now = reader.inGame ? at : Math.min(at, shown.from + 0.5);
  const found = by > 0 ? versions.find((version) => version > now) : versions.findLast((version) => version < now);
  if (found !== undefined) leapInGame(found);
}

function askTurn() {
  const { open, at, limit } = reader;
  keys.askTurn(open[at].turn, open[limit].turn, (turn) => leap(Math.min(reader.versionOf({ turn, event: null }), reader.limit)));
}

async function lookFrom(wanted) {
  if (wanted !== null && wanted >= reader.game.seats.length) return;
  await reader.look(wanted);
  address.stepped(reader.here);
  draw();
}

async function arrive(place) {
  reader.face(place);
  let { isBroken } = place;
  await reader.enter(place).catch((error) => {
    if (!place.line) throw error;
    if (!place.line.id && [409, 422].includes(error.status)) isBroken = true; // moves that the rules forbid
    else trouble(error);
    return reader.enter({ line: null });
  });
  await reader.look();
  reader.settle(place);
  draw();
  if (!isBroken) return;
  note($("trouble"), words.say("line-dropped"));
  address.stepped(reader.here);
}

async function leave(place, version) {
  const before = reader.here;
  await reader.enter(place);
  await reader.look();
  reader.go(version);
  address.leapt(before, reader.here);
  draw();
}

// Asks for the first of some decisions of a seat anew, as it saw them; without any, all is shown again.
async function learn(decisions) {
  const before = reader.here;
  [lesson, answer, reader.stepping] = [decisions, null, decisions.length > 0];
  await reader.enter({ line: null });
  await reader.look(decisions[0]?.seat ?? null);
  reader.at = reader.reached = decisions.length ? decisions[0].version - 1 : reader.at;
  address.leapt(before, reader.here);
  drawLesson();
}

function decide(choice) {
  answer = choice;
  drawLesson();
}

function drawLesson() {
  draw();
  $("analysis-content").querySelector("[role=status]")?.focus();
}

const openSaved = (id, version) => leave({ line: id && { id } }, version);

// --- what if -------------------------------------------------------------------------------------------------------

const placeNow = () => ({ place: { line: reader.shown.line ?? null }, at: reader.at });

async function playLine(line, version = line.at + (line.said ? 1 : line.moves.length)) {
  steps.took(placeNow());
  await leave({ line }, version).catch(trouble);
}

// Plays the moves of a line on another deck that a seat could not have told from that of the game, or on the same one.
async function redeal(unaware) {
  const { at: from, moves } = reader.shown.wanted;
  const deal = unaware === null ? null : { seat: unaware, seed: Math.floor(Math.random() * SEEDS) };
  const line = await lines.allowed(reader.game, { at: from, moves, deal });
  if (deal || line.moves.length) await playLine(line, reader.at);
  else back();
}

// Makes a card of the deck another one, which takes its place: "what if this were a red 1?".
async function change(card, place) {
  const { game, shown, at, inGame } = reader;
  const deal = place === null ? null : { swap: [card, place] };
  const line = await lines.allowed(game, { at: inGame ? at : shown.from, moves: inGame ? [] : (shown.wanted?.moves ?? []), deal });
  if (deal || line.moves.length) await playLine(line, Math.min(at, line.at + line.moves.length));
  else back();
}

const canUndo = () => steps.canUndo || Boolean(reader.shown.wanted);

// Returns to the game, which can be undone.
function back(version = Math.min(reader.at, reader.shown.from)) {
  steps.took(placeNow());
  return openSaved(null, version).catch(trouble);
}

// Takes the last move back; of a line that came by a link, its last move.
function undo() {
  if (!canUndo()) return;
  const found = steps.canUndo ? steps.undo(placeNow()) : steps.shorter(placeNow());
  leave(found.place, found.at).catch(trouble);
}

function redo() {
  if (!steps.canRedo) return;
  const { place, at: version } = steps.redo(placeNow());
  leave(place, version).catch(trouble);
}

// Shows a line that was just saved.
function kept(created) {
  saved.add(created);
  steps.forget();
  openSaved(created.id, reader.at).catch(trouble);
}

// Returns the address of this place, also after a step that has not reached the address bar yet.
function link() {
  address.leapt(reader.here, reader.here);
  return location.href;
}

// --- cards ---------------------------------------------------------------------------------------------------------

function noted(hidden) {
  const { at, known, showsTheEnd } = reader;
  return { at, limit: hidden ? Math.min(at, known) : known, ended: showsTheEnd && !hidden };
}

const noteOn = (card) => notes.on(card, noted(reader.isHidden(card))).map((one) => one.text).join(" · ") || null;

function frontOf(card) {
  const { shown, seat, showsTheEnd } = reader;
  const found = life.frontOf(card, reader.told(card));
  return found ?? (showsTheEnd && seat === null && shown.deck[card] ? { card, ...shown.deck[card] } : null);
}

function choose(card) {
  reader.chosen = card;
  drawChoice();
  if (card === null) return tabs.close();
  tabs.select("card", $("table").querySelector(`[data-card="${card}"]`));
}

function showLife(card) {
  const { shown, at, open, name } = reader;
  if (!shown) return;
  const events = card === null ? [] : reader.told(card);
  const written = card === null ? [] : notes.on(card, noted(reader.isHidden(card)));
  life.draw($("life"), { card, events, notes: written, at, turn: (version) => open[version].turn, name, go: leap });
}

function drawChoice() {
  const { game, shown, at, seen, chosen: card, name } = reader;
  const play = (action) => playLine(extended(game, shown, at, action));
  const { showsTheEnd, seat } = reader;
  otherCards.draw($("other-card"), { game, shown, open: reader.open, at, card: seat === null && showsTheEnd ? card : null, name, change: (place) => change(card, place).catch((error) => ($("tried").textContent = service.explain(error))) });
  offer({ shown, at, frame: seen[at], card, name, play }).catch((error) => ($("tried").textContent = service.explain(error)));
}

// --- drawing -------------------------------------------------------------------------------------------------------

function turnText(version) {
  const { open, shown, stepping } = reader;
  const turn = open[version].turn;
  return stepping ? words.say("turn-now", { turn }) : words.say("turn-of", { turn, turns: open[shown.last].turn });
}

function draw() {
  const { game, shown, judging, open, whole, seen, at, reached, seat, stepping, name, inGame, known, limit, showsTheEnd } = reader;
  $("review").hidden = false;
  $("loading").hidden = true;
  const [frame, event] = [seen[at], shown.events[at]];
  const own = inGame ? judging.judged : null;
  const bounds = analysis.bounds(judging.judged, shown, open);
  const cards = kinds(open[0], game.deck);
  heading.draw({ game, name, ended: showsTheEnd });
  const leaving = open[shown.from];
  banner.draw($("in-line"), { shown, game, turn: leaving?.turn, mover: leaving?.to_move, name, canUndo: canUndo(), canRedo: steps.canRedo, back: () => back(), undo, redo, redeal: (unaware) => redeal(unaware).catch(trouble), link, kept });
  controls.draw({ turnText: turnText(at), event, atStart: at === 0, atLimit: at === limit, more: inGame && stepping && at < game.last, stepping });
  eyes.draw($("eyes"), { seats: game.seats, seat, name, look: (value) => lookFrom(value).catch(trouble) });
  const place = { game, shown, seat, at };
  if (tabs.shows("conventions")) conventions.open();
  conventions.drawMeaning(place);
  board.draw($("table"), {
    ...{ frame, event, reachable: analysis.reachable(bounds[at]), name, rules: shown.rules, kinds: cards, noted: noteOn, thought: conventions.cards(place), left: (holder) => (at <= shown.from || inGame ? (game.banks?.[at][holder] ?? null) : null) },
    events: shown.events.slice(0, at + 1),
    deck: seat === null && showsTheEnd ? shown.deck : null,
  });
  knowledge.renew({ frame, name, kinds: cards, known: () => shown.known(at), front: frontOf });
  drawChoice();
  const badges = (version) => analysis.lost(judging.judged, version);
  if (tabs.shows("moves")) events.draw($("events"), { game, shown, at, limit: known, frames: whole, open, key: judging.judged?.status, badges, thought: game.banks ? (version) => analysis.thought(judging.judged, version) : () => null, name, go: leap, goInGame: leapInGame });
  const length = inGame && stepping ? curve.openLength(reached) : shown.last;
  const losses = analysis.lossesOf(own).filter(({ version }) => version <= limit);
  const state = `${judging.judged?.status} ${shown.solved?.size}`;
  curve.draw({ open, bounds, losses, worst: worst(losses, game.seats.length), key: state, at, reached: limit, length, turnText: turnText(at) });
  if (shown.wanted && (shown.deal || at > shown.from)) reach.ofLine($("verdict"), { game, shown, at, frame: open[at], renewed: redraw });
  else verdict(own);
  drawTab(frame, cards);
}

function verdict(judged) {
  reach.leaveLine($("verdict"));
  $("verdict").replaceChildren(...analysis.badges(judged, reader.at));
}

// Draws the parts of the tab that is visible.
function drawTab(frame, { suits }) {
  const { game, shown, judging, open, whole, seen, at, seat, name, inGame, known, showsTheEnd } = reader;
  const now = { game, shown, at, seat, frame, open, name, suits, limit: inGame ? known : shown.from, whole, ended: showsTheEnd };
  if (tabs.shows("analysis")) {
    judging.look();
    const [decision, ...more] = lesson;
    if (decision) mistakes.draw($("analysis-content"), { decision, answer, frame: seen[decision.version - 1], turn: whole[decision.version].turn, name, choose: decide, next: () => learn(answer ? more : []).catch(trouble), more: more.length > 0 });
    else analysis.draw(judging, { ...now, limit: known, go: leapInGame, play: (line) => playLine(line), learn: (decisions) => learn(decisions).catch(trouble), asked: () => conventions.asked({ game, shown, seat, at: at - 1 }) });
    sameDeck.draw({ game, ended: showsTheEnd });
    if (game.has("lines")) saved.draw(now);
  }
  if (tabs.shows("conventions")) {
    judging.weigh();
    conventions.draw({ game, shown, seat, at }, { name, known: inGame ? known : at, ended: showsTheEnd, losses: inGame && judging.judged?.status === "solved" ? judging.judged.losses : null, turnOf: (version) => open[version].turn, go: leap, price: (version) => inGame && worth.priceAt(judging.worth, version, whole, name), isFree: (version) => worth.isFree(judging.worth, version) });
  }
  if (tabs.shows("notes")) notes.draw({ ...now, event: shown.events[at], inGame, turn: frame.turn, card: cardNamed, versionOf: (turn) => whole.findIndex((one) => one.turn === turn), turnOf: (version) => whole[version].turn });
  if (tabs.shows("share")) share.draw($("share"), { game, shown, at, seat, name, here: reader.here });
}

// Returns the card of a note, without its identity if it is hidden from the reader.
function cardNamed(number) {
  return reader.seat === null && reader.showsTheEnd ? cardWords.card(reader.game.deck[number]) : words.say("hidden-card");
}

// --- the reader's choices ------------------------------------------------------------------------------------------

function toggleStepping() {
  reader.toggleStepping();
  address.stepped(reader.here);
  draw();
}

function toggleNewest() {
  handOrder.toggle($("table"));
  draw();
}

controls.listen({
  isReady: () => reader.isReady,
  round: () => reader.game.seats.length,
  step,
  stepOn,
  go,
  toEnd: () => go(reader.limit),
  toLoss,
  askTurn,
  lookFrom: (value) => lookFrom(value).catch(trouble),
  toggleStepping,
  toggleNewest,
  undo,
  redo,
  canLeave: () => !reader.inGame && !knowledge.isOpen,
  leave: () => back(),
  chooseCard: (card) => knowledge.choose(card),
});
tabs.begin(() => reader.isReady && draw());
handOrder.begin($("table"));

// Verifies the game when the reader opens that part, and again in another language.
const verify = () => $("verify").open && verification.draw($("verify").querySelector("div"), reader.game);
$("verify").addEventListener("toggle", verify);

// --- beginning -----------------------------------------------------------------------------------------------------

function trouble(error) {
  $("loading").hidden = true;
  if (reader.game && error.code === "not-found") return tellTrouble($("trouble"), words.say("e-no-line"));
  showTrouble($("trouble"), error, begin);
}

// Draws again, except while the frames of another game are on their way.
function redraw() {
  if (reader.hasFrames) draw();
}

// Loads the other parts of the page, which shows the game without them too.
function beside() {
  const { game, name } = reader;
  const report = (place) => (error) => (place.textContent = service.explain(error));
  if (game.has("lines")) saved.begin(game).then(redraw).catch(report($("saved-lines")));
  sameDeck.begin(game).then(redraw).catch(() => {}); // the page says all else without it
  notes.begin(game).then(redraw).catch(report($("said")));
  facts.explain($("facts"), { game, name, isCurrent: () => reader.game === game }).catch(report($("facts").querySelector("div")));
}

async function load() {
  reader.begin(await Game.of(id));
  const made = new Judging(reader.game, () => reader.judging === made && redraw());
  reader.judging = made;
  await made.begin();
}

async function begin() {
  $("trouble").hidden = true;
  $("loading").hidden = reader.game !== null;
  try {
    await load();
    await arrive(address.read());
    if (address.plays()) $("autoplay").click();
    beside();
  } catch (error) {
    trouble(error);
  }
}

await words.begin();
together.arrive();
address.onReturn((place) => {
  if (!reader.shown) return;
  steps.forget(); // the browser's Back is another undo
  lesson = [];
  arrive(place).catch(trouble);
});
begin();
