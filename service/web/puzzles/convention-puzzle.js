// A puzzle by convention: the table as a seat saw it, and the answers to choose from.

import * as cardWords from "../board/card-words.js";
import "../page/site-with-filters.js";
import * as board from "../board/board.js";
import { kindsOf } from "../board/cards.js";
import * as choices from "../board/choice.js";
import { $, button, element } from "../page/element.js";
import { said } from "../board/moves.js";
import { name, solving, state } from "./solving.js";
import { touching } from "../page/touch.js";
import * as words from "../page/words.js";

const page = solving({
  list: "/puzzles/conventions",
  draw,
  choice,
  first: ".card",
  selectable: () => state.puzzle.kind === "turn",
});

function draw() {
  $("puzzle").hidden = false;
  const { position: frame, events, kind, seat, level, difficulty, players, source } = state.puzzle;
  document.title = `${words.say("convention-puzzles")} · Hanabi`;
  $("about").textContent = [words.say("convention-level", { level }), words.say(`difficulty-${difficulty}`), words.labelled(words.say("filter-seats"), players.length)].join(" · ");
  const event = events.at(-1) ?? { type: "deal" };
  $("task").textContent = words.say(kind === "told" ? "convention-task-told" : "convention-task-turn", { name: name(seat), giver: kind === "told" ? name(event.seat) : "" });
  $("announcement").textContent = event.line ?? "";
  board.draw($("table"), { frame, event, events, name, rules: frame.rules, kinds: kindsOf(state.variant, frame) });
  $("before").replaceChildren(...events.toReversed().map(({ line }) => element("li", {}, line)));
  $("source").textContent = words.say("conventions-source", { edition: source.edition });
  choice();
  outcome();
}

const held = ({ card, suit, rank }) => {
  const { cards } = state.puzzle.position.hands[state.puzzle.seat];
  const place = cards.findIndex((one) => one.card === card) + 1;
  return words.say("convention-holds", { place: words.say("card-place", { place }), card: cardWords.card({ suit, rank }) });
};

function choice() {
  const { puzzle, variant, chosen } = state;
  const { position: frame, kind } = puzzle;
  if (kind === "told") {
    const made = ({ choice: number, holds }) => button("button", { "data-cards": `${holds.card}` }, () => send(number), held(holds));
    $("choice").replaceChildren(...puzzle.choices.map(made));
    for (const card of $("table").querySelectorAll(".card")) card.setAttribute("aria-controls", "choice");
    return;
  }
  const actions = puzzle.choices.map(({ action }) => action);
  choices.draw($("choice"), $("table"), { chosen, frame, actions, name, touches: touching(frame.rules, variant), send: (action) => send(actions.indexOf(action)) });
  if (!chosen) $("choice").replaceChildren(element("p.hint", {}, words.say("puzzle-hint", { name: name(puzzle.seat) })));
}

const send = (number) => page.send({ choice: number });

function outcome() {
  const { answer } = state;
  $("answer").hidden = answer === null;
  if (!answer) return;
  const { right, choice: made } = answer;
  const text = made.holds ? held(made.holds) : said(made.action, state.puzzle.position, name);
  page.outcome(
    element("p", {}, element("b", {}, text)),
    right ? element("p", {}, answer.text) : "",
  );
}

await words.begin();
await page.begin();
