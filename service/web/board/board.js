// The board after one event: counters, hands, fireworks and the discard pile, in places that never move.

import { counters, deckView } from "./counters.js";
import { handSize, hands } from "./hands.js";
import { fill, parts } from "../page/keyed.js";
import { piles } from "./piles.js";
import { standingsOf } from "./card-status.js";
import { element } from "../page/element.js";

// The board is wide, with the fireworks beside the hands, if its place is this many times as wide as high. More hands
// need the height. A place that is too low for the fireworks below the hands is wide too, if it is broad enough.
const WIDE = { 2: 1.6, 3: 1.55, 4: 1.25, 5: 1.15, 6: 1.1 };
const HANDS = 0.58; // the part of a wide board that is for the hands
const NAME = 65;
const BROADLY = 500; // the least width of a broad board, in which the places of a suit need two lines
const BROAD = { 2: 700 }; // where two lines are more than the height of two hands
const TARGET = 24; // the least size of what can be clicked
const BESIDE = 66; // what is beside the places of a suit below the hands, in pixels
const WIDE_BESIDE = 84; // the same in a wide board, or
const IN_UNITS = 15; // the same in its unit, which the window limits
const LOWEST = 400; // or at least this height
const MOST = 2; // lines of the places of a suit in a wide board,
const LOW = 600; // or one in a window that is lower, if what is below them has to stay in it
const SLOT = 50; // the least width of a card with its margins, in pixels

const sized = new ResizeObserver((places) => places.forEach(({ target }) => arrange(target)));

function arrange(place) {
  const { seats, size: cards, columns, below } = place.dataset;
  const width = place.clientWidth;
  const style = getComputedStyle(place);
  const scrolls = parseFloat(style.getPropertyValue("--least")) > 0; // the page around it, if it is too high
  const linesIn = (room) => (scrolls ? Math.ceil((TARGET * columns) / room) : 1); // of the places of a suit
  const unit = Math.min(width, 1.75 * Math.max(innerHeight, LOWEST)) / 100;
  const [lines, wideLines] = [linesIn(width - BESIDE), Math.min(below && innerHeight < LOW ? 1 : MOST, linesIn(width / 2 - Math.max(WIDE_BESIDE, IN_UNITS * unit)))];
  place.style.setProperty("--lines", lines);
  place.style.setProperty("--wide-lines", wideLines);
  place.classList.toggle("slim", width < NAME + SLOT * cards - 8);
  const broad = place.classList.toggle("broad", width > (BROAD[seats] ?? BROADLY) && width * HANDS > NAME + SLOT * cards);
  const height = place.clientHeight;
  const stacked = parseFloat(style.getPropertyValue("--stacked"));
  const wide = place.classList.toggle("wide", broad && (width > height * WIDE[seats] || height < stacked));
  place.classList.toggle("folded", (wide ? wideLines : lines) > 1);
  const within = (length, ...paddings) => `${paddings.reduce((left, padding) => left - parseFloat(style[padding]), parseFloat(style[length]))}px`;
  place.style.setProperty("--field-width", within("width", "paddingLeft", "paddingRight"));
  place.style.setProperty("--field-height", within("height", "paddingTop", "paddingBottom"));
}

// `event` is the event before this frame, and `events` has those before it; `reachable` says how many points could
// still be reached; `name` returns the name of a seat, and `noted` the reader's note on a card, and
// `thought` what conventions say about it. `left` returns the time that a seat has left, in milliseconds, or null. `arranged` returns the cards of a hand in the order in which they are shown. `below` is what stands below the hands.
// `deck` has the cards of the deck in order, if the reader may see it.
export function draw(place, { frame, event, events = [], reachable, name, rules, kinds, noted = () => null, thought = () => null, arranged = (hand) => hand.cards, left = () => null, below = null, deck = null }) {
  const focused = document.activeElement;
  const [card, seat] = [focused?.dataset?.card, focused?.dataset?.seat];
  const part = parts(place);
  const size = handSize(frame.seats.length, rules);
  const columns = columnsOf(kinds);
  const standings = standingsOf(frame, kinds.copies);
  const now = { part, frame, event, events, reachable, name, rules, kinds: { ...kinds, columns }, noted, thought, arranged, left, deck, size, standings };
  const sizes = { seats: frame.seats.length, cards: size, suits: kinds.suits.length, ranks: kinds.ranks.length, columns: Object.values(columns).reduce((sum, many) => sum + many) };
  const board = part("board", sizes, () => begun(place, sizes, below));
  const field = part("field", {}, () => element("div.field"));
  fill(place, [fill(field, [fill(board, [counters(now), hands(now), below, piles(now), deck && deckView(place, now)].filter(Boolean))])]);
  if (card !== undefined && focused !== document.activeElement) {
    place.querySelector(`[data-card="${card}"]${seat === undefined ? "" : "[data-seat]"}`)?.focus({ preventScroll: true });
  }
}

function begun(place, sizes, below) {
  const board = element(`div.board.seats-${sizes.seats}`);
  for (const [name, value] of Object.entries(sizes)) place.style.setProperty(`--${name}`, value);
  Object.assign(place.dataset, { seats: sizes.seats, size: sizes.cards, columns: sizes.columns, below: below ? "strip" : "" });
  arrange(place); // at once: the observer is called only after the first board is drawn
  sized.observe(place);
  return board;
}

// Returns the most copies of a card of each rank.
function columnsOf({ suits, ranks, copies }) {
  return Object.fromEntries(ranks.map((rank) => [rank, Math.max(...suits.map((suit) => copies[suit]?.[rank] ?? 0))]));
}
