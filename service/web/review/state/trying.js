// Other moves: the actions of the chosen card, and the line that grows with them. Nothing is stored.

import * as choices from "../../board/choice.js";
import { $ } from "../../page/element.js";
import { variantOf } from "../../board/rules-in-words.js";
import { moveOf } from "../../board/moves.js";
import * as service from "../../api/service.js";

// Returns the line that a move at a version starts or continues.
export function extended(game, shown, at, action) {
  const from = shown === game ? at : Math.min(at, shown.from);
  const before = shown === game ? [] : shown.events.slice(from + 1, at + 1).map(moveOf);
  return { at: from, moves: [...before, action], deal: shown.deal ?? null };
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
  // Another deck was drawn for the start of the line: before it, the same seed gives another one.
  const isFixed = shown.deal && (shown.deal.seed === null || at < shown.from);
  if (key === null || frame.to_move === null || isFixed) return place.replaceChildren();
  const { rules } = shown;
  const [frames, variant] = await Promise.all([shown.frames(frame.to_move), rules.variant && variantOf(rules.variant)]);
  const actions = frames[at].legal_actions;
  if (asked !== key) return; // the reader has moved on meanwhile
  choices.draw(place, $("table"), { chosen: { card, seat: hand.seat }, frame, actions, name, rules, variant, send: play });
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
    const { at, moves, deal } = now.place.line;
    const line = moves.length > 1 || (deal && moves.length) ? { at, moves: moves.slice(0, -1), deal } : null;
    return { place: { line }, at: at + Math.max(0, moves.length - 1) };
  }

  redo(now) {
    this.#past.push(now);
    return this.#future.pop();
  }

  forget() {
    [this.#past, this.#future] = [[], []];
  }
}
