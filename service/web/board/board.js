// The board after one event: counters, hands, fireworks and the discard pile, in places that never move.

import * as arrangement from "./arrangement.js";
import { counters, deckView } from "./counters.js";
import { handSize, hands } from "./hands.js";
import { fill, parts } from "../page/keyed.js";
import { piles } from "./piles.js";
import { standingsOf } from "./card-status.js";
import { element } from "../page/element.js";

// `event` is the event before this frame, and `events` has those before it; `reachable` says how many points could
// still be reached; `name` returns the name of a seat, and `noted` the reader's note on a card, and
// `thought` what conventions say about it. `left` returns the time that a seat has left, in milliseconds, or null. `arranged` returns the cards of a hand in the order in which they are shown. `below` is what stands below the hands.
// `deck` has the cards of the deck in order, if the reader may see it. A `riddle` does not say what cards are good for.
export function draw(place, { frame, event, events = [], reachable, name, rules, kinds, noted = () => null, thought = () => null, arranged = (hand) => hand.cards, left = () => null, below = null, deck = null, riddle = false }) {
  const focused = document.activeElement;
  const [card, seat] = [focused?.dataset?.card, focused?.dataset?.seat];
  const part = parts(place);
  const size = handSize(frame.seats.length, rules);
  const columns = columnsOf(kinds);
  const standings = standingsOf(frame, kinds.copies);
  const now = { part, frame, event, events, reachable, name, rules, kinds: { ...kinds, columns }, noted, thought, arranged, left, deck, size, standings };
  const sizes = { seats: frame.seats.length, cards: size, suits: kinds.suits.length, ranks: kinds.ranks.length, columns: Object.values(columns).reduce((sum, many) => sum + many) };
  const field = part("field", {}, () => element("div.field"));
  const board = part("board", sizes, () => begun(fill(place, [field]), sizes, below));
  fill(place, [fill(field, [fill(board, [counters(now), hands(riddle ? { ...now, standings: () => [] } : now), below, piles(now), deck && deckView(place, now)].filter(Boolean))])]);
  if (card !== undefined && focused !== document.activeElement) {
    place.querySelector(`[data-card="${card}"]${seat === undefined ? "" : "[data-seat]"}`)?.focus({ preventScroll: true });
  }
}

function begun(place, sizes, below) {
  const board = element(`div.board.seats-${sizes.seats}`);
  for (const [name, value] of Object.entries(sizes)) place.style.setProperty(`--${name}`, value);
  Object.assign(place.dataset, { seats: sizes.seats, size: sizes.cards, columns: sizes.columns, below: below ? "strip" : "" });
  arrangement.begin(place);
  return board;
}

// Returns the most copies of a card of each rank.
function columnsOf({ suits, ranks, copies }) {
  return Object.fromEntries(ranks.map((rank) => [rank, Math.max(...suits.map((suit) => copies[suit]?.[rank] ?? 0))]));
}
