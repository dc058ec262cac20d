// The reader's account and devices: signing in, passkeys, browsers that are signed in, tokens and webhooks.

import "../page/site-with-filters.js";
import { tell } from "../page/at-field.js";
import { $, button, element } from "../page/element.js";
import * as blocks from "./blocks.js";
import * as bots from "./bots.js";
import * as links from "./links.js";
import * as merge from "./merge.js";
import * as ownData from "./own-data.js";
import * as passkeys from "./passkeys.js";
import * as recovery from "./recovery.js";
import * as service from "../api/service.js";
import * as token from "../api/sign-in-forms.js";
import * as told from "./push-messages.js";
import * as words from "../page/words.js";

const place = $("here");
let code = null; // from the address: of another device, or of the operator

async function draw() {
  $("trouble").hidden = true;
  if (!service.isSignedIn()) return place.replaceChildren(...signedOut());
  const me = await service.get("/v1/me");
  const who = element("div", {}, element("p", {}, `${words.say("signed-in-as")} `, element("strong", {}, me.name)));
  if (!me.token.scopes.includes("account")) return place.replaceChildren(who, element("p", {}, words.say("limited-sign-in")));
  const parts = Promise.all([service.get("/v1/me/access"), bots.part(attempt), told.part(attempt, draw), blocks.part(attempt)]);
  const [{ items }, own, messages, blocked] = await parts.catch((error) => {
    if (error.code === "account-suspended") place.replaceChildren(column(who, ownData.part(me, attempt)));
    throw error;
  });
  const mine = items.filter(({ kind }) => kind === "passkey").map((one) => item(one, issuesThis(items, one)));
  who.append(ownData.renaming(() => draw().then(() => place.querySelector("summary").focus())));
  const others = items.length > 1 ? [action("access-end", endAllElse)] : [];
  place.replaceChildren(
    column(
      who,
      code && links.form(attempt, entered, code),
      me.guest && items.every(isHere) && element("p.hint", {}, words.say("guest-hint")),
      part("passkeys", element("p.hint", {}, words.say("passkeys-hint")), element("ul", {}, mine), passkeyButton("passkey-add", passkeys.add)),
      part("access", tree(items.filter((one) => one.kind !== "passkey" || items.some(({ issued_by }) => issued_by === one.id))), ...others),
      recovery.part(items.find(({ kind }) => kind === "recovery-codes"), attempt),
      links.part(attempt),
    ),
    column(messages, merge.part(attempt, merged), own, blocked, ownData.part(me, attempt)),
  );
}

const column = (...parts) => element("div", {}, ...parts.filter(Boolean));

async function renew() {
  try {
    await draw();
  } catch (error) {
    if (service.isSignedIn()) throw error;
    await draw(); // the sign-in has ended meanwhile
  }
}

function signedOut() {
  const form = element("div");
  const beginning = element("div");
  token.askForKnown(form, draw);
  token.askForName(beginning, draw);
  return [
    column(part("new-here", element("p.hint", {}, words.say("new-here-hint")), beginning), part("sign-in", element("p.hint", {}, words.say("passkeys-hint")), passkeyButton("passkey-use", passkeys.signIn))),
    column(links.form(attempt, entered, code), recovery.form(attempt, entered), part("with-token", form)),
  ];
}

function entered() {
  code = null;
  return draw();
}

async function merged(text) {
  await draw();
  place.prepend(element("p", { role: "status" }, text));
}

const part = (key, ...content) => element("section", {}, element("h2", {}, words.say(key)), ...content);

async function endAllElse() {
  if (confirm(words.say("access-end-sure"))) await service.remove("/v1/me/access");
}

// Returns whether something lets nobody but this browser into the account.
const isHere = ({ current, kind }) => current || ["webhook", "push"].includes(kind);

/** Each thing that has access, with what ends with it below it. A passkey stands above if nothing is below it. */
function tree(items) {
  const lines = new Map(items.map((one) => [one.id, item(one, issuesThis(items, one))]));
  const roots = element("ul");
  for (const { id, issued_by } of items) {
    const above = lines.get(issued_by);
    if (above && !above.lists) above.append((above.lists = element("ul")));
    (above?.lists ?? roots).append(lines.get(id));
  }
  return roots;
}

// Returns whether this sign-in was issued with something, and so ends with it.
function issuesThis(items, { id }) {
  const above = ({ issued_by }) => items.find((one) => one.id === issued_by);
  for (let one = items.find(({ current }) => current); one; one = above(one)) if (one.id === id) return true;
  return false;
}

function item(one, issues) {
  const codes = one.kind === "recovery-codes";
  const name = codes ? words.say("recovery-left", { count: Number(one.name), day: words.date(one.created_at) }) : one.name;
  const known = [
    words.say(`access-${one.kind}`),
    one.kind === "app" && words.say("app-client", { scopes: one.scopes.map((scope) => words.say(`scope.${scope}`)).join("; ") }),
    one.current && words.say("this-browser"),
    !codes && one.created_at && words.say("created-on", { day: words.date(one.created_at) }),
    one.used_on && words.say("used-on", { day: words.date(`${one.used_on}T12:00:00Z`) }),
  ];
  const verb = ["passkey", "recovery-codes", "webhook", "push"].includes(one.kind) ? "remove-one" : "end-one";
  const line = element("li", {}, element("span", {}, name, element("small", {}, known.filter(Boolean).join(" · "))));
  const rename = () => line.replaceChildren(renaming(one));
  const renames = one.kind === "passkey" && button("button", { "aria-label": words.labelled(words.say("rename"), name) }, rename, words.say("rename"));
  const end = async () => {
    if (!issues) return service.remove(one.path);
    if (!confirm(words.say("access-end-self"))) return;
    await service.remove(`${one.path}?including=self`);
    location.reload();
  };
  if (!one.current) line.append(element("span.actions", {}, renames, action(verb, end, name)));
  return line;
}

function renaming({ name, id }) {
  const field = element("input", { name: "name", required: true, maxlength: 40, value: name });
  const form = element("form", {}, element("label", {}, words.say("new-name"), field), element("button", {}, words.say("rename")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      await service.patch(`/v1/me/passkeys/${id}`, { name: field.value });
      await draw();
    }, form);
  });
  return form;
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
      await renew();
    });
  return button("button", { "aria-label": what && words.labelled(words.say(key), what) }, pressed, words.say(key));
}

// Does something, and says what went wrong, at the field of a form if it is about one.
async function attempt(act, form) {
  $("trouble").hidden = true;
  const heading = headingOf(document.activeElement);
  try {
    await act();
    keepFocus(heading);
  } catch (error) {
    if (error instanceof passkeys.NoPasskey) $("trouble").textContent = words.say("passkey-failed");
    else tell($("trouble"), error, form);
    $("trouble").hidden = !$("trouble").textContent;
  }
}

const headingOf = (one) => one.closest("#here section")?.querySelector("h2").textContent;

// Moves the focus of a button that has gone to what is said in its part, or else to the heading of the part.
function keepFocus(heading) {
  const found = [...place.querySelectorAll("h2")].find((one) => one.textContent === heading);
  if (!found || document.activeElement !== document.body) return;
  const next = found.parentElement.querySelector("[role=status]:not(:empty)") ?? found;
  next.tabIndex = -1;
  next.focus();
}

await words.begin();
code = links.codeInAddress();
addEventListener("hashchange", () => {
  code = links.codeInAddress() ?? code;
  attempt(draw);
});
await attempt(renew);
