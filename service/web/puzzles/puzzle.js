// A puzzle: the table with open hands, the choices of the seat to move, and the line of an answer.

import "../page/begin.js";
import * as board from "../board/board.js";
import { chip, counted, dress } from "../board/cards.js";
import * as choices from "../board/choice.js";
import { $, button, element } from "../page/element.js";
import { pointAt } from "../board/events.js";
import { variantOf } from "../board/facts.js";
import { said } from "../board/moves.js";
import { namesOf } from "../page/names.js";
import * as service from "../api/service.js";
import { keep } from "./solved.js";
import { stacksOf } from "../board/standings.js";
import { touching } from "../page/touch.js";
import * as words from "../page/words.js";

const path = `/v1/puzzles/${document.body.dataset.puzzle}`;
const filters = location.hash.slice(1);
const START = 7; // the rank of START cards

let puzzle = null;
let variant = null; // the variant of the game, if it has one
let answer = null; // the answer that is shown
let at = 0; // the step of its line, 0 for the position of the puzzle
let chosen = null; // the card and the seat that were selected

// --- drawing -------------------------------------------------------------------------------------------------------

const name = (seat) => namesOf(puzzle.players)(seat);

// Returns the suits, ranks and copies of the game, all of whose cards are known.
function kinds() {
  const { fireworks, hands, discards } = puzzle.position;
  const played = Object.entries(stacksOf(puzzle.position)).flatMap(([suit, { cards }]) => cards.map((rank) => ({ suit, rank })));
  const cards = [...hands.flatMap((one) => one.cards), ...discards, ...puzzle.deck, ...played];
  const ranks = [1, 2, 3, 4, 5, START].filter((rank) => cards.some((card) => card.rank === rank));
  return { suits: Object.keys(fireworks), ranks, copies: counted(cards) };
}

function draw() {
  $("puzzle").hidden = false;
  const { position, score, difficulty, players } = puzzle;
  const step = at ? answer.steps[at - 1] : null;
  const frame = step?.frame ?? position;
  const mover = name(puzzle.to_move);
  document.title = `${words.say("puzzle")} · Hanabi`;
  $("about").textContent = [words.say(`difficulty-${difficulty}`), `${words.say("filter-seats")}: ${players.length}`, position.rules.variant ?? words.say(`suits-${position.rules.multicolor}`)].join(" · ");
  $("task").textContent = words.say("puzzle-task", { name: mover, score });
  $("announcement").textContent = step ? step.event.line : words.say("puzzle-hint", { name: mover });
  const reachable = step ? answer.score : score;
  board.draw($("table"), { frame, event: step?.event ?? { type: "deal" }, reachable, name, rules: position.rules, kinds: kinds() });
  const drawn = puzzle.deck.length - frame.deck_size;
  $("deck").replaceChildren(...puzzle.deck.map((card, place) => element(place < drawn ? "li.gone" : "li", {}, chip(card), element("span.unseen", {}, words.card(card)))));
  choice();
  outcome();
}

function choice() {
  $("choice").hidden = at > 0;
  const { position: frame, legal_actions: actions } = puzzle;
  choices.draw($("choice"), $("table"), { chosen: at ? null : chosen, frame, actions, name, touches: touching(frame.rules, variant), send });
}

const text = (action) => said(action, puzzle.position, name);

