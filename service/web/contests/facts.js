// What a contest is, in words.

import * as words from "../page/words.js";

const moment = (at) => new Intl.DateTimeFormat(words.language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

export function facts({ status, entry, seats, decks_total: decks, entries, by }) {
  const about = words.say("contest-facts", { seats, decks, entries });
  return [words.say(`contest-status.${status}`), words.say(`contest-who.${entry.who}`), about, words.say("contest-by", { name: by.name })].join("\u00a0· ");
}

export function dates({ status, opens_at: opens, closes_at: closes }) {
  return [status === "announced" && words.say("contest-opens", { date: moment(opens) }), closes && words.say(status === "closed" ? "contest-closed" : "contest-closes", { date: moment(closes) })].filter(Boolean).join(" · ");
}
