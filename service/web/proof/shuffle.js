// The shuffle, by which the deck and the starting seat follow from a seed.

import { sha256 } from "./canonical.js";

// Returns the codes of a shuffled deck. `codes` are those of all cards of the game.
export async function shuffled(codes, seed) {
  const deck = [...codes].sort((one, other) => one - other);
  const below = numbers("hanabi/1 deck", seed);
  for (let last = deck.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

export const startingSeat = (seats, seed) => numbers("hanabi/1 starting seat", seed)(seats);

// Returns a function that draws a number below a limit.
function numbers(purpose, seed) {
  let block = 0;
  let words = [];
  const word = async () => {
    if (!words.length) {
      const count = new DataView(new ArrayBuffer(8));
      count.setBigUint64(0, BigInt(block++));
      const hash = new DataView((await sha256(purpose, "\0", seed, new Uint8Array(count.buffer))).buffer);
      words = Array.from({ length: 8 }, (_, place) => hash.getUint32(4 * place));
    }
    return words.shift();
  };
  return async (limit) => {
    const fair = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      const drawn = await word();
      if (drawn < fair) return drawn % limit;
    }
  };
}
