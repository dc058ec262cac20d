// How others played the same deck: their scores, with a link to the comparison.

import * as service from "../../api/service.js";
import { $, element } from "../../page/element.js";
import * as words from "../../page/words.js";

const SHOWN = 12; // scores in the line

let found = null;

export async function begin(game) {
  if (!game.has("same-deck")) return;
  found = await service.page(`/v1/replays/${game.id}/same-deck?limit=${SHOWN}`);
}

// Nothing is said before the end is shown, since the scores tell it.
export function draw({ game, ended }) {
  $("same-deck").hidden = !ended || !found;
  if ($("same-deck").hidden) return;
  const address = `/replays/${game.id}/same-deck`;
  if (found.items.every(({ id }) => id === game.id)) return $("same-deck").replaceChildren(element("a.plain", { href: address }, words.say("play-deck")));
  const scores = found.items.map(({ score }) => score ?? "–").join(", ") + (found.next ? ", …" : "");
  const teams = `${found.items.length}${found.next ? "+" : ""}`;
  $("same-deck").replaceChildren(element("a.plain", { href: address }, words.say("this-deck", { scores, teams })));
}
