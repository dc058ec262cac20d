// The analysis of each move and of the game, in words.

import { $, button, element } from "./element.js";
import * as service from "./service.js";
import * as words from "./words.js";

export const of = (game) => (game.links.analysis ? service.get(game.links.analysis) : null);

// Returns the analysis of a move in a few words, or only its mistakes.
export function badges(judged, version, { all = true } = {}) {
  const event = judged?.events[version];
  if (!event) return [];
  const cards = (found) => found.map(words.card).join(", ");
  const said = [
    event.points_lost > 0 && ["lost-points", { count: event.points_lost }, "bad"],
    event.play && !event.play.landed && ["misplay", {}, "bad"],
    event.play?.certainty === "gamble" && ["gamble", { percent: words.percent(event.play.probability) }],
    event.play?.certainty === "known_safe" && ["safe"],
    event.became_dead.length > 0 && ["dead", { cards: cards(event.became_dead) }, "bad"],
    event.became_critical.length > 0 && ["critical", { cards: cards(event.became_critical) }],
    event.clue?.told_nothing_new && ["nothing-new"],
    event.clue_tokens_lost > 0 && ["token-lost"],
  ];
  return said.filter((one) => one && (all || one[2])).map(([key, values, kind]) => element(kind ? `span.badge.${kind}` : "span.badge", {}, words.say(key, values)));
}

// Returns the highest score reachable in the remaining turns, by version; empty without an analysis.
export const reachable = (judged) => judged?.events.map((event) => event.after.reachable_score);

export const lossesOf = (judged) => (judged ? judged.losses.filter((loss) => loss.kind === "turn").map((loss) => loss.version) : []);

// `whole` is false while the end of the game is hidden; `limit` is the last visible version.
export function draw(judged, { at, limit, whole, line, go }) {
  $("analysis").hidden = !judged;
  if (!judged) return;
  const { think_time_ms: thought, after } = judged.events[at];
  const figures = [
    after.efficiency !== null && ["efficiency", words.number(after.efficiency)],
    after.pace !== null && ["pace", words.number(after.pace)],
    thought !== null && ["think-time", words.say("seconds", { seconds: words.number(thought / 1000, 1) })],
  ];
  const known = judged.losses.filter((loss) => loss.kind === "turn" && loss.version <= limit);
  const place = $("analysis-content");
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.version : null;
  place.replaceChildren(
    whole ? element("p", {}, judged.summary) : "",
    element("dl.counts", {}, figures.filter(Boolean).map(([key, value]) => element("div", {}, element("dt", {}, words.say(key)), element("dd", {}, value)))),
    element("h3", {}, words.say("turning-points")),
    known.length ? element("ol.turning", {}, known.map((loss) => turning(loss, at, line, go))) : element("p.hint", {}, words.say("no-turning-points")),
  );
  if (focused) place.querySelector(`[data-version="${focused}"]`)?.focus({ preventScroll: true });
}

function turning(loss, at, line, go) {
  const causes = loss.causes.map((cause) => element("span.badge.bad", {}, words.say(`cause-${cause}`)));
  const lost = element("span.badge.bad", {}, words.say("lost-points", { count: loss.points }));
  const press = button(
    "button",
    { "data-version": loss.version, "aria-current": loss.version === at ? "step" : null },
    () => go(loss.version),
    element("span.turn", {}, `${loss.turn}`),
    element("span", {}, line(loss.version)),
    element("span.badges", {}, lost, ...causes),
  );
  return element("li", {}, press);
}
