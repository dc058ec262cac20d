// The clues about a card: the suits above the ranks that they allow, or a grid if not all of them go together.

import * as cardWords from "./card-words.js";
import { digit, shape } from "./cards.js";
import { element } from "../page/element.js";
import { copyOf } from "../page/keyed.js";
import * as words from "../page/words.js";

// Returns what the clues allow; what they said has a dark badge. The paper is bright if a clue has touched the card.
// Returns null if there is nothing to say.
export function told({ clues, possible }, { suits, ranks }) {
  if (!possible) return null;
  const allowed = (suit) => (possible.suits.includes(suit) ? (possible.cards?.[suit] ?? possible.ranks) : []);
  const touched = clues.hidden || clues.colors.length > 0 || clues.ranks.length > 0;
  if (!touched && suits.every((suit) => allowed(suit).length === ranks.length)) return null;
  return copyOf(JSON.stringify([clues, suits.map(allowed), suits, ranks]), () => {
    const shown = isProduct(possible) ? rows(clues, { possible, suits, ranks }) : grid(clues, { suits, ranks, allowed });
    if (touched) shown.classList.add("touched");
    return shown;
  });
}

// Returns the few identities that a card can have by conventions, as pencil marks.
export function pencil(cards) {
  return element("span.told.pencil", { "aria-hidden": "true" }, cards.map(({ suit, rank }) => element("b", {}, digit(rank), shape(suit))));
}

const isProduct = ({ suits, ranks, cards }) => !cards || Object.values(cards).flat().length === suits.length * ranks.length;

const badge = (positive) => (positive ? "b.positive" : "b");

// If the suits or the ranks say nothing, the others have all the room.
function rows(clues, { possible, suits, ranks }) {
  const signs = [...clues.colors.filter((color) => !suits.includes(color)), ...suits]; // a clue's color may be no suit
  const part = (items, positive, open, draw) => {
    const shown = items.filter((one) => positive.includes(one) || open.includes(one));
    return element("span", {}, shown.map((one) => element(badge(positive.includes(one)), {}, draw(one))));
  };
  const parts = [
    (signs.length > suits.length || possible.suits.length < suits.length) && part(signs, clues.colors, possible.suits, shape),
    (possible.ranks.length < ranks.length || clues.ranks.length > 0) && part(ranks, clues.ranks, possible.ranks, digit),
    clues.hidden && part(["?"], ["?"], [], digit),
  ];
  return element("span.told.rows", { "aria-hidden": "true" }, parts);
}

// A row for each suit and a column for each rank.
function grid(clues, { suits, ranks, allowed }) {
  const apart = clues.colors.filter((color) => !suits.includes(color)); // which no suit of the game has as its name
  const head = (rank) => element(badge(clues.ranks.includes(rank)), {}, clues.ranks.includes(rank) || suits.some((suit) => allowed(suit).includes(rank)) ? digit(rank) : "");
  const row = (suit) => [
    element(badge(clues.colors.includes(suit)), {}, allowed(suit).length || clues.colors.includes(suit) ? shape(suit) : null),
    ...ranks.map((rank) => element(allowed(suit).includes(rank) ? `i.${suit}` : "i")),
  ];
  const corner = element(apart.length || clues.hidden ? "b.corner.positive" : "b.corner", {}, clues.hidden ? "?" : apart.map(shape));
  return element("span.told.grid", { "aria-hidden": "true" }, corner, ...ranks.map(head), ...suits.flatMap(row));
}

// Returns the clues about a card in words.
export function clued(card) {
  if (card.clues?.hidden) return words.say("clue-unheard");
  const clues = [...(card.clues?.colors ?? []).map(cardWords.suit), ...(card.clues?.ranks ?? [])];
  return clues.length ? words.say("clued", { clues: clues.join(", ") }) : words.say("not-clued");
}

// Returns what the clues allow in words.
export function possible({ possible: { suits, ranks, cards } }) {
  const of = (suit) => `${cardWords.suit(suit)} ${cards[suit].map(cardWords.rank).join(" ")}`;
  if (!isProduct({ suits, ranks, cards })) return words.say("could-be-cards", { cards: suits.map(of).join(", ") });
  return words.say("could-be", { suits: suits.map(cardWords.suit).join(", "), ranks: ranks.map(cardWords.rank).join(", ") });
}
