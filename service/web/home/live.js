// A game that is being played: one of the reader's that waits for a move, else the one that most watch; then another.

import { $ } from "../page/element.js";
import { miniature } from "../board/miniature.js";
import { pause } from "../api/connection.js";
import { players } from "../page/names.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const LOOK_MS = 30_000; // between looks for a game while there is none
const MOVE_MS = 4000; // between looks for a move
const QUIET = 15; // looks without a move after which another game is shown, if there is one
const STAYS_MS = 10_000; // how long the end is shown

// Shows one game after the other for as long as the page is seen.
export async function begin() {
  const left = []; // the games that were shown last
  for (;;) {
    await visible();
    const [own, others] = [service.isSignedIn() ? await listed("/v1/me/games?turn=mine&limit=5") : [], await listed("/v1/games?watchable=true&limit=20")];
    const items = [...own, ...others.filter(({ id }) => !own.some((one) => one.id === id)).toSorted((one, other) => other.watchers - one.watchers)];
    const game = items.find(({ id }) => !left.includes(id)) ?? items[0];
    if (!game) $("live").hidden = true;
    else if (await show(game.id).catch(() => false)) await pause(STAYS_MS);
    if (game) left.push(game.id);
    if (left.length > QUIET || left.length >= items.length) left.splice(0, left.length - 1);
    if (!game || items.length === 1) await pause(LOOK_MS);
  }
}

const listed = (path) => service.get(path).then(({ items }) => items, () => []);

// Shows a game until its end, or until it rests. Returns whether it has ended.
async function show(id) {
  let version = null;
  for (let quiet = 0; quiet < QUIET; quiet += 1) {
    await visible();
    const { items, view, ended } = await service.get(`/v1/games/${id}/events?views=true${version === null ? "" : `&since=${version}`}`);
    if (items.length || version === null) [quiet, version] = [0, view.version];
    if (!view.hands.length) return false; // its watchers see the past, which has not begun
    draw(view, items.at(-1));
    if (ended) return true;
    await pause(MOVE_MS);
  }
  return false;
}

// The reader's own game says whose turn it is, and leads to play.
function draw({ id, seats, turn, table_points: points, result, viewer, ...position }, last) {
  const isMine = viewer.seat !== null && viewer.seat === position.to_move;
  if (isMine) document.querySelector(".hero").before($("live"));
  $("live").classList.toggle("mine", isMine);
  $("live-heading").textContent = words.say(isMine ? "your-turn" : viewer.seat === null ? "live" : "live-own");
  $("live-watch").textContent = words.say(viewer.seat === null ? "watch" : "live-play");
  $("live-watch").classList.toggle("first", isMine);
  $("live-board").replaceChildren(miniature(position));
  $("live-board").href = $("live-watch").href = `/play/${id}`;
  $("live-who").textContent = words.list(players(seats).map((name, seat) => (seat === viewer.seat ? words.say("you") : name)));
  $("live-how").textContent = [words.say("turn-now", { turn }), points !== null && words.points(points)].filter(Boolean).join(" · ");
  if (last || result) $("live-said").textContent = result ? words.say("game-over") : last.line;
  $("live").hidden = false;
}

// Resolves when the page is seen.
function visible() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}
