// Cards that are playable, critical or trash, as far as the viewer of a frame can tell.

const START = 7; // the rank of START cards
const LENGTH = 5; // of a complete stack

// Returns a function from a card of a hand to its standings. The viewer's own card has one if that is certain whatever
// the card may be. Nothing is known while the fireworks are hidden, and nothing matters after the end.
export function standingsOf(frame, copies) {
  if (!frame.fireworks || frame.result) return () => [];
  const discarded = counts(frame.discards);
  const left = ({ suit, rank }) => copies[suit][rank] - discarded(suit, rank);
  const stacks = stacksOf(frame);
  const useful = new Map(Object.entries(stacks).map(([suit, stack]) => [suit, usefulRanks(stack, wraps(stacks), (rank) => left({ suit, rank }) > 0)]));
  const is = {
    playable: ({ suit, rank }) => stacks[suit].next.includes(rank),
    critical: (card) => useful.get(card.suit).has(card.rank) && left(card) === 1,
    trash: ({ suit, rank }) => !useful.get(suit).has(rank),
  };
  const unseen = unseenIn(frame, copies);
  return (card) => {
    const fronts = card.suit ? [card] : frontsOf(card).filter(unseen);
    return fronts.length ? Object.keys(is).filter((kind) => fronts.every(is[kind])) : [];
  };
}

// Returns the last rank that a lost firework can reach, 0 for none, and whether it goes down. Null if its order is open.
export function limitOf(suit, frame, copies) {
  const stacks = stacksOf(frame);
  const stack = stacks[suit];
  const [way, ...others] = waysOf(stack, wraps(stacks));
  if (others.length || !isUsual(stack)) return null;
  const discarded = counts(frame.discards);
  const reached = until(way, (rank) => copies[suit][rank] > discarded(suit, rank));
  const top = stack.cards.at(-1);
  return { rank: reached.at(-1) ?? top ?? 0, down: way[0] === (top ?? 6) - 1 || way[1] === way[0] - 1 };
}

// Returns whether a stack has no card yet, or begins with its lowest, highest or START card.
export const isUsual = ({ cards, next }) => !cards.length || cards[0] === 1 || cards[0] === START || [...cards, ...next][1] === 4;

// Returns the stacks of a frame; those of a game without a variant grow from 1 to 5.
export function stacksOf({ fireworks, stacks }) {
  const plain = (top) => ({ cards: Array.from({ length: top }, (_, below) => below + 1), next: top < LENGTH ? [top + 1] : [] });
  return stacks ?? Object.fromEntries(Object.entries(fireworks).map(([suit, top]) => [suit, plain(top)]));
}

function usefulRanks(stack, wrapped, isLeft) {
  return new Set(waysOf(stack, wrapped).flatMap((way) => until(way, isLeft)));
}

function until(way, isLeft) {
  const end = way.findIndex((rank) => !isLeft(rank));
  return end < 0 ? way : way.slice(0, end);
}

// Returns the orders in which a stack can be completed. Some stacks go down, and some begin in the middle and wrap.
function waysOf({ cards, next }, wrapped) {
  const room = LENGTH - cards.length;
  const on = (from, step, length) => Array.from({ length }, (_, n) => ((from - 1 + step * n + LENGTH) % LENGTH) + 1);
  const top = cards.at(-1);
  return next.flatMap((rank) => {
    if (rank === START) return [[START, ...on(2, 1, room - 1)], [START, ...on(4, -1, room - 1)]];
    const down = top === undefined ? rank === LENGTH && !wrapped : rank === (top === START ? 4 : top - 1);
    return [on(rank, down ? -1 : 1, room)];
  });
}

// Returns whether the stacks of a game can begin with any rank (Sudoku), which is so if one does or could begin with 2, 3
// or 4.
export function wraps(stacks) {
  return Object.values(stacks).some(({ cards, next }) => [2, 3, 4].includes(cards[0]) || (!cards.length && [2, 3, 4].some((rank) => next.includes(rank))));
}

function counts(cards) {
  const found = new Map();
  for (const { suit, rank } of cards) found.set(suit + rank, (found.get(suit + rank) ?? 0) + 1);
  return (suit, rank) => found.get(suit + rank) ?? 0;
}

// Returns whether the viewer of a frame does not see all copies of a card.
function unseenIn(frame, copies) {
  const played = Object.entries(stacksOf(frame)).flatMap(([suit, { cards }]) => cards.map((rank) => ({ suit, rank })));
  const inHands = frame.hands.flatMap((hand) => hand.cards).filter((card) => card.suit);
  const seen = counts([...frame.discards, ...played, ...inHands]);
  return ({ suit, rank }) => seen(suit, rank) < copies[suit][rank];
}

function frontsOf({ possible }) {
  return possible ? possible.suits.flatMap((suit) => (possible.cards?.[suit] ?? possible.ranks).map((rank) => ({ suit, rank }))) : [];
}
