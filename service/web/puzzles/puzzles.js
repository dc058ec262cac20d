// The puzzle of the day, and the list of puzzles by pages, with the filters of the API, which are also in the fragment of
// the URL.

import "../page/site-with-filters.js";
import { $, element } from "../page/element.js";
import { miniature } from "../board/miniature.js";
import * as service from "../api/service.js";
import { solved } from "./solved.js";
import * as words from "../page/words.js";

const SHOWN = 12;
const form = $("find");

let rows = []; // the rows of all pages so far
let next = null; // the path of the next page
let searches = 0; // the number of the newest search, to ignore late responses to older searches

// --- filters -------------------------------------------------------------------------------------------------------

const filters = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => value));

// The fragment of the address that keeps the filters, empty without any.
function fragment() {
  const text = `${filters()}`;
  return text && `#${text}`;
}

// Offers the filters that the chosen question has.
function offer() {
  const kind = form.elements.kind.value;
  for (const label of form.querySelectorAll("[data-of]")) {
    label.hidden = kind !== "" && !label.dataset.of.split(" ").includes(kind);
    label.querySelector("select").disabled = label.hidden;
  }
}

function begin() {
  form.reset();
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    const field = form.elements.namedItem(name);
    if (field) field.value = value;
  }
  offer();
  return search();
}

async function search(following) {
  const mine = ++searches;
  $("trouble").hidden = true;
  try {
    const found = await service.page(following ?? `/v1/puzzles?${new URLSearchParams([...filters(), ["limit", SHOWN]])}`);
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

form.addEventListener("change", () => {
  offer();
  form.requestSubmit();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (fragment() === location.hash) search();
  else location.hash = fragment(); // starts the search by its event
});
addEventListener("hashchange", begin);
$("more").addEventListener("click", () => search(next));

// --- drawing -------------------------------------------------------------------------------------------------------

function draw() {
  const done = solved();
  $("found").replaceChildren(...rows.map((row) => card(row, fragment(), done)));
  $("count").textContent = rows.length ? "" : words.say("puzzles-none");
  $("more").hidden = next === null;
}

async function today() {
  if (!$("daily-part")) return; // there are no puzzles yet
  try {
    const { position, players, ...puzzle } = await service.get("/v1/puzzles/daily");
    positions.set(puzzle.id, Promise.resolve(position));
    $("daily").replaceChildren(card({ ...puzzle, seats: players.length, rules: position.rules }, "", solved()));
  } catch (error) {
    if (!(error instanceof service.Problem)) service.explain(error);
    // There are no puzzles yet.
  }
}

// Returns a puzzle of the list: a link with its question, its difficulty, whether it is solved, and what else is known.
function card(puzzle, hash, done) {
  const { id, kind, difficulty, level, score, seats, rules, finished_at: ended } = puzzle;
  const picture = kind === "points" ? element("span.picture", { "data-puzzle": id }) : null;
  if (picture) watching.observe(picture);
  const about = [
    level && words.say("solve-level", { level }),
    words.labelled(words.say("filter-seats"), seats),
    rules.variant ?? words.say(`suits-${rules.multicolor}`),
    ended && words.date(ended),
  ];
  return element(
    "li.puzzle-card",
    {},
    picture,
    element("a", { href: `/puzzles/${id}${hash}` }, kind === "points" ? words.say("puzzle-keep", { score }) : words.say(`asks-${kind}`)),
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

await words.begin();
await begin();
await today();
