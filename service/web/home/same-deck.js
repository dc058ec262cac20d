// The games of a deck, and two of them compared turn by turn.

import "../page/site-with-filters.js";
import * as polling from "../api/polling.js";
import * as service from "../api/service.js";
import { $, button, element } from "../page/element.js";
import { takeSeat } from "../play/known-deck.js";
import { show as showTrouble } from "../page/trouble.js";
import * as words from "../page/words.js";
import { items } from "./rows.js";
import { players } from "../page/names.js";

const LIMIT = 50;
const own = document.body.dataset.game;

let games = [];
let next = null; // the path of the next page

async function load() {
  $("trouble").hidden = true;
  try {
    ({ items: games, next } = await service.page(`/v1/replays/${own}/same-deck?limit=${LIMIT}`));
    draw();
    await compare();
    if (wanted()) $("comparison").scrollIntoView();
  } catch (error) {
    showTrouble($("trouble"), error, load);
  }
}

async function more() {
  try {
    const page = await service.page(next);
    games = [...games, ...page.items];
    next = page.next;
    draw();
  } catch (error) {
    showTrouble($("trouble"), error, more);
  }
}

const named = (game) => `${game.score ?? "–"} · ${words.list(players(game.seats))}${game.imported ? ` · ${words.say("imported")}` : ""}`;

const wanted = () => new URLSearchParams(location.hash.slice(1)).get("with");

function draw() {
  $("same-deck").hidden = false;
  $("count").textContent = words.say("found", { count: games.length });
  $("found").replaceChildren(...items(games));
  $("more").hidden = next === null;
  const others = games.filter(({ id }) => id !== own);
  const chosen = $("other").value || wanted();
  $("other").replaceChildren(...others.map((game) => element("option", { value: game.id, selected: game.id === chosen }, named(game))));
  $("comparison").hidden = others.length === 0;
}

async function compare() {
  const other = $("other").value;
  if (!other) return;
  const found = await service.get(`/v1/replays/${own}/same-deck/${other}`);
  if (other !== $("other").value) return; // another game was chosen meanwhile
  const sides = found.games.map(({ result, seats, imported }) => named({ score: result.score, seats, imported }));
  [$("first").textContent, $("second").textContent] = sides;
  $("parted").textContent = found.parted === null ? words.say("never-parted") : words.say("parted-at", { turn: found.parted });
  $("unanalyzed").replaceChildren(...found.games.map((game, side) => missing(game, sides[side])).filter(Boolean));
  const apart = found.parted === null ? [] : found.turns.slice(found.parted - 1);
  $("turns").hidden = apart.length === 0;
  $("turns").tBodies[0].replaceChildren(...apart.map(row));
}

function row({ turn, choices }) {
  return element("tr", {}, element("th", { scope: "row" }, words.number(turn)), ...choices.map(cell));
}

function cell(choice) {
  if (!choice) return element("td", {}, "–");
  const { event, reachable, points_lost: lost } = choice;
  const worth = reachable && words.say("can-reach", { points: reachable.least === reachable.most ? words.number(reachable.most) : `${reachable.least}–${reachable.most}` });
  return element("td", {}, element("span", {}, event.line), worth && element("span.hint", {}, ` ${worth}`), lost > 0 && element("span.badge.bad", { title: `−${words.points(lost)}` }, `−${lost}`));
}

// Says that a game is not analyzed, and offers to ask for it.
function missing({ id, analysis }, name) {
  if (analysis === "solved") return null;
  const text = element("p", {}, words.say(analysis === "failed" ? "analysis-failed-of" : analysis === "running" ? "analyzing-game" : "not-analyzed", { game: name }));
  if (analysis === "not_analyzed") text.append(" ", button("button", {}, (event) => ask(id, event.currentTarget), words.say("analyze")));
  return text;
}

async function ask(id, pressed) {
  pressed.disabled = true;
  const renew = () => compare().catch((error) => showTrouble($("trouble"), error, load));
  try {
    const now = await polling.get(`/v1/replays/${id}/analysis`, renew);
    if (now?.status !== "running") await renew();
  } catch (error) {
    showTrouble($("trouble"), error, load);
  }
}

async function play({ currentTarget }) {
  currentTarget.disabled = true;
  $("play-said").textContent = "";
  try {
    await service.beSomebody();
    const made = await takeSeat("/v1/games", { deck_of: own });
    if (made) location.assign(`/play/${made.id}`);
  } catch (error) {
    $("play-said").textContent = service.explain(error);
  }
  $("play-deck").disabled = false;
}

$("play-deck").addEventListener("click", play);
$("more").addEventListener("click", more);
$("other").addEventListener("change", () => {
  history.replaceState(null, "", `#${new URLSearchParams({ with: $("other").value })}`);
  compare().catch((error) => showTrouble($("trouble"), error, load));
});
await words.begin();
load();
