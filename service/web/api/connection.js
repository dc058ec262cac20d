// Whether the service can be reached, and when to try again.

const LIMIT_MS = 4000; // of an answer from `/livez`, which needs no database

// Returns whether the service answers soon.
export async function isAlive() {
  const ask = new AbortController();
  const alarm = setTimeout(() => ask.abort(), LIMIT_MS);
  try {
    return (await fetch("/livez", { signal: ask.signal, cache: "no-store", credentials: "omit" })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(alarm);
  }
}

// Resolves after some time, or at once when the browser is online again, the reader comes back to the page, or the
// signal says so.
export function pause(milliseconds, signal = null) {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const stop = onReturn(end);
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}

// Calls `then` when the browser is online again or the reader comes back. Returns a function that ends this.
export function onReturn(then) {
  const seen = () => document.hidden || then();
  addEventListener("online", then);
  document.addEventListener("visibilitychange", seen);
  return () => {
    removeEventListener("online", then);
    document.removeEventListener("visibilitychange", seen);
  };
}
