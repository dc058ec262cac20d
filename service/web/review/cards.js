// Pictures of cards. Each suit has a color and a shape, for readers who cannot distinguish the colors.

import { drawing, element } from "./element.js";
import * as words from "./words.js";

const START = 7; // the rank of START cards

// Returns the suits and ranks of a game, by its frame after the deal with open hands.
export function kinds({ fireworks, stacks }) {
  const suits = Object.keys(fireworks);
  const start = suits.some((suit) => stacks?.[suit].next.includes(START));
  return { suits, ranks: start ? [1, 2, 3, 4, 5, START] : [1, 2, 3, 4, 5] };
}

// Returns a rank, or the flag of START cards.
export function digit(rank) {
  if (rank !== START) return `${rank}`;
  const flag = drawing("path", { d: "M-.75-1.1H-.4V-.95L.95-.4L-.4 .15V1.1H-.75Z" });
  return drawing("svg.flag", { viewBox: "-1.25 -1.25 2.5 2.5", "aria-hidden": "true", focusable: "false" }, flag);
}

// The looks of all suits, as in the pictures of positions. Shapes are paths in a square from -1 to 1.
const { shapes: SHAPES, suits: LOOKS } = await (await fetch(new URL("looks.json", import.meta.url))).json();

// The clue colors that touch a suit, as a band at the upper edge of its cards; a dash if there are none.
function band(colors) {
  if (!colors.length) return "linear-gradient(90deg, #0000 30%, var(--ink) 30% 70%, #0000 70%)";
  const part = (color, n) => `${LOOKS[color].fill} ${(100 * n) / colors.length}% ${(100 * (n + 1)) / colors.length}%`;
  return `linear-gradient(110deg, ${colors.map(part).join(", ")})`;
}

function style([suit, look]) {
  const frame = look.frame ? "--frame: 4px solid #14181d;" : "";
  const colors = look.band ? `--band: ${band(look.band)};` : "";
  return `.${suit} { --fill: ${look.fill}; --ink: ${look.ink}; ${frame} ${colors} }`;
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(Object.entries(LOOKS).map(style).join("\n"));
document.adoptedStyleSheets.push(sheet);

export function shape(suit) {
  const path = drawing("path", { d: SHAPES[LOOKS[suit].shape] });
  return drawing(`svg.shape.${suit}`, { viewBox: "-1.25 -1.25 2.5 2.5", "aria-hidden": "true", focusable: "false" }, path);
}

// Returns the front of a card, or the back if neither suit nor rank is known.
export function face(card) {
  if (!card.suit) return element("span.face.back", { "aria-hidden": "true" }, "?");
  return element(`span.face.${card.suit}`, { "aria-hidden": "true" }, element("b", {}, digit(card.rank)), shape(card.suit));
}

export function chip(card, note = null) {
  return element(`span.chip.${card.suit}`, { title: words.card(card) }, shape(card.suit), digit(card.rank), note);
}

// Returns small symbols of the suits and ranks that the clues about a card allow.
export function clueStrip(card, { suits, ranks }) {
  if (!card.possible) return null;
  const open = card.possible;
  const cells = Object.values(open.cards ?? {}).flat().length;
  if (cells && cells < open.suits.length * open.ranks.length) return grid(open.cards, suits, ranks);
  if (open.suits.length === suits.length && open.ranks.length === ranks.length) return null;
  const colored = card.clues.colors.length ? "marks.positive" : "marks";
  const ranked = card.clues.ranks.length ? "marks.positive" : "marks";
  return element(
    "span.told",
    { "aria-hidden": "true" },
    element(`span.${colored}`, {}, suits.map((suit) => (open.suits.includes(suit) ? shape(suit) : element("i")))),
    element(`span.${ranked}`, {}, ranks.map((rank) => element("i", {}, open.ranks.includes(rank) ? digit(rank) : ""))),
  );
}

// Returns a cell for each card, filled if the clues allow it: a row for each suit, a column for each rank.
function grid(cards, suits, ranks) {
  const cell = (suit, rank) => element(cards[suit]?.includes(rank) ? `i.${suit}` : "i");
  const row = (suit) => element("span", {}, ranks.map((rank) => cell(suit, rank)));
  return element("span.told.cells", { "aria-hidden": "true" }, suits.map(row));
}

// Returns the clues about a card in words.
export function clued(card) {
  const clues = [...(card.clues?.colors ?? []).map(words.suit), ...(card.clues?.ranks ?? [])];
  return clues.length ? words.say("clued", { clues: clues.join(", ") }) : words.say("not-clued");
}
