// The signs of the board, as in the pictures of positions.

import { shape } from "./cards.js";
import { drawing, element } from "../page/element.js";
import { copyOf } from "../page/keyed.js";
import * as words from "../page/words.js";

const PATHS = {
  up: "M0-1.1L.8 0H.3V1.1H-.3V0H-.8Z",
  down: "M0 1.1L.8 0H.3V-1.1H-.3V0H-.8Z",
  both: "M0-1.2L.75-.4H.28V.4H.75L0 1.2L-.75 .4H-.28V-.4H-.75Z",
  trash: "M-1-.65L-.65-1L0-.35L.65-1L1-.65L.35 0L1 .65L.65 1L0 .35L-.65 1L-1 .65L-.35 0Z",
  critical: "M-.22-1.1H.22L.14 .3H-.14ZM-.22 .62H.22V1.06H-.22Z",
  check: "M-.9 .05L-.55-.3L-.2 .05L.6-.75L.95-.4L-.2 .75Z",
  bolt: "M.25-1.1L-.75 .2H-.1L-.3 1.1L.75-.25H.1Z",
  star: "M0-1.1L.29-.4L1.05-.34L.47 .15L.65 .89L0 .49L-.65 .89L-.47 .15L-1.05-.34L-.29-.4Z",
  lock: "M-.8-.1H-.55V-.5A.55 .55 0 0 1 .55-.5V-.1H.8V1H-.8ZM-.25-.1H.25V-.5A.25 .25 0 0 0-.25-.5Z",
  drawn: "M-.22-1H.22V-.22H1V.22H.22V1H-.22V.22H-1V-.22H-.22Z",
  moves: "M-.6-1L.9 0L-.6 1Z",
  eye: "M-1.2 0Q0-1.5 1.2 0Q0 1.5-1.2 0ZM0-.4A.4 .4 0 1 0 0 .4A.4 .4 0 1 0 0-.4Z",
};

export const sign = (name) => copyOf(`sign ${name}`, () => drawnSign(name));

function drawnSign(name) {
  return drawing(`svg.sign-${name}`, { viewBox: "-1.25 -1.25 2.5 2.5", "aria-hidden": "true", focusable: "false" }, drawing("path", { d: PATHS[name], "fill-rule": "evenodd" }));
}

// Returns a round mark: "playable", "critical", "trash", "drawn", or what a seat has done.
export function mark(kind, path = kind, title = null) {
  return element(`span.mark.${kind}`, { "aria-hidden": "true", title }, sign(path));
}

// Returns the color or rank of a clue, or a question mark.
export function bubble(event, title = null) {
  const told = event.color ? shape(event.color) : `${event.rank ?? "?"}`;
  return element("span.mark.bubble", { "aria-hidden": "true", title }, told);
}

// Returns the marks of a seat: whether it moves, whether it looks on, and what it has just done.
export function marksOf(seat, frame, event) {
  const acted = event.seat === seat;
  return [
    frame.to_move === seat && mark("moves", "moves", words.say("to-move")),
    frame.viewer.seat === seat && mark("eye"),
    acted && event.type === "play" && (event.effect === "misplayed" ? mark("misplayed", "bolt", event.line) : mark("acted", "up", event.line)),
    acted && event.type === "discard" && mark("acted", "down", event.line),
    acted && event.type === "clue" && bubble(event, event.line),
  ].filter(Boolean);
}
