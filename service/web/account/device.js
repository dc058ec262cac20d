// The page on which a person types the code of a device, sees which app asks for what, and answers.

// Not site-with-filters.js, which moves the query to the fragment: the query may have the code.
import "../page/site.js";
import { tell, tellBelow } from "../page/at-field.js";
import { $, element } from "../page/element.js";
import { action, fail, whoAnswers } from "./app-answers.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const place = $("here");
const known = new URLSearchParams(location.search).get("user_code") ?? "";

function form() {
  const field = element("input", { id: "code", name: "code", required: true, maxlength: 20, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  field.value = known;
  const created = element("form", { autocomplete: "off" }, element("label", {}, words.say("device-code"), field), element("button", {}, words.say("device-look")));
  created.addEventListener("submit", async (event) => {
    event.preventDefault();
    $("trouble").hidden = true;
    try {
      show(field.value, await service.post("/v1/me/devices", { code: field.value }));
    } catch (error) {
      if (error.code === "not-found") return tellBelow(field, words.say("device-unknown"));
      tell($("trouble"), error, created);
      $("trouble").hidden = !$("trouble").textContent;
    }
  });
  return created;
}

// Shows which device asks. One elsewhere may be that of somebody who has sent the code to the reader.
function show(code, asked) {
  const answer = async (allow) => {
    await service.post("/v1/me/devices", { code, allowed: allow });
    place.replaceChildren(element("p", { role: "status" }, words.say(allow ? "device-allowed" : "device-refused")));
  };
  place.replaceChildren(
    element("p.asking", {}, `${words.say("device-app")} `, element("strong", {}, asked.name), " ", element("small", {}, asked.client)),
    element("p", {}, words.say(`device-here-${asked.here}`, { place: asked.place })),
    element("p", {}, words.say("app-wants")),
    element("ul.scopes", {}, ...asked.scopes.map((scope) => element("li", {}, words.say(`scope.${scope}`)))),
    element("p", {}, action("app-allow", () => answer(true), { id: "allow" }), " ", action("app-refuse", () => answer(false), { id: "refuse" })),
  );
}

await words.begin();
const draw = () => whoAnswers(place, draw, () => [form()]).catch(again);
const again = (error) => (service.isSignedIn() ? fail(error) : draw()); // the sign-in has ended meanwhile
await draw();
