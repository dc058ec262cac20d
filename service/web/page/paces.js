// The paces of games: those that a new table offers, and what they are in words.

import { duration } from "./clock-words.js";
import { say } from "./words.js";

const DAY = 86400;

// The paces that a new table offers.
export const PACES = [
  { turn_s: 30 },
  { turn_s: 60 },
  { bank_s: 120, increment_s: 20 },
  { bank_s: 300, increment_s: 10 },
  { turn_s: DAY, vacation_days: 7 },
  { turn_s: 3 * DAY, vacation_days: 14 },
];

export function paceInWords(pace) {
  if (!pace) return say("pace-none");
  if (pace.turn_s) return say("pace-turn", { time: duration(pace.turn_s) });
  return say("pace-bank", { time: duration(pace.bank_s), more: duration(pace.increment_s) });
}

// Returns which kind of pace a table has, as the filter of open tables names them.
export const kindOfPace = (pace) => (!pace ? "none" : pace.turn_s >= DAY ? "days" : "short");
