// Makes one card of the deck another one. It changes places with a copy of that, so that the deck keeps its cards.

import * as cardWords from "../../board/card-words.js";
import { element } from "../../page/element.js";
import * as words from "../../page/words.js";

// Shows the choice for a card in a hand; null shows none. `change` gets the place of the copy, or null for
// the card that it was.
export function draw(place, { game, shown, open, at, card, name, change }) {
  const is = shown.deck?.[card];
  const mayChange = is && shown.deal?.seed !== null && open[at].to_move !== null && open[at].hands.some(({ cards }) => cards.some((one) => one.card === card));
  const said = shown.deal?.swap && element("p.hint", {}, whoSees(shown, open, name));
  place.hidden = !mayChange && !said;
  const key = [shown.path, card, mayChange, name(0), document.documentElement.lang].join(" ");
  if (place.dataset.drawn === key) return; // so that the choice keeps its focus
  place.dataset.drawn = key;
  if (!mayChange) return place.replaceChildren(said || "");
  const original = game.deck;
  const now = cardWords.card(is);
  const options = copies(original, card, open[at]).map(([text, copy]) => element("option", { value: copy, selected: text === now || null }, text));
  const choice = element("select", { autocomplete: "off" }, options);
  choice.addEventListener("change", () => {
    const copy = Number(choice.value);
    change(cardWords.card(original[copy]) === cardWords.card(original[card]) ? null : copy);
  });
  place.replaceChildren(element("label", {}, element("span", {}, words.say("other-card")), choice), said || "");
}

// Returns the cards that can be in the place of a card of a hand, by suit and rank, each with the last copy that can change
// places with it: one in the same hand or the deck, since all others are in sight of its holder.
function copies(original, card, { hands, deck_size: left, fireworks }) {
  const { cards } = hands.find((hand) => hand.cards.some((one) => one.card === card));
  const { possible } = cards.find((one) => one.card === card);
  const held = new Set(cards.map((one) => one.card));
  const fits = ({ suit, rank }) => !possible || (possible.suits.includes(suit) && possible.ranks.includes(rank));
  const kinds = new Map();
  for (const [number, one] of original.entries()) {
    if (number === card || ((held.has(number) || number >= original.length - left) && fits(one))) kinds.set(cardWords.card(one), number);
  }
  const suits = Object.keys(fireworks);
  const order = ([, number]) => suits.indexOf(original[number].suit) * 10 + original[number].rank;
  return [...kinds].toSorted((one, other) => order(one) - order(other));
}

// Names the cards that a line swaps.
export function swapOf({ deal, deck }) {
  const cards = deal.swap.map((one) => cardWords.card(deck[one]));
  return `${words.labelled(words.say("deck-swapped"), words.list(cards))}.`;
}

// Says what the swap means for what seats saw before the line begins.
function whoSees({ noticed }, open, name) {
  const seen = noticed.map((version, seat) => version !== null && words.say("swap-since", { name: name(seat), turn: open[version].turn })).filter(Boolean);
  return seen.length ? `${words.labelled(words.say("swap-seen"), words.list(seen))}.` : words.say("swap-unseen");
}
