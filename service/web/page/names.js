// The names of the seats of a game, unique as in the lines of the service.

import * as words from "./words.js";

// Returns a function from the number of a seat to its name. Equal names have the number behind them.
export function namesOf(seats) {
  const names = seats.map((one) => one.name);
  const numbered = names.map((name, seat) => name && `${name} (${seat})`);
  const told = names.map((name, seat) => (names.filter((one) => one === name).length > 1 ? numbered[seat] : name));
  const known = told.filter(Boolean);
  const unique = new Set(known).size === known.length ? told : numbered;
  return (seat) => unique[seat] || words.say("seat", { seat });
}
