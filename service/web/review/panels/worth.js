// What turns were worth, by what their seats could know: a line of a turn, and a summary of the game.

import { button, element } from "../../page/element.js";
import { said } from "../../board/moves.js";
import * as polling from "../../api/polling.js";
import * as words from "../../page/words.js";

const SHOWN = 3; // decisions in the summary
const DECK = { punished: "deck-punished", forgave: "deck-forgave" };

// What stands for verdicts that the service cannot give.
export const NONE = { status: "none", level: null, decisions: [] };

export const of = (game, later) => (game.has("verdicts") ? polling.get(`${game.path}/verdicts`, later) : NONE);

// Returns whether the game has no verdicts, so that others may give their opinion. It is not known at first.
export const isSilent = (found) => Boolean(found) && found.level === null && found.status !== "running";

const taken = ({ choices }) => choices.find((choice) => choice.taken);
const best = ({ choices }) => choices.find((choice) => choice.best);

// Returns the decision of a turn; undefined if it was not judged.
export const decisionAt = (found, version) => found?.decisions.find((one) => one.version === version);

// Returns the decisions that cost points beyond chance, the dearest first.
export const dear = ({ decisions }) => decisions.filter((one) => taken(one).difference < 0).toSorted((one, other) => taken(one).difference - taken(other).difference);

// Returns whether a better turn is known.
const isDear = (decision) => {
  const { difference, ruled_out: ruledOut } = taken(decision);
  return difference < 0 || ruledOut;
};

// Returns whether a turn was judged, and no better one is known.
export function isFree(found, version) {
  const decision = decisionAt(found, version);
  return Boolean(decision) && !isDear(decision);
}

// Returns the decisions of a seat for which a better turn is known, in order.
export const mistakes = ({ decisions }, seat) => decisions.filter((one) => one.seat === seat && isDear(one));

// Returns what a seat is known to have lost, with its standard error; null if that is nothing.
export function lossOf(found, seat) {
  const costs = dear(found).filter((one) => one.seat === seat).map(taken);
  if (!costs.length) return null;
  return { points: -costs.reduce((sum, { difference }) => sum + difference, 0), error: Math.hypot(...costs.map(({ error }) => error)) };
}

// Returns what the deck did where the exact curve disagrees with the verdict: "punished" or "forgave", or else null. `own`
// is what the seat could know, as the hindsight says it: a turn that loses in every deal is not the deck's fault.
export function deckAt(found, judged, version, own) {
  const decision = decisionAt(found, version);
  const lost = judged?.status === "solved" ? judged.events[version].points_lost : null;
  if (!decision || lost === null) return null;
  if (lost > 0 === isDear(decision)) return null;
  if (isDear(decision)) return "forgave";
  return own && own.losing === own.deals ? null : "punished";
}

// Returns the same in words, or null.
export function deck(found, judged, version, own) {
  const did = deckAt(found, judged, version, own);
  return did && words.say(DECK[did]);
}

const figure = ({ points, error }) => `${words.number(points)} ± ${words.number(error)}`;
const cost = ({ difference, error }) => figure({ points: -difference, error });

// Returns the line of a turn, or null. `frame` is the table before it, and `asked` returns what the conventions asked
// there; null while it is on its way.
export function line(found, judged, { version, own, frame, name, asked }) {
  const decision = decisionAt(found, version);
  if (!decision) return null;
  const parts = [known(decision, judged.events[version]), wanted(asked(), decision), price(decision, frame, name), deck(found, judged, version, own)];
  return element("div.worth", {}, element("h3", {}, words.say("worth", { name: name(decision.seat) })), element("p", {}, parts.filter(Boolean).join(" ")));
}

function known({ landing_deals: agreed, deals }, { play }) {
  if (agreed === null) return null;
  const share = (some, all) => words.say("worth-deals", { some: words.number(some), deals: words.number(all) });
  const agreement = share(agreed, deals);
  return play ? words.say("worth-known", { clues: share(play.landing_deals, play.deals), agreement }) : words.say("worth-agreed", { agreement });
}

