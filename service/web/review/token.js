// The token for writing or for a private game: pasted by the reader, or of a new account.

import { button, element } from "./element.js";
import * as service from "./service.js";
import * as words from "./words.js";

// Shows the form for a token; `then` is called when the token changes or is removed.
export function ask(place, then) {
  if (service.token.get()) return kept(place, then);
  const told = element("p", { role: "status" });
  place.replaceChildren(pasted(then, told), made(place, then, told), element("p.hint", {}, words.say("token-hint")), told);
}

// The same, where a new account would not help.
export function askForKnown(place, then) {
  if (service.token.get()) return kept(place, then);
  const told = element("p", { role: "status" });
  place.replaceChildren(pasted(then, told), element("p.hint", {}, words.say("token-hint")), told);
}

function kept(place, then) {
  const forget = button("button", {}, () => {
    service.token.forget();
    then();
  }, words.say("token-forget"));
  place.replaceChildren(element("p.row", {}, element("span", {}, words.say("token-kept")), forget));
}

function pasted(then, told) {
  return form("token", "token-use", { type: "password", autocomplete: "off", spellcheck: "false" }, (value) => {
    service.token.keep(value);
    then();
  }, told);
}

function made(place, then, told) {
  return form("token-none", "token-new", { maxlength: 40, autocomplete: "nickname" }, async (value) => {
    const account = await service.post("/v1/accounts", { name: value });
    service.token.keep(account.token);
    await then();
    place.append(element("p", { role: "status" }, words.say("token-made"), " ", element("code", {}, account.token)));
  }, told);
}

function form(label, verb, attributes, submit, told) {
  const field = element("input", { required: true, ...attributes });
  const made = element(
    "form",
    { autocomplete: "off" },
    element("label", {}, words.say(label), field),
    element("button", {}, words.say(verb)),
  );
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await submit(field.value.trim());
    } catch (error) {
      told.textContent = service.explain(error);
    }
  });
  return made;
}
