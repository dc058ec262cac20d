// A row for each suit: its firework, and a place for each copy of its cards.

import * as cardWords from "./card-words.js";
import { digit, face, shape } from "./cards.js";
import { element } from "../page/element.js";
import { fill } from "../page/keyed.js";
import { mark, sign } from "./signs.js";
import { isUsual, limitOf, stacksOf, wraps } from "./card-status.js";
import * as words from "../page/words.js";

const START = 7; // the rank of START cards

// Returns the fireworks with the discard pile. Played cards have a number only if `events` says where they are.
export function piles(now) {
  const { part, frame, kinds } = now;
  const open = Boolean(frame.fireworks);
  const head = part("piles-head", [open], () => [
    element("h3.fireworks-head", {}, open ? words.say("fireworks") : words.say("picture.face-down")),
    element("h3.discards-head", {}, words.say("discards")),
  ]);
  const played = playedIn(now.events, frame);
  const closed = open ? [] : [part("closed", [frame.face_down.length], () => closedPile(frame.face_down.length))];
  const rows = kinds.suits.map((suit, n) => row(suit, n + 1, { ...now, played: played.get(suit) ?? new Map() }));
  const list = fill(part("suits", null, () => element("ul.suits")), rows);
  return fill(part("piles", null, () => element("section.piles", { "aria-label": words.say("fireworks") })), [...head, ...closed, list]);
}

// Returns the numbers of the played cards by rank, by suit, as far as the viewer of the frame knows them.
function playedIn(events, frame) {
  const found = new Map();
  for (const { type, landed, suit, rank, card } of frame.fireworks ? events : []) {
    if (type === "play" && landed && suit) found.set(suit, (found.get(suit) ?? new Map()).set(rank, card));
  }
  return found;
}

function row(suit, n, now) {
  const { part, frame, event, kinds, played } = now;
  const gone = frame.discards.filter((card) => card.suit === suit);
  const stack = frame.fireworks ? stacksOf(frame)[suit] : null;
  const lost = Boolean(frame.lost_fireworks?.includes(suit));
  const fresh = event.type === "play" || event.type === "discard" ? event.card : null;
  const grown = event.type === "play" && Boolean(event.landed) && event.suit === suit;
  const from = [Boolean(frame.result), gone, stack, lost, grown, gone.some((one) => one.card === fresh) && fresh, [...played]];
  return part(`suit-${suit}`, from, () => {
    const limit = lost ? limitOf(suit, frame, kinds.copies) : null;
    const created = element(
      "li.suit",
      {},
      stack ? firework(suit, stack, { lost, limit, grown, card: played.get(stack.cards.at(-1)) }) : element("span"),
      element("span.way", { "aria-hidden": "true" }, stack ? null : shape(suit), stack && way(stack, wraps(stacksOf(frame))), lost && element("b", { title: limitText(limit) }, limit?.rank ? `${limit.down ? "≥" : "≤"}${limit.rank}` : sign("trash"))),
      element("span.whose", { "aria-hidden": "true" }, shape(suit)),
      element("ol.copies", {}, copiesOf(suit, { gone, stack, fresh, played, kinds, now })),
    );
    created.style.setProperty("--n", n);
    return created;
  });
}

const limitText = (limit) => (limit?.rank ? words.say("picture.limit", { rank: limit.rank }) : words.say("picture.lost"));

function firework(suit, stack, { lost, limit, grown, card }) {
  const rank = stack.cards.at(-1) ?? 0;
  const key = lost ? "firework-lost" : rank ? "firework" : "firework-empty";
  const label = [words.say(key, { suit: cardWords.suit(suit), rank: stack.cards.map(cardWords.rank).join(" ") || 0 }), lost && limitText(limit)];
  const classes = ["firework", !rank && "empty", lost && "lost", grown && "fresh", stack.cards.length === 5 && "complete"].filter(Boolean).join(".");
  const shown = rank ? face({ suit, rank }) : element(`span.face.${suit}`, { "aria-hidden": "true" }, shape(suit));
  if (!isUsual(stack)) shown.append(element("small", {}, stack.cards.join(" ")));
  const inner = [element("span.unseen", {}, label.filter(Boolean).join(". ")), shown];
  if (card === undefined) return element(`span.${classes}`, { "data-suit": suit }, ...inner);
  return element(`button.${classes}`, { type: "button", "data-suit": suit, "data-card": card }, ...inner);
}

// Returns an arrow if a stack goes down or has not decided its direction.
function way(stack, wrapped) {
  if (wrapped || !stack.next.length) return null;
  const top = stack.cards.at(-1);
  const down = top ? stack.next.includes(top - 1) || (top === START && stack.next.includes(4)) : stack.next.includes(5);
  const up = top ? stack.next.includes(top + 1) || (top === START && stack.next.includes(2)) : stack.next.includes(1);
  return down ? sign(up ? "both" : "down") : null;
}

// Returns the places of a suit's copies, in columns that are the same for all suits. A place has its card if that was
// discarded, a check mark if it was played, and a mark if it is the last of a card that is still needed.
function copiesOf(suit, { gone, stack, fresh, played, kinds, now }) {
  return kinds.ranks.flatMap((rank) => {
    const copies = kinds.copies[suit]?.[rank] ?? 0;
    const discarded = gone.filter((card) => card.rank === rank);
    const critical = discarded.length > 0 && now.standings({ suit, rank }).includes("critical");
    return Array.from({ length: kinds.columns[rank] }, (_, copy) => {
      const first = copy === 0 ? "first" : null;
      if (copy >= copies) return element(["li", first].filter(Boolean).join("."), {});
      if (copy < discarded.length) return place([first, "gone", discarded[copy].card === fresh && "fresh"], discarded[copy].card, face(discarded[copy]), cardWords.card(discarded[copy]));
      const isPlayed = copy === copies - 1 && stack?.cards.includes(rank);
      if (isPlayed) return place([first, "played"], played.get(rank), sign("check"), `${cardWords.card({ suit, rank })}, ${words.say("picture.played")}`);
      return element(["li", first, critical && "critical"].filter(Boolean).join("."), { "aria-hidden": "true", title: critical ? words.say("picture.critical") : null }, digit(rank));
    });
  });
}

function place(classes, card, shown, label) {
  const inner = [element("span.unseen", {}, label), shown];
  return element(["li", ...classes].filter(Boolean).join("."), {}, card === undefined ? inner : element("button", { type: "button", "data-card": card }, inner));
}

// Returns the pile of the cards that were played face down.
function closedPile(count) {
  return element("p.closed", {}, element("span.unseen", {}, words.say("face-down", { count })), element("span.face.back", { "aria-hidden": "true" }, element("b", {}, `${count}`)));
}
