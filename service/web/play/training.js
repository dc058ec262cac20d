// The training aid: what the last clue meant, and marks on the cards, while the reader wants them.

import { $, element } from "../page/element.js";
import * as service from "../api/service.js";
import { thoughts } from "../board/thoughts.js";
import * as words from "../page/words.js";

const ACT = /_(play|discard)$/; // kinds of meanings that are no clues

let on = true; // at a table that was made with it
let asked = null; // the turn that was asked for last
let found = null; // {turn, body}

// `changed` is called when there is more to draw.
export function begin(changed) {
  $("explain").addEventListener("click", () => {
    on = !on;
    changed();
  });
}

// Asks for what is not known yet, and draws the sentence. Returns what conventions say about the cards.
export function draw(view, path, { changed, failed }) {
  const allowed = view.training === true && view.viewer.seat !== null && view.result === null;
  const shows = on && allowed;
  $("explain").hidden = $("explain-what").hidden = !allowed;
  $("explain").setAttribute("aria-pressed", `${shows}`);
  if (shows && asked !== view.turn) ask(view, path, { changed, failed });
  const body = shows && found?.turn === view.turn ? found.body : null;
  $("meaning").hidden = !shows;
  $("meaning").textContent = body ? sentence(body, view) : "";
  if (!body?.turns.length) return () => null;
  return thoughts(body.turns.at(-1));
}

function ask({ turn, seats }, path, { changed, failed }) {
  asked = turn;
  service.get(`${path}/conventions?level=${levelOf(seats)}`).then((body) => {
    if (asked !== turn) return; // the game has gone on
    found = { turn, body };
    $("explain-what").replaceChildren(words.say("conventions-source", { edition: body.source.edition }), " ", element("a", { href: body.source.page, rel: "noreferrer" }, words.say("conventions-guide")));
    changed();
  }, (error) => {
    on = false;
    asked = null;
    failed(error);
    changed();
  });
}

// The level that the bots of the table speak, else the one that a new table offers.
const levelOf = (seats) => seats.map(({ bot }) => bot?.match(/^hgroup-(\d)$/)?.[1]).find(Boolean) ?? "3";

// Says what the last clue of the round meant, and what is asked of the reader.
function sentence({ turns, text }, view) {
  if (text) return text;
  const clue = turns.findLast(({ meaning }) => meaning && !ACT.test(meaning.kind));
  const next = view.to_move === view.viewer.seat ? turns.at(-1).expected.map((one) => one.text) : [];
  return [clue && words.labelled(words.say("turn-now", { turn: clue.turn }), clue.text), ...next].filter(Boolean).join(" ");
}
