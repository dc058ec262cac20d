// What can still be reached in a position of a branch, if the reader asks, or of a line.

import { button, element } from "../../page/element.js";
import { bodyOf } from "../state/line.js";
import * as polling from "../../api/polling.js";
import * as service from "../../api/service.js";
import * as words from "../../page/words.js";

const PAUSE_MS = 400; // a reader who goes on has not asked

const asked = { branch: null, line: null }; // the positions that the reader asked for last
let timer = null;

// Returns a button, and a place for the answer.
export function draw(shown, at) {
  const path = `${shown.path}/frames/${at}/analysis`;
  asked.branch = null;
  const answer = element("p", { role: "status" });
  const show = (found) => {
    if (asked.branch !== path) return false; // the reader has moved on
    answer.textContent = [found?.text, isFinal(found) ? null : words.say("computing")].filter(Boolean).join(" ");
    return true;
  };
  const ask = () => {
    asked.branch = path;
    return polling.get(path, show).then(show, (error) => (answer.textContent = service.explain(error)));
  };
  return [button("button", {}, ask, words.say("reach-ask")), answer];
}

// Has what can be reached at a version of a line computed as soon as the reader stays there, and keeps it in `solved`.
// `renewed` is called when there is more.
export function ofLine(place, { game, shown, at, frame, renewed }) {
  const key = `${shown.path} ${at}`;
  if (asked.line === key) return;
  leaveLine(place);
  asked.line = key;
  if (frame.to_move === null || shown.solved.has(at)) return;
  const answer = element("span.badge", {}, words.say("computing"));
  const show = (found) => {
    if (found) shown.solved.set(at, { least: found.reachable_at_least, most: found.reachable_score, exact: found.exact });
    if (isFinal(found)) answer.remove();
    if (asked.line !== key) return false; // the reader has moved on
    if (found) renewed();
    return true;
  };
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", body: JSON.stringify({ ...bodyOf(shown.wanted), version: at }), headers };
  timer = setTimeout(() => {
    place.replaceChildren(answer);
    polling.get(`${game.path}/lines/analysis`, show, request).then(show, (error) => (answer.textContent = service.explain(error)));
  }, PAUSE_MS);
}

export function leaveLine(place) {
  clearTimeout(timer);
  asked.line = null;
  place.replaceChildren();
}

const isFinal = (found) => Boolean(found) && found.status !== "running";
