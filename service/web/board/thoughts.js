// What conventions say about a card: a mark, the few identities that are left, and both in words.

import * as cardWords from "./card-words.js";
import * as words from "../page/words.js";

export const SIGNS = { finessed: "star", playable: "moves", chop_moved: "lock", chop: "down" }; // the first one of a card is shown
const MOST = 4; // identities that are shown on a card

// Returns a function that tells what conventions say about a card after a turn, or nothing.
export function thoughts(turn) {
  const cards = new Map(turn.hands.flatMap((hand) => hand.cards).map((card) => [card.card, card]));
  return (card) => thoughtOf(cards.get(card));
}

function thoughtOf(card) {
  if (!card) return null;
  const kind = Object.keys(SIGNS).find((one) => card.marks.includes(one)) ?? null;
  const all = Object.entries(card.cards).flatMap(([suit, ranks]) => ranks.map((rank) => ({ suit, rank })));
  const cards = all.length <= MOST ? all : [];
  if (!kind && !cards.length) return null;
  const said = [kind && words.say(`convention-${kind}`), cards.length > 0 && words.say("convention-could-be", { cards: cards.map(cardWords.card).join(", ") })];
  return { kind, sign: SIGNS[kind], cards, text: said.filter(Boolean).join(". ") };
}
