// The moves of others one after the other, if several arrive at once, as those of bots do.

import * as service from "../api/service.js";

const PAUSE_MS = 900;
const MOST = 8; // moves that are shown one after the other

// Returns a function that takes each newer view, and calls `draw` with every view up to it. `isOwn` tells whether the
// event of a version is a move of the reader, which is shown without a pause.
export function paced(path, { draw, isOwn, failed }) {
  let [shown, latest, running, drawnAt] = [null, null, false, 0];

  async function next() {
    const version = shown.version + 1;
    if (version >= latest.version || latest.version - version > MOST || document.hidden) return latest;
    const past = await service.get(`${path}?at=${version}`);
    return { ...latest, ...past, seats: latest.seats, legal_actions: [], isPast: true };
  }

  async function run() {
    while (shown.version < latest.version) {
      const view = await next();
      const left = isOwn(view.version) || document.hidden ? 0 : drawnAt + PAUSE_MS - performance.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      drawnAt = performance.now();
      draw((shown = view.version < latest.version ? view : latest));
    }
  }

  return async (view) => {
    if (latest !== null && view.version < latest.version) return;
    latest = view;
    if (running) return;
    if (shown === null || shown.status === "open" || shown.version === view.version) return draw((shown = view));
    running = true;
    await run().catch((error) => {
      draw((shown = latest));
      failed(error);
    });
    running = false;
  };
}
