// What can still be reached in a position of a branch, if the reader asks, or of a line.

import { button, element } from "./element.js";
import * as polling from "./polling.js";
import * as position from "./position.js";
import * as service from "./service.js";
import * as words from "./words.js";

const PAUSE_MS = 400; // a reader who goes on has not asked

const asked = { branch: null, line: null }; // the positions that the reader asked for last
let timer = null;

// Returns a button, and a place for the answer.
export function draw(shown, at) {
  const path = `${shown.path}/frames/${at}/analysis`;
  asked.branch = null;
  const answer = element("p", { role: "status" });
  const ask = () => {
    asked.branch = path;
    return tell(answer, () => asked.branch === path, path);
  };
  return [button("button", {}, ask, words.say("reach-ask")), answer];
}

// Tells what can be reached in a position of a line, as soon as the reader stays there.
export function ofLine(place, { shown, frame }) {
  clearTimeout(timer);
  const text = frame.to_move === null ? null : position.written(frame, shown.deck);
  asked.line = text;
  place.replaceChildren();
  if (text === null) return;
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", body: JSON.stringify({ position: text }), headers };
  const answer = element("span.badge");
  const isCurrent = () => asked.line === text && answer.isConnected;
  timer = setTimeout(() => {
    place.replaceChildren(answer);
    tell(answer, isCurrent, "/v1/positions/analysis", request);
  }, PAUSE_MS);
}

export function leaveLine() {
  clearTimeout(timer);
  asked.line = null;
}

async function tell(answer, isCurrent, path, request) {
  const show = (found) => {
    if (!isCurrent()) return false; // the reader has moved on
    answer.textContent = found?.status === "running" || !found ? [found?.text, words.say("computing")].filter(Boolean).join(" ") : found.text;
    return true;
  };
  try {
    show(await polling.get(path, show, request));
  } catch (error) {
    if (isCurrent()) answer.textContent = service.explain(error);
  }
}
