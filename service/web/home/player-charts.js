// Charts of many games: the scores in the order of time with their moving average, and how often each score was reached.

import { drawing } from "../page/element.js";
import * as words from "../page/words.js";

const [WIDTH, HEIGHT] = [640, 220];
const [LEFT, BOTTOM, TOP] = [34, 26, 12];
const STEP = 5;
const FEWEST = 4; // games at the top of the axis, so that a single game is no tower
const AROUND = 10; // the games of the moving average

// `games` are rows of a list, the oldest first.
export function curve(place, games, most) {
  const x = (place) => LEFT + 8 + (games.length > 1 ? (place / (games.length - 1)) * (WIDTH - LEFT - 16) : (WIDTH - LEFT) / 2);
  const y = (score) => HEIGHT - BOTTOM - (score / most) * (HEIGHT - BOTTOM - TOP);
  const means = games.map((_, place) => mean(games.slice(Math.max(0, place - AROUND + 1), place + 1).map(({ score }) => score)));
  const dots = games.map((game, place) => {
    const told = words.labelled(words.date(game.finished_at), words.points(game.score));
    return drawing("circle.game-dot", { cx: x(place), cy: y(game.score), r: 4.5 }, drawing("title", {}, told));
  });
  const line = drawing("polyline.mean", { points: means.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`).join(" ") });
  const ends = games.length > 1 ? [label(LEFT + 4, HEIGHT - 6, words.date(games[0].finished_at), "start"), label(WIDTH, HEIGHT - 6, words.date(games.at(-1).finished_at), "end")] : [];
  show(place, words.say("scores-over-time"), [...levels(0, most, y), ...dots, line, ...ends]);
}

// `scores` are pairs of a score and the number of games with it.
export function histogram(place, scores, most) {
  const highest = Math.max(FEWEST, ...scores.map(({ games }) => games));
  const room = (WIDTH - LEFT) / (most + 1);
  const y = (games) => HEIGHT - BOTTOM - (games / highest) * (HEIGHT - BOTTOM - TOP);
  const bars = scores.map(({ score, games }) => {
    const told = words.labelled(words.points(score), words.number(games));
    const bar = { x: LEFT + room * score + 1.5, y: y(games), width: room - 3, height: HEIGHT - BOTTOM - y(games), rx: 2 };
    return drawing("rect.bar", bar, drawing("title", {}, told));
  });
  const ranks = range(0, most).map((score) => label(LEFT + room * (score + 0.5), HEIGHT - 8, `${score}`, "middle"));
  const step = Math.max(1, Math.ceil(highest / 4));
  const lines = Array.from({ length: Math.floor(highest / step) + 1 }, (_, n) => n * step);
  show(place, words.say("scores"), [...lines.flatMap((value) => level(value, y)), ...bars, ...ranks]);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const range = (first, last) => Array.from({ length: Math.floor((last - first) / STEP) + 1 }, (_, n) => first + n * STEP);
const levels = (first, last, y) => range(first, last).flatMap((value) => level(value, y));
const level = (value, y) => [drawing("line.level", { x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }), label(LEFT - 6, y(value) + 4, `${value}`, "end")];
const label = (x, y, text, anchor) => drawing("text", { x, y, "text-anchor": anchor }, text);

function show(place, name, parts) {
  place.replaceChildren(drawing("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": name }, parts));
}
