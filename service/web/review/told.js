// The clues about a card, as a grid of the suits and ranks that they allow.

import { digit, shape } from "./cards.js";
import { element } from "./element.js";
import { copyOf } from "./keyed.js";
import * as words from "./words.js";

// Returns a row for each suit and a column for each rank; those in a clue have a dark badge. The paper is bright if a
// clue has touched the card. Returns null if there is nothing to say.
export function told({ clues, possible }, { suits, ranks }) {
  if (!possible) return null;
  const allowed = (suit) => (possible.suits.includes(suit) ? (possible.cards?.[suit] ?? possible.ranks) : []);
  const touched = clues.hidden || clues.colors.length > 0 || clues.ranks.length > 0;
  if (!touched && suits.every((suit) => allowed(suit).length === ranks.length)) return null;
  return copyOf(JSON.stringify([clues, suits.map(allowed), suits, ranks]), () => grid(clues, { touched, suits, ranks, allowed }));
}

function grid(clues, { touched, suits, ranks, allowed }) {
  const apart = clues.colors.filter((color) => !suits.includes(color)); // which no suit of the game has as its name
  const badge = (positive) => (positive ? "b.positive" : "b");
  const head = (rank) => element(badge(clues.ranks.includes(rank)), {}, clues.ranks.includes(rank) || suits.some((suit) => allowed(suit).includes(rank)) ? digit(rank) : "");
  const row = (suit) => [
    element(badge(clues.colors.includes(suit)), {}, allowed(suit).length || clues.colors.includes(suit) ? shape(suit) : null),
    ...ranks.map((rank) => element(allowed(suit).includes(rank) ? `i.${suit}` : "i")),
  ];
  const corner = element(apart.length || clues.hidden ? "b.corner.positive" : "b.corner", {}, clues.hidden ? "?" : apart.map(shape));
  return element(touched ? "span.told.touched" : "span.told", { "aria-hidden": "true" }, corner, ...ranks.map(head), ...suits.flatMap(row));
}

// Returns the clues about a card in words.
export function clued(card) {
  if (card.clues?.hidden) return words.say("clue-unheard");
  const clues = [...(card.clues?.colors ?? []).map(words.suit), ...(card.clues?.ranks ?? [])];
  return clues.length ? words.say("clued", { clues: clues.join(", ") }) : words.say("not-clued");
}

// Returns what the clues allow in words.
export function possible({ possible: { suits, ranks, cards } }) {
  const isProduct = !cards || Object.values(cards).flat().length === suits.length * ranks.length;
  const of = (suit) => `${words.suit(suit)} ${cards[suit].map(words.rank).join(" ")}`;
  if (!isProduct) return words.say("could-be-cards", { cards: suits.map(of).join(", ") });
  return words.say("could-be", { suits: suits.map(words.suit).join(", "), ranks: ranks.map(words.rank).join(", ") });
}
