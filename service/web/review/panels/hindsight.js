// What luck and what each seat lost, if nobody knows the deck.

import { drawing, element } from "../../page/element.js";
import * as polling from "../../api/polling.js";
import * as words from "../../page/words.js";

export const of = (game, later) => (game.has("hindsight") ? polling.get(`${game.path}/hindsight`, later) : null);

// Returns what a seat could know of the losing turns, by version.
export const ownViews = (found) => new Map((found?.own_views ?? []).map((one) => [one.version, one]));

// Returns a part of the page, or null if there is nothing to show. `name` returns the name of a seat. Only luck is shown
// without `blames`: the verdicts say what seats lost, by what they could know.
export function draw(found, name, blames) {
  if (!found || found.status === "failed") return null;
  const open = found.open_hands;
  return element(
    "div.hindsight",
    {},
    element("h3", {}, words.say(blames ? "hindsight" : "luck")),
    ...(open ? parts(open, name, blames) : [element("p.hint", {}, words.say("computing"))]),
  );
}

// One deck says nothing of luck. It is all that the budget of a long game allows on a slow machine.
function parts(open, name, blames) {
  if (open.samples < 2) return [element("p.hint", {}, words.say("hindsight-few"))];
  const hints = [words.say("hindsight-hint", { samples: open.samples }), open.inexact && words.say("hindsight-inexact", open)];
  return [table({ ...open, seats: blames ? open.seats : [] }, name), ...hints.filter(Boolean).map((hint) => element("p.hint", {}, hint))];
}

// The points that were left when a game was aborted are nobody's loss.
function table({ deal, draws, seats, undecided }, name) {
  const parts = [
    [words.say("part-deal"), deal],
    [words.say("part-draws"), draws],
    ...seats.map((one, seat) => [name(seat), one]),
    undecided !== 0 && [words.say("undecided"), { points: undecided, error: null }],
  ].filter(Boolean);
  const decided = parts.map(([, one]) => one).filter((one) => one.points !== null);
  const reach = Math.max(1, ...decided.map(({ points, error }) => Math.abs(points) + (error ?? 0)));
  const row = ([label, one]) => element("tr", {}, element("th", { scope: "row" }, label), element("td", {}, figure(one)), element("td.bar", { "aria-hidden": "true" }, bar(one, reach)));
  const head = ["part", "average-cost"].map((key) => element("th", { scope: "col" }, words.say(key)));
  return element("table.figures", {}, element("thead", {}, element("tr", {}, head, element("td"))), element("tbody", {}, parts.map(row)));
}

function figure({ points, error }) {
  if (points === null) return words.say("undecided");
  const said = words.number(points);
  return error === null ? said : `${said} ± ${words.number(error)}`;
}

// Returns a bar from the middle: to the right for lost points, to the left for gained ones.
function bar({ points, error }, reach) {
  if (points === null) return null;
  const x = (value) => (value / reach) * 100;
  const [from, to] = [Math.min(0, x(points)), Math.max(0, x(points))];
  return drawing(
    "svg",
    { viewBox: "-102 0 204 12", preserveAspectRatio: "none", focusable: "false" },
    drawing("line.zero", { x1: 0, x2: 0, y1: 0, y2: 12, "vector-effect": "non-scaling-stroke" }),
    drawing(points > 0 ? "rect.lost" : "rect.gained", { x: from, width: to - from, y: 2, height: 8 }),
    error && drawing("line.error", { x1: x(points - error), x2: x(points + error), y1: 6, y2: 6, "vector-effect": "non-scaling-stroke" }),
  );
}
