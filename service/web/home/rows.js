// Games as aligned rows: the score, its curve, the players with links to their pages, the rules and the day.

import { element } from "../page/element.js";
import { kindOf, playerPath, players } from "../page/names.js";
import { highest, sparkline } from "./sparkline.js";
import * as words from "../page/words.js";

export const items = (rows) => rows.map((row) => item(row));

// Returns the names of the players and the result in words, as the name of a link.
export function told({ seats, score, outcome, rules }, day) {
  const result = score === null ? words.say(`outcome.${outcome}`) : words.say("score-of", { score, most: highest(rules) });
  return [words.list(players(seats)), result, day].join(", ");
}

function item(row) {
  const { rules, seats, score, outcome, imported, claimed, curve } = row;
  const most = highest(rules);
  const day = words.date(claimed?.finished_at ?? row.finished_at);
  const about = [rules.variant ?? words.say(`suits-${rules.multicolor}`), words.say(`edition.${rules.edition}`), imported && words.say("imported")];
  return element(
    `li.game.${outcome}`,
    {},
    element(
      "a.result",
      { href: `/replays/${row.id}` },
      element("span.unseen", {}, told(row, claimed ? words.say("claimed", { date: day }) : day)),
      element("span.score", { "aria-hidden": "true" }, element("b", {}, `${score ?? "–"}`), score !== null && element("small", {}, `/${most}`)),
    ),
    sparkline(curve, most),
    element("span.players", {}, grouped(seats).map((seat) => player(seat))),
    element("span.what", {}, outcome !== "finished" && element("b", {}, words.say(`outcome.${outcome}`)), element("span", {}, about.filter(Boolean).join(" · "))),
    element("span.when", { title: claimed && words.say("claimed", { date: day }) }, day),
  );
}

// Returns the seats with bots of the same kind as one.
function grouped(seats) {
  const first = new Map(seats.toReversed().map((seat) => [seat.bot ?? seat, seat]));
  return seats.filter((seat) => first.get(seat.bot ?? seat) === seat).map((seat) => ({ ...seat, times: seats.filter(({ bot }) => bot && bot === seat.bot).length }));
}

function player(seat) {
  if (seat.account && seat.program) return element("span.bot", {}, element("a", { href: playerPath(seat) }, seat.name), " ", element("span.kind", {}, kindOf(seat)));
  if (seat.account) return element("a", { href: playerPath(seat) }, seat.name);
  if (seat.bot) return element("span.bot", {}, `${seat.times > 1 ? `${seat.times} × ` : ""}${seat.name} `, element("span.kind", {}, words.say("bot")));
  return element("span", {}, seat.name ?? words.say("former-player"));
}
