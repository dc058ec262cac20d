// What can be taken along: the same game in other forms, each by its address.

import { element } from "./element.js";
import * as words from "./words.js";

export function draw(place, { game, shown, at, seat, branch }) {
  const eyes = seat === null ? "" : `?seat=${seat}`;
  const known = [
    [`${shown.path}/positions/${at}.svg${eyes}`, "link-picture", branch === null],
    [`${game.path}/score.svg`, "link-score", true],
    [`${game.path}/export?format=json`, "link-export", true],
    [`${game.path}/export?format=hanab-live`, "link-hanab-live", true],
    [`${game.path}/export?format=notation`, "link-notation", true],
    [`${game.path}/export?format=csv`, "link-csv", true],
    [`${game.path}/verification`, "link-verification", true],
    [shown.path, "link-json", true],
    ["/docs#/replays", "link-reference", true],
  ];
  const link = ([path, key]) => element("li", {}, element("a", { href: path }, words.say(key)));
  place.replaceChildren(...known.filter(([, , offered]) => offered).map(link));
}
