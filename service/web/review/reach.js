// What can still be reached in a position of a branch, if the reader asks.

import { button, element } from "./element.js";
import * as polling from "./polling.js";
import * as service from "./service.js";
import * as words from "./words.js";

let asked = null; // the address that the reader asked for last

// Returns a button, and a place for the answer.
export function draw(shown, at) {
  const path = `${shown.path}/frames/${at}/analysis`;
  asked = null;
  const answer = element("p", { role: "status" });
  const show = (found) => {
    if (asked !== path) return false; // the reader has moved on
    answer.textContent = found?.status === "running" || !found ? [found?.text, words.say("computing")].filter(Boolean).join(" ") : found.text;
    return true;
  };
  const ask = async () => {
    asked = path;
    try {
      show(await polling.get(path, show));
    } catch (error) {
      answer.textContent = service.explain(error);
    }
  };
  return [button("button", {}, ask, words.say("reach-ask")), answer];
}
