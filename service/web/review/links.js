// Links to the same game in other formats.

import { element } from "./element.js";
import * as service from "./service.js";
import * as words from "./words.js";

export function draw(place, { game, shown, at, seat, branch }) {
  const focused = place.contains(document.activeElement) ? [...place.querySelectorAll("a")].indexOf(document.activeElement) : -1;
  const eyes = seat === null ? "" : `?seat=${seat}`;
  const known = [
    branch === null && [`${game.path}/positions/${at}.svg${eyes}`, "link-picture"],
    [`${game.path}/score.svg`, "link-score"],
    [`${game.path}/export?format=hanab-live`, "link-hanab-live"],
    [`${game.path}/export?format=hanab-live-link`, "link-hanab-live-link"],
    [`${game.path}/export?format=notation`, "link-notation"],
    [`${game.path}/export?format=csv`, "link-csv"],
    game.has("verification") && [`${game.path}/verification`, "link-verification"],
    [shown.path, "link-json"],
    ["/docs#/replays", "link-reference"],
  ];
  const link = ([path, key]) => {
    const link = element("a", { href: path }, words.say(key));
    if (game.private && path.startsWith("/v1/")) link.addEventListener("click", (event) => fetched(event, path));
    return element("li", {}, link);
  };
  place.replaceChildren(...known.filter(Boolean).map(link));
  if (focused >= 0) place.querySelectorAll("a")[focused]?.focus({ preventScroll: true });
}

// A link to a private game needs the token, so the game is fetched and saved as a file.
async function fetched(event, path) {
  event.preventDefault();
  const { name, content } = await service.file(path);
  const address = URL.createObjectURL(content);
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
