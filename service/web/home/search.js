// The search of replays, with the filters of the API, which are also in the fragment of the URL.

import "../page/site-with-filters.js";
import { forget, tell } from "../page/at-field.js";
import { $, element } from "../page/element.js";
import { items } from "./rows.js";
import { players } from "../page/names.js";
import * as service from "../api/service.js";
import { suggest } from "../api/suggestions.js";
import * as words from "../page/words.js";

const form = $("find");
const NUMBERS = ["score_gte", "score_lte"];
const DAYS = ["finished_after", "finished_before"];

let rows = []; // the rows of all pages so far
let next = null; // the path of the next page
let searches = 0; // the number of the newest search, to ignore late responses to older searches

function filters() {
  const filled = [...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value);
  return filled.filter(([name, value]) => !(name === "sort" && value === "-finished"));
}

function fill(named) {
  form.reset();
  for (const [name, value] of named) {
    const field = form.elements.namedItem(name);
    if (!field) continue;
    field.value = value;
    if (field instanceof Node && $("more-filters").contains(field)) $("more-filters").open = true;
  }
  choose();
}

// A variant says which suits there are.
const choose = () => (form.elements.multicolor.disabled = form.elements.variant.value.trim() !== "");

// The API takes timestamps; a day starts at midnight in the reader's time zone.
const value = ([name, chosen]) => [name, DAYS.includes(name) ? new Date(`${chosen}T00:00`).toISOString() : NUMBERS.includes(name) ? `${Number(chosen)}` : name === "tag" ? chosen.replace(/^#/, "") : chosen];

const path = (more) => `/v1/replays?${new URLSearchParams([...filters().map(value), ...Object.entries(more)])}`;

const FIRST = { limit: "20", curve: "true" };

async function search(page) {
  const mine = ++searches;
  $("trouble").hidden = true;
  forget(form);
  try {
    const found = await service.page(page ?? path(FIRST));
    const others = page ? null : await elsewhere(found.items);
    if (mine !== searches) return;
    rows = page ? [...rows, ...found.items] : found.items;
    next = found.next;
    const shown = page ? $("found").children.length : 0;
    draw();
    if (!page) $("elsewhere").hidden = !others;
    if (page) $("found").children[shown]?.querySelector("a").focus();
  } catch (error) {
    if (mine !== searches) return;
    tell($("trouble"), error, form);
    $("trouble").hidden = !$("trouble").textContent;
  }
}

// Returns whether imported games match a name, or filters that no game played here meets.
async function elsewhere(played) {
  const { name, imported } = form.elements;
  if (imported.value || (played.length && !name.value.trim())) return false;
  return (await service.page(path({ imported: "true", limit: "1" }))).items.length > 0;
}

function draw() {
  $("found").replaceChildren(...items(rows));
  $("names").replaceChildren(...[...new Set(rows.flatMap(({ seats }) => seats.flatMap(({ name }) => name ?? [])))].map((name) => element("option", { value: name })));
  $("count").textContent = words.say(rows.length ? "found" : filters().length ? "none-found" : "none-yet", { count: rows.length });
  $("elsewhere").replaceChildren(element("a.plain", { href: `#${new URLSearchParams([...filters(), ["imported", "true"]])}` }, words.say("found-imported")));
  $("more").hidden = next === null;
}

const begin = () => {
  fill(new URLSearchParams(location.hash.slice(1)));
  return search();
};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const hash = `#${new URLSearchParams(filters())}`;
  if (hash === (location.hash || "#")) search();
  else location.hash = hash; // starts the search by its event
});
form.addEventListener("change", ({ target }) => {
  if (target.matches("select, [type=radio]")) form.requestSubmit();
});
form.elements.variant.addEventListener("input", choose);
suggest(form.elements.variant);
addEventListener("hashchange", begin);
$("more").addEventListener("click", () => search(next));

await words.begin();
await begin();
