// Documents that the service is still computing: it answers 202, and later with more.

import * as service from "./service.js";

const LONGEST_S = 60;
const GROWTH = 1.5;

// Returns a document, or null if the service cannot compute it now. As long as it is not final, `later` is called with
// each newer version, until it returns false. `request` has the options of a request that is no GET.
export async function get(path, later, request) {
  const { found, wait } = await attempt(path, request);
  if (wait) again(path, later, wait, request);
  return found;
}

function again(path, later, wait, request) {
  setTimeout(async () => {
    const longer = Math.min(wait * GROWTH, LONGEST_S);
    if (document.hidden) return again(path, later, longer, request);
    const answer = await attempt(path, request).catch(() => ({ found: null, wait: longer }));
    if (answer.found && later(answer.found) === false) return;
    if (answer.wait) again(path, later, Math.max(answer.wait, longer), request);
  }, wait * 1000);
}

// Returns a document, and the seconds after which to ask again; 0 if it is final.
async function attempt(path, request) {
  try {
    const response = await service.response(path, request);
    return { found: await response.json(), wait: response.status === 202 ? service.retryAfter(response) : 0 };
  } catch (error) {
    if (error instanceof service.Problem && [429, 503].includes(error.status)) return { found: null, wait: error.retryAfter };
    throw error;
  }
}
