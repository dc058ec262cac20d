// Other moves from a version of a game, perhaps on another deck: a line, which the service plays, and may have saved.

import { moveOf } from "../../board/moves.js";
import { Game, missing } from "./game.js";
import * as service from "../../api/service.js";

// Returns the moves and the deck of a line as the body of requests. `deal` has two cards to `swap`, or the seat that could
// not have told the deck from that of the game, and the seed that selects it; it is null for the deck of the game.
export const bodyOf = ({ at, moves, deal }) => ({ at, moves, ...(deal && (deal.swap ? { deal: "swapped", swap: deal.swap } : { deal: "resampled", deal_seat: deal.seat, deal_seed: deal.seed })) });

const key = (line) => JSON.stringify(line && (line.id ?? bodyOf(line)));

export const same = (one, other) => key(one) === key(other);

// Returns a line as a game: the events of the replay up to its start, then those of the line. `line` has the `id` of a
// saved line, or the start `at`, the `moves` and the `deal`; that of the analysis also what to say of it and the `score`
// that it leads to. In the result, `line` is the same, and `wanted` what to play again: nothing if the deck has no seed.
export async function line(game, line) {
  // The part after # tells lines apart that have no address.
  const path = line.id ? `${game.path}/lines/${line.id}` : `${game.path}/frames#${key(line)}`;
  const played = line.id
    ? (seat) => service.get(seat === null ? path : `${path}?seat=${seat}`)
    : (seat) => service.post(`${game.path}/frames`, { ...bodyOf(line), ...(seat !== null && { seat }) });
  const first = await played(null);
  const { at, deck, result, title, noticed } = first;
  const deal = first.swap ? { swap: first.swap } : first.deal === "original" ? null : { seat: first.deal_seat, seed: first.deal_seed };
  const whole = (before, after) => (deal ? after : [...before.slice(0, at + 1), ...after]); // on another deck the service returns all
  const events = whole(game.events, first.events);
  const created = new Game(path, { ...game, deck, events, result, links: {} });
  const wanted = deal?.seed === null ? null : { ...line, at, moves: line.moves ?? events.slice(at + 1).map(moveOf), deal };
  const frames = new Map();
  created.frames = async (seat = null) => {
    if (!frames.has(seat)) {
      const [before, after] = await Promise.all([game.frames(seat), seat === null ? first : played(seat)]);
      frames.set(seat, whole(before, after.frames));
    }
    return frames.get(seat);
  };
  created.known = wanted ? knownIn(game, wanted) : async () => null;
  return Object.assign(created, { from: at, deal, title, noticed, line: wanted ?? line, wanted, solved: new Map() });
}

// Returns a line up to its first move that the rules forbid on its deck.
export async function allowed(game, wanted) {
  try {
    await service.post(`${game.path}/frames`, bodyOf(wanted));
    return wanted;
  } catch (error) {
    const [, number] = /^#\/moves\/(\d+)$/.exec(error.errors?.[0]?.pointer ?? "") ?? [];
    if (number === undefined) throw error;
    return { ...wanted, moves: wanted.moves.slice(0, Number(number)) };
  }
}

// Returns a function that tells what each seat could know at a version of a line; null if the service does not say it.
function knownIn(game, wanted) {
  const found = new Map();
  return async (version) => {
    if (!wanted.deal && version <= wanted.at) return game.known(version);
    const known = found.get(version) ?? (await missing(service.post(`${game.path}/frames/${version}/knowledge`, bodyOf(wanted))));
    if (known) found.set(version, known);
    return known;
  };
}
