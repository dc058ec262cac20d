// Games as aligned rows: the score, the players with links to their pages, the rules and the day.

import { element } from "./element.js";
import * as words from "./words.js";

const POINTS = 5; // of a complete firework

export const items = (rows) => rows.map((row) => item(row));

export const players = (seats) => seats.map((seat) => seat.name ?? words.say("seat", seat));

// Returns the address of the page of an account. A name with a slash is not a part of a path.
export const playerPath = ({ name, account }) => `/players/${name.includes("/") ? account : encodeURIComponent(name)}`;

export function highest({ multicolor, variant }) {
  const suits = /\((\d) Suits\)/.exec(variant ?? "")?.[1] ?? (multicolor === "none" ? 5 : 6);
  return suits * POINTS;
}

function item(row) {
  const { rules, seats, score, outcome, imported, claimed } = row;
  const said = `${words.points(score)} · ${words.say(`outcome.${outcome}`)}: ${words.list(players(seats))}`;
  const bar = element("span.share", { "aria-hidden": "true" });
  bar.style.setProperty("--share", `${(score ?? 0) / highest(rules)}`);
  const day = claimed ? words.say("claimed", { date: words.date(claimed.finished_at) }) : words.date(row.finished_at);
  const about = [rules.variant ?? words.say(`suits-${rules.multicolor}`), words.say(`edition.${rules.edition}`), imported && words.say("imported")];
  return element(
    `li.game.${outcome}`,
    {},
    element("a.result", { href: `/replays/${row.id}` }, element("b", { "aria-hidden": "true" }, `${score ?? "–"}`), element("span.unseen", {}, said), bar),
    element("span.players", {}, grouped(seats).flatMap((seat, place) => [place ? ", " : "", player(seat)])),
    element("span.what", {}, about.filter(Boolean).join(" · ")),
    element("span.when", {}, day),
  );
}

// Returns the seats with bots of the same kind as one.
function grouped(seats) {
  const first = new Map(seats.toReversed().map((seat) => [seat.bot ?? seat, seat]));
  return seats.filter((seat) => first.get(seat.bot ?? seat) === seat).map((seat) => ({ ...seat, times: seats.filter(({ bot }) => bot && bot === seat.bot).length }));
}

function player(seat) {
  if (seat.account) return element("a", { href: playerPath(seat) }, seat.name);
  if (seat.bot) return element("span.bot", {}, `${seat.times > 1 ? `${seat.times} × ` : ""}${seat.name} (${words.say("bot")})`);
  return element("span", {}, seat.name ?? words.say("seat", seat));
}
