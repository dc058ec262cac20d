// The running games that can be watched, read again as long as the page is seen.

import { $, element } from "../page/element.js";
import { fill, parts } from "../page/keyed.js";
import { insist } from "../api/persistent-requests.js";
import * as service from "../api/service.js";
import { played, who } from "./table-row.js";
import * as words from "../page/words.js";

const EVERY_MS = 20_000;
const MOST = 10;

let me = null; // the account of the reader, whose own games are in another list

export async function begin() {
  if (service.isSignedIn()) me = (await insist(service.me, () => {})).id;
  setInterval(() => document.hidden || draw().catch(() => {}), EVERY_MS);
  await insist(draw, () => {});
}

async function draw() {
  const found = (await service.get("/v1/games?watchable=true&limit=20")).items;
  const items = found.filter(({ seats }) => me === null || !seats.some(({ account }) => account === me)).slice(0, MOST);
  const part = parts($("watchable"));
  fill($("watchable"), items.map((game) => part(game.id, game, () => row(game))));
  $("watchable-none").hidden = items.length > 0;
  $("watch-games").hidden = false;
}

function row({ id, seats, turn, watchers, ...game }) {
  const what = [words.say("turn-now", { turn }), played(game), watchers > 0 && words.say("watchers", { count: watchers })];
  const label = `watch-${id}`;
  return element(
    "li.open-table",
    {},
    element("div", { id: label }, who(seats), element("p.hint", {}, what.filter(Boolean).join(" · "))),
    element("a.button", { href: `/play/${id}`, "aria-describedby": label }, words.say("watch")),
  );
}
