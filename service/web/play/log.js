// The moves so far, in compact notation, the newest at the end.

import { compact } from "../board/move-list-entries.js";
import { element } from "../page/element.js";

let rows = []; // of the events in the list
let hands = []; // after the last of them, as numbers of cards; empty if the reader does not see them
let turn = 0;

// `events` are those up to the one that is shown, and `own` is the seat of the reader.
export function draw(list, events, name, own) {
  if (rows.length >= events.length) return;
  for (const event of events.slice(rows.length)) {
    rows.push(row(event, name, own));
    after(event);
  }
  list.append(...rows.slice(list.children.length));
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  rows.at(-1)?.firstChild.setAttribute("aria-current", "step");
  list.scrollTop = list.scrollHeight;
}

function row(event, name, own) {
  const isTurn = ["play", "discard", "clue"].includes(event.type);
  const number = isTurn || event.type === "deal" ? `${isTurn ? ++turn : 0}` : "";
  const cards = event.touched?.map(({ card }) => card) ?? (event.card === undefined ? [] : [event.card]);
  const before = { hands: hands.map((hand, seat) => ({ seat, cards: hand.map((card) => ({ card })) })) };
  const parts = compact(event, before, { name, own });
  const told = isTurn && [event.seat, event.target].includes(own) ? spoken(parts) : event.line;
  return element(
    "li",
    { class: event.type },
    element(
      "div.step",
      { "data-cards": cards.join(" ") || null },
      element("span.turn", { "aria-hidden": "true" }, number),
      element("span.compact", { "aria-hidden": "true" }, parts),
      element("span.unseen", {}, `${number} ${told}`),
    ),
  );
}

// A row says "You" to the ear as it does to the eye, where the sentence of the service has the name.
const spoken = (parts) => parts.filter(Boolean).map((part) => part.title || part.textContent || part).join(" ");

// Returns the sentence of an event; of a card of one's own, it says "You" as the row does.
export function sentence(event, name, own) {
  const isCard = event.seat === own && (event.type === "play" || event.effect === "discarded");
  return isCard ? spoken(compact(event, { hands: [] }, { name, own })) : event.line ?? "";
}

// A watcher gets no hands.
function after({ type, seat, card, cards, drawn: next, hands: dealt }) {
  if (type === "deal") hands = dealt.map((hand) => hand.cards.map((one) => one.card));
  if (!hands.length) return;
  if (type === "reorder") hands[seat] = cards;
  if (type === "play" || type === "discard") hands[seat] = [...hands[seat].filter((one) => one !== card), ...(next ? [next.card] : [])];
}
