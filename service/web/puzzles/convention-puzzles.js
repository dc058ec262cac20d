// The list of puzzles by convention.

import "../page/site-with-filters.js";
import { fragment, list, puzzleCard } from "./puzzle-list.js";
import * as words from "../page/words.js";

const SHOWN = 24;

const card = (puzzle, done) =>
  puzzleCard(puzzle, done, {
    href: `/puzzles/conventions/${puzzle.id}${fragment()}`,
    question: words.say(`convention-asks-${puzzle.kind}`),
    about: [words.say("convention-level", { level: puzzle.level }), words.labelled(words.say("filter-seats"), puzzle.seats)],
  });

await words.begin();
await list("/v1/convention-puzzles", SHOWN, card);
