// Paces and times in words, in the reader's language.

import { language, say } from "./words.js";

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

// The paces that a new table offers.
export const PACES = [
  { turn_s: 30 },
  { turn_s: 60 },
  { bank_s: 120, increment_s: 20 },
  { bank_s: 300, increment_s: 10 },
  { turn_s: DAY, vacation_days: 7 },
  { turn_s: 3 * DAY, vacation_days: 14 },
];

const unit = (value, name, unitDisplay = "long") => new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay }).format(value);

// Returns a duration in its largest unit: "2 minutes", "90 seconds".
function duration(seconds) {
  const [size, name] = [[DAY, "day"], [HOUR, "hour"], [MINUTE, "minute"], [1, "second"]].find(([size]) => seconds % size === 0);
  return unit(seconds / size, name);
}

export function paceInWords(pace) {
  if (!pace) return say("pace-none");
  if (pace.turn_s) return say("pace-turn", { time: duration(pace.turn_s) });
  return say("pace-bank", { time: duration(pace.bank_s), more: duration(pace.increment_s) });
}

// Returns which kind of pace a table has, as the filter of open tables names them.
export const kindOfPace = (pace) => (!pace ? "none" : pace.turn_s >= DAY ? "days" : "short");

// Returns a time in few letters, for narrow places: "0:07", "2:05:09", "3d".
export function shortly(ms) {
  const days = Math.floor(ms / (1000 * DAY));
  return days ? unit(days, "day", "narrow") : running(ms);
}

// Returns a time that runs: "0:07", "2:05:09", "3 days 4 hours".
export function running(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  if (days) return [unit(days, "day"), hours && unit(hours, "hour")].filter(Boolean).join(" ");
  const two = (value) => `${value}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % MINUTE)}` : `${minutes}:${two(seconds % MINUTE)}`;
}
