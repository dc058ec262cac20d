// What can still be reached in a position of a line.

import { element } from "../../page/element.js";
import { bodyOf } from "../state/line.js";
import * as polling from "../../api/polling.js";
import * as service from "../../api/service.js";
import * as words from "../../page/words.js";

const PAUSE_MS = 400; // a reader who goes on has not asked

let asked = null; // the position that the reader asked for last
let timer = null;

// Has what can be reached at a version of a line computed as soon as the reader stays there, and keeps it in `solved`.
// `renewed` is called when there is more.
export function ofLine(place, { game, shown, at, frame, renewed }) {
  const key = `${shown.path} ${at}`;
  if (asked === key) return;
  leaveLine(place);
  asked = key;
  if (frame.to_move === null || shown.solved.has(at)) return;
  const answer = element("span.badge", {}, words.say("computing"));
  const show = (found) => {
    if (found) shown.solved.set(at, { least: found.reachable_at_least, most: found.reachable_score, exact: found.exact });
    if (isFinal(found)) answer.remove();
    if (asked !== key) return false; // the reader has moved on
    if (found) renewed();
    return true;
  };
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", body: JSON.stringify(bodyOf(shown.wanted)), headers };
  timer = setTimeout(() => {
    place.replaceChildren(answer);
    polling.get(`${game.path}/frames/${at}/analysis`, show, request).then(show, (error) => (answer.textContent = service.explain(error)));
  }, PAUSE_MS);
}

export function leaveLine(place) {
  clearTimeout(timer);
  asked = null;
  place.replaceChildren();
}

const isFinal = (found) => Boolean(found) && found.status !== "running";
