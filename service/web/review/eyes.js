// The choice of whose eyes to look with.

import { element } from "./element.js";
import * as words from "./words.js";

// `look` is called with the chosen seat, or null for open hands.
export function draw(place, { seats, seat, name, look }) {
  const key = `${words.language()} ${seat}`;
  if (place.dataset.drawn === key) return; // the choice with the focus must remain, since arrow keys move between choices
  place.dataset.drawn = key;
  const focused = place.contains(document.activeElement);
  const choice = (value, label) => {
    const input = element("input", { type: "radio", name: "eyes", value: value ?? "open", autocomplete: "off" });
    input.checked = value === seat;
    input.addEventListener("change", () => look(value));
    return element("label.pill", {}, input, element("span", {}, label));
  };
  place.replaceChildren(choice(null, words.say("open-hands")), ...seats.map((one) => choice(one.seat, name(one.seat))));
  if (focused) place.querySelector(":checked").focus();
}
