// A puzzle: the table with open hands, the choices of the seat to move, and the line of an answer.

import * as cardWords from "../board/card-words.js";
import "../page/site-with-filters.js";
import * as board from "../board/board.js";
import { chip, counted } from "../board/cards.js";
import * as choices from "../board/choice.js";
import { $, element } from "../page/element.js";
import { said } from "../board/moves.js";
import { name, solving, state } from "./solving.js";
import { stacksOf } from "../board/card-status.js";
import { touching } from "../page/touch.js";
import * as words from "../page/words.js";

const START = 7; // the rank of START cards

let at = 0; // the step of the answer's line, 0 for the position of the puzzle

const page = solving({
  list: "/puzzles",
  draw,
  choice,
  first: ".moves .card",
  query: "?steps=true",
  changed: () => (at = state.answer?.steps ? 1 : 0),
  selectable: () => at === 0,
});

// --- drawing -------------------------------------------------------------------------------------------------------

// Returns the suits, ranks and copies of the game, all of whose cards are known.
function kinds() {
  const { puzzle } = state;
  const { fireworks, hands, discards } = puzzle.position;
  const played = Object.entries(stacksOf(puzzle.position)).flatMap(([suit, { cards }]) => cards.map((rank) => ({ suit, rank })));
  const cards = [...hands.flatMap((one) => one.cards), ...discards, ...puzzle.deck, ...played];
  const ranks = [1, 2, 3, 4, 5, START].filter((rank) => cards.some((card) => card.rank === rank));
  return { suits: Object.keys(fireworks), ranks, copies: counted(cards) };
}

function draw() {
  $("puzzle").hidden = false;
  const { puzzle, answer } = state;
  const { position, score, difficulty, players } = puzzle;
  const step = at ? answer.steps[at - 1] : null;
  const frame = step?.frame ?? position;
  const mover = name(puzzle.to_move);
  document.title = `${words.say("puzzle")} · Hanabi`;
  $("about").textContent = [words.say(`difficulty-${difficulty}`), words.labelled(words.say("filter-seats"), players.length), position.rules.variant ?? words.say(`suits-${position.rules.multicolor}`)].join(" · ");
  $("task").textContent = words.say("puzzle-task", { name: mover, score });
  $("announcement").textContent = step ? step.event.line : words.say("puzzle-hint", { name: mover });
  const reachable = step ? answer.score : score;
  board.draw($("table"), { frame, event: step?.event ?? { type: "deal" }, reachable, name, rules: position.rules, kinds: kinds() });
  const drawn = puzzle.deck.length - frame.deck_size;
  $("deck").replaceChildren(...puzzle.deck.map((card, place) => element(place < drawn ? "li.gone" : "li", {}, chip(card), element("span.unseen", {}, cardWords.card(card)))));
  choice();
  outcome();
}

function choice() {
  $("choice").hidden = at > 0;
  const { puzzle, variant, chosen } = state;
  const { position: frame, legal_actions: actions } = puzzle;
  choices.draw($("choice"), $("table"), { chosen: at ? null : chosen, frame, actions, name, touches: touching(frame.rules, variant), send: page.send });
}

const text = (action) => said(action, state.puzzle.position, name);

function outcome() {
  const { answer } = state;
  $("answer").hidden = answer === null;
  $("steps").hidden = !answer?.steps;
  if (!answer) return;
  const { right, score, theme, equal_actions: equal } = answer;
  const verdict = words.say(right ? "puzzle-right" : score === null ? "puzzle-wrong-unknown" : "puzzle-wrong", { score, keep: answer.score_to_keep });
  page.outcome(
    element("p", {}, element("b", {}, text(answer.action)), `. ${verdict}`),
    theme ? element("p", {}, words.labelled(words.say("filter-theme"), words.say(`theme-${theme}`))) : "",
    equal.length ? element("details", {}, element("summary", {}, words.say("puzzle-equal", { count: equal.length })), element("ul", {}, equal.map((action) => element("li", {}, text(action))))) : "",
  );
  $("step").textContent = words.say("puzzle-step", { step: at, steps: answer.line.length });
  for (const [control, useless] of [["first", at === 0], ["previous", at === 0], ["next", at === answer.line.length], ["last", at === answer.line.length]]) {
    $(control).setAttribute("aria-disabled", `${useless}`);
  }
}

// --- the reader's choices ------------------------------------------------------------------------------------------

function go(step) {
  const { answer } = state;
  if (!answer?.steps) return;
  at = Math.max(0, Math.min(answer.line.length, step));
  state.chosen = null;
  draw();
}

const KEYS = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(state.answer.line.length) };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.matches("select")) return;
  if (!state.answer?.steps || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

$("first").addEventListener("click", () => go(0));
$("previous").addEventListener("click", () => go(at - 1));
$("next").addEventListener("click", () => go(at + 1));
$("last").addEventListener("click", () => go(state.answer.line.length));

await words.begin();
await page.begin();
