// The clocks at the table. The time of the seat to move runs by the clock of the service.

import { $ } from "../page/element.js";
import { running, shortly } from "../page/clock-words.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const HURRY_MS = 10_000;
const TICK_MS = 250;

let view = null;
let name = null;

// `press` is called with a change of the clock.
export function begin(press) {
  setInterval(tick, TICK_MS);
  $("pause").addEventListener("click", () => press({ change: wants() ? "resume" : "pause" }));
  $("vacation").addEventListener("click", () => press({ change: "vacation", days: 1 }));
}

const wants = () => view.clock.pause_votes.includes(view.viewer.seat);

export function draw(now, names) {
  [view, name] = [now, names];
  const { clock, result, to_move: mover, viewer } = view;
  const runs = Boolean(clock) && result === null;
  $("clock").hidden = !runs || (view.deadline === null && !clock.paused);
  const plays = runs && viewer.seat !== null && view.seats[viewer.seat].bot === null;
  $("pause").hidden = !plays;
  $("vacation").hidden = !plays || !clock.vacation_days[viewer.seat];
  if (!clock) return;
  $("clock-name").textContent = runs ? words.say("time-of", { name: name(mover) }) : "";
  if (plays) {
    $("pause").setAttribute("aria-pressed", `${wants()}`);
    $("vacation").textContent = words.say("vacation-day", { days: clock.vacation_days[viewer.seat] });
  }
  tick();
}

// Returns the time that a seat has left when the view begins to be shown; null for a game without clocks.
export const leftAt = ({ clock }) => (seat) => clock?.banks_ms[seat] ?? null;

// Returns the time that the seat to move has left. A vacation adds nothing to what is shown: its clock stands still.
const left = () => Math.min(view.clock.banks_ms[view.to_move], Date.parse(view.deadline) - service.now());

function tick() {
  if (!view?.clock || view.result || document.hidden) return;
  const { clock, deadline, to_move: mover } = view;
  const rest = deadline === null ? null : left();
  const text = clock.paused ? words.say("paused") : rest === null ? "" : running(rest);
  if ($("clock-left").textContent !== text) $("clock-left").textContent = text;
  $("clock").classList.toggle("hurry", rest !== null && rest < HURRY_MS);
  const row = $("table").querySelector(`[data-time="${mover}"] b`);
  const short = rest === null ? "" : shortly(rest);
  if (row && short && row.textContent !== short) row.textContent = short;
}
