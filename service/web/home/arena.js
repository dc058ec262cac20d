// The leaderboard of an arena, the best team first.

import "../page/site-with-filters.js";
import * as service from "../api/service.js";
import { $, element } from "../page/element.js";
import { markOf } from "../page/names.js";
import { show as showTrouble } from "../page/trouble.js";
import * as words from "../page/words.js";

async function load() {
  $("trouble").hidden = true;
  const seats = $("seats").value;
  try {
    const found = await service.get(`/v1/contests/arena-${seats}/leaderboard`);
    if (seats !== $("seats").value) return; // another choice since
    draw(found);
  } catch (error) {
    showTrouble($("trouble"), error, load);
  }
}

function draw({ items, decks, under_way: others }) {
  $("count").textContent = items.length ? "" : words.say("arena-nobody");
  for (const part of ["teams", "intervals"]) $(part).hidden = items.length === 0;
  $("teams").tBodies[0].replaceChildren(...items.map(row));
  const other = ({ entry, ended }) => element("li", {}, element("strong", {}, entry.name), element("span.hint", {}, words.list(entry.members.map(({ name }) => name))), element("span", {}, words.say("decks-ended", { ended, decks })));
  $("under-way").hidden = others.length === 0;
  $("under-way").querySelector("ul").replaceChildren(...others.map(other));
}

function row({ place, entry, mean, full, via, earlier }) {
  const players = entry.members.map((member) => element("div.hint", {}, member.name, markOf(member)));
  return element(
    "tr",
    {},
    element("td", {}, words.number(place)),
    element("th", { scope: "row" }, entry.name, ...players, earlier > 0 && element("div.hint", {}, words.say("arena-earlier", { count: earlier }))),
    element("td", {}, words.number(mean.value), interval(mean, words.number)),
    element("td", {}, words.percent(full.value), interval(full, words.percent)),
    element("td", {}, words.say(`via-${via}`)),
  );
}

const interval = ({ low, high }, shown) => low !== null && element("span.hint", {}, ` ${shown(low)}–${shown(high)}`);

$("seats").addEventListener("change", load);
await words.begin();
load();
