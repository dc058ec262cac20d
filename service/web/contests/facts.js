// What a contest is, in words.

import { moment } from "../page/clock-words.js";
import * as words from "../page/words.js";

const ARENA = /^Arena, (\d) seats, (\d+) quarter (\d)$/;
const ARENAS = "a_00000000000080008000000000000002"; // the account whose contests are arenas

// Returns the title of a contest, that of an arena in the reader's language.
export function titleOf({ title, by }) {
  const [, seats, year, quarter] = (by.id === ARENAS && ARENA.exec(title)) || [];
  return seats ? words.say("arena-title", { seats, year, quarter }) : title;
}

// Returns what a contest is about, that of an arena in the reader's language.
export const textOf = ({ text, by }) => (by.id === ARENAS ? words.say("arena-text") : (text ?? ""));

export function facts({ status, entry, seats, decks_total: decks, entries, by }) {
  const about = [words.say("contest-facts", { seats }), words.counted("decks", decks), words.counted("teams", entries)];
  return [words.say(`contest-status.${status}`), words.say(`contest-who.${entry.who}`), ...about, words.say("contest-by", { name: by.name })].join("\u00a0· ");
}

export function dates({ status, opens_at: opens, closes_at: closes }) {
  return [status === "announced" && words.say("contest-opens", { date: moment(opens) }), closes && words.say(status === "closed" ? "contest-closed" : "contest-closes", { date: moment(closes) })].filter(Boolean).join(" · ");
}
