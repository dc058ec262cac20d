// The page of a player: figures, the scores over time, and the games.

import "../page/site-with-filters.js";
import * as blocks from "../account/blocks.js";
import * as charts from "./player-charts.js";
import { $, button, element } from "../page/element.js";
import { kindOf, playerPath } from "../page/names.js";
import { items } from "./rows.js";
import { highest } from "./sparkline.js";
import * as service from "../api/service.js";
import { show as showTrouble } from "../page/trouble.js";
import * as words from "../page/words.js";

const LIMIT = 100; // the most games of a page of the list
const FEWEST = 3; // games of which charts tell something

let player = null;
let charted = []; // the newest games, for the charts
let rows = []; // the rows of all pages so far
let next = null; // the path of the next page
let own = false;

async function load() {
  $("trouble").hidden = true;
  try {
    const asked = service.get(`/v1/accounts/${encodeURIComponent(document.body.dataset.player)}`);
    const [found, reader] = await Promise.all([asked, service.isSignedIn() && service.me()]);
    player = found;
    own = reader && reader.id === player.id;
    const list = (more) => service.page(`/v1/replays?${new URLSearchParams({ player: player.id, ...more })}`);
    [{ items: rows, next }, { items: charted }] = await Promise.all([list({ curve: "true" }), list({ limit: LIMIT })]);
  } catch (error) {
    if (error.code === "not-found") return nobody(document.body.dataset.player);
    return showTrouble($("trouble"), error, load);
  }
  draw();
}

function draw() {
  const { name, since, stats } = player;
  $("player").hidden = false;
  $("title").textContent = name;
  document.title = `${name} · Hanabi`;
  const owner = player.program?.owner;
  const kind = kindOf(player);
  const mark = owner ? element("a", { href: playerPath({ name: owner.name, account: owner.id }) }, kind) : kind;
  $("about").replaceChildren(...[mark, mark && " · ", words.say("player-since", { date: words.date(since) })].filter(Boolean));
  $("mine").hidden = !own;
  if (service.isSignedIn() && !own) drawBlock().catch(() => {}); // a sign-in that may not block sees no button
  figures(stats);
  const scored = charted.filter(({ score }) => score !== null).toReversed();
  $("charts").hidden = scored.length < FEWEST;
  const most = Math.max(25, ...charted.map(({ rules }) => highest(rules)));
  charts.curve($("scores-curve"), scored, most);
  charts.histogram($("histogram"), stats.scores, most);
  $("scores-hint").textContent = words.say("scores-hint", { count: scored.length });
  $("found").replaceChildren(...items(rows));
  $("count").textContent = words.say(rows.length ? "found" : "no-games", { count: rows.length });
  $("count").classList.toggle("unseen", rows.length > 0);
  $("more").hidden = next === null;
  [$("claims").textContent, $("claims").href] = claims(name);
}

// Offers to block the player, or to unblock.
async function drawBlock() {
  const isBlocked = (await blocks.all()).some(({ account }) => account === player.id);
  const change = async () => {
    try {
      await (isBlocked ? blocks.unblock : blocks.block)(player.id);
      await drawBlock();
      $("block").querySelector("button").focus();
    } catch (error) {
      showTrouble($("trouble"), error, load);
    }
  };
  $("block").replaceChildren(button("button", { "aria-describedby": "block-hint" }, change, words.say(isBlocked ? "unblock" : "block")), element("span.hint", { id: "block-hint" }, words.say(isBlocked ? "is-blocked" : "blocks-hint")));
}

const claims = (name) => [words.say("claims", { name }), `/replays#${new URLSearchParams({ name, imported: "true" })}`];

// Says that no account has the name, which imported games may state.
function nobody(name) {
  const [text, href] = claims(name);
  $("trouble").hidden = false;
  $("trouble").replaceChildren(element("h1", {}, words.say("e-no-player", { name })), element("p", {}, element("a", { href }, text)));
}

function figures({ games, mean_score: mean, mean_share: share, median_score: median, perfect, strikeouts, scores, apart }) {
  const best = scores.at(-1)?.score;
  const about = [
    ["stats-games", words.number(games)],
    ["stats-average", mean !== null && words.average(mean, share)],
    ["stats-median", median !== null && words.number(median, 1)],
    ["stats-best", best !== undefined && words.number(best)],
    ["stats-perfect", words.number(perfect)],
    ["stats-strikeouts", words.number(strikeouts)],
  ];
  const known = about.filter(([, number]) => number !== false);
  $("figures").replaceChildren(...known.map(([key, number]) => element("div", {}, element("dt", {}, words.say(key)), element("dd", {}, number))));
  $("apart").textContent = apart.aborted ? words.say("stats-aborted", { count: apart.aborted }) : "";
}

async function more() {
  const found = await service.page(next);
  rows = [...rows, ...found.items];
  next = found.next;
  draw();
}

$("more").addEventListener("click", () => more().catch((error) => showTrouble($("trouble"), error, load)));

await words.begin();
await load();
