// The rules of a new table or contest: the edition, its options in words, and the variant. The form also has the seats.

import * as service from "../api/service.js";
import { suggest } from "../api/suggestions.js";
import { $, element } from "../page/element.js";
import * as words from "../page/words.js";

const LIVE = "hanab_live"; // the only edition with variants and with six seats
const BEGINS = "starting_seat"; // the option whose values are seats

let editions = [];

export function begin(form) {
  suggest(form.elements.variant);
  form.addEventListener("change", ({ target }) => {
    if (target.name === "edition") options(form);
    if (target.name === "seats") beginners(form);
  });
}

export async function draw(form) {
  editions = (await service.get("/v1/editions")).items;
  const chosen = editionIn(form)?.id ?? preferred();
  $("editions").replaceChildren(...editions.map(({ id, title }) => element("label", {}, element("input", { type: "radio", name: "edition", value: id, checked: id === chosen }), element("span", {}, title))));
  options(form);
}

const editionIn = (form) => editions.find(({ id }) => id === form.elements.edition?.value);

// Returns the edition in the reader's language, if there is one.
const preferred = () => (editions.find(({ id }) => id === words.language()) ?? editions[0]).id;

// Who makes a table has the first seat. In a contest, nobody has one yet.
const beginner = (seat) => (seat === 0 && $("setup") ? words.say("you") : words.say("player-number", { number: seat + 1 }));

// Offers only seats of the table as the one that begins.
function beginners({ elements: { seats } }) {
  for (const option of $("options").querySelectorAll("[data-seat]")) {
    option.hidden = option.disabled = Number(option.dataset.seat) >= Number(seats.value);
    if (option.selected && option.disabled) option.parentElement.selectedIndex = 0;
  }
}

function options({ elements: form }) {
  const edition = editionIn({ elements: form });
  const live = edition.id === LIVE;
  $("variant-choice").hidden = !live;
  if (!live) form.variant.value = "";
  for (const seats of form.seats) seats.parentElement.hidden = seats.disabled = seats.value === "6" && !live;
  if (!live && form.seats.value === "6") form.seats.value = "5";
  $("options").replaceChildren(...edition.options.map(choice));
  beginners({ elements: form });
}

// A value is chosen by its place, since values are numbers, truth values and names. Place 0 is the default.
function choice({ name, title, value_names: names, values, default: usual }) {
  const order = [...values.keys()].sort((one, other) => (values[other] === usual) - (values[one] === usual) || one - other);
  const text = (place) => (name === BEGINS && Number.isInteger(values[place]) ? beginner(values[place]) : names[place]);
  const select = element("select", { "data-option": name, autocomplete: "off" }, order.map((place) => element("option", { value: place, "data-seat": name === BEGINS ? values[place] : null }, text(place))));
  return element("label", {}, element("span", {}, title), select);
}

// Says which rules are chosen, also before the editions arrive.
export function inWords(form) {
  const changed = [...$("options").querySelectorAll("select")].filter(({ selectedIndex }) => selectedIndex > 0).map(({ selectedOptions: [option], previousSibling }) => words.labelled(previousSibling.textContent, option.textContent));
  return [editionIn(form)?.title, form.elements.variant.value.trim(), ...changed].filter(Boolean).join(" · ");
}

// Returns the rules as a request has them.
export function chosen(form) {
  const edition = editionIn(form);
  const rules = { edition: edition.id };
  for (const field of $("options").querySelectorAll("[data-option]")) {
    const option = edition.options.find(({ name }) => name === field.dataset.option);
    const value = option.values[field.value];
    if (value !== option.default) rules[option.name] = value;
  }
  const variant = form.elements.variant.value.trim();
  return variant ? { ...rules, variant } : rules;
}
