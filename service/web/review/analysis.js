// What the analysis says of each move, and of the game.
import { element } from "./element.js";
import { missing } from "./game.js";
import * as service from "./service.js";
import * as words from "./words.js";

export const of = (game) => missing(service.get(`${game.path}/analysis`));

export function badges() {
  return [];
}

export function draw(place) {
  place.replaceChildren(element("p.hint", {}, words.say("no-analysis")));
}
