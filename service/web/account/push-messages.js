// Messages to this browser and others of the account: what they are about, and when there are none.

import { button, element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const KINDS = ["your-turn", "invited", "contest-invited", "matched", "game-started", "game-ended", "message"];
const USUAL = ["your-turn", "invited", "contest-invited", "matched"];
const NIGHT = { from: "22:00", until: "07:00" };

const known = () => "serviceWorker" in navigator && "PushManager" in window;

// `attempt` shows what goes wrong, and `draw` draws the page again.
export async function part(attempt, draw) {
  const { items } = await service.get("/v1/me/push");
  const subscription = known() ? await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription() : null;
  const here = items.find(({ endpoint }) => endpoint === subscription?.endpoint);
  return element(
    "section",
    {},
    element("h2", {}, words.say("told")),
    element("p.hint", {}, words.say(known() ? "told-hint" : "told-impossible")),
    known() && form(here, attempt, draw),
    element("ul", {}, ...items.map((one) => row(one, one === here, attempt, draw))),
  );
}

function form(here, attempt, draw) {
  const chosen = here?.events ?? USUAL;
  const boxes = KINDS.map((kind) => element("label.check", {}, element("input", { type: "checkbox", name: "kind", value: kind, checked: chosen.includes(kind) }), ` ${words.say(`push.${kind}`)}`));
  const quiet = here?.quiet;
  const from = element("input", { type: "time", value: quiet ? clock(quiet.from_minute) : NIGHT.from });
  const until = element("input", { type: "time", value: quiet ? clock(quiet.until_minute) : NIGHT.until });
  const night = element("input", { type: "checkbox", checked: here ? Boolean(quiet) : true });
  const refused = element("p", { role: "status" });
  const made = element(
    "form.pushes",
    {},
    ...boxes,
    element("p.row", {}, element("label.check", {}, night, ` ${words.say("told-quiet")}`), element("label", {}, `${words.say("told-from")} `, from), element("label", {}, `${words.say("told-until")} `, until)),
    element("p", {}, element("button", {}, words.say(here ? "told-change" : "told-on"))),
    refused,
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      const events = [...made.querySelectorAll("[name=kind]:checked")].map(({ value }) => value);
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const allowed = await subscribe(events, night.checked && from.value && until.value ? { from_minute: minutes(from.value), until_minute: minutes(until.value), time_zone: zone } : null);
      if (allowed) await draw();
      else refused.textContent = words.say("told-refused");
    });
  });
  return made;
}

// Returns whether the reader and the browser allow it.
async function subscribe(events, quiet) {
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  await navigator.serviceWorker.ready;
  const { key } = await service.get("/v1/me/push");
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null);
  if (!subscription) return false;
  const { endpoint, keys } = subscription.toJSON();
  await service.post("/v1/me/push", { endpoint, keys, events, ...(quiet && { quiet }) });
  return true;
}

function row({ id, endpoint, created_at: since }, isHere, attempt, draw) {
  const name = isHere ? words.say("this-browser") : new URL(endpoint).host;
  const off = () =>
    attempt(async () => {
      await service.remove(`/v1/me/push/${id}`);
      await draw();
    });
  return element("li", {}, element("span", {}, name, element("small", {}, words.say("created-on", { day: words.date(since) }))), button("button", { "aria-label": words.labelled(words.say("told-off"), name) }, off, words.say("told-off")));
}

const clock = (minute) => `${Math.floor(minute / 60)}`.padStart(2, "0") + ":" + `${minute % 60}`.padStart(2, "0");

function minutes(text) {
  const [hours, rest] = text.split(":").map(Number);
  return hours * 60 + rest;
}
