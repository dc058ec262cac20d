// A finished game or a branch: its events and frames, each fetched once.

import * as service from "./service.js";

export class Game {
  #frames = new Map();
  #known = new Map();

  // `path` is its address; `links` are the permanent addresses of its parts, if the service gives any.
  constructor(path, { rules, seats, deck, events, links, result }) {
    Object.assign(this, { path, rules, seats, deck, events, result, links: links ?? {} });
    this.last = events.length - 1;
  }

  static async of(id) {
    const path = `/v1/replays/${id}`;
    const found = await service.get(path);
    const game = new Game(path, found);
    Object.assign(game, { id, sandbox: found.sandbox, private: found.private, source: found.source, finishedAt: found.finished_at });
    return game;
  }

  // Whether this service has a part of a replay; the page lists them.
  has(part) {
    return document.body.dataset.parts.split(" ").includes(part);
  }

  // The frames as a seat sees them, or with open hands.
  frames(seat = null) {
    return once(this.#frames, seat, async () => {
      const address = this.links.frames ?? `${this.path}/frames`;
      const asked = seat === null ? address : `${address}${address.includes("?") ? "&" : "?"}seat=${seat}`;
      return (await service.get(asked)).items;
    });
  }

  // What each seat could know at a version; null if the service does not have it.
  known(version) {
    return once(this.#known, version, () => missing(service.get(`${this.path}/frames/${version}/knowledge`)));
  }
}

// A part that this game may not have: null instead of a problem document.
export async function missing(asked) {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof service.Problem && error.status < 500) return null;
    throw error;
  }
}

function once(kept, key, make) {
  if (!kept.has(key)) {
    const made = make();
    kept.set(key, made);
    made.catch(() => kept.delete(key)); // so that it can be asked for again
  }
  return kept.get(key);
}
