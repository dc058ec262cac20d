// Forms for the token, which writing and private games need: an existing token or a new account.

import { button, element } from "./element.js";
import * as service from "./service.js";
import * as words from "./words.js";

// Shows the forms for a token. `then` is called when the token changes or is removed.
export function ask(place, then) {
  if (service.token.get()) return stored(place, then);
  const status = element("p", { role: "status" });
  place.replaceChildren(pasteForm(then, status), accountForm(place, then, status), element("p.hint", {}, words.say("token-hint")), status);
}

// Shows only the form for an existing token, where a new account would not help.
export function askForKnown(place, then) {
  if (service.token.get()) return stored(place, then);
  const status = element("p", { role: "status" });
  place.replaceChildren(pasteForm(then, status), element("p.hint", {}, words.say("token-hint")), status);
}

function stored(place, then) {
  const forget = button("button", {}, () => {
    service.token.forget();
    then();
  }, words.say("token-forget"));
  place.replaceChildren(element("p.row", {}, element("span", {}, words.say("token-kept")), forget));
}

function pasteForm(then, status) {
  return form("token", "token-use", { type: "password", autocomplete: "off", spellcheck: "false" }, (value) => {
    service.token.keep(value);
    then();
  }, status);
}

function accountForm(place, then, status) {
  return form("token-none", "token-new", { maxlength: 40, autocomplete: "nickname" }, async (value) => {
    const account = await service.post("/v1/accounts", { name: value });
    service.token.keep(account.token);
    await then();
    place.append(element("p", { role: "status" }, words.say("token-made"), " ", element("code", {}, account.token)));
  }, status);
}

function form(label, verb, attributes, submit, status) {
  const field = element("input", { required: true, ...attributes });
  const created = element(
    "form",
    { autocomplete: "off" },
    element("label", {}, words.say(label), field),
    element("button", {}, words.say(verb)),
  );
  created.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await submit(field.value.trim());
    } catch (error) {
      status.textContent = service.explain(error);
    }
  });
  return created;
}

// Makes an account if this browser has no token. Without a name, the service chooses one.
export async function account(name) {
  if (service.token.get()) return;
  const wanted = name.trim();
  const created = await service.post("/v1/accounts", wanted ? { name: wanted } : {});
  service.token.keep(created.token);
}
