// The review page: a version of a game from one point of view, redrawn with each step.

import * as address from "./address.js";
import * as analysis from "./analysis.js";
import { dress, kinds } from "./cards.js";
import * as curve from "./curve.js";
import { $, button, element } from "./element.js";
import * as facts from "./facts.js";
import { Game } from "./game.js";
import { Knowledge } from "./knowledge.js";
import * as links from "./links.js";
import { Notes } from "./notes.js";
import * as service from "./service.js";
import * as table from "./table.js";
import * as token from "./token.js";
import { Trying, branch as branchOf } from "./trying.js";
import * as words from "./words.js";

const id = document.body.dataset.game;
const knowledge = new Knowledge($("knowledge"), $("table"));

let game = null; // the replay
let shown = null; // the replay, or the current branch
let judged = null; // the analysis of the replay, if it has one
let open = []; // the frames with open hands
let whole = []; // the frames of the replay itself, with open hands
let seen = []; // the frames from the chosen point of view
let at = 0; // the current version
let reached = 0; // the last version that the reader has seen in step-by-step mode
let seat = null;
let branch = null;
let stepping = false; // step-by-step mode, which hides later events
let listed = null; // the key of the list of events that was drawn last

const trying = new Trying((branchId, version) => openBranch(branchId, version), () => beside());
const notes = new Notes((version) => leapInGame(version));

// --- the reader's place --------------------------------------------------------------------------------------------

const limit = () => (stepping ? reached : shown.last);

function here() {
  const turn = open[at].turn;
  const first = open.findIndex((frame) => frame.turn === turn) === at;
  return { branch, turn, event: first ? null : at, seat, spoilers: !stepping };
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
const leapInGame = (version) => (branch === null ? leap(version) : openBranch(null, version).catch(trouble));

const leap = (version) => go(version, { leap: true });

// Returns whether the result is visible: always, except before it is reached in step-by-step mode.
const showsTheEnd = () => !stepping || (branch === null && reached === game.last);

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
  if (place.branch !== branch) await enter(place.branch);
  await look();
  at = versionOf(place);
  reached = stepping ? at : 0;
  draw();
}

