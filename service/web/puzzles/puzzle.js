// A puzzle: the table, the answers to choose from, and the line of an answer.

import * as cardWords from "../board/card-words.js";
import "../page/site-with-filters.js";
import * as board from "../board/board.js";
import { chip, counted, kindsOf } from "../board/cards.js";
import * as choices from "../board/choice.js";
import { $, button, element } from "../page/element.js";
import { slotOf } from "../board/hands.js";
import { said } from "../board/moves.js";
import { name, solving, state } from "./solving.js";
import { stacksOf } from "../board/card-status.js";
import * as words from "../page/words.js";

const START = 7; // the rank of START cards

let at = 0; // the step of the answer's line, 0 for the position of the puzzle

const page = solving({
  draw,
  choice,
  changed: () => (at = state.answer?.steps ? 1 : 0),
  selectable: () => at === 0 && state.puzzle.kind !== "told",
});

// --- drawing -------------------------------------------------------------------------------------------------------

// Returns the suits, ranks and copies of the game. About points, all its cards are known.
function kinds() {
  const { puzzle, variant } = state;
  if (puzzle.kind !== "points") return kindsOf(variant, puzzle.position);
  const { fireworks, hands, discards } = puzzle.position;
  const played = Object.entries(stacksOf(puzzle.position)).flatMap(([suit, { cards }]) => cards.map((rank) => ({ suit, rank })));
  const cards = [...hands.flatMap((one) => one.cards), ...discards, ...puzzle.deck, ...played];
  const ranks = [1, 2, 3, 4, 5, START].filter((rank) => cards.some((card) => card.rank === rank));
  return { suits: Object.keys(fireworks), ranks, copies: counted(cards) };
}

function draw() {
  $("puzzle").hidden = false;
  const { puzzle, answer } = state;
  const { kind, level, position, events, score, difficulty, players, source } = puzzle;
  const step = at ? answer.steps[at - 1] : null;
  const frame = step?.frame ?? position;
  const asked = name(puzzle.seat);
  const last = events?.at(-1) ?? { type: "deal" };
  document.title = `${words.say("puzzle")} · Hanabi`;
  $("about").textContent = [level && words.say("solve-level", { level }), words.say(`difficulty-${difficulty}`), words.labelled(words.say("filter-seats"), players.length), position.rules.variant ?? words.say(`suits-${position.rules.multicolor}`)].filter(Boolean).join(" · ");
  $("task").textContent = words.say(`task-${kind}`, { name: asked, score, giver: kind === "told" ? name(last.seat) : "" });
  $("announcement").textContent = step?.event.line ?? last.line ?? (kind === "points" ? hint() : "");
  const about = kind === "points" ? { reachable: step ? answer.score : score } : { events };
  board.draw($("table"), { frame, event: step?.event ?? last, name, rules: position.rules, kinds: kinds(), riddle: kind !== "points" || !answer?.right, ...about });
  $("deck-part").hidden = !puzzle.deck;
  const drawn = (puzzle.deck?.length ?? 0) - frame.deck_size;
  $("deck").replaceChildren(...(puzzle.deck ?? []).map((card, place) => element(place < drawn ? "li.gone" : "li", {}, chip(card), element("span.unseen", {}, cardWords.card(card)))));
  $("before-part").hidden = !events;
  $("before").replaceChildren(...(events ?? []).toReversed().map(({ line }) => element("li", {}, line)));
  $("source").textContent = source ? words.say("conventions-source", { edition: source.edition }) : "";
  choice();
  outcome();
}

// Names only the kinds of turns that there are.
function hint() {
  const { choices: all, seat } = state.puzzle;
  const has = (type) => all.some(({ action }) => action.type === type);
  return words.say(!has("clue") ? "puzzle-hint-no-clue" : has("discard") ? "puzzle-hint" : "puzzle-hint-no-discard", { name: name(seat) });
}

// Returns what a clue can have told in words.
function held({ card, suit, rank }) {
  const { cards } = state.puzzle.position.hands[state.puzzle.seat];
  const place = cards.findIndex((one) => one.card === card);
  return words.say("solve-holds", { place: words.say("card-place", { place: slotOf(place, cards.length) }), card: cardWords.card({ suit, rank }) });
}

const text = ({ action, holds }) => (holds ? held(holds) : said(action, state.puzzle.position, name));

function choice() {
  $("choice").hidden = at > 0;
  const { puzzle, variant, chosen } = state;
  const { position: frame, kind } = puzzle;
  if (kind === "told") {
    const made = ({ choice: number, holds }) => button("button", { "data-cards": `${holds.card}` }, () => page.send(number), held(holds));
    $("choice").replaceChildren(...puzzle.choices.map(made));
    for (const card of $("table").querySelectorAll(".card")) card.setAttribute("aria-controls", "choice");
    return;
  }
  const actions = puzzle.choices.map(({ action }) => action);
  choices.draw($("choice"), $("table"), { chosen: at ? null : chosen, frame, actions, name, rules: frame.rules, variant, send: (action) => page.send(actions.indexOf(action)) });
  if (kind === "turn" && !chosen && !state.answer) $("choice").replaceChildren(element("p.hint", {}, hint()));
}

function outcome() {
  const { answer } = state;
  $("answer").hidden = answer === null;
  $("steps").hidden = !answer?.steps;
  if (!answer) return;
  const { puzzle } = state;
  const { right, score, theme } = answer;
  const equal = answer.equal.map((number) => puzzle.choices[number]);
  const verdict = words.say(right ? "puzzle-right" : score === null ? "puzzle-wrong-unknown" : "puzzle-wrong", { score, keep: puzzle.score });
  page.outcome(
    element("p", {}, element("b", {}, text(answer.choice)), puzzle.kind === "points" ? `. ${verdict}` : ""),
    answer.text ? element("p", {}, answer.text) : "",
    theme ? element("p", {}, words.labelled(words.say("filter-theme"), words.say(`theme-${theme}`))) : "",
    equal.length ? element("details", {}, element("summary", {}, words.say("puzzle-equal", { count: equal.length })), element("ul", {}, equal.map((one) => element("li", {}, text(one))))) : "",
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
