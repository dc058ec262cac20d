// The list of puzzles by convention, with the filters of the API, which are also in the fragment of the URL.

import "../page/begin.js";
import { $, element } from "../page/element.js";
import * as service from "../api/service.js";
import { solved } from "./solved.js";
import * as words from "../page/words.js";

const SHOWN = 24;

const form = $("find");

let rows = []; // the rows of all pages so far
let next = null; // the path of the next page
let searches = 0; // the number of the newest search, to ignore late responses to older searches

const filters = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => value));

async function search(path) {
  const mine = ++searches;
  $("trouble").hidden = true;
  try {
    const found = await service.page(path ?? `/v1/puzzles/conventions?${new URLSearchParams([...filters(), ["limit", SHOWN]])}`);
    if (mine !== searches) return;
    const shown = path ? rows.length : 0;
    rows = path ? [...rows, ...found.items] : found.items;
    next = found.next;
    draw();
    if (path) $("found").children[shown]?.querySelector("a").focus();
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

function card({ id, kind, level, difficulty, seats }, done) {
  const hash = `${filters()}`;
  return element(
    "li.puzzle-card",
    {},
    element("a", { href: `/puzzles/conventions/${id}${hash && `#${hash}`}` }, words.say(`convention-asks-${kind}`)),
    element(
      "span.facts",
      {},
      element(`span.level.${difficulty}`, {}, words.say(`difficulty-${difficulty}`)),
      done.has(id) && element("span.solved", {}, `✓ ${words.say("solved")}`),
    ),
    element("span.about", {}, [words.say("convention-level", { level }), `${words.say("filter-seats")}: ${seats}`].join(" · ")),
  );
}

function begin() {
  form.reset();
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    const field = form.elements.namedItem(name);
    if (field) field.value = value;
  }
  return search();
}

form.addEventListener("change", () => form.requestSubmit());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const hash = `#${filters()}`;
  if (hash === (location.hash || "#")) search();
  else location.hash = hash; // starts the search by its event
});
addEventListener("hashchange", begin);
$("more").addEventListener("click", () => search(next));

await words.begin();
await begin();
