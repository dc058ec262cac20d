// The home page: a game with a bot at once, a game to review, the puzzle of the day, and the newest games.

import "../page/site-with-filters.js";
import * as bring from "./bring.js";
import * as contribution from "../proof/contribution.js";
import { tell } from "../page/at-field.js";
import { $ } from "../page/element.js";
import { miniature } from "../board/miniature.js";
import { begin as beginLive } from "./live.js";
import { players } from "../page/names.js";
import { items } from "./rows.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const SHOWN = 8;
const ASKED = 20; // of which some are not shown

let rows = null;

// An older address of the search, which was on this page.
if (location.hash.includes("=") && !location.hash.includes("&export=")) location.replace(`/replays${location.hash}`);

async function load() {
  const played = worthSeeing((await service.page(`/v1/replays?curve=true&limit=${ASKED}`)).items);
  const imported = played.length < SHOWN ? (await service.page(`/v1/replays?curve=true&imported=true&limit=${ASKED}`)).items : [];
  rows = worthSeeing([...played, ...imported]);
}

// Leaves out games that were given up, and further games of the same players.
function worthSeeing(games) {
  const newest = new Map(games.filter(({ outcome }) => outcome !== "aborted").map((game) => [players(game.seats).sort().join(), game]).toReversed());
  return games.filter((game) => newest.get(players(game.seats).sort().join()) === game).slice(0, SHOWN);
}

function draw() {
  $("quick-name").hidden = service.isSignedIn();
  $("mine").hidden = !service.isSignedIn();
  if (rows) $("found").replaceChildren(...items(rows));
  $("none").hidden = rows === null || rows.length > 0;
}

// Shows the figures, which stand at the end, when they come into view.
function beginFigures() {
  const watching = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    watching.disconnect();
    figures().catch(trouble);
  }, { rootMargin: "200px" });
  if ($("stats-games")) watching.observe($("stats-games"));
}

async function figures() {
  const { games, mean_score: mean, mean_share: share, perfect, strikeouts } = await service.get("/v1/stats");
  $("stats-games").textContent = words.number(games);
  $("stats-average").textContent = mean === null ? "–" : words.average(mean, share);
  $("stats-perfect").textContent = words.number(perfect);
  $("stats-strikeouts").textContent = words.number(strikeouts);
}

async function puzzle() {
  const place = $("daily");
  if (place) place.replaceChildren(miniature((await service.get("/v1/puzzles/daily")).position));
}

async function play(form) {
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    await service.beSomebody(form.elements.name.value);
    const wanted = { seats: 2, bots: ["hgroup-3"], rules: { edition: words.language() }, ...(await contribution.commit()) };
    const created = await service.post("/v1/games", wanted);
    contribution.keep(created);
    location.assign(`/play/${created.id}`);
  } catch (error) {
    tell($("quick-said"), error, form);
  }
  button.disabled = false;
}

$("quick").addEventListener("submit", (event) => {
  event.preventDefault();
  play(event.target);
});

function trouble(error) {
  $("trouble").textContent = service.explain(error);
  $("trouble").hidden = false;
}

await words.begin();
draw();
bring.begin();
beginLive();
puzzle().catch(() => {}); // without its picture, the puzzle is still linked
await load().catch(trouble);
draw();
beginFigures();
