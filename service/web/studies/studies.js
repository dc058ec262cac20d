// The reader's studies, and a form for a new one.

import "../page/site-with-filters.js";
import { tell } from "../page/at-field.js";
import { $, element } from "../page/element.js";
import * as service from "../api/service.js";
import { show as showTrouble } from "../page/trouble.js";
import * as words from "../page/words.js";

let next = "/v1/me/studies?limit=50"; // the path of the next page

async function load() {
  $("trouble").hidden = true;
  try {
    const page = service.isSignedIn() ? await service.page(next) : { items: [], next: null };
    next = page.next;
    $("found").append(...page.items.map(item));
    $("none").textContent = words.say(service.isSignedIn() ? "studies-none" : "studies-sign-in");
    $("none").hidden = $("found").children.length > 0;
    $("more").hidden = next === null;
    $("create").hidden = false;
  } catch (error) {
    showTrouble($("trouble"), error, load);
  }
}

const item = ({ id, title, length, changed_at: changed }) => element("li", {}, element("a", { href: `/studies/${id}` }, title), element("span.hint", {}, [words.say("study-chapters", { count: length }), words.date(changed)].join(" · ")));

$("more").addEventListener("click", load);
$("create").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { title, about } = $("create").elements;
  try {
    await service.beSomebody();
    const made = await service.post("/v1/studies", { title: title.value, ...(about.value.trim() && { about: about.value }) });
    location.assign(`/studies/${made.id}`);
  } catch (error) {
    tell($("create-said"), error, $("create"));
  }
});
await words.begin();
load();
