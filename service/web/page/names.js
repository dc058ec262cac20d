// The names of the seats of a game, unique as in the lines of the service.

import { element } from "./element.js";
import * as words from "./words.js";

// Returns the sign before the name of a seat that a program plays.
export const programSign = () => element("span", { "aria-hidden": "true" }, "⚙ ");

// Returns what plays the seat, in words; null for a person.
export function kindOf({ bot, program }) {
  if (bot) return words.say("bot");
  if (!program) return null;
  return program.owner ? words.say("bot-of", { name: program.owner.name }) : words.say("by-program");
}

// Returns the mark of a seat that a person does not play, or of a player who knew the deck; null for any other.
export function markOf(seat) {
  const marks = [kindOf(seat), seat.knew_deck && words.say("knew-deck")].filter(Boolean);
  return marks.length ? element("small.kind", {}, ` ${marks.join(", ")}`) : null;
}

// Returns the names of the seats, null for one without. Equal names have a number behind them.
export function uniqueNames(seats) {
  const names = seats.map((one) => one.name);
  const numbered = names.map((name, seat) => name && `${name} (${seat + 1})`);
  const count = (all, name) => all.filter((one) => one === name).length;
  const told = names.map((name, seat) => (name && count(names, name) > 1 ? `${name} (${count(names.slice(0, seat + 1), name)})` : name));
  const known = told.filter(Boolean);
  return new Set(known).size === known.length ? told : numbered;
}

// Returns a function from the number of a seat to its name. Its `kind` says what plays a seat.
export function namesOf(seats) {
  const unique = uniqueNames(seats);
  const name = (seat) => unique[seat] || words.say("seat", { seat });
  name.kind = (seat) => kindOf(seats[seat]);
  return name;
}

// Returns the names of the players of a game that is over.
export const players = (seats) => uniqueNames(seats).map((name) => name ?? words.say("former-player"));

// Returns the address of the page of an account. A name with a slash is not a part of a path.
export const playerPath = ({ name, account }) => `/players/${name.includes("/") ? account : encodeURIComponent(name)}`;
