// A list of puzzles by pages, with the filters of the API, which are also in the fragment of the URL.

import { $, element } from "../page/element.js";
import * as service from "../api/service.js";
import { solved } from "./solved.js";
import * as words from "../page/words.js";

const form = $("find");

let rows = []; // the rows of all pages so far
let next = null; // the path of the next page
let searches = 0; // the number of the newest search, to ignore late responses to older searches

const filters = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => value));

// The fragment of the address that keeps the filters, empty without any.
export function fragment() {
  const text = `${filters()}`;
  return text && `#${text}`;
}

// Shows the puzzles at a path of the API, `size` a page. `card` returns what shows a puzzle, with the solved ones known.
export async function list(path, size, card) {
  form.addEventListener("change", () => form.requestSubmit());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (fragment() === location.hash) search();
    else location.hash = fragment(); // starts the search by its event
  });
  addEventListener("hashchange", begin);
  $("more").addEventListener("click", () => search(next));
  await begin();

  function begin() {
    form.reset();
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      const field = form.elements.namedItem(name);
      if (field) field.value = value;
    }
    return search();
  }

  async function search(following) {
    const mine = ++searches;
    $("trouble").hidden = true;
    try {
      const found = await service.page(following ?? `${path}?${new URLSearchParams([...filters(), ["limit", size]])}`);
      if (mine !== searches) return;
      const shown = following ? rows.length : 0;
      rows = following ? [...rows, ...found.items] : found.items;
      next = found.next;
      draw();
      if (following) $("found").children[shown]?.querySelector("a").focus();
    } catch (error) {
      if (mine !== searches) return;
      $("trouble").textContent = service.explain(error);
      $("trouble").hidden = false;
    }
  }

  function draw() {
    const done = solved();
    $("found").replaceChildren(...rows.map((row) => card(row, done)));
    $("count").textContent = rows.length ? "" : words.say("puzzles-none");
    $("more").hidden = next === null;
  }
}

// Returns a puzzle of a list: a link with its question, its difficulty, whether it is solved, and what else is known.
export function puzzleCard({ id, difficulty }, done, { href, question, about, picture = null }) {
  return element(
    "li.puzzle-card",
    {},
    picture,
    element("a", { href }, question),
    element(
      "span.facts",
      {},
      element(`span.level.${difficulty}`, {}, words.say(`difficulty-${difficulty}`)),
      done.has(id) && element("span.solved", {}, `✓ ${words.say("solved")}`),
    ),
    element("span.about", {}, about.filter(Boolean).join(" · ")),
  );
}
