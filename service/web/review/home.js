// The home page: a search of replays with the filters of the API, which are also in the fragment of the URL.

import * as bring from "./bring.js";
import { $, element } from "./element.js";
import * as service from "./service.js";
import { suggest } from "./suggestions.js";
import * as words from "./words.js";

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
    if ($("more-filters").contains(field)) $("more-filters").open = true;
  }
  choose();
}

// A variant says which suits there are.
const choose = () => (form.elements.multicolor.disabled = form.elements.variant.value.trim() !== "");

// The API takes timestamps; a day starts at midnight in the reader's time zone.
const value = ([name, chosen]) => [name, DAYS.includes(name) ? new Date(`${chosen}T00:00`).toISOString() : NUMBERS.includes(name) ? `${Number(chosen)}` : chosen];

async function search(path) {
  const mine = ++searches;
  $("trouble").hidden = true;
  try {
    const found = await service.page(path ?? `/v1/replays?${new URLSearchParams([...filters().map(value), ["limit", "20"]])}`);
    if (mine !== searches) return;
    rows = path ? [...rows, ...found.items] : found.items;
    next = found.next;
    const shown = path ? $("found").children.length : 0;
    draw();
    if (path) $("found").children[shown]?.querySelector("a").focus();
  } catch (error) {
    if (mine !== searches) return;
    if (!(error instanceof service.Unreachable || error instanceof service.Problem)) throw error;
    $("trouble").hidden = false;
    $("trouble").textContent = error instanceof service.Unreachable ? words.say("e-network") : error.message;
  }
}

function draw() {
  $("found").replaceChildren(...rows.map((row) => element("li", {}, line(row))));
  $("count").textContent = rows.length ? words.say("found", { count: rows.length }) : words.say("none-found");
  $("more").hidden = next === null;
}

function line(row) {
  const players = row.seats.map((seat) => (seat.bot ? `${seat.name} (${words.say("bot")})` : (seat.name ?? words.say("seat", seat))));
  const about = [row.rules.variant ?? words.say(`suits-${row.rules.multicolor}`), words.say(`edition.${row.rules.edition}`), row.imported && words.say("imported"), words.date(row.finished_at), row.claimed && words.say("claimed", { date: words.date(row.claimed.finished_at) })];
  return element(
    "a",
    { href: `/replays/${row.id}` },
    element("strong", {}, words.list(players)),
    element("span.points", {}, `${words.points(row.score)} · ${words.say(`outcome.${row.outcome}`)}`),
    element("span", {}, about.filter(Boolean).join(" · ")),
  );
}

async function statistics() {
  const stats = await service.get("/v1/stats");
  const place = $("statistics");
  place.hidden = !stats.games;
  if (place.hidden) return;
  const about = [
    ["stats-games", words.number(stats.games)],
    ["stats-average", stats.mean_score === null ? null : words.number(stats.mean_score, 1)],
    ["stats-perfect", words.number(stats.perfect)],
    ["stats-strikeouts", words.number(stats.strikeouts)],
  ];
  const entries = about.filter(([, number]) => number !== null).map(([key, number]) => element("div", {}, element("dt", {}, words.say(key)), element("dd", {}, number)));
  place.replaceChildren(element("h2", {}, words.say("statistics")), element("dl.counts", {}, entries));
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
form.elements.variant.addEventListener("input", choose);
suggest(form.elements.variant);
addEventListener("hashchange", begin);
$("more").addEventListener("click", () => search(next));

await words.begin();
words.onChoice(() => {
  draw();
  bring.draw();
  statistics();
});
await begin();
await statistics();
