// Other moves from a version of a game, which the service plays but does not store.

import { Game } from "./game.js";
import * as service from "./service.js";

// Returns a line as a game: the events of the replay up to its start, then those of the line. `wanted` has its start
// `at` and its `moves`; that of the analysis also what to say of it and the `score` that it leads to.
export async function line(game, wanted) {
  const { at, moves } = wanted;
  const played = (seat) => service.post(`${game.path}/lines`, { at, moves, ...(seat !== null && { seat }) });
  const first = await played(null);
  const path = `${game.path}/lines#${at}-${JSON.stringify(moves)}`; // tells lines apart; there is no such address
  const created = new Game(path, { ...game, events: [...game.events.slice(0, at + 1), ...first.events], result: first.result, links: {} });
  const frames = new Map();
  created.frames = async (seat = null) => {
    if (!frames.has(seat)) {
      const [before, after] = await Promise.all([game.frames(seat), seat === null ? first : played(seat)]);
      frames.set(seat, [...before.slice(0, at + 1), ...after.frames]);
    }
    return frames.get(seat);
  };
  created.known = async (version) => (version <= at ? game.known(version) : null);
  return Object.assign(created, { from: at, wanted });
}
