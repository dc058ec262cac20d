// The table after one event: fireworks, counters, hands and the discard pile.

import { chip, clueStrip, clued, digit, face, isProduct, shape } from "./cards.js";
import { drawing, element } from "./element.js";
import * as words from "./words.js";

const START = 7; // the rank of START cards

// `event` is the event before this frame; `reachable` says how many points could still be reached; `name` returns the
// name of a seat.
export function draw(place, { frame, event, reachable, name, rules, kinds }) {
  const focused = document.activeElement?.dataset?.card;
  const before = document.activeElement;
  place.replaceChildren(
    element("div.middle", {}, fireworks(frame, event, kinds.suits), counts(frame, reachable, rules)),
    element("div", { class: `hands seats-${frame.hands.length}` }, frame.hands.map((one) => hand(one, frame, event, name, kinds))),
    discards(frame, event, kinds.suits),
  );
  if (focused !== undefined && before !== document.activeElement) {
    place.querySelector(`[data-card="${focused}"]`)?.focus({ preventScroll: true });
  }
}

function fireworks(frame, event, suits) {
  const grown = event.type === "play" && event.landed ? event.suit : null;
  const firework = (suit) => {
    const cards = frame.stacks?.[suit].cards;
    const rank = cards ? (cards.at(-1) ?? 0) : frame.fireworks[suit];
    const lost = frame.lost_fireworks.includes(suit);
    const key = lost ? "firework-lost" : rank ? "firework" : "firework-empty";
    const label = words.say(key, { suit: words.suit(suit), rank: cards?.map(words.rank).join(" ") || rank });
    const classes = ["firework", rank ? `${suit}.r${rank}` : `${suit}.empty`, lost && "lost", suit === grown && "fresh", frame.fireworks[suit] === 5 && "complete"];
    const shown = element("span.face", { "aria-hidden": "true" }, element("b", {}, digit(rank)), way(frame.stacks?.[suit]), shape(suit));
    return element(`li.${classes.filter(Boolean).join(".")}`, {}, shown, element("span.unseen", {}, label));
  };
  return element(
    "section.fireworks",
    { "aria-labelledby": "fireworks-heading" },
    element("h3", { id: "fireworks-heading" }, words.say("fireworks")),
    element("ul.row", {}, frame.fireworks ? suits.map(firework) : closed(frame.face_down)),
  );
}

// Returns the pile of the cards that were played face down.
function closed(cards) {
  const label = words.say("face-down", { count: cards.length });
  return element("li.row.closed", {}, element("span.firework", { "aria-hidden": "true" }, element("span.face.back", {}, element("b", {}, cards.length))), element("span", {}, label));
}

// Returns an arrow if a stack goes down or has not decided its direction.
function way(stack) {
  if (!stack?.next.length) return null;
  const top = stack.cards.at(-1);
  const down = top ? stack.next.includes(top - 1) || (top === START && stack.next.includes(4)) : stack.next.includes(5) && !stack.next.includes(3);
  const up = top ? stack.next.includes(top + 1) || (top === START && stack.next.includes(2)) : stack.next.includes(1);
  return down ? element("small", {}, up ? "↕" : "↓") : null;
}

function counts(frame, reachable, rules) {
  const of = (count, all) => words.say("count-of", { count, all });
  const spent = (count, all, kind) => element(`span.dots.${kind}`, { "aria-hidden": "true" }, Array.from({ length: Math.min(all, 20) }, (_, i) => element(i < count ? "i.on" : "i")));
  const row = (kind, key, value, dots = null) => element(`div.${kind}`, {}, element("dt", {}, words.say(key)), element("dd", {}, value ?? "–", dots));
  return element(
    "dl.counts",
    {},
    row("score", "score", frame.score ?? (frame.result ? words.say("no-score") : null)),
    row("reachable", "reachable", reachable),
    row("deck", "deck", frame.deck_size),
    frame.turns_left === null ? null : row("turns-left", "turns-left", frame.turns_left),
    row("clues", "clue-tokens", of(`${frame.clue_tokens}${frame.half_clue_token ? "½" : ""}`, rules.clue_tokens), spent(frame.clue_tokens, rules.clue_tokens, "clue")),
    row("strikes", "strikes", of(frame.strikes ?? "–", rules.strike_tokens), spent(frame.strikes, rules.strike_tokens, "strike")),
  );
}

