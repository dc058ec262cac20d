// Pictures of cards. Each suit has a color and a shape, for readers who cannot distinguish the colors.

import { drawing, element } from "./element.js";
import * as words from "./words.js";

export const SUITS = ["red", "yellow", "green", "blue", "white", "multicolor"];
export const RANKS = [1, 2, 3, 4, 5];

// The shapes in a square from -1 to 1, as in the pictures of positions.
const SHAPES = {
  red: "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1Z",
  yellow: "M-.87-.87H.87V.87H-.87Z",
  green: "M0-1L1 .85H-1Z",
  blue: "M0-1.12L.88 0L0 1.12L-.88 0Z",
  white: "M0-1.1L.26-.36L1.05-.34L.42 .14L.65 .89L0 .45L-.65 .89L-.42 .14L-1.05-.34L-.26-.36Z",
  multicolor: "M-.36-1H.36V-.36H1V.36H.36V1H-.36V.36H-1V-.36H-.36Z",
};

export function shape(suit) {
  const path = drawing("path", { d: SHAPES[suit] });
  return drawing(`svg.shape.${suit}`, { viewBox: "-1.25 -1.25 2.5 2.5", "aria-hidden": "true", focusable: "false" }, path);
}

// Returns the front of a card, or the back if neither suit nor rank is known.
export function face(card) {
  if (!card.suit) return element("span.face.back", { "aria-hidden": "true" }, "?");
  return element(`span.face.${card.suit}`, { "aria-hidden": "true" }, element("b", {}, card.rank), shape(card.suit));
}

export function chip(card, note = null) {
  return element(`span.chip.${card.suit}`, { title: words.card(card) }, shape(card.suit), `${card.rank}`, note);
}

// Returns small symbols of the suits and ranks that the clues about a card allow.
export function clueStrip(card, suits) {
  if (!card.possible) return null;
  const open = card.possible;
  if (open.suits.length === suits.length && open.ranks.length === RANKS.length) return null;
  const colored = card.clues.colors.length ? "marks.positive" : "marks";
  const ranked = card.clues.ranks.length ? "marks.positive" : "marks";
  return element(
    "span.told",
    { "aria-hidden": "true" },
    element(`span.${colored}`, {}, suits.map((suit) => (open.suits.includes(suit) ? shape(suit) : element("i")))),
    element(`span.${ranked}`, {}, RANKS.map((rank) => element("i", {}, open.ranks.includes(rank) ? `${rank}` : ""))),
  );
}

// Returns the clues about a card in words.
export function clued(card) {
  const clues = [...(card.clues?.colors ?? []).map(words.suit), ...(card.clues?.ranks ?? [])];
  return clues.length ? words.say("clued", { clues: clues.join(", ") }) : words.say("not-clued");
}
