// What the pages on which a person answers an app have in common: who answers, and the two answers.

import { $, button, element } from "../page/element.js";
import * as passkeys from "./passkeys.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

export function fail(error) {
  $("trouble").textContent = error instanceof passkeys.NoPasskey ? words.say("passkey-failed") : service.explain(error);
  $("trouble").hidden = false;
}

export function action(key, act, attributes = {}) {
  const pressed = async () => {
    $("trouble").hidden = true;
    try {
      await act();
    } catch (error) {
      fail(error);
    }
  };
  return button("button", attributes, pressed, words.say(key));
}

// Shows who answers, and `parts`; or ways to sign in, after which `then` is called.
export async function whoAnswers(place, then, parts) {
  if (!service.isSignedIn()) return place.replaceChildren(...signedOut(then));
  const me = await service.get("/v1/me");
  const who = element("p", {}, `${words.say("signed-in-as")} `, element("strong", {}, me.name));
  const may = me.token.scopes.includes("account");
  place.replaceChildren(who, ...(may ? parts() : [element("p", {}, words.say("limited-sign-in"))]));
}

const signedOut = (then) => [
  element("p", {}, words.say("app-sign-in")),
  ...(passkeys.areKnown() ? [element("p", {}, action("passkey-use", () => passkeys.signIn().then(then)))] : []),
  element("p", {}, action("app-as-guest", () => service.beSomebody().then(then))),
];
