// Other moves: the actions of the chosen card, and the line that grows with them. Nothing is stored.

import * as choices from "./choice.js";
import { $ } from "./element.js";
import { moveOf } from "./moves.js";
import { Game } from "./game.js";
import * as service from "./service.js";

// Returns a branch as a game: the events of the replay up to its start, then those of the branch.
export async function branch(game, id) {
  const path = `${game.path}/branches/${id}`;
  const found = await service.get(path);
  const created = new Game(path, { ...found, links: {} });
  const { at, deal, seat, author, title, version } = found;
  Object.assign(created, { id, from: at, deal, seat, author, title, last: version });
  created.known = async (number) => (deal === "original" && number <= at ? game.known(number) : null);
  return created;
}

// Returns the line that a move at a version starts or continues.
export function extended(game, shown, at, action) {
  const from = shown === game ? at : Math.min(at, shown.from);
  const before = shown === game ? [] : shown.events.slice(from + 1, at + 1).map(moveOf);
  return { at: from, moves: [...before, action] };
}

let asked = null; // the key of the actions that are shown or on their way

// Shows the actions of a card, or none. `play` is called with the one that the reader chooses.
export async function offer({ shown, at, frame, card, name, play }) {
  const place = $("choice");
  const hand = frame.hands.find(({ cards }) => cards.some((one) => one.card === card));
  const key = hand ? `${shown.path} ${shown.last} ${at} ${card} ${frame.viewer.seat}` : null;
  if (key !== null && asked === key && place.lang === document.documentElement.lang) return;
  asked = key;
  place.lang = document.documentElement.lang;
  // Lines have the deck of the game, so that they cannot continue a branch with another one.
  if (key === null || frame.to_move === null || shown.deal === "resampled") return place.replaceChildren();
  const actions = (await shown.frames(frame.to_move))[at].legal_actions;
  if (asked !== key) return; // the reader has moved on meanwhile
  choices.draw(place, $("table"), { chosen: { card, seat: hand.seat }, frame, actions, name, send: play });
}

// The steps that can be taken back, and those that were.
export class Steps {
  #past = [];
  #future = [];

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  took(place) {
    this.#past.push(place);
    this.#future = [];
  }

  // Returns the place before the last step, to which the reader goes from `now`.
  undo(now) {
    this.#future.push(now);
    return this.#past.pop();
  }

  // Returns the place of a line without its last move.
  shorter(now) {
    this.#future.push(now);
    const { at, moves } = now.place.line;
    const line = moves.length > 1 ? { at, moves: moves.slice(0, -1) } : null;
    return { place: { branch: null, line }, at: at + moves.length - 1 };
  }

  redo(now) {
    this.#past.push(now);
    return this.#future.pop();
  }

  forget() {
    [this.#past, this.#future] = [[], []];
  }
}
