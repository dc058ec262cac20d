// The analysis of each turn and of the game, in words.

import * as cardWords from "../../board/card-words.js";
import * as advice from "./advice.js";
import { $, element } from "../../page/element.js";
import * as hindsight from "./hindsight.js";
import * as losses from "./losses.js";
import * as polling from "../../api/polling.js";
import { pointsOf } from "./curve.js";
import * as words from "../../page/words.js";
import * as worth from "./worth.js";

// `later` is called with each newer version, while the service is still computing it.
export const of = async (game, later) => (game.links.analysis ? ofTurns(await polling.get(game.links.analysis, (found) => later(ofTurns(found)))) : null);

// Returns an analysis, if any, without the points that were left when a game was aborted: without a score, nobody lost them.
export function ofTurns(found) {
  const end = found?.losses.find(({ kind }) => kind === "end");
  if (!end) return found;
  const { points_lost: left } = found.events[end.version];
  const events = found.events.with(end.version, { ...found.events[end.version], points_lost: 0 });
  const totals = { ...found.totals, points_lost: found.totals.points_lost - left };
  return { ...found, events, totals, losses: found.losses.filter(({ kind }) => kind !== "end") };
}

// Returns the analysis of a move in a few words.
export function badges(judged, version) {
  const event = judged?.events[version];
  if (!event) return [];
  const cards = (found) => found.map(cardWords.card).join(", ");
  const said = [
    event.points_lost > 0 && [`−${words.points(event.points_lost)}`, "bad"],
    event.play && !event.play.landed && [words.say("misplay"), "bad"],
    event.play?.certainty === "gamble" && [event.play.landing_deals ? words.say("gamble", { percent: words.percent(event.play.probability) }) : words.say("cannot-land")],
    event.play?.certainty === "known_safe" && [words.say("safe")],
    event.became_dead.length > 0 && [words.say("dead", { cards: cards(event.became_dead) }), "bad"],
    event.became_critical.length > 0 && [words.say("critical", { cards: cards(event.became_critical) })],
    event.clue?.told_nothing_new && [words.say("nothing-new")],
    event.clue_tokens_lost > 0 && [words.say("token-lost")],
  ];
  return said.filter(Boolean).map(([text, kind]) => element(kind ? `span.badge.${kind}` : "span.badge", {}, text));
}

// Returns the points that a move lost, if any, for its row in the list of moves.
export function lost(judged, version) {
  const points = judged?.events[version]?.points_lost ?? 0;
  return points > 0 ? [element("span.badge.bad", { title: `−${words.points(points)}` }, `−${points}`)] : [];
}

// Returns the bounds of what could be reached after each event: those that the solver has found out about the game, up to
// where `shown` leaves it, and about the line, or else those of the cards that are left.
export function bounds(judged, shown, frames) {
  const shared = !judged || shown.deal ? -1 : (shown.from ?? shown.last);
  const found = [];
  for (const [version, frame] of frames.entries()) found.push(frame.result ? ended(frame, found.at(-1)) : shown.solved?.get(version) ?? (version <= shared ? proved(judged.events[version]) : counted(frame)));
  return found;
}

function ended(frame, before) {
  if (frame.result.outcome === "aborted") return before; // the end took nothing away
  const points = pointsOf(frame);
  return { least: points, most: points, exact: true };
}

const proved = ({ after }) => ({ least: after.reachable_at_least, most: after.reachable_score, exact: after.exact });

const counted = ({ attainable_score: most }) => ({ least: most, most, exact: false });

// Returns bounds as text.
export const reachable = ({ most, exact }) => (exact ? `${most}` : `≤ ${most}`);

export const lossesOf = (judged) => (judged ? judged.losses.filter((loss) => loss.kind === "turn") : []);

// `context` says what the reader sees: the game or something beside it, and how much of it may be told.
export function draw({ judged, looked, worth: found }, context) {
  const place = $("analysis-content");
  const { shown, game } = context;
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset : {};
  const opened = [...place.querySelectorAll("details")].map((one) => one.open);
  const isLine = shown !== game; // of which nothing here speaks
  const parts = isLine ? [] : [
    judged && turnPart(judged, looked, found, context),
    judged && context.ended && judged.totals.turns > 0 && worth.summary(found, { ...placeOf(context), seats: game.seats, play: context.play, learn: context.learn }),
    judged && context.ended && element("div.part", {}, totalsPart(judged), hindsight.draw(looked, context.name, worth.isSilent(found))),
    judged && lossesPart(judged, looked, found, context),
  ];
  const told = parts.filter(Boolean);
  place.replaceChildren(...(told.length ? told : [element("p.hint", {}, words.say(isLine && judged ? "analysis-of-game" : "no-analysis"))]));
  for (const [number, details] of [...place.querySelectorAll("details")].entries()) details.open ||= opened[number] ?? false;
  const [name, value] = Object.entries(focused)[0] ?? [];
  if (name) place.querySelector(`[data-${name}="${CSS.escape(value)}"]`)?.focus({ preventScroll: true });
}

// Returns the milliseconds that a turn took; null if that is not known, or the event is no turn.
export const thought = (judged, version) => judged?.events?.[version]?.think_time_ms ?? null;

function turnPart(judged, looked, found, { shown, at, whole, name, asked }) {
  const { think_time_ms: thought, after, bot } = judged.events[at];
  const figures = [
    after.efficiency !== null && ["efficiency-so-far", words.number(after.efficiency)],
    after.pace !== null && ["pace", words.number(after.pace)],
    thought !== null && ["think-time", words.say("seconds", { seconds: words.number(thought / 1000, 1) })],
  ];
  return element(
    "div.part",
    {},
    counts(figures),
    worth.line(found, judged, { version: at, own: hindsight.ownViews(looked).get(at), frame: whole[at - 1], name, asked }),
    worth.isSilent(found) && advice.draw(bot, { event: shown.events[at], frame: whole[at - 1], name }),
  );
}

// Returns the counts of the whole game.
function totalsPart({ totals, status }) {
  const figures = [
    ["total-turns", totals.turns],
    ["total-plays", totals.plays],
    totals.misplays > 0 && ["total-misplays", totals.misplays],
    ["total-clues", totals.clues],
    totals.clues_touching_nothing_new > 0 && ["total-stale", totals.clues_touching_nothing_new],
    totals.clue_tokens_lost > 0 && ["total-tokens", totals.clue_tokens_lost],
    ["points-lost", status === "running" ? "…" : totals.points_lost],
    totals.efficiency !== null && ["efficiency", words.number(totals.efficiency)],
  ];
  return counts(figures);
}

const counts = (figures) =>
  element("dl.counts", {}, figures.filter(Boolean).map(([key, value]) => element("div", {}, element("dt", {}, words.say(key)), element("dd", {}, `${value}`))));

// Returns where the reader is, for the lists of turns.
const placeOf = ({ shown, game, at, whole, name, go }) => ({ at: shown === game ? at : null, frames: whole, name, go });

function lossesPart(judged, looked, found, { limit, ended, play, ...place }) {
  const own = hindsight.ownViews(looked);
  const known = judged.losses.filter((loss) => loss.version <= limit).map((loss) => ({ ...loss, own: own.get(loss.version) }));
  const context = { ...placeOf(place), seats: place.game.seats.length, play: ended ? play : null, deck: (version) => worth.deck(found, judged, version, own.get(version)), price: (version) => worth.priceAt(found, version, place.whole, place.name) };
  const running = judged.status === "running" ? element("p.hint", {}, words.say("losses-running")) : null;
  return element("div.part.wide", {}, element("h3", {}, words.say("losses")), running, losses.list(known, context));
}
