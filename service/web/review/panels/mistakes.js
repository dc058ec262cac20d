// Learn from mistakes: a costly decision as its seat saw it, which the reader takes anew, and what each choice was worth.

import { button, element } from "../../page/element.js";
import { said } from "../../board/moves.js";
import * as words from "../../page/words.js";

// `decision` is in question, `answer` what the reader chose, or null. `frame` is the table as the seat saw it, before the
// `turn`. `choose` is called with a choice; `next` goes on, and `more` tells whether to another decision.
export function draw(place, { decision, answer, frame, turn, name, choose, next, more }) {
  const asks = answer === null;
  const text = ({ action }) => said(action, frame, name);
  const ask = words.say("mistakes-ask", { turn, name: name(decision.seat) });
  const choices = asks ? decision.choices.toSorted((one, other) => text(one).localeCompare(text(other))) : decision.choices;
  const row = (choice, number) => (asks ? button("button", { "data-choice": number }, () => choose(choice), text(choice)) : [text(choice), badges(choice)]);
  const list = element(asks ? "ul.savers" : "ul.losses", {}, choices.map((choice, number) => element("li", { "aria-current": choice === answer ? "true" : null }, row(choice, number))));
  const go = asks || !more ? "mistakes-end" : "mistakes-next";
  place.replaceChildren(
    element(
      "div.part.wide",
      {},
      element("h3", {}, words.say("mistakes")),
      element("p", { role: "status", tabindex: -1 }, asks ? ask : outcome(answer)),
      list,
      element("div.saving", {}, button("button", { "data-next": true }, next, words.say(go))),
    ),
  );
}

function outcome({ best, difference, ruled_out: ruledOut }) {
  if (best) return words.say("mistakes-right");
  return words.say(difference === null && !ruledOut ? "mistakes-close" : "mistakes-wrong");
}

function badges({ best, taken, difference, error, closer_than: closer, ruled_out: ruledOut }) {
  const figures = [
    best && [words.say("mistakes-best")],
    difference !== null && [`−${words.number(-difference)} ± ${words.number(error)}`, "bad"],
    !best && closer !== null && [words.say("mistakes-closer", { points: words.number(closer) })],
    ruledOut && [words.say("bot-ruled-out"), "bad"],
    taken && [words.say("mistakes-taken")],
  ];
  return element("span.badges", {}, figures.filter(Boolean).map(([text, kind]) => element(kind ? `span.badge.${kind}` : "span.badge", {}, text)));
}
