// Times in words, in the reader's language.

import { language } from "./words.js";

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

const unit = (value, name, unitDisplay = "long") => new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay }).format(value);

// Returns a duration in its largest unit: "2 minutes", "90 seconds".
export function duration(seconds) {
  const [size, name] = [[DAY, "day"], [HOUR, "hour"], [MINUTE, "minute"], [1, "second"]].find(([size]) => seconds % size === 0);
  return unit(seconds / size, name);
}

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

// Returns a date with its time, in the reader's time zone.
const MOMENT = { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" };

export const moment = (at) => new Intl.DateTimeFormat(language(), MOMENT).format(new Date(at));
