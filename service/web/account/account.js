// The reader's account and devices: signing in, passkeys, browsers that are signed in, tokens and webhooks.

import "../page/begin.js";
import { $, button, element } from "../page/element.js";
import * as links from "./links.js";
import * as passkeys from "./passkeys.js";
import * as recovery from "./recovery.js";
import * as service from "../api/service.js";
import * as token from "../api/token.js";
import * as words from "../page/words.js";

const place = $("here");
let code = null; // from the address: of another device, or of the operator

async function draw() {
  $("trouble").hidden = true;
  if (!service.isSignedIn()) return place.replaceChildren(...signedOut());
  const me = await service.get("/v1/me");
  const who = element("p", {}, `${words.say("signed-in-as")} `, element("strong", {}, me.name));
  if (!me.token.scopes.includes("account")) return place.replaceChildren(who, element("p", {}, words.say("limited-sign-in")));
  const paths = ["recovery-codes", "passkeys", "sign-ins", "apps", "tokens", "webhooks"];
  const [codes, ...lists] = await Promise.all(paths.map((path) => service.get(`/v1/me/${path}`)));
  const [keys, browsers, apps, tokens, webhooks] = lists.map(({ items }) => items);
  const others = browsers.length > 1 ? [action("sign-ins-end", () => service.remove("/v1/me/sign-ins"))] : [];
  place.replaceChildren(
    who,
    ...(code ? [links.form(attempt, entered, code)] : []),
    ...(me.guest ? [element("p.hint", {}, words.say("guest-hint"))] : []),
    part("passkeys", keys.map((one) => item(one.name, one, "remove-one", `passkeys/${one.id}`)), element("p.hint", {}, words.say("passkeys-hint")), passkeyButton("passkey-add", passkeys.add)),
    links.part(attempt),
    recovery.part(codes, attempt),
    part("sign-ins", browsers.map((one) => item(one.device, one, "end-one", `sign-ins/${one.id}`)), ...others),
    part("apps", apps.map((one) => item(`${one.name} (${one.client})`, one, "end-one", `apps/${one.id}`, words.say("app-client", { scopes: words.list(one.scopes) })))),
    part("tokens", tokens.map((one) => item(one.name, one, "end-one", `tokens/${one.id}`))),
    part("webhooks", webhooks.map((one) => item(one.url, one, "remove-one", `webhooks/${one.id}`))),
  );
}

function signedOut() {
  const form = element("div");
  token.askForKnown(form, draw);
  return [
    element("section", {}, element("h2", {}, words.say("sign-in")), element("p.hint", {}, words.say("passkeys-hint")), passkeyButton("passkey-use", passkeys.signIn)),
    links.form(attempt, entered, code),
    recovery.form(attempt, entered),
    element("section", {}, element("h2", {}, words.say("with-token")), form),
  ];
}

function entered() {
  code = null;
  return draw();
}

const part = (key, items, ...more) =>
  element("section", {}, element("h2", {}, words.say(key)), items.length ? element("ul", {}, ...items) : element("p", {}, words.say("none-here")), ...more);

function item(name, one, verb, path, more) {
  const known = [
    more,
    one.current && words.say("this-browser"),
    one.created_at && words.say("created-on", { day: words.date(one.created_at) }),
    one.used_on && words.say("used-on", { day: words.date(`${one.used_on}T12:00:00Z`) }),
  ];
  const end = !one.current && action(verb, () => service.remove(`/v1/me/${path}`), name);
  return element("li", {}, element("span", {}, name, element("small", {}, known.filter(Boolean).join(" · "))), end);
}

function passkeyButton(key, act) {
  if (passkeys.areKnown()) return element("p", {}, action(key, act));
  const named = passkeys.named();
  if (named === null) return element("p", {}, words.say("passkey-impossible"));
  return element("p", {}, `${words.say("passkey-local")} `, element("a", { href: named }, named));
}

function action(key, act, what) {
  const pressed = () =>
    attempt(async () => {
      await act();
      await draw();
    });
  return button("button", { "aria-label": what && `${words.say(key)}: ${what}` }, pressed, words.say(key));
}

async function attempt(act) {
  $("trouble").hidden = true;
  try {
    await act();
  } catch (error) {
    fail(error);
  }
}

function fail(error) {
  $("trouble").textContent = error instanceof passkeys.NoPasskey ? words.say("passkey-failed") : service.explain(error);
  $("trouble").hidden = false;
}

await words.begin();
code = links.codeInAddress();
addEventListener("hashchange", () => {
  code = links.codeInAddress() ?? code;
  attempt(draw);
});
await draw().catch(async (error) => {
  if (service.isSignedIn()) return fail(error);
  await draw(); // the sign-in has ended meanwhile
});
