// What the bot would have done at the shown turn, beside what was done.

import { element } from "../../page/element.js";
import { isSame, moveOf, said } from "../../board/moves.js";
import * as words from "../../page/words.js";

// Returns a part of the page, or null without an opinion. `frame` is the table before the event, with open hands.
export function draw(opinion, { event, frame, name }) {
  if (!opinion?.best.length) return null;
  const done = moveOf(event);
  const row = (action, worth, ruledOut) => {
    const own = isSame(action, done);
    const mark = own ? element("span.badge", {}, words.say("bot-done")) : null;
    return element("tr", { class: own ? "own" : null }, element("th", { scope: "row" }, said(action, frame, name), mark), element("td", {}, ruledOut ? words.say("bot-ruled-out") : worth === null ? "–" : words.number(worth)));
  };
  const best = opinion.best.map((one) => row(one.action, one.worth, one.worth === null));
  const missing = opinion.best.some((one) => isSame(one.action, done)) ? [] : [row(done, opinion.done, opinion.ruled_out)];
  return element(
    "div.advice",
    {},
    element("h3", {}, words.say("bot-advice")),
    isSame(opinion.best[0].action, done) && element("p", {}, words.say("bot-same")),
    element(
      "table.figures",
      {},
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, words.say("move")), element("th", { scope: "col" }, words.say("bot-worth")))),
      element("tbody", {}, best, missing),
    ),
    element("p.hint", {}, words.say("bot-hint")),
  );
}