async function enter(branchId) {
  shown = branchId === null ? game : await branchOf(game, branchId);
  branch = branchId;
  listed = null;
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

// --- drawing -------------------------------------------------------------------------------------------------------

function name(number) {
  const named = game.seats[number]?.name;
  if (!named) return words.say("seat", { seat: number });
  return game.seats.filter((one) => one.name === named).length > 1 ? `${named} (${number})` : named;
}

function turnText(version) {
  const turn = open[version].turn;
  return stepping ? words.say("turn-now", { turn }) : words.say("turn-of", { turn, turns: open[shown.last].turn });
}

function outcome(result) {
  const reason = result.outcome === "aborted" && words.say(`reason.${result.reason}`);
  return [`${words.say(`outcome.${result.outcome}`)}, ${words.points(result.score)}.`, reason, result.rating?.text].filter(Boolean).join(" ");
}

function draw() {
  $("review").hidden = false;
  $("loading").hidden = true;
  const [frame, event] = [seen[at], shown.events[at]];
  heading();
  steps(event);
  const cards = kinds(open[0]);
  table.draw($("table"), { frame, event, name, rules: shown.rules, kinds: cards });
  knowledge.renew({ frame, name, kinds: cards, known: () => shown.known(at) });
  eyes();
  happened();
  const reachable = (branch === null && analysis.reachable(judged)) || open.map((one) => one.attainable_score);
  curve.draw(
    $("curve"),
    {
      points: open.map((one, version) => ({ score: one.table_points, attainable: one.attainable_score, reachable: reachable[version] })),
      at,
      reached: limit(),
      marks: branch === null ? analysis.lossesOf(judged) : [],
      highest: open[0].attainable_score,
      length: stepping ? Math.max(reached, 20) : shown.last,
    },
    leap,
  );
  const { table_points: score, attainable_score: attainable } = open[at];
  const said = [words.say("curve-at", { turn: frame.turn, score, attainable }), reachable[at] < attainable && words.say("curve-reachable", { reachable: reachable[at] })];
  $("curve-at").textContent = `${said.filter(Boolean).join("; ")}.`;
  $("verdict").replaceChildren(...(branch === null ? analysis.badges(judged, at) : []));
  analysis.draw(branch === null ? judged : null, { at, limit: limit(), whole: showsTheEnd(), line: (version) => game.events[version].line, go: leap });
  const now = { game, shown, at, seat, branch, frame, open, name, suits: cards.suits, limit: branch === null ? limit() : shown.from, whole, ended: showsTheEnd() };
  trying.draw(now);
  notes.draw({ ...now, turn: frame.turn, card: cardNamed, versionOf: (turn) => whole.findIndex((one) => one.turn === turn), turnOf: (version) => whole[version].turn });
  links.draw($("links"), { game, shown, at, seat, branch });
}

function heading() {
  const players = words.list(game.seats.map((one) => name(one.seat)));
  $("title").textContent = players;
  document.title = `${players} · ${words.say("replay")} · Hanabi`;
  const ended = showsTheEnd();
  const suits = game.rules.variant ?? words.say(`suits-${game.rules.multicolor}`);
  const when = [game.source && words.say("imported"), game.finishedAt && words.date(game.finishedAt), game.claimed && words.say("claimed", { date: words.date(game.claimed.finished_at) })];
  $("about").textContent = [words.say(`edition.${game.rules.edition}`), suits, ...when, ended && outcome(game.result)].filter(Boolean).join(" · ");
  $("spoilers").textContent = words.say("step-by-step");
  $("spoilers").setAttribute("aria-pressed", `${stepping}`);
  const note = $("in-branch");
  note.hidden = branch === null;
  if (branch !== null) {
    const leave = button("button", {}, () => openBranch(null, Math.min(at, shown.from)), words.say("back-to-game"));
    note.replaceChildren(element("span", {}, words.say("branch-shown", { turn: open[shown.from]?.turn })), " ", leave, " ", copyLink());
  }
}

function copyLink() {
  return button("button", {}, async ({ target }) => {
    address.leapt(here(), here());
    await navigator.clipboard?.writeText(location.href).then(() => (target.textContent = words.say("copied")), () => {});
  }, words.say("copy-link"));
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

function eyes() {
  const choice = (value, label) => {
    const input = element("input", { type: "radio", name: "eyes", value: value ?? "open", autocomplete: "off" });
    input.checked = value === seat;
    input.addEventListener("change", () => lookFrom(value).catch(trouble));
    return element("label.pill", {}, input, element("span", {}, label));
  };
  const place = $("eyes-choices");
  const key = `${words.language()} ${seat}`;
  if (place.dataset.drawn === key) return; // the choice with the focus must remain, since arrow keys move between choices
  place.dataset.drawn = key;
  const focused = place.contains(document.activeElement);
  place.replaceChildren(choice(null, words.say("open-hands")), ...game.seats.map((one) => choice(one.seat, name(one.seat))));
  if (focused) place.querySelector(":checked").focus();
}

function happened() {
  const list = $("events");
  const key = `${words.language()} ${branch} ${limit()}`;
  if (listed !== key) {
    listed = key;
    const line = (event) => {
      const said = branch === null ? analysis.badges(judged, event.version, { all: false }) : [];
      const wrong = said.length ? element("span.badges", {}, said) : null;
      const press = button("button", { tabindex: -1 }, () => leap(event.version), element("span.turn", {}, `${open[event.version].turn}`), element("span", {}, event.line), wrong);
      return element("li", { class: event.type }, press);
    };
    list.replaceChildren(...shown.events.slice(0, limit() + 1).map(line));
  }
  for (const [version, item] of [...list.children].entries()) {
    const current = version === at;
    item.firstChild.tabIndex = current ? 0 : -1;
    current ? item.firstChild.setAttribute("aria-current", "step") : item.firstChild.removeAttribute("aria-current");
    item.classList.toggle("apart", branch !== null && version > shown.from);
  }
  const current = list.children[at];
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2 + current.clientHeight / 2;
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

document.addEventListener("keydown", (event) => {
  if (!shown || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const target = event.target;
  if (target.matches("input:not([type=range]), textarea, select, [contenteditable]")) return;
  if (!KEYS[event.key]) return listKeys(event);
  event.preventDefault();
  KEYS[event.key]();
});

// In the list of events, the up and down keys work too.
function listKeys(event) {
  if (!$("events").contains(event.target) || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  step(event.key === "ArrowUp" ? -1 : 1);
  $("events").children[at]?.firstChild.focus({ preventScroll: true });
}

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

// --- beginning -----------------------------------------------------------------------------------------------------

function trouble(error) {
  $("loading").hidden = true;
  const place = $("trouble");
  const known = { "not-found": "e-not-found", "game-not-finished": "e-running" };
  const unreachable = error instanceof service.Unreachable;
  if (!unreachable && !(error instanceof service.Problem)) {
    console.error(error);
  }
  const text = unreachable ? words.say("e-network") : known[error.code] ? words.say(known[error.code]) : error.message;
  const again = error.code === "game-not-finished" || unreachable || error.status >= 429;
  place.hidden = false;
  place.replaceChildren(
    element("h2", {}, words.say("e-title")),
    element("p", {}, text),
    again ? button("button", {}, () => begin(), words.say("e-again")) : "",
    ...(error.code === "not-found" || error.status === 401 || error.status === 403 ? [element("p", {}, words.say("private-hint")), askToken()] : []),
  );
}

function askToken() {
  const place = element("div");
  token.askForKnown(place, begin);
  return place;
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

async function begin() {
  $("trouble").hidden = true;
  $("loading").hidden = game !== null;
  try {
    game = await Game.of(id);
    shown = game;
    branch = null;
    listed = null;
    judged = await analysis.of(game);
    await arrive(address.read());
    beside();
  } catch (error) {
    trouble(error);
  }
}

await words.begin();
words.onChoice(async () => {
  if (!game) return begin();
  const place = here();
  game = await Game.of(id).catch(trouble); // its texts are in the reader's language
  if (!game) return;
  judged = await analysis.of(game);
  branch = undefined;
  await arrive({ ...place, spoilers: !stepping });
  beside();
});
address.onReturn((place) => shown && arrive(place).catch(trouble));
begin();
