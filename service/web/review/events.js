// The list of what happened.

import { button, element } from "./element.js";
import * as words from "./words.js";

let drawn = null; // the key of the list that was drawn last

// `key` changes with the content of the list; `turn` and `badges` return those of a version.
export function draw(list, { shown, at, limit, key, turn, badges, go }) {
  const all = [words.language(), shown.path, limit, key].join(" ");
  if (drawn !== all) {
    drawn = all;
    const line = (event) => {
      const said = badges(event.version);
      const wrong = said.length ? element("span.badges", {}, said) : null;
      const press = button("button.step", { tabindex: -1 }, () => go(event.version), element("span.turn", {}, `${turn(event.version)}`), element("span", {}, event.line), wrong);
      return element("li", { class: event.type }, press);
    };
    list.replaceChildren(...shown.events.slice(0, limit + 1).map(line));
  }
  for (const [version, item] of [...list.children].entries()) {
    const current = version === at;
    item.firstChild.tabIndex = current ? 0 : -1;
    current ? item.firstChild.setAttribute("aria-current", "step") : item.firstChild.removeAttribute("aria-current");
    item.classList.toggle("apart", shown.from !== undefined && version > shown.from);
  }
  const current = list.children[at];
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2 + current.clientHeight / 2;
}
