// The legal actions of the selected card: to play or discard it, or the clues to its holder.

import { shape } from "./cards.js";
import { button, element } from "./element.js";
import { said } from "./moves.js";
import * as words from "./words.js";

// `frame` has the hands and the seat to move. Without a selected card, only cards outside of the hands can be played.
export function draw(place, table, { chosen, frame, actions, name, send }) {
  const inHand = (card) => frame.hands.some((hand) => hand.cards.some((one) => one.card === card));
  const fits = (action) => {
    if (chosen?.seat === frame.to_move) return action.card === chosen.card;
    return chosen ? action.target === chosen.seat : action.type === "play" && !inHand(action.card);
  };
  const text = (action) => said(action, frame, name);
  const label = (action) => {
    if (action.color) return [shape(action.color), element("span", {}, words.suit(action.color))];
    return [element("span", {}, action.type === "clue" ? words.rank(action.rank) : text(action))];
  };
  const found = actions.filter(fits);
  const told = found.some((one) => one.type === "clue") ? element("span", {}, words.say("move-clue", { name: name(chosen.seat), clue: "" })) : "";
  const none = chosen && chosen.seat !== frame.to_move && frame.clue_tokens < 1 ? element("span", {}, words.say("no-clue-tokens")) : "";
  place.replaceChildren(told || none, ...found.map((action) => button(`button.${action.type}${action.color ? `.color.${action.color}` : ""}`, { "aria-label": text(action) }, () => send(action), ...label(action))));
  for (const card of table.querySelectorAll(".card")) {
    const current = chosen?.card === Number(card.dataset.card);
    card.setAttribute("aria-controls", place.id);
    card.setAttribute("aria-pressed", `${current}`);
    card.classList.toggle("shown", current);
  }
}

// Returns the card and the seat of a click on a hand, or null.
export function cardOf({ target }) {
  const card = target.closest(".card");
  return card && { card: Number(card.dataset.card), seat: Number(card.dataset.seat) };
}