function outcome() {
  $("answer").hidden = answer === null;
  $("steps").hidden = !answer?.steps;
  if (!answer) return;
  const { right, score, links, theme, equal_actions: equal } = answer;
  const verdict = words.say(right ? "puzzle-right" : score === null ? "puzzle-wrong-unknown" : "puzzle-wrong", { score, keep: answer.score_to_keep });
  $("answer").classList.toggle("right", right);
  $("answer").replaceChildren(
    element("h2", { id: "answer-heading" }, words.say(right ? "puzzle-solved" : "puzzle-missed")),
    element("p", {}, element("b", {}, text(answer.action)), `. ${verdict}`),
    theme ? element("p", {}, `${words.say("filter-theme")}: ${words.say(`theme-${theme}`)}`) : "",
    equal.length ? element("details", {}, element("summary", {}, words.say("puzzle-equal", { count: equal.length })), element("ul", {}, equal.map((action) => element("li", {}, text(action))))) : "",
    element(
      "p.row",
      {},
      right ? null : button("button", {}, again, words.say("puzzle-again")),
      right ? null : button("button", {}, () => show(service.get(`${path}/solution?steps=true`)), words.say("puzzle-solution")),
      links ? element("a.button", { href: links.page }, words.say("puzzle-game")) : null,
    ),
  );
  $("step").textContent = words.say("puzzle-step", { step: at, steps: answer.line.length });
  for (const [control, useless] of [["first", at === 0], ["previous", at === 0], ["next", at === answer.line.length], ["last", at === answer.line.length]]) {
    $(control).setAttribute("aria-disabled", `${useless}`);
  }
}

// --- the reader's choices ------------------------------------------------------------------------------------------

async function send(action) {
  await show(service.post(`${path}/answers?steps=true`, action));
  if (answer?.right) keep(puzzle.id);
}

async function show(promise) {
  try {
    answer = await promise;
    [at, chosen] = [answer.steps ? 1 : 0, null];
    $("trouble").hidden = true;
    draw();
    $("answer").focus();
  } catch (error) {
    trouble(error);
  }
}

function again() {
  [answer, at, chosen] = [null, 0, null];
  draw();
  $("table").querySelector(".moves .card")?.focus();
}

function go(step) {
  if (!answer?.steps) return;
  [at, chosen] = [Math.max(0, Math.min(answer.line.length, step)), null];
  draw();
}

const KEYS = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(answer.line.length) };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.matches("select")) return;
  if (event.key === "Escape" && chosen) select(null);
  if (!answer?.steps || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

function select(card) {
  const before = chosen?.card;
  chosen = card;
  choice();
  const focused = card ? $("choice").querySelector("button") : $("table").querySelector(`[data-card="${before}"]`);
  focused?.focus({ preventScroll: card !== null && matchMedia("(max-width: 61.99rem)").matches });
}

$("table").addEventListener("click", (event) => {
  const card = choices.cardOf(event);
  if (card && at === 0) select(chosen?.card === card.card ? null : card);
});
$("first").addEventListener("click", () => go(0));
$("previous").addEventListener("click", () => go(at - 1));
$("next").addEventListener("click", () => go(at + 1));
$("last").addEventListener("click", () => go(answer.line.length));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the fragment is for the filters
  $("table").focus();
});

// --- beginning -----------------------------------------------------------------------------------------------------

function trouble(error) {
  const place = $("trouble");
  place.hidden = false;
  const missing = error instanceof service.Problem && error.status === 404;
  place.replaceChildren(
    element("p", {}, missing ? words.say("e-no-puzzle") : service.explain(error)),
    missing ? element("a", { href: "/puzzles" }, words.say("puzzles-all")) : puzzle ? "" : button("button", {}, begin, words.say("e-again")),
  );
}

// Links the next puzzle with the same filters; after the last one, the first.
async function other() {
  const of = async (query) => (await service.page(query)).items.find((one) => one.id !== puzzle.id);
  const found = (await of([puzzle.links.next, filters].filter(Boolean).join("&"))) ?? (await of(`/v1/puzzles?limit=2${filters && `&${filters}`}`));
  $("other").hidden = !found;
  const hash = filters && `#${filters}`;
  $("list").href = `/puzzles${hash}`;
  if (found) $("other-link").href = `/puzzles/${found.id}${hash}`;
}

async function begin() {
  try {
    puzzle = await service.get(path);
    $("trouble").hidden = true;
    draw();
    await other();
    const { rules } = puzzle.position;
    if (!rules.variant) return;
    variant = await variantOf(rules.variant);
    dress(variant);
    draw();
  } catch (error) {
    trouble(error);
  }
}

pointAt($("choice"), $("table"));
await words.begin();
await begin();
