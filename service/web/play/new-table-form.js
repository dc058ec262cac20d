// A new table: the edition, the options in words, the seats and the partners.

import { accountsOf } from "../api/accounts.js";
import { pause } from "../api/connection.js";
import * as contribution from "../proof/contribution.js";
import { tell } from "../page/at-field.js";
import { aboutBot, firstThatPlays, USUAL } from "../page/bots.js";
import { duration } from "../page/clock-words.js";
import { PACES, paceInWords } from "../page/paces.js";
import { $, element } from "../page/element.js";
import * as rules from "./rules-choice.js";
import { seek } from "./seek.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const ANYONE = "anyone"; // the partners of a seek
const WATCH = "watch"; // bots alone
const LATE_MS = 1000; // after which the form is shown without the editions
const PAUSES_S = [7, 14, 30, 90].map((days) => 86400 * days); // at least the idle limit; the first is the usual one

// `then` is called with the path of the new game, of the one that was found, or of the replay to watch.
export function begin(then) {
  const form = $("setup");
  rules.begin(form);
  form.elements.pause.append(...PAUSES_S.map((seconds) => element("option", { value: seconds }, duration(seconds))));
  form.elements.pace.append(...PACES.map((pace, place) => element("option", { value: place }, paceInWords(pace))));
  form.addEventListener("change", sum);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = $("setup-said");
    said.textContent = "";
    form.querySelector("button").disabled = true;
    try {
      const path = await create(form);
      if (path !== null) then(path);
    } catch (error) {
      tell(said, error, form);
    }
    form.querySelector("button").disabled = false;
  });
}

export async function draw() {
  const drawn = rules.draw($("setup")).then(sum);
  await Promise.race([drawn, pause(LATE_MS)]).catch(() => {}); // so that nothing moves under a click
  sum();
  $("new-table").hidden = false;
  await drawn;
}

// Says which rules are chosen, also while they are folded. A reader can choose seats before the editions arrive.
function sum() {
  const form = $("setup").elements;
  $("setup-rules").textContent = rules.inWords($("setup"));
  $("setup-private").hidden = $("setup-invite").hidden = form.partners.value !== "";
  $("setup-timeout").hidden = !form.pace.value;
  const watches = form.partners.value === WATCH;
  $("setup-name").hidden = watches || service.isSignedIn();
  $("setup-pace").hidden = watches;
  $("setup-timeout").hidden ||= watches;
  $("setup-watching").hidden = watches || form.partners.value === ANYONE || (!form.partners.value && form.private.checked);
  $("setup-pause").hidden = $("setup-timeout").hidden || form.partners.value === ANYONE;
  $("setup-training").hidden = watches || form.partners.value === ANYONE;
  $("setup-wait").hidden = form.partners.value !== ANYONE;
  aboutBot(form.bot.value).then((text) => ($("bot-about").textContent = text), () => {}); // the form does without it
  $("bot-choice").hidden = watches || form.partners.value === "" || (form.partners.value === ANYONE && !form.wait.value);
}

// Returns the clock that was chosen, if there is one.
function paceOf({ pace, timeout }) {
  return pace.value && { pace: { ...PACES[pace.value], on_timeout: timeout.value } };
}

// Returns who may watch: a number is that of the turns after which watchers see hands.
function allowed(value) {
  if (Number(value)) return { watching: "hands", hands_delay: Number(value) };
  if (value === "held") return { watching: "held", hands_delay: 10 };
  return { watching: value || "table" };
}

async function create(form) {
  const { bot, invite, name, seats: places, partners, private: hidden, wait, watching, training } = form.elements;
  await service.beSomebody(name.value);
  const [seats, chosen] = [Number(places.value), rules.chosen(form)];
  if (partners.value === WATCH) {
    const played = (id) => service.post("/v1/games", { seats, rules: chosen, sandbox: true, bots: Array(seats).fill(id) });
    return `/replays/${(await firstThatPlays([USUAL, bot.value], { seats, ...chosen }, played)).id}?spoilers=off#play`; // turn by turn
  }
  if (partners.value === ANYONE) {
    const look = (id) => seek({ seats, rules: [chosen], ...paceOf(form.elements), ...(wait.value && { bots_after_s: Number(wait.value), bot: id }) });
    const found = await firstThatPlays([bot.value], { seats, ...chosen }, look);
    return found && `/play/${found}`;
  }
  const isPrivate = !partners.value && hidden.checked;
  const invited = partners.value ? [] : await accountsOf(invite.value);
  const wanted = { seats, rules: chosen, ...paceOf(form.elements), ...(form.elements.pace.value && { pause_limit_s: Number(form.elements.pause.value) }), private: isPrivate, ...(invited.length && { invite: invited }), ...(training.checked && { training: true }), ...(!isPrivate && allowed(watching.value)), ...(await contribution.commit()) };
  const withBots = (id) => service.post("/v1/games", { ...wanted, bots: Array(seats - 1).fill(id) });
  const created = await (partners.value ? firstThatPlays([bot.value], { seats, ...chosen }, withBots) : service.post("/v1/games", wanted));
  contribution.keep(created);
  return `/play/${created.id}`;
}
