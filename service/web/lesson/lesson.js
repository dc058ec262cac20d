// A first game that explains itself. The page has its steps, which the service has made by the rules.

import "../page/site-with-filters.js";
import * as board from "../board/board.js";
import { kindsOf } from "../board/cards.js";
import * as choices from "../board/choice.js";
import { $ } from "../page/element.js";
import { pointAt } from "../board/events.js";
import { said } from "../board/moves.js";
import { touching } from "../page/touch.js";
import * as words from "../page/words.js";

const LEARNER = 0;

const steps = JSON.parse($("lesson").dataset.steps);
let at = 0;
let chosen = null; // the card and the seat that were selected

const name = Object.assign((seat) => ["", "Ada", "Ben"][seat] || words.say("you"), { kind: () => null, own: LEARNER });

function draw() {
  const { frame, event, name: key, turn } = steps[at];
  $("lesson").hidden = false;
  board.draw($("table"), { frame, event: event ?? { type: "deal" }, name, rules: frame.rules, kinds: kindsOf(null, frame) });
  $("place").textContent = words.say("puzzle-step", { step: at + 1, steps: steps.length });
  $("task").textContent = [words.say(`lesson-${key}`), words.sentence(frame.result?.rating?.text)].filter(Boolean).join(" ");
  $("not").hidden = true;
  const isLast = at === steps.length - 1;
  $("next").hidden = Boolean(turn);
  $("next").textContent = words.say(isLast ? "learn-again" : "learn-next");
  $("next").classList.toggle("first", !isLast);
  $("show").hidden = !turn;
  $("previous").disabled = at === 0;
  $("after").hidden = !isLast;
  choose();
}

function choose() {
  const { frame, turn } = steps[at];
  const actions = turn ? frame.legal_actions : [];
  choices.draw($("choice"), $("table"), { chosen: turn ? chosen : null, frame, actions, name, rules: frame.rules, variant: null, send: tried });
}

const isMeant = ({ turn }, action) => ["type", "card", "target", "color", "rank"].every((member) => turn[member] === action[member]);

// Takes a turn that the learner has chosen, if it is the one of the lesson; else says why not.
function tried(action) {
  const { frame, turn } = steps[at];
  if (isMeant(steps[at], action)) return go(at + 1);
  const clue = turn.type === "clue" && { name: name(turn.target), clue: clueOf(turn) };
  $("not").textContent = words.say(`not-${turn.type}`, clue || {});
  $("not").hidden = false;
  toTeacher();
}

// A low window may have moved on to the cards.
const toTeacher = () => $("teacher").scrollIntoView({ block: "nearest" });

const clueOf = ({ color, rank }) => (color ? words.say(`color.${color}`) : `${rank}`);

// Selects what the lesson means, and marks the button.
function show() {
  const { frame, turn } = steps[at];
  const seat = turn.type === "clue" ? turn.target : LEARNER;
  const touches = touching(frame.rules, null);
  chosen = { card: turn.card ?? frame.hands[seat].cards.find((card) => touches(turn, card)).card, seat };
  choose();
  const meant = [...$("choice").querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === said(turn, frame, name));
  meant.classList.add("meant");
  meant.focus();
}

function go(step) {
  at = step % steps.length;
  chosen = null;
  draw();
  if (!$("next").hidden) $("next").focus({ preventScroll: true });
  toTeacher();
}

$("next").addEventListener("click", () => go(at + 1));
$("previous").addEventListener("click", () => go(at - 1));
$("show").addEventListener("click", show);
$("table").addEventListener("click", (event) => {
  const card = choices.cardOf(event);
  if (!card || !steps[at].turn) return;
  chosen = chosen?.card === card.card ? null : card;
  choose();
});
pointAt($("choice"), $("table"));
await words.begin();
draw();
