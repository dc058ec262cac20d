// The title of the page, and what there is to say about the game as a whole.

import { $, element } from "../../page/element.js";
import { markOf, playerPath } from "../../page/names.js";
import * as words from "../../page/words.js";

export function draw({ game, name, ended }) {
  const players = words.list(game.seats.map((one) => name(one.seat)));
  $("title").replaceChildren(...words.listed(game.seats, (seat) => player(seat, name(seat.seat))));
  document.title = `${players} · ${words.say("replay")} · Hanabi`;
  const suits = game.rules.variant ?? words.say(`suits-${game.rules.multicolor}`);
  const when = [(game.source?.origin ?? game.source)?.incomplete && words.say("incomplete"), game.finishedAt && words.date(game.finishedAt), game.claimed && words.say("claimed", { date: words.date(game.claimed.finished_at) })];
  const rating = ended && game.result.rating && ` ${words.sentence(game.result.rating.text)}`;
  const minor = (text) => (text ? [element("span.minor", {}, text)] : []); // what a narrow window leaves out
  for (const place of ["about", "about-more"]) {
    $(place).replaceChildren(
      ...(ended ? [outcome(game), ...minor(rating), " · "] : []),
      ...minor(`${words.say(`edition.${game.rules.edition}`)} · `),
      suits,
      ...minor(game.source && ` · ${words.say("imported")}`),
      ...when.filter(Boolean).map((one) => ` · ${one}`),
      ...(game.contest ? [" · ", element("a", { href: `/contests/${game.contest}` }, words.say("contest"))] : []),
    );
  }
}

function player(seat, name) {
  if (!seat.account) return name;
  const link = element("a", { href: playerPath(seat) }, name);
  const mark = markOf(seat);
  return mark ? element("span", {}, link, mark) : link;
}

// The last event names the player whose time was over.
function outcome({ result, events }) {
  const reason = result.outcome === "aborted" && (result.reason === "timed_out" ? events.at(-1).line : words.say(`reason.${result.reason}`));
  return [`${words.say(`outcome.${result.outcome}`)}, ${words.points(result.score)}.`, reason].filter(Boolean).join(" ");
}
