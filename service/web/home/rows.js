// Games as aligned rows: the score, its curve, the players with links to their pages, the rules and the day.

import { drawing, element } from "../page/element.js";
import { kindOf, uniqueNames } from "../page/names.js";
import * as words from "../page/words.js";

const POINTS = 5; // of a complete firework
const HEIGHT = 30; // of a curve; its width is the number of turns

export const items = (rows) => rows.map((row) => item(row));

export const players = (seats) => uniqueNames(seats).map((name) => name ?? words.say("former-player"));

// Returns the address of the page of an account. A name with a slash is not a part of a path.
export const playerPath = ({ name, account }) => `/players/${name.includes("/") ? account : encodeURIComponent(name)}`;

export function highest({ multicolor, variant }) {
  const suits = /\((\d) Suits\)/.exec(variant ?? "")?.[1] ?? (multicolor === "none" ? 5 : 6);
  return suits * POINTS;
}

// Returns the names of the players and the result in words, as the name of a link.
export function told({ seats, score, outcome, rules }, day) {
  const result = score === null ? words.say(`outcome.${outcome}`) : words.say("points-of", { score, most: highest(rules) });
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

// Returns the points on the table by turn, and above them what could still be reached, if that is known.
export function sparkline(curve, most) {
  if (!curve) return element("span.sparkline");
  const { points, reachable } = curve;
  const turns = Math.max(1, points.length - 1);
  const y = (value) => (HEIGHT * (1 - value / most)).toFixed(1);
  const steps = (values) => values.map((value, turn) => (turn ? (value === values[turn - 1] ? "" : `H${turn}V${y(value)}`) : `M0 ${y(value)}`)).join("") + `H${turns}`;
  const stroke = (name, values) => drawing(`path.${name}`, { d: steps(values), "vector-effect": "non-scaling-stroke" });
  return drawing(
    "svg.sparkline",
    { viewBox: `0 0 ${turns} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
    drawing("path.area", { d: `${steps(points)}V${HEIGHT}H0Z` }),
    reachable && stroke("reachable", reachable),
    stroke("points", points),
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
