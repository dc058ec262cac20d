// The page in frames of other sites: steps through the turns of a public replay.

import * as board from "../../board/board.js";
import { dress, kindsOf } from "../../board/cards.js";
import { $, element } from "../../page/element.js";
import { variantOf } from "../../board/rules-in-words.js";
import * as address from "../state/address.js";
import { Game } from "../state/game.js";
import * as lines from "../state/line.js";
import { namesOf } from "../../page/names.js";
import * as service from "../../api/service.js";
import * as words from "../../page/words.js";

const { game: id, seat, versions, turn } = document.body.dataset;
const places = versions.split(" ").map(Number); // the version after the deal and after each turn
let at = Number(turn);
let game = null;
let frames = [];
let kinds = null;

function show(place) {
  at = Math.min(Math.max(place, 0), places.length - 1);
  const version = places[at];
  const event = game.events[version];
  const frame = frames[version];
  board.draw($("table"), { frame, event, events: game.events.slice(0, version + 1), name: namesOf(game.seats), rules: game.rules, kinds });
  const said = words.say("turn-now", { turn: at });
  $("said").replaceChildren(element("b", {}, `${said}.`), ` ${event.line}`);
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", said);
}

const steps = {
  first: () => show(0),
  previous: () => show(at - 1),
  next: () => show(at + 1),
  last: () => show(places.length - 1),
};
const keys = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" };

function listen() {
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", steps[button.dataset.step]);
  }
  $("slider").addEventListener("input", () => show(Number($("slider").value)));
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.target === $("slider")) return;
    event.preventDefault();
    steps[keys[event.key]]();
  });
  $("steps").hidden = false;
}

async function begin() {
  try {
    await words.begin();
    const replay = await Game.of(id);
    const { line } = address.read();
    game = line ? await lines.line(replay, line) : replay;
    const { variant } = game.rules;
    const [seen, found] = await Promise.all([game.frames(seat === "" ? null : Number(seat)), variant && variantOf(variant)]);
    frames = seen;
    kinds = kindsOf(found, frames[0]);
    if (found) dress(found);
    show(at);
    listen();
  } catch (error) {
    $("said").textContent = service.explain(error);
  }
}

await begin();
