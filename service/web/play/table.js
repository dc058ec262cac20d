// The table as the reader sees it: the view that is shown, the events before it, and what was asked about them.

import { kindOf, namesOf } from "../page/names.js";
import * as service from "../api/service.js";

export class Table {
  view = null; // what is on the table
  variant = null; // the variant of the game, if it has one
  loaded = false; // whether all events are there
  checked = false; // whether the deal was compared with this seat's contribution
  next = null; // the table at which a partner plays again after the end: {seat, href}
  chosen = null; // the card that the reader has selected
  sent = null; // the version of the view that the reader's last move was made on
  takenBack = null; // the version on which the reader took a move back
  byKey = null; // whether the last move or vote was made by keyboard; null before that
  passing = false; // whether the trouble that is shown ends by itself
  #path;
  #events = []; // as the reader saw them, by version
  #opened = null; // the hands after the end, all of them open
  #known = null; // what can be known of the cards, as the service has told it: {version, cards}

  constructor(path) {
    this.#path = path;
    Object.defineProperty(this.name, "own", { get: () => this.view.viewer.seat });
  }

  // Returns the name of a seat; its `kind` says what plays it, and `own` is the seat of the reader.
  name = Object.assign((seat) => namesOf(this.view.seats)(seat), { kind: (seat) => kindOf(this.view.seats[seat]) });

  // Whether the reader's move on this view is on its way.
  get isSending() {
    return this.sent === this.view.version;
  }

  // Whether it is the reader's turn.
  get isMine() {
    const { result, to_move: mover, viewer } = this.view;
    return result === null && mover !== null && mover === viewer.seat && !this.isSending;
  }

  get isOver() {
    return this.view.result !== null;
  }

  // The events up to the view.
  get events() {
    return this.#events.slice(0, this.view.version + 1);
  }

  // The view with what the reader may see of the hands.
  get frame() {
    return this.isOver && this.#opened ? { ...this.view, hands: this.#opened } : this.view;
  }

  note(events) {
    for (const event of events) this.#events[event.version] = event;
  }

  event(version) {
    return this.#events[version];
  }

  isOwn(version) {
    return this.event(version)?.seat === this.view?.viewer.seat;
  }

  // Returns the seat that holds a card, or null.
  seatOf(card) {
    return this.view.hands.find((hand) => hand.cards.some((one) => one.card === card))?.seat ?? null;
  }

  // Opens all hands after the end, once. Returns whether they have come just now.
  async openHands() {
    if (!this.isOver || this.view.version < 0 || this.#opened !== null) return false;
    this.#opened = this.view.hands;
    this.#opened = (await service.get(`/v1/replays/${this.view.id}/frames/${this.view.version}`)).hands;
    return true;
  }

  // Returns what can be known of the cards now, or null.
  known() {
    if (this.isOver) return Promise.resolve(null);
    const { version } = this.view;
    const ask = () => service.get(`${this.#path}?at=${version}&knowledge=true`).then((body) => body.knowledge, () => null);
    if (this.#known?.version !== version) this.#known = { version, cards: ask() };
    return this.#known.cards;
  }
}
