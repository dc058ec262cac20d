// How many watch the game, asked now and then as long as the page is seen.

import { element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const EVERY_MS = 20_000;
const FIRST_MS = 4_000; // the service counts every few seconds

const place = element("span.watchers");

// Returns the place of the number, which is empty if nobody watches.
export const count = () => place;

// `isOver` tells whether nobody can watch any more.
export function begin(path, isOver) {
  const read = async () => {
    if (isOver()) {
      clearInterval(timer);
      place.textContent = "";
    } else if (!document.hidden) {
      const found = await service.get(`${path}/watchers`).catch(() => ({ watchers: 0 }));
      place.textContent = found.watchers ? ` · ${words.say("watchers", { count: found.watchers })}` : "";
    }
  };
  const timer = setInterval(read, EVERY_MS);
  setTimeout(read, FIRST_MS);
}
