// What a contest is, in words.

import { moment } from "../page/clock-words.js";
import * as words from "../page/words.js";

export function facts({ status, entry, seats, decks_total: decks, entries, by }) {
  const about = [words.say("contest-facts", { seats }), words.counted("decks", decks), words.counted("teams", entries)];
  return [words.say(`contest-status.${status}`), words.say(`contest-who.${entry.who}`), ...about, words.say("contest-by", { name: by.name })].join("\u00a0· ");
}

export function dates({ status, opens_at: opens, closes_at: closes }) {
  return [status === "announced" && words.say("contest-opens", { date: moment(opens) }), closes && words.say(status === "closed" ? "contest-closed" : "contest-closes", { date: moment(closes) })].filter(Boolean).join(" · ");
}
