// Other moves from a version of a game, perhaps on another deck: a line, which the service plays but does not store, and
// a branch, which it has stored.

import { moveOf } from "../../board/moves.js";
import { Game, missing } from "./game.js";
import * as service from "../../api/service.js";

// Returns the moves and the deck of a line as the body of requests. `deal` has the seat that could not have told the
// deck from that of the game, and the seed that selects it; it is null for the deck of the game.
export const bodyOf = ({ at, moves, deal }) => ({ at, moves, ...(deal && { deal: "resampled", deal_seat: deal.seat, deal_seed: deal.seed }) });

export const same = (one, other) => JSON.stringify(one && bodyOf(one)) === JSON.stringify(other && bodyOf(other));

// Returns a line as a game: the events of the replay up to its start, then those of the line. `wanted` has its start
// `at`, its `moves` and its `deal`; that of the analysis also what to say of it and the `score` that it leads to.
export async function line(game, wanted) {
  const { at, deal } = wanted;
  const body = bodyOf(wanted);
  const played = (seat) => service.post(`${game.path}/lines`, { ...body, ...(seat !== null && { seat }) });
  const first = await played(null);
  const whole = (before, after) => (deal ? after : [...before.slice(0, at + 1), ...after]); // on another deck the service returns all
  const path = `${game.path}/lines#${JSON.stringify(body)}`; // tells lines apart; there is no such address
  const created = new Game(path, { ...game, deck: first.deck, events: whole(game.events, first.events), result: first.result, links: {} });
  const frames = new Map();
  created.frames = async (seat = null) => {
    if (!frames.has(seat)) {
      const [before, after] = await Promise.all([game.frames(seat), seat === null ? first : played(seat)]);
      frames.set(seat, whole(before, after.frames));
    }
    return frames.get(seat);
  };
  created.known = knownIn(game, wanted);
  return Object.assign(created, { from: at, deal, wanted, solved: new Map() });
}

// Returns a line up to its first move that the rules forbid on its deck.
export async function allowed(game, wanted) {
  try {
    await service.post(`${game.path}/lines`, bodyOf(wanted));
    return wanted;
  } catch (error) {
    const [, number] = /^#\/moves\/(\d+)$/.exec(error.errors?.[0]?.pointer ?? "") ?? [];
    if (number === undefined) throw error;
    return { ...wanted, moves: wanted.moves.slice(0, Number(number)) };
  }
}

// Returns a function that tells what each seat could know at a version of a line; null if the service does not say it.
export function knownIn(game, wanted) {
  const found = new Map();
  return async (version) => {
    if (!wanted.deal && version <= wanted.at) return game.known(version);
    const known = found.get(version) ?? (await missing(service.post(`${game.path}/lines/knowledge`, { ...bodyOf(wanted), version })));
    if (known) found.set(version, known);
    return known;
  };
}

// Returns a branch as a game: the events of the replay up to its start, then those of the branch. `played` is the same as
// a line.
export async function branch(game, id) {
  const path = `${game.path}/branches/${id}`;
  const found = await service.get(path);
  const created = new Game(path, { ...found, links: {} });
  const { at, seat, author, title, version } = found;
  const deal = seat === null ? null : { seat, seed: found.deal_seed };
  Object.assign(created, { id, from: at, deal, author, title, last: version });
  // A deck of a previous release has no seed: it is in this branch alone, and lines cannot be played on it.
  created.played = deal?.seed === null ? null : { at, moves: created.events.slice(at + 1).map(moveOf), deal };
  created.known = created.played ? knownIn(game, created.played) : async () => null;
  return created;
}
