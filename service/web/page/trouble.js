// What went wrong, and what the reader can do.

import { button, element } from "./element.js";
import { keep } from "../proof/receipts.js";
import * as service from "../api/service.js";
import * as token from "../api/sign-in-forms.js";
import * as words from "./words.js";

const KNOWN = { "not-found": "e-not-found", "game-not-finished": "e-running", "not-watchable": "e-not-watchable" };

// `again` is called to try again. `said` has the keys of other texts for codes.
export function show(place, error, again, said = {}) {
  const unreachable = error instanceof service.Unreachable;
  const known = said[error.code] ?? KNOWN[error.code];
  const text = known ? words.say(known) : service.explain(error);
  const mayHelp = error.code === "game-not-finished" || unreachable || error.status >= 429;
  if (error.code === "game-not-finished") watch().catch(() => {});
  const needsToken = !service.isSignedIn() && ((error.code === "not-found" && document.body.dataset.game) || error.status === 401 || (error.status === 403 && !known));
  const isAlone = ![...document.querySelectorAll("h1")].some((one) => one.checkVisibility()); // the page shows nothing else
  put(
    place,
    known ? "" : element(isAlone ? "h1" : "h2", {}, words.say("e-title")),
    element(known && isAlone ? "h1" : "p", {}, text),
    mayHelp ? button("button", {}, () => again(), words.say("e-again")) : "",
    ...(needsToken ? [element("p", {}, words.say("private-hint")), askToken(again)] : []),
  );
}

// Shows a text, and what the reader can do.
export const tell = (place, text, ...more) => put(place, element("h2", {}, words.say("e-title")), element("p", {}, text), ...more);

// Shows a text until the reader closes it.
export const note = (place, text) => put(place, element("div.row", {}, element("p", {}, text), button("button", {}, () => (place.hidden = true), words.say("close"))));

function put(place, ...parts) {
  place.hidden = false;
  place.replaceChildren(...parts);
}

function askToken(again) {
  const place = element("div");
  token.askForKnown(place, again);
  return place;
}

// Keeps the receipt of a running game, which is compared with its record later (verify.js).
async function watch() {
  const { receipt } = await service.get(`/v1/games/${document.body.dataset.game}`);
  keep(receipt);
}
