// The reader's games: those that run lead to their table, the others to their replay.

import { $, element } from "./element.js";
import * as service from "./service.js";
import * as words from "./words.js";

export async function draw() {
  if (!service.token.get()) return;
  const me = await service.get("/v1/me");
  const { items } = await service.get("/v1/me/games?limit=20");
  $("my-games").hidden = !items.length;
  $("my-games-list").replaceChildren(...items.filter(({ imported }) => !imported).map((game) => item(game, me.id)));
}

function item({ id, status, seats, to_move: moves, score, started_at: started }, me) {
  const over = status === "ended";
  const mine = seats.find(({ account }) => account === me)?.seat;
  const names = words.list(seats.map((one) => one.name ?? words.say("seat-free")));
  const state = over ? words.points(score) : status === "open" ? words.say("game-open") : moves === mine ? words.say("your-turn") : words.say("game-running");
  const link = element("a", { href: over ? `/replays/${id}` : `/play/${id}` }, element("strong", {}, names), element("span", {}, state), element("span", {}, started ? words.date(started) : ""));
  return element("li", {}, link);
}
