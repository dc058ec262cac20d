// The life of a card: when it was drawn, touched by clues, played or discarded, and the notes on it.

import { button, element } from "../../page/element.js";
import * as words from "../../page/words.js";

// Returns the events of a card up to a version, each with a sentence.
function eventsOf(card, events, name) {
  const told = (event) => {
    const { type, hands, drawn, touched, seat } = event;
    const first = type === "deal" && hands.find((hand) => hand.cards.some((one) => one.card === card));
    if (first) return words.say("life-dealt", { name: name(first.seat) });
    if (touched?.some((one) => one.card === card) || event.card === card) return event.line;
    return drawn?.card === card ? words.say("life-drawn", { name: name(seat) }) : null;
  };
  return events.map((event) => ({ version: event.version, text: told(event) })).filter(({ text }) => text);
}

// Returns the front of a card as its last event tells it, or null.
export function frontOf(card, events) {
  for (const event of events) {
    const dealt = event.hands?.flatMap((hand) => hand.cards) ?? [];
    const found = [...dealt, event.drawn, event].find((one) => one?.card === card && one.suit);
    if (found) return { card, suit: found.suit, rank: found.rank };
  }
  return null;
}

// Draws the life of a card. `notes` are texts with who wrote them.
export function draw(place, { card, events, notes, at, turn, name, go }) {
  if (card === null) return place.replaceChildren();
  const row = ({ version, text }) => {
    const current = version === at ? "step" : null;
    return element("li", {}, button("button.step", { "aria-current": current }, () => go(version), element("span.turn", {}, `${turn(version)}`), element("span", {}, text)));
  };
  const said = ({ seat, text }) => element("li.note", {}, element("span.who", {}, words.say("by-note", { name: name(seat) })), element("p.text-of", {}, text));
  place.replaceChildren(
    element("h3", {}, words.say("life")),
    element("ol.life", {}, eventsOf(card, events, name).map(row)),
    ...(notes.length ? [element("ul.said", {}, notes.map(said))] : []),
  );
}
