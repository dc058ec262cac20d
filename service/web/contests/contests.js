// The list of contests.

import "../page/site-with-filters.js";
import * as announce from "./announce.js";
import * as service from "../api/service.js";
import { $, element } from "../page/element.js";
import { show as showTrouble } from "../page/trouble.js";
import * as words from "../page/words.js";
import { dates, facts, titleOf } from "./facts.js";

let next = "/v1/contests?limit=20"; // the path of the next page

async function load() {
  $("trouble").hidden = true;
  try {
    const page = await service.page(next);
    next = page.next;
    $("found").append(...page.items.map(item));
    $("none").hidden = $("found").children.length > 0;
    $("more").hidden = next === null;
  } catch (error) {
    showTrouble($("trouble"), error, load);
  }
  $("announce-part").hidden = false; // below the list, which would move it
}

function item(contest) {
  return element("li", {}, element("a", { href: `/contests/${contest.id}` }, titleOf(contest)), element("span.hint", {}, facts(contest)), element("span.hint", {}, dates(contest)));
}

$("more").addEventListener("click", load);
await words.begin();
announce.begin();
load();
