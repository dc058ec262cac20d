// The texts of the page, in its language: the service renders pages in the language that the reader chose.

import * as early from "./early.js";

const chosen = document.documentElement.lang;
let words = {};

export const language = () => chosen;

export async function begin() {
  const address = document.getElementById("words").href;
  words = await (await (early.response(address) ?? fetch(address))).json();
}

export const has = (key) => key in words;

// The service gives a page the texts that its script names as a string, or whose keys begin as one of its templates.
export function say(key, values = {}) {
  if (!(key in words)) console.warn(`There is no text ${key}.`);
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// Returns a text as a sentence: some booklets print theirs without a full stop.
export const sentence = (text) => (!text || /[.!?…]$/.test(text) ? text : `${text}.`);

const plural = (count) => new Intl.PluralRules(chosen).select(count);

export const points = (score) => {
  if (score === null) return say("no-score");
  return say(`points-${plural(score)}`, { score });
};
// Returns a number of decks or teams in words.
export const counted = (what, count) => say(`number-of-${what}-${plural(count)}`, { count });
// Returns a text with the name of what it is about before it: "Seats: 3".
export const labelled = (name, text) => say("labelled", { name, text });
export const touched = (count) => say(`touches-${count ? plural(count) : "none"}`, { count });
// The mean of scores, with its share of the highest score if that is known: variants have several.
export const average = (mean, share) => (share === null ? number(mean, 1) : `${number(mean, 1)} (${percent(share)})`);
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
