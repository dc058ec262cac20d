// The legal actions of the selected card: to play or discard it, or the clues to its holder.

import * as cardWords from "./card-words.js";
import { shape } from "./cards.js";
import { button, element } from "../page/element.js";
import { said } from "./moves.js";
import { cluesOf, touching } from "../page/touch.js";
import * as words from "../page/words.js";

// `frame` has the hands and the seat to move. Without a selected card, only cards outside of the hands can be played.
// The clues have fixed places, and those that cannot be given are disabled. `keyOf` tells which key leads to an action,
// if any does. `send` gets an action, and whether it is a clue to no card; `worded` changes the words of an action.
export function draw(place, table, { chosen, frame, rules, variant, actions, name, send, keyOf = () => null, worded = (text) => text }) {
  const touches = touching(rules, variant);
  const inHand = (card) => frame.hands.some((hand) => hand.cards.some((one) => one.card === card));
  const fits = (action) => {
    if (chosen?.seat === frame.to_move) return action.card === chosen.card;
    return chosen ? action.target === chosen.seat : action.type === "play" && !inHand(action.card);
  };
  const text = (action) => worded(said(action, frame, name));
  const label = (action) => {
    if (action.color) return [shape(action.color), element("span", {}, cardWords.suit(action.color))];
    return [element("span", {}, action.type === "clue" ? cardWords.rank(action.rank) : text(action))];
  };
  const reached = (action) => action.type === "clue" && cardsOf(action, frame, touches);
  const isEmpty = (action) => reached(action)?.length === 0;
  const [clues, others] = [true, false].map((isClue) => actions.filter((action) => fits(action) && (action.type === "clue") === isClue));
  const legal = (clue) => clues.find((one) => one.color === clue.color && one.rank === clue.rank);
  const all = clues.length && touches ? cluesOf(rules, variant, frame.fireworks) : clues;
  const found = [...all.map((clue) => legal(clue) ?? { type: "clue", target: chosen.seat, ...clue, disabled: true }), ...others];
  const told = clues.length ? element("span", {}, worded(words.say("move-clue", { name: name(chosen.seat), clue: "" }))) : "";
  const none = chosen && chosen.seat !== frame.to_move && frame.clue_tokens < 1 ? element("span", {}, words.say("no-clue-tokens")) : "";
  const created = (action) => {
    const cards = reached(action);
    const classes = [action.type, action.color && `color.${action.color}`, isEmpty(action) && "empty"].filter(Boolean).join(".");
    const key = action.disabled ? null : keyOf(action);
    const about = { disabled: action.disabled, "aria-label": text(action), title: cards ? words.touched(cards.length) : null, "data-cards": cards?.length ? cards.join(" ") : null, "data-count": cards ? cards.length : null, "aria-keyshortcuts": key };
    return button(`button.${classes}`, about, () => send(action, isEmpty(action)), ...label(action));
  };
  place.replaceChildren(told || none, ...found.map(created));
  for (const card of table.querySelectorAll(".pointed")) card.classList.remove("pointed");
  for (const card of table.querySelectorAll(".card")) {
    const current = chosen?.card === Number(card.dataset.card);
    card.setAttribute("aria-controls", place.id);
    card.setAttribute("aria-pressed", `${current}`);
    card.classList.toggle("shown", current);
  }
}

// Returns the cards that a clue touches, or null if the reader does not see them.
function cardsOf(clue, frame, touches) {
  const { cards } = frame.hands.find(({ seat }) => seat === clue.target);
  return touches && cards.every(({ suit }) => suit) ? cards.filter((card) => touches(clue, card)).map(({ card }) => card) : null;
}

// Returns the card and the seat of a click on a hand, or null.
export function cardOf({ target }) {
  const card = target.closest(".card");
  return card && { card: Number(card.dataset.card), seat: Number(card.dataset.seat) };
}
