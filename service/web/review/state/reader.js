// The reader's place: the game or line that is shown, the version in it, the point of view, and what may be told.

import { namesOf } from "../../page/names.js";
import * as lines from "./line.js";

export class Reader {
  game = null; // the replay
  shown = null; // the replay, or the current line
  open = []; // the frames with open hands
  whole = []; // the frames of the replay itself, with open hands
  seen = []; // the frames from the chosen point of view
  at = 0; // the current version
  reached = 0; // the last version of the replay that the reader has seen in step-by-step mode
  seat = null;
  stepping = false; // step-by-step mode, which hides later events
  name = () => "";
  judging = null; // the analysis and the hindsight of the replay
  chosen = null; // the card that the reader has selected

  begin(game) {
    this.game = this.shown = game;
    this.name = namesOf(game.seats);
  }

  get isReady() {
    return this.shown !== null && this.open.length > 0;
  }

  // False while the frames of another game are on their way.
  get hasFrames() {
    return this.open.length === this.shown.last + 1;
  }

  get inGame() {
    return this.shown === this.game;
  }

  // The last version of the replay that may be told.
  get known() {
    return this.stepping ? this.reached : this.game.last;
  }

  get limit() {
    return this.inGame ? this.known : this.shown.last;
  }

  // Whether the result is visible: always, except before it is reached in step-by-step mode.
  get showsTheEnd() {
    return !this.stepping || this.reached === this.game.last;
  }

  // The place as its address tells it.
  get here() {
    const turn = this.open[this.at].turn;
    const first = this.open.findIndex((frame) => frame.turn === turn) === this.at;
    return { line: this.shown.line ?? null, turn, event: first ? null : this.at, seat: this.seat, spoilers: !this.stepping };
  }

  versionOf({ turn, event }) {
    if (event !== null && event <= this.shown.last) return event;
    if (turn === null) return this.inGame ? 0 : this.shown.last;
    const found = this.open.findIndex((frame) => frame.turn === turn);
    return found < 0 ? this.shown.last : found;
  }

  go(version) {
    this.at = Math.max(0, Math.min(this.shown.last, version));
    if (this.inGame) this.reached = Math.max(this.reached, this.at);
  }

  // Returns the version that is some steps away. In step-by-step mode, only steps go beyond the last version seen.
  stepped(by) {
    return Math.min(this.at + by, this.inGame && this.stepping ? Math.max(this.reached, this.at + 1) : this.shown.last);
  }

  toggleStepping() {
    this.stepping = !this.stepping;
    this.reached = this.inGame ? this.at : this.shown.from;
  }

  // Takes the mode and the point of view of an address, before its game or line is entered.
  face({ spoilers, seat }) {
    this.stepping = !spoilers;
    this.seat = seat !== null && seat < this.game.seats.length ? seat : null;
  }

  // Shows the replay or a line.
  async enter({ line }) {
    if (!lines.same(line, this.shown.line ?? null)) this.shown = line ? await lines.line(this.game, line) : this.game;
  }

  // Gets the frames of what is shown, from the point of view of a seat.
  async look(seat = this.seat) {
    this.seat = seat;
    const [all, through] = await Promise.all([this.shown.frames(), seat === null ? null : this.shown.frames(seat)]);
    const whole = await this.game.frames();
    if (seat === this.seat) [this.open, this.seen, this.whole] = [all, through ?? all, whole];
  }

  // Goes to the version of an address, once its frames are there.
  settle(place) {
    this.at = this.versionOf(place);
    this.reached = this.stepping ? Math.min(this.at, this.shown.from ?? this.at) : 0;
  }

  // A card whose front the reader may not see tells nothing of what is to come.
  isHidden(card) {
    return this.seen[this.at].hands.some(({ cards }) => cards.some((one) => one.card === card && !one.suit));
  }

  told(card) {
    return this.shown.events.slice(0, (this.isHidden(card) ? this.at : this.limit) + 1);
  }
}
