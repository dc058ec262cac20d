// Moves as bodies of requests, and in words.

import * as cardWords from "./card-words.js";
import { slotOf } from "./hands.js";
import * as words from "../page/words.js";

// Returns the move of an event.
export function moveOf(event) {
  const { type, card, target, color, rank, declared_color: named } = event;
  if (type === "clue") return color === undefined ? { type, target, rank } : { type, target, color };
  return { type, card, ...(named && { declared_color: named }) };
}

export const isSame = (one, other) => ["type", "card", "target", "color", "rank", "declared_color"].every((member) => one[member] === other[member]);

// Returns a move in words. `frame` is the table before it; `name` returns the name of a seat.
export function said(action, frame, name) {
  if (action.type === "clue") {
    const clue = action.color ? cardWords.suit(action.color) : action.rank;
    return words.say("move-clue", { name: name(action.target), clue });
  }
  const hand = frame.hands.find((one) => one.seat === frame.to_move);
  const place = hand.cards.findIndex((one) => one.card === action.card);
  if (place < 0) return words.say(`move-${action.type}`, { card: words.say("deck") }); // a blind play from the deck
  const front = hand.cards[place].suit ? ` (${cardWords.card(hand.cards[place])})` : "";
  const card = `${words.say("card-place", { place: slotOf(place, hand.cards.length) })}${front}`;
  if (!action.declared_color) return words.say(`move-${action.type}`, { card });
  return words.say("move-play-named", { card, color: cardWords.suit(action.declared_color) });
}
