// The plan for the reader's next turn, which the service plays if what it rests on has happened.

import { element } from "../page/element.js";
import { said } from "../board/moves.js";
import * as service from "../api/service.js";
import { cluesOf, touching } from "../page/touch.js";
import * as words from "../page/words.js";

let plan = null; // as the service has told it
let asked = null; // the version of the view for which it was asked last
let turn = null; // the turn at which the reader has made it; null if that was before the page was loaded

// Returns whether something else than a move of the reader has ended the plan since the reader's last turn. `events` are
// those up to the view.
export function isVoid({ viewer }, events) {
  const last = events.findLast(({ type, seat }) => seat === viewer.seat && ["play", "discard", "clue"].includes(type));
  return plan?.status === "voided" && plan.ended_by > (last?.version ?? 0);
}

// Says why the plan is void.
export function whyVoid({ viewer }, events) {
  const { target, landed } = events[plan.ended_by] ?? {};
  const turn = target === viewer.seat ? "clue" : landed === false ? "misplay" : "turn";
  const key = `plan-void-${plan.reason === "turn" ? turn : plan.reason}`;
  return words.labelled(words.say("plan-voided"), words.say(words.has(key) ? key : "plan-void-other"));
}

// Returns the planned move that the service is about to make, or null.
export const due = ({ viewer, to_move: mover, clock }) => (mover !== null && mover === viewer.seat && !clock?.paused ? (plan?.due ?? null) : null);

// What changes with a plan that waits.
export const state = () => (plan?.status === "waiting" ? JSON.stringify(plan) : "");

// Returns the moves that the reader can plan now, none at a table of bots.
export function actions(view, variant) {
  const { seat } = view.viewer;
  if (seat === null || view.isPast || seatsBefore(view).length === 0 || view.seats.filter(({ bot }) => bot === null).length < 2) return [];
  const others = view.hands.filter((hand) => hand.seat !== seat);
  return [...cardsOf(view, seat), ...others.flatMap((hand) => cluesTo(hand, view, variant))];
}

// Returns the plan in words, a text for each move.
export function lines(view, name) {
  const before = seatsBefore(view);
  const isFirst = ({ when }) => when.filter((one) => before.includes(one.seat)).map((one) => `${words.labelled(name(one.seat), text(one, one.seat, view, name))} → `);
  return plan?.status === "waiting" ? plan.moves.map((move) => [...isFirst(move), text(move.then, view.viewer.seat, view, name)].join("")) : [];
}

// Asks for the plan if it may have changed, and draws it with what it may rest on. `changed` is called when it is known.
export function draw(place, view, { path, name, variant, changed, failed }) {
  if (view.viewer.seat !== null && view.result === null && asked !== view.version && (plan === null || plan.status === "waiting")) {
    asked = view.version;
    service.get(`${path}/planned-moves`).then((found) => {
      plan = found;
      changed();
    }, failed);
  }
  place.hidden = actions(view, variant).length === 0;
  const key = JSON.stringify([view.version, plan]);
  if (place.hidden || place.dataset.drawn === key) return; // so that what is being chosen remains
  place.dataset.drawn = key;
  const when = select(seatsBefore(view).map((one) => [name(one), turnsOf(view, one).map((action) => [text(action, one, view, name), [{ seat: one, ...action }]])]));
  when.prepend(option(words.say("plan-anything"), []));
  when.value = "[]";
  const list = element("ol", { role: "list" }, ...lines(view, name).map((line) => element("li", {}, line)));
  const label = element("label", {}, element("span", {}, words.say("plan-if")), when);
  const held = place.contains(document.activeElement);
  place.replaceChildren(element("h3", {}, words.say("plan")), list, label, element("p.hint", {}, words.say("plan-about")));
  if (held) when.focus({ preventScroll: true });
}

// Plans a move that rests on what is chosen in `place`. It replaces the one that rests on the same.
export async function add(place, then, view, path) {
  const when = JSON.parse(place.querySelector("select").value);
  const kept = plan?.status === "waiting" && turn === view.turn ? plan.moves.filter((move) => JSON.stringify(move.when) !== JSON.stringify(when)) : [];
  turn = view.turn;
  const moves = when.length ? [{ when, then }, ...kept] : [...kept, { when, then }];
  plan = await service.put(`${path}/planned-moves`, { moves, expected_version: view.version });
}

export async function takeBack(path) {
  plan = await service.put(`${path}/planned-moves`, { moves: [] });
}

const text = (action, actor, view, name) => (action.type === "clue" && !action.color && !action.rank ? words.say("plan-clue", { name: name(action.target) }) : said(action, { ...view, to_move: actor }, name));

// Returns the seats that move before the reader, none at the reader's turn and for watchers.
function seatsBefore({ seats, to_move: mover, viewer }) {
  const found = [];
  for (let one = mover; viewer.seat !== null && one !== viewer.seat && one !== null; one = (one + 1) % seats.length) found.push(one);
  return found;
}

const cardsOf = (view, seat) => view.hands[seat].cards.flatMap(({ card }) => [{ type: "play", card }, { type: "discard", card }]);

const turnsOf = (view, seat) => [...cardsOf(view, seat), ...view.hands.filter((hand) => hand.seat !== seat).map((hand) => ({ type: "clue", target: hand.seat }))];

// Returns the clues that touch a card of a hand now.
function cluesTo({ seat: target, cards }, { rules, fireworks }, variant) {
  const touches = touching(rules, variant);
  if (!touches) return [];
  return cluesOf(rules, variant, fireworks).filter((clue) => cards.some((card) => touches(clue, card))).map((clue) => ({ type: "clue", target, ...clue }));
}

function option(text, value) {
  return element("option", { value: JSON.stringify(value) }, text);
}

function select(groups) {
  return element("select", {}, ...groups.filter(([, options]) => options.length).map(([label, options]) => element("optgroup", { label }, ...options.map(([text, value]) => option(text, value)))));
}
