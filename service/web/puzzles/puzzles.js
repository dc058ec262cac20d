// The list of puzzles, with the filters of the API, which are also in the fragment of the URL.

import "../page/begin.js";
import { $, element } from "../page/element.js";
import { miniature } from "../board/miniature.js";
import * as service from "../api/service.js";
import { solved } from "./solved.js";
import * as words from "../page/words.js";

const SHOWN = 12;

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
    const found = await service.page(path ?? `/v1/puzzles?${new URLSearchParams([...filters(), ["limit", SHOWN]])}`);
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
  if ($("daily-part").hidden) return; // there are no puzzles yet
  try {
    daily = await service.get("/v1/puzzles/daily");
  } catch (error) {
    if (!(error instanceof service.Problem)) service.explain(error);
    return; // there are no puzzles yet
  }
  draw();
}

function draw() {
  const done = solved();
  if (daily) {
    const { id, score, difficulty, position, players } = daily;
    positions.set(id, Promise.resolve(position));
    $("daily").replaceChildren(card({ id, score, difficulty, seats: players.length, rules: position.rules }, "", done));
  }
  $("found").replaceChildren(...rows.map((row) => card(row, `#${filters()}`, done)));
  $("count").textContent = rows.length ? "" : words.say("puzzles-none");
  $("more").hidden = next === null;
}

function card({ id, score, difficulty, seats, rules, finished_at: ended }, hash, done) {
  const about = [`${words.say("filter-seats")}: ${seats}`, rules.variant ?? words.say(`suits-${rules.multicolor}`), ended && words.date(ended)];
  const picture = element("span.picture", { "data-puzzle": id });
  watching.observe(picture);
  return element(
    "li.puzzle-card",
    {},
    picture,
    element("a", { href: `/puzzles/${id}${hash === "#" ? "" : hash}` }, words.say("puzzle-keep", { score })),
    element(
      "span.facts",
      {},
      element(`span.level.${difficulty}`, {}, words.say(`difficulty-${difficulty}`)),
      done.has(id) && element("span.solved", {}, `✓ ${words.say("solved")}`),
    ),
    element("span.about", {}, about.filter(Boolean).join(" · ")),
  );
}

// The picture of a puzzle is drawn when it comes into view.
const positions = new Map();
const watching = new IntersectionObserver((seen) => seen.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => picture(target)), { rootMargin: "200px" });

async function picture(place) {
  watching.unobserve(place);
  const { puzzle } = place.dataset;
  if (!positions.has(puzzle)) positions.set(puzzle, service.get(`/v1/puzzles/${puzzle}`).then(({ position }) => position));
  try {
    place.replaceChildren(miniature(await positions.get(puzzle)));
  } catch {
    positions.delete(puzzle); // the card goes without its picture
  }
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
await today();