function hand({ seat, cards, turned = [] }, frame, event, name, kinds) {
  const moves = frame.to_move === seat;
  const id = `hand-${seat}`;
  const own = frame.viewer.seat === seat;
  const orientation = new Map(turned.map((one) => [one.card, one.orientation])); // of the cards that are not upright
  return element(
    moves ? "section.hand.moves" : "section.hand",
    { "aria-labelledby": id },
    element("h3", { id }, own ? eye() : null, name(seat), moves ? element("span.badge", {}, words.say("to-move")) : null),
    cards.length
      ? element("ul.row", {}, cards.map((card, place) => element("li", {}, drawnCard(card, { seat, place, event, name, kinds, turned: orientation.get(card.card) }))))
      : element("p.hint", {}, words.say("hand-empty")),
  );
}

function eye() {
  const lid = drawing("path", { d: "M1 12C6 4 18 4 23 12C18 20 6 20 1 12Z" });
  return drawing("svg.eye", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, lid, drawing("circle", { cx: 12, cy: 12, r: 3.5 }));
}

function drawnCard(card, { seat, place, event, name, kinds, turned }) {
  const touched = event.touched?.some((one) => one.card === card.card);
  const drawn = event.drawn?.card === card.card;
  const about = [
    nameOf(card, place, name(seat)),
    turned && words.say(`turned-${turned}`),
    touched && words.say("touched"),
    drawn && words.say("drawn"),
    card.clues && clued(card),
    clueStrip(card, kinds) && possible(card),
  ];
  const label = about.filter(Boolean).join(". ");
  const classes = ["card", touched && "touched", drawn && "drawn", turned].filter(Boolean).join(".");
  return element(
    `button.${classes}`,
    { type: "button", "data-card": card.card, "data-seat": seat, "data-place": place, "aria-controls": "knowledge" },
    element("span.unseen", {}, label),
    face(card),
    clueStrip(card, kinds) ?? element("span.told"),
  );
}

export function nameOf(card, place, holder) {
  const what = card.suit ? words.card(card) : words.say("hidden-card");
  return words.say("card-of", { card: what, place: place + 1, name: holder });
}

export function possible(card) {
  const { suits, ranks, cards } = card.possible;
  const of = (suit) => `${words.suit(suit)} ${cards[suit].map(words.rank).join(" ")}`;
  if (!isProduct(card.possible)) return words.say("could-be-cards", { cards: suits.map(of).join(", ") });
  return words.say("could-be", { suits: suits.map(words.suit).join(", "), ranks: ranks.map(words.rank).join(", ") });
}

function discards(frame, event, suits) {
  const fresh = event.type === "discard" || (event.type === "play" && event.effect !== "played") ? event.card : null;
  const of = (suit) => frame.discards.filter((card) => card.suit === suit).sort((a, b) => a.rank - b.rank);
  const pile = (suit) => {
    const cards = of(suit);
    if (!cards.length) return null;
    const label = `${words.suit(suit)}: ${cards.map((card) => words.rank(card.rank)).join(", ")}`;
    return element(
      "li",
      {},
      element("span.unseen", {}, label),
      element("span.row", { "aria-hidden": "true" }, cards.map((card) => marked(chip(card), card.card === fresh))),
    );
  };
  return element(
    "section.discards",
    { "aria-labelledby": "discards-heading" },
    element("h3", { id: "discards-heading" }, words.say("discards"), frame.discards.length ? element("span.badge", {}, `${frame.discards.length}`) : null),
    frame.discards.length ? element("ul.piles", {}, suits.map(pile)) : element("p.hint", {}, words.say("no-discards")),
  );
}

function marked(node, fresh) {
  node.classList.toggle("fresh", fresh);
  return node;
}

