// Events in compact notation, such as "Cathy → Bob 2 [3,5]".

import * as cardWords from "./card-words.js";
import { digit, shape } from "./cards.js";
import { element } from "../page/element.js";
import { slotOf } from "./hands.js";
import * as words from "../page/words.js";

// Returns an event as elements. `before` is the table before it; `name` returns the name of a seat, and `own` is that of
// the reader. An entry leaves out what the reader could not see: slots in the hands that a watcher does not get, the cards
// that a clue touched long ago without memory aid, and the color or rank of a clue that was not heard.
export function compact(event, before, { name, own = null }) {
  const written = { deal: () => [words.say("row-deal")], clue, play, discard }[event.type] ?? (() => [event.line]);
  return written(event, before, { name: (seat) => (seat === own ? words.say("you") : name(seat)), own });
}

function clue({ seat, target, color, rank, touched }, before, { name }) {
  const size = handOf(before, target)?.length;
  const slots = size && touched?.map(({ position }) => slotOf(position, size)).sort((one, other) => one - other);
  const what = color ? element(`span.chip.clue.${color}`, { title: cardWords.suit(color) }, shape(color)) : element("span.chip.clue", {}, rank ? digit(rank) : "?");
  return [who(name(seat)), "→", who(name(target)), what, slots && element("span.slots", {}, `[${slots.length ? slots : "–"}]`)];
}

function play(event, before, context) {
  const kind = event.landed === false ? "misplays" : "plays";
  return moved(event, before, context, kind);
}

const discard = (event, before, context) => moved(event, before, context, "discards");

function moved({ seat, card, suit, rank }, before, { name, own }, kind) {
  const hand = handOf(before, seat);
  const place = hand?.findIndex((one) => one.card === card);
  const from = place < 0 ? words.say("deck") : hand && slotOf(place, hand.length);
  return [
    ...(seat === own ? [who(words.say(`row-you-${kind}`))] : [who(name(seat)), words.say(`row-${kind}`)]),
    suit ? element(`span.chip.${suit}`, { "data-life": card, title: cardWords.card({ suit, rank }) }, shape(suit), digit(rank)) : element("span.chip", {}, "?"),
    from && element("span.slots", {}, `(${from})`),
    kind === "misplays" && element("span.wrong", {}, "✗"),
  ];
}

// Returns the cards of a seat, or undefined if the reader does not see hands.
const handOf = ({ hands }, seat) => hands.find((hand) => hand.seat === seat)?.cards;

// The number behind equal names is not cut off.
function who(text) {
  const [, name, number] = /^(.*?)( \(\d+\))?$/s.exec(text);
  return element("span.who-moves", {}, element("span", {}, name), number);
}
