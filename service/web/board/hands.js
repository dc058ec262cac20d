// The hands: a row for each seat, with its name, its part in the last turn, and its cards.

import * as cardWords from "./card-words.js";
import { face } from "./cards.js";
import { element } from "../page/element.js";
import { fill } from "../page/keyed.js";
import { bubble, mark, marksOf } from "./signs.js";
import { programSign } from "../page/names.js";
import { shortly } from "../page/clock-words.js";
import { drawnNote } from "./short-notes.js";
import { clued, pencil, possible, told } from "./card-clues.js";
import * as words from "../page/words.js";

const USUAL = { 2: 5, 3: 5, 4: 4, 5: 4, 6: 3 }; // the cards of a hand by seats
const MORE = { one_more: 1, one_less: -1 };

export const handSize = (seats, rules) => USUAL[seats] + (MORE[rules.hand_size] ?? 0);

// Returns the number of a card by its place in a hand of some size. Slot 1 is the newest, as players count.
export const slotOf = (place, size) => size - place;

// Returns a row with the numbers of the slots, and a row for each hand.
export function hands(now) {
  const { part, frame, size } = now;
  const numbers = part("places", [size], () => element("div.places", { "aria-hidden": "true" }, element("ul", {}, Array.from({ length: size }, (_, n) => element("li", {}, `${slotOf(n, size)}`)))));
  return fill(part("hands", null, () => element("div.hands")), [numbers, ...frame.hands.map((one) => hand(one, now))]);
}

function hand(one, now) {
  const { seat, cards, turned = [] } = one;
  const { part, frame, size, event, name, arranged, left } = now;
  const orientation = new Map(turned.map((one) => [one.card, one.orientation])); // of the cards that are not upright
  const row = part(`hand-${seat}`, null, () => element("section", { "aria-labelledby": `hand-${seat}` }));
  row.className = frame.to_move === seat ? "hand moves" : "hand";
  const acted = event.seat === seat ? event : {};
  const head = part(`head-${seat}`, [name(seat), frame.to_move === seat, frame.viewer.seat, acted.line, acted.effect, left(seat)], () => heading(seat, now));
  const empty = part(`empty-${seat}`, words.say("hand-empty"), () => element("p.unseen", {}, words.say("hand-empty")));
  const list = fill(part(`cards-${seat}`, null, () => element("ul")), arranged(one).map((card, column) => drawnCard(card, { ...now, seat, place: cards.indexOf(card), held: cards.length, column, turned: orientation.get(card.card) })));
  list.style.setProperty("--first", 1 + size - cards.length);
  return fill(row, [head, cards.length ? list : empty]);
}

function heading(seat, { frame, event, name, left }) {
  const moves = frame.to_move === seat ? element("span.unseen", {}, ` (${words.say("to-move")})`) : null;
  const kind = name.kind?.(seat); // what plays the seat, if no person does
  const sign = kind ? programSign() : null; // first, since long names are cut off
  const said = kind ? element("span.unseen", {}, ` (${kind})`) : null;
  const title = element("h3", { id: `hand-${seat}`, title: [name(seat), kind].filter(Boolean).join(" · ") }, sign, name(seat), said, moves);
  title.style.setProperty("--letters", name(seat).length + (kind ? 2 : 0));
  return element("div.head", {}, title, element("div.foot", {}, time(seat, name, left(seat)), element("span.marks", {}, marksOf(seat, frame, event))));
}

function time(seat, name, left) {
  return left === null ? null : element("span.time", { "data-time": seat }, element("span.unseen", {}, words.say("time-of", { name: name(seat) }), " "), element("b", {}, shortly(left)));
}

function drawnCard(card, { part, seat, place, held, column, turned, event, name, kinds, standings, noted, thought }) {
  const clue = event.touched?.some((one) => one.card === card.card) ? { color: event.color, rank: event.rank } : null;
  const drawn = event.drawn?.card === card.card;
  const standing = standings(card);
  const note = noted(card.card);
  const think = thought(card.card) ?? drawnNote(note, card, kinds);
  const from = [card, seat, place, held, turned, clue, drawn, standing, note, think, name(seat), column === place];
  return part(`card-${card.card}`, from, () => {
    const clues = think?.cards.length ? pencil(think.cards) : told(card, kinds);
    const about = [
      nameOf(card, slotOf(place, held), seat, name),
      turned && words.say(`turned-${turned}`),
      clue && words.say("touched"),
      drawn && words.say("drawn"),
      ...standing.map((one) => words.say(`picture.${one}`)),
      card.clues && clued(card),
      clues && card.possible && possible(card),
      think?.text,
    ];
    const classes = ["card", clue && "touched", drawn && "drawn", turned, ...standing, clues && "told-of", note && "noted"].filter(Boolean).join(".");
    const certain = standing.map((one) => mark(one, one === "playable" ? "up" : one, words.say(`picture.${one}`)));
    const marks = [certain.length > 0 && element("span.marks", {}, certain), drawn && mark("drawn"), think?.kind && mark(`convention.${think.kind}`, think.sign), clue && bubble(clue), note && element("span.dot"), column !== place && element("span.age", { "aria-hidden": "true" }, `${slotOf(place, held)}`)];
    const button = element(
      `button.${classes}`,
      { type: "button", "data-card": card.card, "data-seat": seat, "data-place": place, title: note, "aria-controls": "knowledge" },
      element("span.unseen", {}, about.filter(Boolean).join(". ")),
      face(card),
      clues,
      ...marks,
    );
    return element("li.slot", {}, button);
  });
}

// Returns a card and its place in words. The `own` of `name` is the reader's seat: no sentence has "You" as its name,
// since languages inflect it.
export function nameOf(card, place, seat, name) {
  const what = card.suit ? cardWords.card(card) : words.say("hidden-card");
  return seat === name.own ? words.say("card-of-own", { card: what, place }) : words.say("card-of", { card: what, place, name: name(seat) });
}
