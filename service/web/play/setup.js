// A new table: the edition, the options in words, the seats and the partners.

import * as contribution from "../proof/contribution.js";
import { PACES, paceInWords } from "../page/clock-words.js";
import { $, element } from "../page/element.js";
import { seek } from "./seek.js";
import * as service from "../api/service.js";
import * as token from "../api/token.js";
import { suggest } from "../api/suggestions.js";
import * as words from "../page/words.js";

const LIVE = "hanab_live"; // the only edition with variants and with six seats

const ANYONE = "anyone"; // the partners of a seek
const WATCH = "watch"; // bots alone
const STRONGEST = "hat"; // plays with itself alone

let editions = [];

// `then` is called with the path of the new game, of the one that was found, or of the replay to watch.
export function begin(then) {
  const form = $("setup");
  suggest(form.elements.variant);
  form.elements.pace.append(...PACES.map((pace, place) => element("option", { value: place }, paceInWords(pace))));
  form.addEventListener("change", ({ target }) => (target.name === "edition" ? options() : sum()));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = $("setup-said");
    said.textContent = "";
    form.querySelector("button").disabled = true;
    try {
      const path = await create(form);
      if (path !== null) then(path);
    } catch (error) {
      token.tell(said, error);
    }
    form.querySelector("button").disabled = false;
  });
}

export async function draw() {
  sum(); // before it is shown, so that nothing moves under a click
  $("new-table").hidden = false;
  $("setup-name").hidden = service.isSignedIn();
  editions = (await service.get("/v1/editions")).items;
  const chosen = editionNow()?.id ?? preferred();
  $("editions").replaceChildren(...editions.map(({ id, title }) => element("label", {}, element("input", { type: "radio", name: "edition", value: id, checked: id === chosen }), element("span", {}, title))));
  options();
}

const editionNow = () => editions.find(({ id }) => id === $("setup").elements.edition?.value);

// Returns the edition in the reader's language, if there is one.
const preferred = () => (editions.find(({ id }) => id === words.language()) ?? editions[0]).id;

function options() {
  const form = $("setup").elements;
  const edition = editionNow();
  const live = edition.id === LIVE;
  $("variant-choice").hidden = !live;
  if (!live) form.variant.value = "";
  for (const seats of form.seats) seats.parentElement.hidden = seats.disabled = seats.value === "6" && !live;
  if (!live && form.seats.value === "6") form.seats.value = "5";
  $("options").replaceChildren(...edition.options.map(choice));
  sum();
}

// Says which rules are chosen, also while they are folded. A reader can choose seats before the editions arrive.
function sum() {
  const form = $("setup").elements;
  const changed = [...$("options").querySelectorAll("select")].filter(({ selectedIndex }) => selectedIndex > 0).map(({ selectedOptions: [option], previousSibling }) => `${previousSibling.textContent}: ${option.textContent}`);
  $("setup-rules").textContent = [editionNow()?.title, form.variant.value.trim(), ...changed].filter(Boolean).join(" · ");
  $("setup-private").hidden = form.partners.value !== "";
  $("setup-timeout").hidden = !form.pace.value;
  const watches = form.partners.value === WATCH;
  $("setup-name").hidden = watches || service.isSignedIn();
  $("setup-pace").hidden = watches;
  $("setup-timeout").hidden ||= watches;
  $("setup-watching").hidden = watches || form.partners.value === ANYONE || (!form.partners.value && form.private.checked);
  $("setup-training").hidden = watches || form.partners.value === ANYONE;
  $("setup-wait").hidden = form.partners.value !== ANYONE;
  $("bot-choice").hidden = watches || form.partners.value === "" || (form.partners.value === ANYONE && !form.wait.value);
}

// A value is chosen by its place, since values are numbers, truth values and names. Place 0 is the default.
function choice({ name, title, value_names: names, values, default: usual }) {
  const order = [...values.keys()].sort((one, other) => (values[other] === usual) - (values[one] === usual) || one - other);
  const select = element("select", { "data-option": name, autocomplete: "off" }, order.map((place) => element("option", { value: place }, names[place])));
  return element("label", {}, element("span", {}, title), select);
}

function rules(form) {
  const edition = editionNow();
  const chosen = { edition: edition.id };
  for (const field of $("options").querySelectorAll("[data-option]")) {
    const option = edition.options.find(({ name }) => name === field.dataset.option);
    const value = option.values[field.value];
    if (value !== option.default) chosen[option.name] = value;
  }
  const variant = form.elements.variant.value.trim();
  return variant ? { ...chosen, variant } : chosen;
}

// Returns the clock that was chosen, if there is one.
function paceOf({ pace, timeout }) {
  return pace.value && { pace: { ...PACES[pace.value], on_timeout: timeout.value } };
}

// Returns who may watch: a number is that of the turns after which watchers see hands.
function allowed(value) {
  if (Number(value)) return { watching: "hands", hands_delay: Number(value) };
  return { watching: value || "table" };
}

// Returns the bots that play with so many seats and this variant. The last one stays, so that its refusal is explained.
async function able(bots, seats, { variant }) {
  const { items } = await service.get(`/v1/bots${variant ? `?${new URLSearchParams({ variant })}` : ""}`);
  return bots.filter((bot) => bot === bots.at(-1) || items.some((one) => one.id === bot && one.seats.includes(seats)));
}

// Calls `ask` with one bot after the other until one plays the options too.
async function firstThatPlays([bot, ...others], ask) {
  try {
    return await ask(bot);
  } catch (error) {
    if (error.code !== "bot-cannot-play" || !others.length) throw error;
    return firstThatPlays(others, ask);
  }
}

async function create(form) {
  const { bot, name, seats: places, partners, private: hidden, wait, watching, training } = form.elements;
  await service.beSomebody(name.value);
  const [seats, chosen] = [Number(places.value), rules(form)];
  if (partners.value === WATCH) {
    const played = (id) => service.post("/v1/games", { seats, rules: chosen, sandbox: true, bots: Array(seats).fill(id) });
    return `/replays/${(await firstThatPlays(await able([STRONGEST, bot.value, "kagiya"], seats, chosen), played)).id}`;
  }
  if (partners.value === ANYONE) {
    const look = (id) => seek({ seats, rules: [chosen], ...paceOf(form.elements), ...(wait.value && { bots_after_s: Number(wait.value), bot: id }) });
    const found = await firstThatPlays(await able([bot.value, "kagiya"], seats, chosen), look);
    return found && `/play/${found}`;
  }
  const isPrivate = !partners.value && hidden.checked;
  const wanted = { seats, rules: chosen, ...paceOf(form.elements), private: isPrivate, ...(training.checked && { training: true }), ...(!isPrivate && allowed(watching.value)), ...(await contribution.commit()) };
  const withBots = (id) => service.post("/v1/games", { ...wanted, bots: Array(seats - 1).fill(id) });
  const created = await (partners.value ? firstThatPlays(await able([bot.value, "kagiya"], seats, chosen), withBots) : service.post("/v1/games", wanted));
  contribution.keep(created);
  return `/play/${created.id}`;
}
