// What the rows of tables say: who sits there, and what is played.

import { paceInWords } from "../page/paces.js";
import { element } from "../page/element.js";
import { markOf, playerPath, uniqueNames } from "../page/names.js";
import * as words from "../page/words.js";

export function who(seats) {
  const taken = uniqueNames(seats).flatMap((name, seat) => (name === null ? [] : [element("span", {}, name, markOf(seats[seat]))]));
  const free = seats.length - taken.length;
  const seat = words.say("seat-free");
  return element("p.who", {}, taken, free > 0 && element("span.free", {}, free > 1 ? `${free} × ${seat}` : seat));
}

// Returns the name of a seat. That of a player leads to a page beside the table, where one can block the player.
export const linked = (seat, name) => (seat.account ? element("a", { href: playerPath(seat), target: "_blank" }, name(seat.seat)) : name(seat.seat));

export const played = ({ rules, pace, training }) => [rules.variant ?? words.say(`suits-${rules.multicolor}`), words.say(`edition.${rules.edition}`), pace && paceInWords(pace), training && words.say("training")].filter(Boolean).join(" · ");
