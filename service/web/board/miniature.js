// A small picture of a position: the cards of each hand, and the fireworks.

import { shape } from "./cards.js";
import { drawing } from "../page/element.js";

const [SIZE, GAP] = [40, 4];
const START = 7; // the rank of START cards

// A card that the viewer does not see has what clues leave of it.
export function miniature({ hands, fireworks, to_move: mover }) {
  const columns = Math.max(...hands.map(({ cards }) => cards.length));
  const suits = Object.entries(fireworks ?? {});
  const height = Math.max(hands.length, Math.ceil(suits.length / 2)) * (SIZE + GAP) + GAP;
  const aside = columns * (SIZE + GAP) + 34;
  const top = (rows) => (height - rows * (SIZE + GAP) + GAP) / 2;
  const hand = ({ seat, cards }, row) => {
    const y = top(hands.length) + row * (SIZE + GAP);
    const mark = seat === mover && drawing("path.mover", { d: `M2 ${y + 12}l10 8l-10 8Z` });
    return [mark, cards.map((card, place) => (card.suit ? tile : back)(card, 18 + place * (SIZE + GAP), y))];
  };
  const firework = ([suit, rank], n) => tile({ suit, rank }, aside + (n % 2) * (SIZE + GAP), top(Math.ceil(suits.length / 2)) + Math.floor(n / 2) * (SIZE + GAP));
  return drawing(
    "svg.miniature",
    { viewBox: `0 0 ${aside + 2 * (SIZE + GAP)} ${height}`, "aria-hidden": "true", focusable: "false" },
    hands.map(hand).flat(2),
    drawing("path.between", { d: `M${aside - 10} 6V${height - 6}` }),
    suits.map(firework),
  );
}

const tile = ({ suit, rank }, x, y) => drawn(`g.tile.${suit}${rank ? "" : ".none"}`, { suit, rank }, x, y);

function back({ possible }, x, y) {
  const only = (all) => (all?.length === 1 ? all[0] : null);
  return drawn("g.tile.back", { suit: only(possible?.suits), rank: only(possible?.ranks) }, x, y);
}

function drawn(name, { suit, rank }, x, y) {
  const sign = suit && shape(suit);
  const place = { x: rank ? 18 : 10, y: 10, width: 20, height: 20 };
  if (sign) for (const [name, value] of Object.entries(place)) sign.setAttribute(name, value);
  return drawing(
    name,
    { transform: `translate(${x} ${y})` },
    drawing("rect", { x: 0.75, y: 0.75, width: SIZE - 1.5, height: SIZE - 1.5, rx: 6 }),
    rank > 0 && drawing("text", { x: suit ? 12 : 20, y: 28 }, rank === START ? "S" : `${rank}`),
    sign,
  );
}
