// Requests that are sent until the service answers.

import { pause } from "./connection.js";
import * as service from "./service.js";

const RETRY_S = 2;

// Returns whether a request that failed so may succeed later, with nothing that the reader does.
export const passes = (error) => error instanceof service.Unreachable || [429, 502, 503, 504].includes(error.status);

// Returns what `ask` does. `waits` is called with true before each pause, and with false once there is an answer. A
// signal ends it with the last error.
export async function insist(ask, waits, signal = null) {
  for (;;) {
    try {
      const found = await ask();
      waits(false);
      return found;
    } catch (error) {
      if (!passes(error) || signal?.aborted) throw error;
      waits(true);
      await pause((error.retryAfter ?? RETRY_S) * 1000, signal);
      if (signal?.aborted) throw error;
    }
  }
}
