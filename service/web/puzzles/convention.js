// A puzzle by convention: the table as a seat saw it, and the answers to choose from.

import "../page/begin.js";
import * as board from "../board/board.js";
import { dress, kindsOf } from "../board/cards.js";
import * as choices from "../board/choice.js";
import { $, button, element } from "../page/element.js";
import { pointAt } from "../board/events.js";
import { variantOf } from "../board/facts.js";
import { said } from "../board/moves.js";
import { namesOf } from "../page/names.js";
import * as service from "../api/service.js";
import { keep } from "./solved.js";
import { touching } from "../page/touch.js";
import * as words from "../page/words.js";

const LIST = "/v1/puzzles/conventions";
const path = `${LIST}/${document.body.dataset.puzzle}`;
const filters = location.hash.slice(1);

let puzzle = null;
let variant = null; // the variant of the game, if it has one
let answer = null; // the answer that is shown
let chosen = null; // the card and the seat that were selected

const name = (seat) => namesOf(puzzle.players)(seat);

function draw() {
  $("puzzle").hidden = false;
  const { position: frame, events, kind, seat, level, difficulty, players, source } = puzzle;
  document.title = `${words.say("convention-puzzles")} · Hanabi`;
  $("about").textContent = [words.say("convention-level", { level }), words.say(`difficulty-${difficulty}`), `${words.say("filter-seats")}: ${players.length}`].join(" · ");
  const event = events.at(-1) ?? { type: "deal" };
  $("task").textContent = words.say(kind === "told" ? "convention-task-told" : "convention-task-turn", { name: name(seat), giver: kind === "told" ? name(event.seat) : "" });
  $("announcement").textContent = event.line ?? "";
  board.draw($("table"), { frame, event, events, name, rules: frame.rules, kinds: kindsOf(variant, frame) });
  $("before").replaceChildren(...events.toReversed().map(({ line }) => element("li", {}, line)));
  $("source").textContent = words.say("conventions-source", { edition: source.edition });
  choice();
  outcome();
}

const held = ({ card, suit, rank }) => {
  const { cards } = puzzle.position.hands[puzzle.seat];
  const place = cards.findIndex((one) => one.card === card) + 1;
  return words.say("convention-holds", { place: words.say("card-place", { place }), card: words.card({ suit, rank }) });
};

function choice() {
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

function outcome() {
  $("answer").hidden = answer === null;
  if (!answer) return;
  const { right, choice: made, links } = answer;
  const text = made.holds ? held(made.holds) : said(made.action, puzzle.position, name);
  $("answer").classList.toggle("right", right);
  $("answer").replaceChildren(
    element("h2", { id: "answer-heading" }, words.say(right ? "puzzle-solved" : "puzzle-missed")),
    element("p", {}, element("b", {}, text)),
    right ? element("p", {}, answer.text) : "",
    element(
      "p.row",
      {},
      right ? null : button("button", {}, again, words.say("puzzle-again")),
      right ? null : button("button", {}, () => show(service.get(`${path}/solution`)), words.say("puzzle-solution")),
      links ? element("a.button", { href: links.page }, words.say("puzzle-game")) : null,
    ),
  );
}

async function send(number) {
  await show(service.post(`${path}/answers`, { choice: number }));
  if (answer?.right) keep(puzzle.id);
}

async function show(promise) {
  try {
    answer = await promise;
    chosen = null;
    $("trouble").hidden = true;
    draw();
    $("answer").focus();
  } catch (error) {
    trouble(error);
  }
}

function again() {
  [answer, chosen] = [null, null];
  draw();
  $("table").querySelector(".card")?.focus();
}

function select(card) {
  const before = chosen?.card;
  chosen = card;
  choice();
  const focused = card ? $("choice").querySelector("button") : $("table").querySelector(`[data-card="${before}"]`);
  focused?.focus({ preventScroll: card !== null && matchMedia("(max-width: 61.99rem)").matches });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chosen) select(null);
});
$("table").addEventListener("click", (event) => {
  const card = choices.cardOf(event);
  if (card && puzzle.kind === "turn") select(chosen?.card === card.card ? null : card);
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the fragment is for the filters
  $("table").focus();
});

function trouble(error) {
  const missing = error instanceof service.Problem && error.status === 404;
  $("trouble").hidden = false;
  $("trouble").replaceChildren(
    element("p", {}, missing ? words.say("e-no-puzzle") : service.explain(error)),
    missing ? element("a", { href: "/puzzles/conventions" }, words.say("puzzles-all")) : puzzle ? "" : button("button", {}, begin, words.say("e-again")),
  );
}

// Links the next puzzle with the same filters; after the last one, the first.
async function other() {
  const of = async (query) => (await service.page(query)).items.find((one) => one.id !== puzzle.id);
  const found = (await of([puzzle.links.next, filters].filter(Boolean).join("&"))) ?? (await of(`${LIST}?limit=2${filters && `&${filters}`}`));
  const hash = filters && `#${filters}`;
  $("other").hidden = !found;
  $("list").href = `/puzzles/conventions${hash}`;
  if (found) $("other-link").href = `/puzzles/conventions/${found.id}${hash}`;
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
