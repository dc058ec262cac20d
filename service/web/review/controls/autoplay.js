// Steps through the game by itself, until its end or until the reader does something.

import { $, element } from "../../page/element.js";
import * as words from "../../page/words.js";

const SECONDS = [0.5, 1, 2, 4]; // for a step, of which the reader chooses
const USUAL = 1;

let timer = null;

$("speed").replaceChildren(...SECONDS.map((seconds) => element("option", { selected: seconds === USUAL }, seconds)));

// `step` takes a step, and returns whether there is another one.
export function toggle(step) {
  if (timer) return stop();
  timer = setInterval(() => step() || stop(), Number($("speed").value) * 1000);
  mark();
  if (!step()) stop();
}

function stop() {
  clearInterval(timer);
  timer = null;
  mark();
}

function mark() {
  $("autoplay").querySelector("path").setAttribute("d", timer ? "M6 4H10V20H6ZM14 4H18V20H14Z" : "M6 4V20L20 12Z");
  $("autoplay").setAttribute("aria-label", words.say(timer ? "pause" : "autoplay"));
}

const isOwn = ({ target }) => $("autoplay").contains(target);
const presses = (event) => event.key === " " || (event.key === "Enter" && isOwn(event)); // which stops it by itself

document.addEventListener("pointerdown", (event) => timer && !isOwn(event) && stop());
document.addEventListener("keydown", (event) => timer && !presses(event) && stop());
document.addEventListener("visibilitychange", () => document.hidden && stop());
