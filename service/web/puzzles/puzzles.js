// The puzzle of the day, and the list of puzzles.

import "../page/site-with-filters.js";
import { $, element } from "../page/element.js";
import { fragment, list, puzzleCard } from "./puzzle-list.js";
import { miniature } from "../board/miniature.js";
import * as service from "../api/service.js";
import { solved } from "./solved.js";
import * as words from "../page/words.js";

const SHOWN = 12;

async function today() {
  if ($("daily-part").hidden) return; // there are no puzzles yet
  try {
    const { id, score, difficulty, position, players } = await service.get("/v1/puzzles/daily");
    positions.set(id, Promise.resolve(position));
    $("daily").replaceChildren(card({ id, score, difficulty, seats: players.length, rules: position.rules }, "", solved()));
  } catch (error) {
    if (!(error instanceof service.Problem)) service.explain(error);
    // There are no puzzles yet.
  }
}

function card(puzzle, hash, done) {
  const { id, score, seats, rules, finished_at: ended } = puzzle;
  const picture = element("span.picture", { "data-puzzle": id });
  watching.observe(picture);
  return puzzleCard(puzzle, done, {
    href: `/puzzles/${id}${hash}`,
    question: words.say("puzzle-keep", { score }),
    about: [words.labelled(words.say("filter-seats"), seats), rules.variant ?? words.say(`suits-${rules.multicolor}`), ended && words.date(ended)],
    picture,
  });
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
await list("/v1/puzzles", SHOWN, (puzzle, done) => card(puzzle, fragment(), done));
await today();
