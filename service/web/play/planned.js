// The plan for the reader's next turn, which the service plays if what it rests on has happened.

import { button, element } from "../page/element.js";
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
export function whyVoid() {
  const key = `plan-voided-${plan.reason}`;
  return words.say(words.has(key) ? key : "plan-voided");
}

// Draws the plan and, while others are to move, the fields for another one. `changed` is called when it is known.
export function draw(place, view, { path, name, variant, changed, failed }) {
  const { seat } = view.viewer;
  place.hidden = seat === null || view.result !== null;
  if (place.hidden) return;
  const again = () => {
    draw(place, view, { path, name, variant, changed, failed });
    changed();
  };
  const send = async (body) => {
    try {
      plan = body ? await service.put(`${path}/planned-moves`, body) : await service.get(`${path}/planned-moves`);
      again();
    } catch (error) {
      failed(error);
    }
  };
  if (asked !== view.version && (plan === null || plan.status === "waiting")) {
    asked = view.version;
    send(null);
  }
  const before = seatsBefore(view);
  place.hidden = before.length === 0 && plan?.status !== "voided" && !(plan?.status === "waiting" && plan.moves.length);
  const key = JSON.stringify([view.version, plan]);
  if (place.dataset.drawn === key) return; // so that what is being chosen remains
  place.dataset.drawn = key;
  const text = (action, actor) => (action.type === "clue" && !action.color && !action.rank ? words.say("plan-clue", { name: name(action.target) }) : said(action, { ...view, to_move: actor }, name));
  const waits = plan?.status === "waiting";
  const lines = waits ? plan.moves.map(({ when, then }) => element("li", {}, [...when.filter((one) => before.includes(one.seat)).map((one) => `${words.labelled(name(one.seat), text(one, one.seat))} → `), text(then, seat)].join(""))) : [];
  const back = lines.length > 0 && button("button", {}, () => send({ moves: [] }), words.say("plan-remove"));
  const voided = plan?.status === "voided" && element("p.hint", { tabindex: -1 }, whyVoid());
  const [heading, list] = [element("h3", { tabindex: -1 }, words.say("plan")), element("ol", { role: "list", tabindex: -1 }, ...lines)];
  const parts = [heading, voided, list, back, before.length > 0 && fields()];
  const held = place.contains(document.activeElement);
  place.replaceChildren(...parts.filter(Boolean));
  if (held) (voided || (lines.length ? list : heading)).focus({ preventScroll: true });

  function fields() {
    const when = select(before.map((one) => [name(one), turnsOf(view, one).map((action) => [text(action, one), [{ seat: one, ...action }]])]));
    when.prepend(option(words.say("plan-anything"), []));
    when.value = "[]";
    const others = view.hands.filter((hand) => hand.seat !== seat);
    const then = select([[name(seat), cardsOf(view, seat).map((action) => [text(action, seat), action])], ...others.map((hand) => [name(hand.seat), cluesTo(hand, view, variant).map((action) => [text(action, seat), action])])]);
    const add = async () => {
      const move = { when: JSON.parse(when.value), then: JSON.parse(then.value) };
      const kept = waits && turn === view.turn ? plan.moves : [];
      turn = view.turn;
      await send({ moves: [...kept, move], expected_version: view.version });
    };
    const labelled = (label, field) => element("label", {}, element("span", {}, words.say(label)), field);
    return element("div", {}, element("p.hint", {}, words.say("plan-about")), labelled("plan-if", when), labelled("plan-then", then), button("button", {}, add, words.say("plan-add")));
  }
}

// Returns the seats that move before the reader, none at the reader's turn.
function seatsBefore({ seats, to_move: mover, viewer }) {
  const found = [];
  for (let one = mover; one !== viewer.seat && one !== null; one = (one + 1) % seats.length) found.push(one);
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
