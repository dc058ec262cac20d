// What the clock of a game allows, as /docs/verification specifies it.

const SECOND = 1000;
const DAY = 86400 * SECOND;

// Returns the version of the first event that the clock does not allow; 0 without one. All events have a time, unless
// the game has no clock.
export function firstUntimely([deal, ...later], sandbox) {
  const clock = deal.pace && new Clock(deal, sandbox);
  return 1 + later.findIndex((event) => (clock ? !clock.happen(event, Date.parse(event.at)) : needsClock(event)));
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
      return pace.on_timeout === "bot" && seat === this.toMove && at === deadline;
    }
    if (!inTime || this.bots[seat] !== null) return false;
    if (change === "vacation") return this.leave(seat, days, at);
    if (votes.has(seat) === (change === "pause")) return false;
    if (change === "pause") votes.add(seat);
    else votes.delete(seat);
    const people = this.bots.flatMap((bot, one) => (bot === null ? [one] : []));
    if (!this.paused && people.every((one) => votes.has(one))) {
      this.stop(at);
      this.paused = true;
    } else if (this.paused && !people.some((one) => votes.has(one))) {
      this.since = at;
      this.paused = false;
    }
    return true;
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
