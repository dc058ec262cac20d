// Keys that lead to moves, as on hanab.live: a rank or the letter of a color to a clue, P and D to a card of one's own.
// They only move the focus, and Enter makes the move. A plan that waits changes at once.

import { $ } from "../page/element.js";
import * as sheet from "../page/keys-sheet.js";
import * as switches from "./switches.js";
import * as cardWords from "../board/card-words.js";
import * as words from "../page/words.js";

const FIELDS = "input, textarea, select, [contenteditable]";

// Returns the letter of each color that clues can name: the first of its English name that no earlier one has.
function letters(clues) {
  const found = new Map();
  for (const { color } of clues) {
    if (color && !found.has(color)) found.set(color, [...color].find((one) => /[a-z]/.test(one) && ![...found.values()].includes(one)));
  }
  return found;
}

// Returns a function from an action to its key, or null. `clues` are those of the game.
export function keysOf(clues) {
  const found = letters(clues);
  return ({ type, rank, color }) => (type === "clue" ? (color ? found.get(color) : `${rank}`) : type[0]);
}

// `view` returns the view, `actions` what can be done, `clues` those of the game, and `chosen` the seat of the selected card; `select` selects a card. `isPlanned` returns
// whether a plan waits.
export function begin({ view, actions, clues, chosen, select, isPlanned }) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.matches(FIELDS) || document.querySelector("dialog[open]")) return;
    if (event.key === "?") return $("keys").hidden || showSheet(clues);
    if (!switches.isOn("clue-keys") || !view()?.hands?.length || !actions().length) return;
    const found = buttonOf(event.key.toLowerCase(), { view: view(), actions: actions(), keyOf: keysOf(clues()), chosen, select });
    if (!found) return;
    event.preventDefault();
    found.focus({ preventScroll: true });
    if (isPlanned()) found.click();
  });
  $("keys").addEventListener("click", () => showSheet(clues));
}

// Returns the button of a key: of the card with the focus if none is selected. Without a partner's card that is selected, and when the key is pressed again, it is one
// of the next partner to whom the clue can be given.
function buttonOf(key, { view, actions, keyOf, chosen, select }) {
  const shown = () => [...$("choice").querySelectorAll("[aria-keyshortcuts]")].find((one) => one.getAttribute("aria-keyshortcuts") === key);
  const now = shown();
  if (now && now !== document.activeElement) return now;
  const clue = actions.find((one) => one.type === "clue" && keyOf(one) === key);
  if (!clue) {
    const { card } = document.activeElement.dataset;
    if (chosen() !== null || !actions.some((one) => `${one.card}` === card && keyOf(one) === key)) return null;
    select(Number(card));
    return shown();
  }
  const [own, count] = [view.viewer.seat, view.seats.length];
  const from = chosen() ?? own;
  const order = Array.from({ length: count }, (_, n) => (from + 1 + n) % count);
  const same = ({ type, rank, color }) => type === "clue" && rank === clue.rank && color === clue.color;
  const next = order.find((seat) => actions.some((one) => one.target === seat && same(one)));
  if (next === chosen()) return now ?? null;
  select(view.hands[next].cards[0].card);
  return shown() ?? null;
}

function showSheet(clues) {
  const colors = [...letters(clues())].map(([color, letter]) => [letter, cardWords.suit(color)]);
  const others = colors.map(([letter, color]) => [letter, words.say("key-color", { color })]);
  sheet.show([["← → ↑ ↓", "key-cards"], ["Enter", "key-choose"], ["Esc", "key-back"], ["Shift ← →", "key-arrange"], ["1–5", "key-rank"], ["p d", "key-play"], ["?", "keys"]], others);
}
