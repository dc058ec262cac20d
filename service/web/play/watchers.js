// How many watch the game, asked now and then as long as the page is seen.

import { element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const EVERY_MS = 20_000;
const FIRST_MS = 4_000; // the service counts every few seconds

const places = {}; // of the number, by the part of the page

// Returns a place of the number, which is empty if nobody watches.
export const count = (part) => (places[part] ??= element("span.watchers"));

function show(watchers) {
  const text = watchers ? words.say("watchers", { count: watchers }) : "";
  for (const place of Object.values(places)) place.textContent = text;
}

// `isOver` tells whether nobody can watch any more.
export function begin(path, isOver) {
  const read = async () => {
    if (isOver()) {
      clearInterval(timer);
      show(0);
    } else if (!document.hidden) {
      show((await service.get(`${path}/watchers`).catch(() => ({ watchers: 0 }))).watchers);
    }
  };
  const timer = setInterval(read, EVERY_MS);
  setTimeout(read, FIRST_MS);
}
