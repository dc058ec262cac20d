// The list of puzzles, with the filters of the API, which are also in the fragment of the URL.

import { $, element } from "./element.js";
import * as service from "./service.js";
import * as words from "./words.js";

const form = $("find");

let daily = null;
let rows = []; // the rows of all pages so far
let next = null; // the path of the next page
let searches = 0; // the number of the newest search, to ignore late responses to older searches

const filters = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => value));

async function search(path) {
  const mine = ++searches;
  $("trouble").hidden = true;
  try {
    const found = await service.page(path ?? `/v1/puzzles?${filters()}`);
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

async function today() {
  try {
    daily = await service.get("/v1/puzzles/daily");
  } catch (error) {
    if (!(error instanceof service.Problem)) service.explain(error);
    return; // there are no puzzles yet
  }
  draw();
}

function draw() {
  $("daily-part").hidden = daily === null;
  if (daily) {
    const { id, score, difficulty, position, players } = daily;
    $("daily").replaceChildren(line({ id, score, difficulty, seats: players.length, rules: position.rules }, ""));
  }
  $("found").replaceChildren(...rows.map((row) => line(row, `#${filters()}`)));
  $("count").textContent = rows.length ? "" : words.say("puzzles-none");
  $("more").hidden = next === null;
}

function line({ id, score, difficulty, seats, rules, finished_at: ended }, hash) {
  const about = [`${words.say("filter-seats")}: ${seats}`, rules.variant ?? words.say(`suits-${rules.multicolor}`), ended && words.date(ended)];
  return element(
    "li",
    {},
    element(
      "a",
      { href: `/puzzles/${id}${hash === "#" ? "" : hash}` },
      element("strong", {}, words.say("puzzle-keep", { score })),
      element("span.points", {}, words.say(`difficulty-${difficulty}`)),
      element("span", {}, about.filter(Boolean).join(" · ")),
    ),
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
await today();
