// The review page: a version of a game from one point of view, redrawn with each step.

import * as address from "./address.js";
import * as analysis from "./analysis.js";
import * as banner from "./banner.js";
import * as board from "./board.js";
import { dress, kinds } from "./cards.js";
import * as curve from "./curve.js";
import { $, element } from "./element.js";
import * as events from "./events.js";
import * as eyes from "./eyes.js";
import * as facts from "./facts.js";
import { Game } from "./game.js";
import * as heading from "./heading.js";
import * as hindsight from "./hindsight.js";
import * as keys from "./keys.js";
import { Knowledge } from "./knowledge.js";
import { line as lineOf } from "./line.js";
import { namesOf } from "./names.js";
import { Notes } from "./notes.js";
import * as service from "./service.js";
import * as share from "./share.js";
import * as together from "./together.js";
import { show as showTrouble } from "./trouble.js";
import { Trying, branch as branchOf } from "./trying.js";
import * as words from "./words.js";

const id = document.body.dataset.game;
const knowledge = new Knowledge($("knowledge"), $("table"));

let game = null; // the replay
let shown = null; // the replay, or the current branch or line
let judged = null; // the analysis of the replay, if it has one
let looked = null; // the hindsight of the replay, if it has one
let open = []; // the frames with open hands
let whole = []; // the frames of the replay itself, with open hands
let seen = []; // the frames from the chosen point of view
let at = 0; // the current version
let reached = 0; // the last version that the reader has seen in step-by-step mode
let seat = null;
let branch = null;
let stepping = false; // step-by-step mode, which hides later events

const trying = new Trying((branchId, version) => openBranch(branchId, version), () => beside());
const notes = new Notes((version) => leapInGame(version));

// --- the reader's place --------------------------------------------------------------------------------------------

const limit = () => (stepping ? reached : shown.last);

// A line has no address: that of its start is kept, and going back leaves it.
function here() {
  const version = shown.wanted ? Math.min(at, shown.from) : at;
  const turn = open[version].turn;
  const first = open.findIndex((frame) => frame.turn === turn) === version;
  return { branch, turn, event: first ? null : version, seat, spoilers: !stepping };
}

function versionOf({ turn, event }) {
  if (event !== null && event <= shown.last) return event;
  if (turn === null) return 0;
  const found = open.findIndex((frame) => frame.turn === turn);
  return found < 0 ? shown.last : found;
}

function go(version, { leap = false } = {}) {
  const before = here();
  at = Math.max(0, Math.min(shown.last, version));
  reached = Math.max(reached, at);
  leap ? address.leapt(before, here()) : address.stepped(here());
  draw();
}

// Goes to a version of the replay, and leaves the branch if necessary.
const leapInGame = (version) => (shown === game ? leap(version) : openBranch(null, version).catch(trouble));

const leap = (version) => go(version, { leap: true });

// Returns whether the result is visible: always, except before it is reached in step-by-step mode.
const showsTheEnd = () => !stepping || (shown === game && reached === game.last);

// In step-by-step mode, only steps go beyond the last version seen.
const step = (by) => go(Math.min(at + by, stepping ? Math.max(reached, at + 1) : shown.last));

async function lookFrom(chosen) {
  seat = chosen;
  await look();
  address.stepped(here());
  draw();
}

async function look() {
  const chosen = seat;
  const [all, through] = await Promise.all([shown.frames(), chosen === null ? null : shown.frames(chosen)]);
  if (chosen === seat) [open, seen, whole] = [all, through ?? all, await game.frames()];
}

async function arrive(place) {
  stepping = !place.spoilers;
  seat = place.seat !== null && place.seat < game.seats.length ? place.seat : null;
  if (place.branch !== branch || shown.wanted) await enter(place.branch);
  await look();
  at = versionOf(place);
  reached = stepping ? at : 0;
  draw();
}

async function enter(branchId) {
  shown = branchId === null ? game : await branchOf(game, branchId);
  branch = branchId;
}

async function openBranch(branchId, version) {
  const before = here();
  await enter(branchId);
  await look();
  at = Math.min(version, shown.last);
  reached = Math.max(reached, at);
  address.leapt(before, here());
  draw();
}

async function playLine(wanted) {
  const before = here();
  shown = await lineOf(game, wanted);
  branch = null;
  await look();
  at = shown.from + 1;
  address.leapt(before, here());
  draw();
  $("in-branch").scrollIntoView({ block: "nearest" });
  $("back-to-game").focus({ preventScroll: true });
}

// --- drawing -------------------------------------------------------------------------------------------------------

const name = (number) => namesOf(game.seats)(number);

function turnText(version) {
  const turn = open[version].turn;
  return stepping ? words.say("turn-now", { turn }) : words.say("turn-of", { turn, turns: open[shown.last].turn });
}

