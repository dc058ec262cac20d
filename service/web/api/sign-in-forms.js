// Forms to sign in where somebody must be signed in: with a token, or as a new account.

import { tell } from "../page/at-field.js";
import { element } from "../page/element.js";
import * as service from "./service.js";
import * as words from "../page/words.js";

// Shows the forms. `then` is called when somebody is signed in.
export function ask(place, then) {
  if (service.isSignedIn()) return done(place);
  const status = element("p", { role: "status" });
  place.replaceChildren(tokenForm(then, status), accountForm(then, status), element("p.hint", {}, words.say("token-hint")), status);
}

// Shows only the form for a token, where a new account would not help.
export function askForKnown(place, then) {
  if (service.isSignedIn()) return done(place);
  const status = element("p", { role: "status" });
  place.replaceChildren(tokenForm(then, status), element("p.hint", {}, words.say("token-hint")), status);
}

// Shows only the form for a new account.
export function askForName(place, then) {
  const status = element("p", { role: "status" });
  place.replaceChildren(accountForm(then, status, "your-name"), status);
}

const done = (place) => place.replaceChildren(element("p", { role: "status" }, words.say("signed-in")));

const tokenForm = (then, status) =>
  form("token", "token-use", { name: "token", type: "password", autocomplete: "off", spellcheck: "false" }, status, async (value) => {
    await service.signInWith(value);
    then();
  });

const accountForm = (then, status, label = "token-none") =>
  form(label, "token-new", { name: "name", maxlength: 40, autocomplete: "nickname" }, status, async (value) => {
    await service.beSomebody(value);
    then();
  });

function form(label, verb, attributes, status, submit) {
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
      tell(status, error, created);
    }
  });
  return created;
}
