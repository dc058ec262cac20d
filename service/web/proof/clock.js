// What the clock of a game and its idle limit allow, as /docs/verification specifies it.

const SECOND = 1000;
const DAY = 86400 * SECOND;

// Returns the code and the version of the first event that the clock or the idle limit does not allow; null without one.
// An imported game has no clock here. Only a game of `timed` events has a limit.
export function firstUntimely({ events: [deal, ...later], sandbox, idle_limit_s: limit }, { imported, timed }) {
  const clock = deal.pace && !imported && new Clock(deal, sandbox);
  let latest = Date.parse(deal.at);
  for (const [place, event] of later.entries()) {
    const at = Date.parse(event.at);
    const restsFrom = clock?.paused ? clock.since : latest;
    if (!imported && !(clock ? clock.happen(event, at) : !needsClock(event))) return ["clock", place + 1];
    if (timed && event.reason === "idle" && at - restsFrom < limit * SECOND) return ["idle-limit", place + 1];
    latest = at;
  }
  return null;
}

const needsClock = ({ type, reason }) => type === "clock" || reason === "timed_out";

class Clock {
  constructor(deal, sandbox) {
    this.sandbox = sandbox;
    const each = (value) => Array(deal.seats).fill(value);
    this.pace = deal.pace;
    this.toMove = deal.starting_seat;
    this.since = Date.parse(deal.at);
    this.banks = each((deal.pace.turn_s ?? deal.pace.bank_s) * SECOND);
    this.awayUntil = each(0);
    this.days = each(deal.pace.vacation_days);
    this.bots = [...deal.bots];
    this.votes = new Set();
    this.paused = false;
  }

  get deadline() {
    if (this.paused || this.bots[this.toMove] !== null) return null;
    return Math.max(this.since, this.awayUntil[this.toMove]) + this.banks[this.toMove];
  }

  // Applies an event, and returns whether the clock allows it.
  happen(event, at) {
    const { deadline, pace } = this;
    const inTime = pace.on_timeout === "wait" || deadline === null || at <= deadline;
    if (event.type === "clock") return this.change(event, at, inTime);
    if (event.reason === "timed_out") return pace.on_timeout === "end" && at === deadline;
    if (!["play", "discard", "clue"].includes(event.type)) return inTime;
    if (!inTime || this.paused) return false;
    this.stop(at);
    this.banks[this.toMove] = pace.turn_s === null ? this.banks[this.toMove] + pace.increment_s * SECOND : pace.turn_s * SECOND;
    this.toMove = (this.toMove + 1) % this.banks.length;
    return true;
  }

  change({ seat, change, days, seconds }, at, inTime) {
    const { deadline, pace, votes } = this;
    if ((days === null) !== (change !== "vacation") || (seat === null) !== (change === "restart")) return false;
    if ((seconds !== undefined) !== (change === "advance")) return false;
    if (change === "advance") {
      this.advance(seconds * SECOND, at);
      return inTime && this.sandbox;
    }
    if (change === "restart") {
      this.since = at;
      return pace.on_timeout !== "wait" && deadline !== null;
    }
    if (change === "bot") {
      this.bots[seat] = pace.bot;
      this.banks[seat] = 0;
      this.count(at);
      return pace.on_timeout === "bot" && seat === this.toMove && at === deadline;
    }
    if (!inTime || this.bots[seat] !== null) return false;
    if (change === "vacation") return this.leave(seat, days, at);
    if (votes.has(seat) === (change === "pause")) return false;
    if (change === "pause") votes.add(seat);
    else votes.delete(seat);
    this.count(at);
    return true;
  }

  // Begins a pause that all people want, or ends one that none of them wants.
  count(at) {
    const { votes } = this;
    const people = this.bots.flatMap((bot, one) => (bot === null ? [one] : []));
    if (!this.paused && people.length && people.every((one) => votes.has(one))) {
      this.stop(at);
      this.paused = true;
    } else if (this.paused && !people.some((one) => votes.has(one))) {
      this.since = at;
      this.paused = false;
    }
  }

  leave(seat, days, at) {
    if (days > this.days[seat]) return false;
    if (seat === this.toMove && !this.paused) this.stop(at);
    this.awayUntil[seat] = Math.max(at, this.awayUntil[seat]) + days * DAY;
    this.days[seat] -= days;
    return true;
  }

  // Lets time pass, at most until the deadline.
  advance(passed, at) {
    const { awayUntil, banks, deadline, toMove } = this;
    for (const [seat, until] of awayUntil.entries()) awayUntil[seat] = Math.max(0, until - passed);
    if (deadline === null) return;
    const left = Math.max(0, deadline - passed - at);
    banks[toMove] = left - Math.min(left, Math.max(0, awayUntil[toMove] - at));
    this.since = at;
  }

  // Takes the time that is used from the bank of the seat to move.
  stop(at) {
    const { banks, deadline, toMove } = this;
    if (deadline !== null) banks[toMove] = Math.max(0, Math.min(banks[toMove], deadline - at));
    this.since = at;
  }
}