// What was asked may cost points, as a discard in the last turns: then it is told apart.
function wanted(asked, decision) {
  if (!asked) return null;
  if (!asked.length) return words.say("worth-unasked");
  const { type, card } = taken(decision).action;
  const followed = asked.some((one) => one.type === type && one.card === card);
  return words.labelled(words.say(followed && isDear(decision) ? "worth-asked-yet" : "worth-asked"), asked.map(({ text }) => text).join(" "));
}

// Returns what a turn cost, in words; null if it was not judged. `frames` are those with open hands.
export function priceAt(found, version, frames, name) {
  const decision = decisionAt(found, version);
  return decision ? price(decision, frames[version - 1], name) : null;
}

function price(decision, frame, name) {
  const { difference, error, closer_than: closer, ruled_out: ruledOut, best: isBest } = taken(decision);
  const move = said(best(decision).action, frame, name);
  if (ruledOut) return words.say("worth-ruled-out");
  if (isBest) return words.say("worth-best");
  if (difference !== null) return words.say("worth-cost", { move, cost: cost({ difference, error }) });
  return closer === null ? null : words.say("worth-closer", { move, points: words.number(closer) });
}

// Returns the summary of a game that was read to its end; null where the service has no verdicts. `frames` are those with
// open hands, `at` is the current version. `go` goes to a version, and `play` plays a line. `learn` asks for decisions anew.
export function summary(found, { frames, name, at, seats, go, play, learn }) {
  if (!found || found.status === "none") return null;
  const heading = element("h3", {}, words.say("worth-game"));
  const without = found.status === "running" ? progress(found) : isSilent(found) && words.say(found.status === "failed" ? "worth-failed" : "worth-no-level");
  if (without) return element("div.part.wide", {}, heading, element("p.hint", {}, without));
  const row = (decision) => {
    const { version, seat } = decision;
    const frame = frames[version - 1];
    const text = words.say("worth-turn", { turn: frames[version].turn, name: name(seat), move: said(taken(decision).action, frame, name) });
    const better = best(decision).action;
    const other = { at: version - 1, moves: [better], deal: null };
    const attempt = button("button", { "data-try": version }, () => play(other), words.say("worth-try", { move: said(better, frame, name) }));
    const turn = button("button.step", { "data-version": version, "aria-current": version === at ? "step" : null }, () => go(version), element("span", {}, text), element("span.badges", {}, element("span.badge.bad", {}, `−${cost(taken(decision))}`)));
    return element("li", {}, turn, element("div.saving.savers", {}, attempt));
  };
  const worst = dear(found).slice(0, SHOWN);
  const list = worst.length ? element("ol.losses", {}, worst.map(row)) : element("p", {}, words.say("worth-none"));
  const lessons = seats.map(({ seat }) => mistakes(found, seat)).filter((some) => some.length > 0);
  const lesson = (some) => button("button", { "data-learn": some[0].seat }, () => learn(some), words.say("mistakes-from", { name: name(some[0].seat), count: some.length }));
  const learning = element("div.saving.savers", {}, lessons.map(lesson));
  const hint = words.say("worth-hint", { level: found.level, count: found.decisions.length });
  return element("div.part.wide", {}, heading, learning, list, worst.length > 0 && table(found, seats, name), element("p.hint", {}, hint));
}

function progress({ chosen, decisions }) {
  return chosen === null ? words.say("worth-choosing") : words.say("worth-progress", { judged: decisions.length, chosen });
}

function table(found, seats, name) {
  const row = (seat) => {
    const loss = lossOf(found, seat);
    return element("tr", {}, element("th", { scope: "row" }, name(seat)), element("td", {}, loss ? figure(loss) : "–"));
  };
  const head = ["worth-seat", "worth-loss"].map((key) => element("th", { scope: "col" }, words.say(key)));
  return element("table.figures", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, seats.map(({ seat }) => row(seat))));
}
