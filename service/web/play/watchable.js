// The running games that can be watched, read again as long as the page is seen.

import { $, element } from "../page/element.js";
import { fill, parts } from "../page/keyed.js";
import { markOf } from "../page/names.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const EVERY_MS = 20_000;

export async function begin() {
  await draw();
  setInterval(() => document.hidden || draw().catch(() => {}), EVERY_MS);
}

async function draw() {
  const { items } = await service.get("/v1/games?watchable=true&limit=10");
  const part = parts($("watchable"));
  fill($("watchable"), items.map((game) => part(game.id, game, () => row(game))));
  $("watchable-none").hidden = items.length > 0;
  $("watch-games").hidden = false;
}

function row({ id, seats, rules, turn, watchers }) {
  const what = [words.say("turn-now", { turn }), rules.variant ?? words.say(`suits-${rules.multicolor}`), words.say(`edition.${rules.edition}`), watchers > 0 && words.say("watchers", { count: watchers })];
  const label = `watch-${id}`;
  return element(
    "li.open-table",
    {},
    element("div", { id: label }, element("p.who", {}, seats.map((seat) => element("span", {}, seat.name, markOf(seat)))), element("p.hint", {}, what.filter(Boolean).join(" · "))),
    element("a", { href: `/play/${id}`, "aria-describedby": label }, words.say("watch")),
  );
}
