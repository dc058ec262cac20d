// The texts of the page, in the reader's language.

import * as early from "./early.js";

const STORAGE_KEY = "hanabi-language";
const tables = new Map();
let chosen = document.documentElement.lang;
let words = {};

export const language = () => chosen;

// The service selects texts by Accept-Language. A language chosen by the reader overrides it.
export async function begin() {
  const saved = read();
  const known = [...document.querySelectorAll("#language option")].map((option) => option.value);
  if (known.includes(saved) && saved !== chosen) early.leave();
  await speak(known.includes(saved) ? saved : chosen);
}

export async function speak(code) {
  if (!tables.has(code)) {
    const address = new URL(`words.${code}.json`, import.meta.url);
    const response = await (early.response(address) ?? fetch(address));
    tables.set(code, await response.json());
  }
  words = tables.get(code);
  chosen = code;
  document.documentElement.lang = code;
  const select = document.querySelector("#language"); // a page in a frame has none
  if (select) select.value = code;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = say(place.dataset.word);
  const { title } = document.querySelector("title").dataset;
  if (title) document.title = `${say(title)} · Hanabi`;
  for (const place of document.querySelectorAll("[data-alt]")) place.alt = say(place.dataset.alt);
  for (const place of document.querySelectorAll("[data-label]")) place.setAttribute("aria-label", say(place.dataset.label));
}

export function onChoice(then) {
  document.querySelector("#language").addEventListener("change", async ({ target }) => {
    await speak(target.value);
    try {
      localStorage.setItem(STORAGE_KEY, target.value);
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    then();
  });
}

export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// Returns a rank as written on cards; START cards have rank 7.
export const rank = (value) => (value === 7 ? "START" : `${value}`);
export const suit = (name) => say(`color.${name}`);
export const card = ({ suit: name, rank }) => say(`card.${name}.${rank}`);
export const points = (score) => {
  if (score === null) return say("no-score");
  return say(new Intl.PluralRules(chosen).select(score) === "one" ? "points-one" : "points", { score });
};
export const percent = (share) => new Intl.NumberFormat(chosen, { style: "percent", maximumFractionDigits: 1 }).format(share);
export const number = (value, digits = 2) => new Intl.NumberFormat(chosen, { maximumFractionDigits: digits }).format(value);
export const date = (moment) => new Intl.DateTimeFormat(chosen, { dateStyle: "medium" }).format(new Date(moment));
export const list = (items) => new Intl.ListFormat(chosen, { type: "conjunction" }).format(items);

// Returns items and the texts between them. `shown` returns an element or a text for an item.
export function listed(items, shown) {
  const parts = new Intl.ListFormat(chosen, { type: "conjunction" }).formatToParts(items.map(String));
  const rest = [...items];
  return parts.map(({ type, value }) => (type === "element" ? shown(rest.shift()) : value));
}

function read() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
