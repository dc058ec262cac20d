// Notes and comments of a replay, and the token that is needed to write one or to read a private game.

import { element } from "./element.js";
import * as service from "./service.js";
import * as words from "./words.js";

// A form for a token, which is kept for this tab and nowhere else.
export function tokenForm(then) {
  const field = element("input", { type: "password", id: "token-needed", required: true, autocomplete: "off", spellcheck: "false" });
  const form = element(
    "form",
    { autocomplete: "off" },
    element("label", { for: "token-needed" }, words.say("token")),
    element("div.row", {}, field, element("button", {}, words.say("token-use"))),
    element("p.hint", {}, words.say("token-hint")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    service.token.keep(field.value.trim());
    then();
  });
  return form;
}