function draw() {
  $("review").hidden = false;
  $("loading").hidden = true;
  const [frame, event] = [seen[at], shown.events[at]];
  const inGame = shown === game;
  heading.draw({ game, name, ended: showsTheEnd(), stepping });
  const back = () => openBranch(null, Math.min(at, shown.from)).catch(trouble);
  banner.draw($("in-branch"), { shown, game, turn: open[shown.from]?.turn, back, link, kept });
  steps(event);
  const cards = kinds(open[0], game.deck);
  const reachable = analysis.reachable(inGame ? judged : null, open, at);
  board.draw($("table"), {
    ...{ frame, event, reachable, name, rules: shown.rules, kinds: cards },
    events: shown.events.slice(0, at + 1),
    deck: seat === null && showsTheEnd() ? shown.deck : null,
  });
  knowledge.renew({ frame, name, kinds: cards, known: () => shown.known(at) });
  eyes.draw($("eyes-choices"), { seats: game.seats, seat, name, look: (value) => lookFrom(value).catch(trouble) });
  const badges = (version) => (inGame ? analysis.badges(judged, version, { all: false }) : []);
  events.draw($("events"), { shown, at, limit: limit(), key: judged?.status, turn: (version) => open[version].turn, badges, go: leap });
  curve.draw({ open, judged: inGame ? judged : null, at, reached: limit(), length: stepping ? Math.max(reached, 20) : shown.last }, leap);
  $("verdict").replaceChildren(...(inGame ? analysis.badges(judged, at) : []));
  const now = { game, shown, at, seat, branch, frame, open, name, suits: cards.suits, limit: inGame ? limit() : shown.from, whole, ended: showsTheEnd() };
  analysis.draw(judged, looked, { ...now, limit: stepping ? reached : game.last, go: leapInGame, play: (wanted) => playLine(wanted).catch(trouble) });
  trying.draw(now);
  notes.draw({ ...now, turn: frame.turn, card: cardNamed, versionOf: (turn) => whole.findIndex((one) => one.turn === turn), turnOf: (version) => whole[version].turn });
  share.draw($("share"), { game, shown: inGame || branch !== null ? shown : game, at, turn: frame.turn, seat, name, branch: inGame ? null : branch ?? shown.wanted });
}

// Returns the address of this place, also after a step that has not reached the address bar yet.
function link() {
  address.leapt(here(), here());
  return location.href;
}

// Shows a line that was stored as a branch.
function kept(created) {
  trying.add(created);
  openBranch(created.id, at).catch(trouble);
}

function steps(event) {
  const said = [`${turnText(at)}.`, event.line];
  $("announcement").replaceChildren(element("b", {}, said[0]), " ", said[1]);
  const slider = $("slider");
  slider.max = limit();
  slider.value = at;
  slider.setAttribute("aria-valuetext", said.join(" "));
  for (const [control, useless] of [["first", at === 0], ["previous", at === 0], ["next", at === shown.last], ["last", at === limit()]]) {
    $(control).setAttribute("aria-disabled", `${useless}`);
  }
}

// Returns the card of a note, without its identity if it is hidden from the reader.
function cardNamed(number) {
  return seat === null && showsTheEnd() ? words.card(game.deck[number]) : words.say("hidden-card");
}

// --- keys and controls ---------------------------------------------------------------------------------------------

const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  PageUp: () => step(-game.seats.length),
  PageDown: () => step(game.seats.length),
  Home: () => go(0),
  End: () => go(limit()),
};

keys.listen($("events"), (key) => shown && KEYS[key]);
$("first").addEventListener("click", () => go(0));
$("previous").addEventListener("click", () => step(-1));
$("next").addEventListener("click", () => step(1));
$("last").addEventListener("click", () => go(limit()));
$("slider").addEventListener("input", ({ target }) => go(Number(target.value)));
$("spoilers").addEventListener("click", () => {
  stepping = !stepping;
  reached = at;
  address.stepped(here());
  draw();
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the fragment is for the place in the game
  $("table").focus();
});

// Verifies the game when the reader opens that part, and again in another language.
const verify = async () => $("verify").open && (await import("./verify.js")).draw($("verify").querySelector("div"), game);
$("verify").addEventListener("toggle", verify);

// --- beginning -----------------------------------------------------------------------------------------------------

function trouble(error) {
  $("loading").hidden = true;
  showTrouble($("trouble"), error, begin);
}

// Loads the other parts of the page, which shows the game without them too.
function beside() {
  const report = (place) => (error) => (place.textContent = service.explain(error));
  if (game.has("branches")) trying.begin(game).catch(report($("branches")));
  notes.begin(game).catch(report($("said")));
  explain().catch(report($("facts").querySelector("div")));
}

async function explain() {
  const wanted = game;
  facts.draw($("facts"), { game, variant: null, name });
  if (!game.rules.variant) return;
  const variant = await facts.variantOf(game.rules.variant);
  if (game !== wanted) return; // the reader has chosen another language meanwhile
  dress(variant);
  facts.draw($("facts"), { game, variant, name });
}

// Gets the analysis, and draws it again whenever the service has computed more of it.
async function judge() {
  const wanted = game;
  const renewed = (keep) => (found) => {
    if (game !== wanted) return false;
    keep(found);
    if (open.length === shown.last + 1 && at <= shown.last) draw(); // otherwise the frames of another game are on their way
    return true;
  };
  judged = await analysis.of(game, renewed((found) => (judged = found)));
  looked = null;
  const keep = renewed((found) => (looked = found));
  Promise.resolve(hindsight.of(game, keep)).then(keep).catch(() => {}); // the page is complete without it
}

async function begin() {
  $("trouble").hidden = true;
  $("loading").hidden = game !== null;
  try {
    game = await Game.of(id);
    shown = game;
    branch = null;
    await judge();
    await arrive(address.read());
    beside();
  } catch (error) {
    trouble(error);
  }
}

await words.begin();
words.onChoice(async () => {
  if (!game) return begin();
  const [place, wanted] = [here(), shown.wanted];
  game = await Game.of(id).catch(trouble); // its texts are in the reader's language
  if (!game) return;
  await judge();
  branch = undefined;
  await arrive({ ...place, spoilers: !stepping });
  if (wanted) await playLine(wanted);
  verify();
  beside();
  together.renew();
});
together.arrive();
address.onReturn((place) => shown && arrive(place).catch(trouble));
begin();
