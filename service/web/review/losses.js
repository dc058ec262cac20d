// The list of turns that lost points, with the turns that would have kept them.

import { button, element } from "./element.js";
import { said } from "./moves.js";
import * as words from "./words.js";

const SHOWN = 3; // saving turns that are visible at once

// `losses` are those to show, with an `own` view where it is known; `at` is the current version. `go` goes to a version,
// and `play` plays a line; without it, none is offered. `frames` are those of the game with open hands.
export function list(losses, context) {
  if (!losses.length) return element("p.hint", {}, words.say("no-losses"));
  return element("ol.losses", {}, losses.map((loss) => element("li", {}, heading(loss, context), ownView(loss, context), savers(loss, context))));
}

function heading(loss, { at, go, frames, name }) {
  const causes = loss.causes.map((cause) => element("span.badge.bad", {}, words.say(`cause-${cause}`)));
  const lost = element("span.badge.bad", {}, `−${words.points(loss.points)}`);
  return button(
    "button.step",
    { "data-version": loss.version, "aria-current": loss.version === at ? "step" : null },
    () => go(loss.version),
    element("span", {}, named(loss.text, frames, name)),
    element("span.badges", {}, lost, ...causes),
  );
}

// Returns a sentence of the service, which has no names, with those of the players.
function named(text, [{ seats }], name) {
  const called = new Map(seats.map(({ seat }) => [words.say("seat", { seat }), name(seat)]));
  return text.replace(new RegExp([...called.keys()].join("|"), "g"), (seat) => called.get(seat));
}

function ownView(loss, { frames, name }) {
  const own = loss.own;
  if (!own) return null;
  const values = { name: name(frames[loss.version - 1].to_move), losing: own.losing, deals: own.deals };
  return element("p.hint", {}, words.say(own.exact ? "own-view" : "own-view-sample", values));
}

const isClue = ({ action }) => action.type === "clue";

function savers(loss, { frames, name, play, playing }) {
  if (!play || !loss.saving_turns.length) return null;
  const frame = frames[loss.since];
  const saver = ({ action, line, score }) => {
    const move = said(action, frame, name);
    const label = action.type === "clue" ? words.say("saving-clue", { move }) : move;
    const wanted = { at: loss.since, moves: line, score, said: `${name(frame.to_move)}: ${move}` };
    const id = `${loss.version}/${JSON.stringify(action)}`;
    const current = playing && playing.at === wanted.at && JSON.stringify(playing.moves) === JSON.stringify(line);
    return element("li", {}, button("button", { "data-saver": id, "aria-current": current ? "true" : null }, () => play(wanted), label));
  };
  const [clues, others] = [loss.saving_turns.filter(isClue), loss.saving_turns.filter((turn) => !isClue(turn))];
  const ways = [...clues, ...others].map(saver);
  const hidden = ways.length - SHOWN;
  const more = hidden > 0 && element("details", {}, element("summary", {}, words.say("more-ways", { count: hidden })), element("ul.savers", {}, ways.slice(SHOWN)));
  return element("div.saving", {}, element("p.hint", {}, words.say("show-on-board")), element("ul.savers", {}, ways.slice(0, SHOWN)), more);
}
