// A finished game or a line of it, whose parts are fetched once.

import * as service from "../../api/service.js";

export class Game {
  #frames = new Map();
  #known = new Map();

  // `path` is its URL; `links` are the immutable URLs of its parts, if it has any.
  constructor(path, { rules, seats, deck, events, links, result, banks_ms: banks }) {
    Object.assign(this, { path, rules, seats, deck, events, result, banks: banks ?? null, links: links ?? {} });
    this.last = events.length - 1;
  }

  static async of(id) {
    const path = `/v1/replays/${id}`;
    const found = await service.get(path);
    const game = new Game(path, found);
    Object.assign(game, { id, sandbox: found.sandbox, private: found.private, source: found.source, contest: found.contest, finishedAt: found.finished_at, claimed: found.source?.claimed });
    return game;
  }

  // Returns whether the service has a part of a replay; the page contains the list.
  has(part) {
    return document.body.dataset.parts.split(" ").includes(part);
  }

  // Returns the frames as a seat sees them, or with open hands.
  frames(seat = null) {
    return once(this.#frames, seat, async () => {
      const address = this.links.frames ?? `${this.path}/frames`;
      const url = seat === null ? address : `${address}${address.includes("?") ? "&" : "?"}seat=${seat}`;
      return (await service.get(url)).items;
    });
  }

  // Returns what each seat could know at a version; null if the service does not have it.
  known(version) {
    return once(this.#known, version, () => missing(service.get(`${this.path}/frames/${version}/knowledge`)));
  }
}

// Returns a part of a game, or null instead of a problem document if the game lacks it.
export async function missing(response) {
  try {
    return await response;
  } catch (error) {
    if (error instanceof service.Problem && error.status < 500) return null;
    throw error;
  }
}

function once(cache, key, make) {
  if (!cache.has(key)) {
    const promise = make();
    cache.set(key, promise);
    promise.catch(() => cache.delete(key)); // so that it can be requested again
  }
  return cache.get(key);
}
