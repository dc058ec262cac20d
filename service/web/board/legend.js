// The legend of the signs on the board.

import { shape } from "./cards.js";
import { element } from "../page/element.js";
import { mark, sign } from "./signs.js";
import * as words from "../page/words.js";

export function legend() {
  const line = (shown, text) => element("li", {}, element("span.sign", { "aria-hidden": "true" }, shown), text);
  const told = element("span.told.rows.touched", {}, element("span", {}, element("b", {}, shape("red"))), element("span", {}, element("b.positive", {}, "2")));
  return element(
    "ul.legend",
    {},
    line(told, words.say("legend-told")),
    line(element("span.mark.bubble", {}, "2"), words.say("legend-touched")),
    line(mark("drawn"), words.say("legend-drawn")),
    line(mark("playable", "up"), words.say("picture.playable")),
    line(mark("critical"), words.say("picture.critical")),
    line(mark("trash"), words.say("picture.trash")),
    line(element("span.way", {}, element("b", {}, "≤3")), words.say("legend-lost")),
  );
}
