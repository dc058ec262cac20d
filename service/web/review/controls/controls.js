// The controls below the board, and what the keys do.

import * as autoplay from "./autoplay.js";
import { $, element } from "../../page/element.js";
import * as events from "../../board/events.js";
import * as keys from "./keys.js";
import * as swipe from "../../page/swipe.js";

// `more` says that a step goes on although this is the last version that may be told.
export function draw({ turnText, event, atStart, atLimit, more, stepping }) {
  $("announcement").replaceChildren(element("b", {}, `${turnText}.`), " ", event.line);
  for (const [control, useless] of [["first", atStart], ["previous", atStart], ["next", atLimit && !more], ["last", atLimit]]) {
    $(control).setAttribute("aria-disabled", `${useless}`);
  }
  $("step-by-step").setAttribute("aria-pressed", `${stepping}`);
}

// `actions` are what the reader can do.
export function listen(actions) {
  const { step, round } = actions;
  const play = () => autoplay.toggle(actions.stepOn);
  const clicks = {
    first: () => actions.go(0),
    previous: () => step(-1),
    autoplay: play,
    next: () => step(1),
    last: actions.toEnd,
    "step-by-step": actions.toggleStepping,
    "newest-left": actions.toggleNewest,
    keys: keys.showSheet,
  };
  const pressed = {
    ArrowLeft: clicks.previous,
    ArrowRight: clicks.next,
    PageUp: () => step(-round()),
    PageDown: () => step(round()),
    "[": () => step(-round()),
    "]": () => step(round()),
    Home: clicks.first,
    End: clicks.last,
    n: () => actions.toLoss(1),
    N: () => actions.toLoss(-1),
    g: actions.askTurn,
    " ": play,
    e: actions.toggleStepping,
    l: actions.toggleNewest,
    u: actions.undo,
    r: actions.redo,
    "?": keys.showSheet,
  };
  const leave = (key) => key === "Escape" && actions.canLeave() && actions.leave;
  const eyes = (key) => /^[0-6]$/.test(key) && (() => actions.lookFrom(key === "0" ? null : Number(key) - 1));
  keys.listen($("events"), (key) => actions.isReady() && (pressed[key] ?? (leave(key) || eyes(key))));
  for (const [control, act] of Object.entries(clicks)) $(control).addEventListener("click", () => actions.isReady() && act());
  $("slider").addEventListener("input", ({ target }) => actions.go(Number(target.value)));
  swipe.listen($("table"), step);
  events.pointAt($("events"), $("table"));
  events.pointAt($("choice"), $("table"));
  $("review").addEventListener("click", ({ target }) => {
    const card = target.closest("[data-life]")?.dataset.life;
    if (card !== undefined) actions.chooseCard(Number(card));
  });
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the fragment is for the place in the game
    $("table").focus();
  });
}
