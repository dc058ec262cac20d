// The reader's games: those that run lead to their table, the others to their replay.

import { paceInWords } from "../page/paces.js";
import { $, element } from "../page/element.js";
import { players, uniqueNames } from "../page/names.js";
import { items } from "../home/rows.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

export async function draw() {
  if (!service.isSignedIn()) return;
  const [me, page] = await Promise.all([service.me(), service.get("/v1/me/games?limit=100")]);
  const played = page.items.filter(({ imported }) => !imported);
  const [over, running] = [played.filter(({ status }) => status === "ended"), played.filter(({ status }) => status !== "ended")];
  $("my-running").hidden = !running.length;
  $("my-games").hidden = !over.length;
  const isMine = ({ seats, to_move: moves }) => moves !== null && seats[moves].account === me.id;
  const first = running.toSorted((one, other) => isMine(other) - isMine(one)); // those that wait for the reader
  $("my-tables").replaceChildren(...first.map((game) => table(game, isMine(game))));
  $("my-replays").replaceChildren(...items(over));
}

function table({ id, status, seats, rules, pace, turn, started_at: started, created_at: created }, mine) {
  const state = status === "open" ? words.say("game-open") : mine ? words.say("your-turn") : words.say("game-running");
  const names = status === "open" ? uniqueNames(seats).map((name) => name ?? words.say("seat-free")) : players(seats);
  const what = [rules.variant ?? words.say(`suits-${rules.multicolor}`), words.say(`edition.${rules.edition}`), pace && paceInWords(pace), status === "running" && words.say("turn-now", { turn })];
  return element(
    mine ? "li.game.yours" : "li.game",
    {},
    element("a.result", { href: `/play/${id}` }, element("b.state", {}, state), element("span.unseen", {}, words.list(names))),
    element("span.players", {}, names.join(", ")),
    element("span.what", {}, what.filter(Boolean).join(" · ")),
    element("span.when", {}, words.date(started ?? created)),
  );
}
