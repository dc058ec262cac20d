// The list of turns that lost points, with the turns that would have kept them.

import { button, element } from "../../page/element.js";
import { said } from "../../board/moves.js";
import * as words from "../../page/words.js";

const SHOWN = 3; // losses, and saving turns of each, that are visible at once

// `losses` are those to show, with an `own` view where it is known; `at` is the current version. `go` goes to a version,
// and `play` plays a line; without it, none is offered. `frames` are those of the game with open hands.
export function list(losses, context) {
  if (!losses.length) return [element("p.hint", {}, words.say("no-losses"))];
  const rows = (some, runs = null) => element("ol.losses", {}, some.map((loss) => element("li", {}, heading(loss, context), runs && together(runs.get(loss)), ownView(loss, context), savers(loss, context))));
  const runs = worst(losses, context.seats);
  const others = losses.filter((loss) => !runs.has(loss));
  if (!others.length) return [rows([...runs.keys()])];
  const all = element("details", { open: others.some(({ version }) => version === context.at) || null }, element("summary", {}, words.say("other-losses", { count: others.length })), rows(others));
  return [rows([...runs.keys()], runs), all];
}

// Returns the losses to show first, each with its run: losses with at most a round between them. The run that lost the
// most is first, and its worst loss stands for it; runs that nobody could know of come last, and of runs that lost as
// much, the one that could be known best comes first. Few losses are all shown.
export function worst(losses, seats) {
  if (losses.length <= SHOWN) return new Map(losses.toSorted((one, other) => isUnknowable(one) - isUnknowable(other)).map((loss) => [loss, [loss]]));
  const runs = [];
  for (const loss of losses) {
    const run = runs.at(-1);
    if (run && loss.version - run.at(-1).version <= seats) run.push(loss);
    else runs.push([loss]);
  }
  const points = (run) => run.reduce((sum, loss) => sum + loss.points, 0);
  const most = (run) => run.toSorted((one, other) => other.points - one.points || byKnown(one, other))[0];
  const inTurn = (one, other) => isUnknowable(most(one)) - isUnknowable(most(other)) || points(other) - points(one) || byKnown(most(one), most(other));
  return new Map(runs.toSorted(inTurn).slice(0, SHOWN).map((run) => [most(run), run]));
}

// The share of the deals, as the seat knew them, in which the turn loses points; null while it is not known.
const share = ({ own }) => (own ? own.losing / own.deals : null);
const isUnknowable = (loss) => Number(share(loss) === 0);
const byKnown = (one, other) => (share(other) ?? 0) - (share(one) ?? 0);

// Says, below a loss, for how many neighbouring ones it stands.
function together(run) {
  if (run.length < 2) return null;
  const points = words.points(run.reduce((sum, loss) => sum + loss.points, 0));
  return element("p.hint", {}, words.say("losses-together", { count: run.length, points }));
}

function heading(loss, { at, go, frames, name, deck }) {
  const causes = loss.causes.map((cause) => element("span.badge.bad", {}, words.say(`cause-${cause}`)));
  const lost = element("span.badge.bad", {}, `−${words.points(loss.points)}`);
  const luck = deck(loss.version);
  return button(
    "button.step",
    { "data-version": loss.version, "aria-current": loss.version === at ? "step" : null },
    () => go(loss.version),
    element("span", {}, named(loss.text, frames, name)),
    element("span.badges", {}, lost, ...causes, luck && element("span.badge", {}, luck)),
  );
}

// Returns a sentence of the service, which has no names, with those of the players.
function named(text, [{ seats }], name) {
  const called = new Map(seats.map(({ seat }) => [words.say("seat", { seat }), name(seat)]));
  return text.replace(new RegExp([...called.keys()].join("|"), "g"), (seat) => called.get(seat));
}

// A verdict takes the place of what a table that sees all cards would have lost: they would contradict each other.
function ownView(loss, { frames, name, price }) {
  const priced = price(loss.version);
  if (priced) return element("p.hint", {}, priced);
  const own = loss.own;
  if (!own) return null;
  const values = { name: name(frames[loss.version - 1].to_move), losing: own.losing, deals: own.deals };
  return element("p.hint", {}, words.say(own.exact ? "own-view" : "own-view-sample", values));
}

function savers(loss, { frames, name, play }) {
  if (!play || !loss.saving_turns.length) return null;
  const frame = frames[loss.since];
  const saver = ({ action, line, score }) => {
    const move = said(action, frame, name);
    const label = action.type === "clue" ? words.say("saving-clue", { move }) : move;
    const wanted = { at: loss.since, moves: line, score, said: words.labelled(name(frame.to_move), move) };
    const id = `${loss.version}/${JSON.stringify(action)}`;
    return element("li", {}, button("button", { "data-saver": id }, () => play(wanted), label));
  };
  const ways = loss.saving_turns.map(saver); // the service sorts them
  const hidden = ways.length - SHOWN;
  const more = hidden > 0 && element("details", {}, element("summary", {}, words.say("more-ways", { count: hidden })), element("ul.savers", {}, ways.slice(SHOWN)));
  return element("div.saving", {}, element("p.hint", {}, words.say("show-on-board")), element("ul.savers", {}, ways.slice(0, SHOWN)), more);
}
