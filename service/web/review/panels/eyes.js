// The choice of whose eyes to look with.

import { button } from "../../page/element.js";
import * as words from "../../page/words.js";

// `look` is called with the chosen seat, or null for open hands.
export function draw(place, { seats, seat, name, look }) {
  const key = `${seats.map((one) => name(one.seat))}`;
  if (place.dataset.drawn !== key) {
    place.dataset.drawn = key;
    const choice = (value, label) => button("button", { "data-eyes": value ?? "open" }, () => look(value), label);
    place.replaceChildren(choice(null, words.say("open-hands")), ...seats.map((one) => choice(one.seat, name(one.seat))));
  }
  for (const one of place.children) one.setAttribute("aria-pressed", `${one.dataset.eyes === `${seat ?? "open"}`}`);
}
