// The counters above the board.

import * as cardWords from "./card-words.js";
import { chip } from "./cards.js";
import { element } from "../page/element.js";
import { fill } from "../page/keyed.js";
import { sign } from "./signs.js";
import * as words from "../page/words.js";

export function counters(now) {
  const { part, frame, reachable, rules, deck } = now;
  const number = (key, label, value, title = label) => part(`count-${key}`, [label, value], () => count(key, label, title, amount(value)));
  const left = frame.turns_left !== null;
  const still = frame.result ? frame.score : reachable ?? frame.attainable_score; // nothing more after the end
  const tokens = [frame.clue_tokens, frame.half_clue_token ?? false, rules.clue_tokens];
  const strikes = [frame.strikes, rules.strike_tokens];
  return fill(part("counts", null, () => element("dl.counters")), [
    number("score", words.say("score"), frame.score ?? "–", frame.result && frame.score === null ? words.say("no-score") : undefined),
    number("reachable", words.say("picture.attainable"), still ?? "–", words.say("reachable")),
    part("count-clues", tokens, () => clues(...tokens)),
    part("count-strikes", strikes, () => bolts(...strikes)),
    part("count-deck", [frame.deck_size, Boolean(deck)], () => deckCount(frame, deck)),
    number("turn", words.say(left ? "turns-left" : "turn"), left ? frame.turns_left : frame.turn),
  ]);
}

function count(key, label, title, ...shown) {
  return element(`div.${key}`, { title }, element("dt", {}, label), element("dd", {}, ...shown));
}

const amount = (value) => element(`${value}`.length > 2 ? "b.long" : "b", {}, `${value}`);

const of = (count, all) => element("span.unseen", {}, words.say("count-of", { count: count ?? "–", all }));

function clues(tokens, half, all) {
  const dot = (n) => element(n < tokens ? "i.on" : n === tokens && half ? "i.half" : "i");
  const dots = element(`span.dots${all > 10 ? ".many" : ""}`, { "aria-hidden": "true" }, Array.from({ length: all }, (_, n) => dot(n)));
  dots.style.setProperty("--half", Math.ceil(all / 2));
  dots.style.setProperty("--all", all > 10 ? Math.ceil(all / 2) : all);
  const left = `${tokens}${half ? "½" : ""}`;
  return count("clues", words.say("clue-tokens"), null, of(left, all), element(half ? "b.long" : "b", { "aria-hidden": "true" }, left), dots);
}

function bolts(strikes, all) {
  const bolt = (n) => element(n < (strikes ?? 0) ? "i.on" : "i", {}, sign("bolt"));
  return count("strikes", words.say("strikes"), null, of(strikes, all), element("span.bolts", { "aria-hidden": "true" }, strikes === null ? "–" : Array.from({ length: all }, (_, n) => bolt(n))));
}

function deckCount(frame, deck) {
  const number = element("b", {}, `${frame.deck_size}`);
  if (!deck) return count("deck", words.say("picture.deck"), words.say("deck"), number);
  return count("deck", words.say("picture.deck"), words.say("deck"), element("button.deck-open", { type: "button", popovertarget: "deck-view", "aria-label": words.labelled(words.say("deck-view"), frame.deck_size) }, number));
}

// Returns the whole deck in the order in which it is drawn; the cards that have been drawn are pale.
export function deckView(place, now) {
  const { part, frame, deck } = now;
  const drawn = deck.length - frame.deck_size;
  const card = (one, number) => element(number < drawn ? "li.drawn" : "li", {}, element("button", { type: "button", "data-card": number, title: cardWords.card(one) }, chip(one), element("span.unseen", {}, cardWords.card(one))));
  return part("deck", [drawn, deck.length], () => element("div", { id: "deck-view", popover: "auto" }, element("h3", {}, words.say("deck-view")), element("ol", {}, deck.map(card))));
}
