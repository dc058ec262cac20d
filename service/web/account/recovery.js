// Recovery codes: making them, and signing in with one.

import { button, element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

// The part of the page that makes codes. `codes` are those that are left, as the list of all with access has them, or
// undefined. `attempt` runs an action, and shows what went wrong.
export function part(codes, attempt) {
  const place = element("div");
  const make = async () => place.replaceChildren(...shown((await service.post("/v1/me/recovery-codes")).codes));
  const known = codes ? words.say("recovery-left", { count: Number(codes.name), day: words.date(codes.created_at) }) : words.say("recovery-hint");
  const key = codes ? "recovery-renew" : "recovery-make";
  place.append(element("p", {}, known), element("p", {}, button("button", {}, () => attempt(make), words.say(key))));
  return element("section", {}, element("h2", {}, words.say("recovery-codes")), place);
}

const shown = (codes) => [
  element("p", { role: "status" }, words.say("recovery-once")),
  element("ol.codes", {}, ...codes.map((code) => element("li", {}, element("code", {}, code)))),
];

// The form to sign in with a code.
export function form(attempt, then) {
  const name = element("input", { name: "name", required: true, maxlength: 40, autocomplete: "username" });
  const code = element("input", { name: "code", required: true, maxlength: 40, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  const created = element(
    "form",
    {},
    element("label", {}, words.say("your-name"), name),
    element("label", {}, words.say("your-code"), code),
    element("button", {}, words.say("sign-in")),
  );
  created.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      await service.post("/v1/sign-in/recovery-code", { name: name.value.trim(), code: code.value });
      await then();
    }, created);
  });
  return element("section", {}, element("h2", {}, words.say("recovery-use")), created);
}
