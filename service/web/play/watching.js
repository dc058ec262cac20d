// What a reader without a seat is told below the hands: what can be seen, how many watch, and the course of the game.

import { element } from "../page/element.js";
import { highest, sparkline } from "../home/sparkline.js";
import * as service from "../api/service.js";
import * as watchers from "./watchers.js";
import * as words from "../page/words.js";

const EVERY_MS = 5000;
const STAYS_MS = 15 * 60_000; // how long after the end the page looks for the next table
const WAIT_MS = 6000; // before it goes there

let timer = null; // of the look for the next table

export const isWatched = ({ viewer, result }) => viewer.seat === null && result === null;

// Returns what stands below the hands. `events` are those up to the view.
export function draw(view, events) {
  const turns = events.filter(({ type }) => ["deal", "play", "discard", "clue"].includes(type));
  const points = turns.length ? turns.map((event) => event.table_points ?? 0) : [0]; // none while the plays are hidden
  const most = highest(view.rules);
  const course = element("figure.course", {}, element("figcaption.unseen", {}, words.say("course", { score: points.at(-1), most })), watchers.count("course"), sparkline({ points }, most));
  return [element("p.hint.watched", {}, whatIsSeen(view)), course];
}

function whatIsSeen({ hands, seats, watching }) {
  if (watching.is_past) return words.say(watching.who === "held" ? "watch-past-held" : "watch-past", { turns: watching.hands_delay });
  const isOpen = hands.some(({ cards }) => cards.some(({ suit }) => suit));
  const isShown = watching.hands_delay !== null && seats.every(({ seat, bot }) => bot !== null || watching.agreed.includes(seat));
  if (isOpen || !isShown || service.isSignedIn()) return words.say(isOpen ? "watch-open" : "watch-backs");
  return [words.say("watch-sign-in", { turns: watching.hands_delay }), " ", element("a", { href: "/account" }, words.say("sign-in"))]; // only accounts see hands
}

// Looks for the next game of the same players, and leads there when it has begun, unless the reader does something else.
export function goAlong(view, place) {
  clearInterval(timer); // the strip is drawn anew when a card is chosen
  const until = Date.now() + STAYS_MS;
  const look = async () => {
    if (Date.now() > until) return clearInterval(timer);
    if (document.hidden) return;
    const { items } = await service.get(`/v1/games?watchable=true&seats=${view.seats.length}&limit=20`).catch(() => ({ items: [] }));
    const next = items.find((game) => game.id > view.id && people(game) === people(view));
    if (!next || mine !== timer) return;
    clearInterval(timer);
    place.querySelector(".along")?.remove();
    place.prepend(element("span", { role: "status" }, words.say("go-along")), element("a.button.first", { href: `/play/${next.id}` }, words.say("next-table")));
    const going = setTimeout(() => location.assign(`/play/${next.id}`), WAIT_MS);
    for (const act of ["pointerdown", "keydown"]) addEventListener(act, () => clearTimeout(going), { once: true });
  };
  const mine = (timer = setInterval(look, EVERY_MS));
}

const people = ({ seats }) => seats.map(({ account, bot }) => account ?? bot).sort().join(" ");
