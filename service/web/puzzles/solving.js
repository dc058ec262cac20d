// A puzzle that somebody solves: its loading, the selected card, an answer, and the way to the next puzzle.

import * as choices from "../board/choice.js";
import { dress } from "../board/cards.js";
import { $, button, element } from "../page/element.js";
import { pointAt } from "../board/events.js";
import { variantOf } from "../board/rules-in-words.js";
import { namesOf } from "../page/names.js";
import * as service from "../api/service.js";
import { keep } from "./solved.js";
import * as words from "../page/words.js";

const filters = location.hash.slice(1);
const hash = filters && `#${filters}`;

export const state = {
  puzzle: null,
  variant: null, // the variant of the game, if it has one
  answer: null, // the answer that is shown
  given: false, // whether the reader asked for it, and did not find it
  chosen: null, // the card and the seat that were selected
};

export const name = (seat) => namesOf(state.puzzle.players)(seat);

const LIST = "/puzzles";

// Lets the reader solve a puzzle. `draw` draws everything, and `choice` what can be chosen. `changed` is called when
// another answer, or none, is shown, and `selectable` tells whether cards can be selected. Returns functions: one sends
// the number of a choice, the other draws an answer.
export function solving({ draw, choice, changed, selectable }) {
  const path = `/v1${LIST}/${document.body.dataset.puzzle}`;

  async function show(promise, given) {
    try {
      set(await promise, given);
      $("trouble").hidden = true;
      draw();
      $("answer").focus();
    } catch (error) {
      trouble(error);
    }
  }

  function set(answer, given) {
    Object.assign(state, { answer, given, chosen: null });
    changed();
  }

  const answer = (number) => show(service.post(`${path}/answers?steps=true`, { choice: number }), number === null);

  async function send(number) {
    await answer(number);
    if (state.answer?.right) keep(state.puzzle.id);
  }

  function again() {
    set(null, false);
    draw();
    ($("table").querySelector(".moves .card") ?? $("table").querySelector(".card"))?.focus();
  }

  function outcome(...parts) {
    const { right, links } = state.answer;
    const heading = state.given ? "puzzle-given" : right ? "puzzle-solved" : "puzzle-missed";
    $("answer").classList.toggle("right", right);
    $("answer").replaceChildren(
      element("h2", { id: "answer-heading" }, words.say(heading)),
      ...parts,
      element(
        "p.row",
        {},
        right ? null : button("button", {}, again, words.say("puzzle-again")),
        right ? null : button("button", {}, () => answer(null), words.say("puzzle-solution")),
        links ? element("a.button", { href: links.page }, words.say("puzzle-game")) : null,
      ),
    );
  }

  function select(card) {
    const before = state.chosen?.card;
    state.chosen = card;
    choice();
    const focused = card ? $("choice").querySelector("button:enabled") : $("table").querySelector(`[data-card="${before}"]`);
    focused?.focus({ preventScroll: card !== null && matchMedia("(max-width: 61.99rem)").matches });
  }

  document.addEventListener("keydown", (event) => {
    const typed = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.matches("select");
    if (event.key === "Escape" && state.chosen && !typed) select(null);
  });
  $("table").addEventListener("click", (event) => {
    const card = choices.cardOf(event);
    if (card && selectable()) select(state.chosen?.card === card.card ? null : card);
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
      missing ? element("a", { href: LIST }, words.say("puzzles-all")) : state.puzzle ? "" : button("button", {}, begin, words.say("e-again")),
    );
  }

  // Links the next puzzle with the same filters; after the last one, the first.
  async function other() {
    const of = async (page) => (await service.page(page)).items.find((one) => one.id !== state.puzzle.id);
    const found = (await of([state.puzzle.links.next, filters].filter(Boolean).join("&"))) ?? (await of(`/v1${LIST}?limit=2${filters && `&${filters}`}`));
    $("other").hidden = !found;
    $("list").href = `${LIST}${hash}`;
    if (found) $("other-link").href = `${LIST}/${found.id}${hash}`;
  }

  async function begin() {
    try {
      state.puzzle = await service.get(path);
      $("trouble").hidden = true;
      draw();
      await other();
      const { rules } = state.puzzle.position;
      if (!rules.variant) return;
      state.variant = await variantOf(rules.variant);
      dress(state.variant);
      draw();
    } catch (error) {
      trouble(error);
    }
  }

  pointAt($("choice"), $("table"));
  return { begin, send, outcome };
}
