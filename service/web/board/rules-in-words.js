// The rules of a game that are not those of a booklet, and where an imported game came from, in words.

import { dress } from "./cards.js";
import { element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const variants = new Map();

// Returns the variant of this name, with its rules in the reader's language.
export async function variantOf(name) {
  if (!variants.has(name)) variants.set(name, await asked(name));
  return variants.get(name);
}

async function asked(name) {
  const { items } = await service.get(`/v1/variants?${new URLSearchParams({ q: name, limit: 50 })}`);
  return items.find((one) => one.name === name);
}

// Shows the facts of a game, also those of its variant, and dresses its cards. `isCurrent` says whether to go on.
export async function explain(place, { game, name, isCurrent }) {
  draw(place, { game, variant: null, name });
  if (!game.rules.variant) return;
  const variant = await variantOf(game.rules.variant);
  if (!isCurrent()) return; // the reader has chosen another language meanwhile
  dress(variant);
  draw(place, { game, variant, name });
}

// Shows what there is to say about a game. `name` returns the name of a seat.
function draw(place, { game, variant, name }) {
  const rules = [...(variant?.text ?? []), ...options(game.rules)];
  const source = [game.source, game.source?.origin].flatMap((one) => told(one, name));
  place.hidden = !rules.length && !source.length;
  const list = (items) => (items.length ? element("ul", {}, items.map((one) => element("li", {}, one))) : null);
  const parts = [source.length && list(source), rules.length && element("h3", {}, game.rules.variant ?? words.say(`edition.${game.rules.edition}`)), list(rules)];
  place.querySelector("div").replaceChildren(...parts.filter(Boolean));
}

// Returns the options of hanab.live that are not as usual there.
function options(rules) {
  if (rules.edition !== "hanab_live") return [];
  const chosen = [
    { one_more: "one-more", one_less: "one-less" }[rules.hand_size],
    rules.deck_plays && "deck-plays",
    rules.empty_clues && "empty-clues",
    rules.finale_loss === "irreplaceable" && "all-or-nothing",
  ];
  return chosen.filter(Boolean).map((key) => words.say(key));
}

const number = (value) => Number.isInteger(value) && value >= 0;

// Returns what a source says. That of a record can be anything, since its author may have written it.
function told(source, name) {
  const of = { notation: () => [words.say("origin-notation")], hanabi: record, "hanab.live": live };
  return Object.hasOwn(of, source?.site) ? of[source.site](source, name) : [];
}

const record = ({ id }) => [words.say("origin-record", { id })];

function live({ id, options, characters }, name) {
  const chosen = options ?? {};
  const clock = number(chosen.timeBase) && number(chosen.timePerTurn);
  const facts = [
    chosen.timed && (clock ? words.say("clock", { base: words.number(chosen.timeBase), turn: words.number(chosen.timePerTurn) }) : words.say("timed")),
    chosen.speedrun && words.say("speedrun"),
    chosen.cardCycle && words.say("card-cycle"),
    chosen.detrimentalCharacters && charactersOf(characters, name),
  ];
  const link = (game) => element("a", { href: `https://hanab.live/replay/${id}`, rel: "noreferrer" }, game);
  const from = words.say("origin-live");
  return [element("span", {}, from, number(id) && id > 0 && [" · ", link(words.say("origin-game", { id }))]), ...facts.filter(Boolean)];
}

function charactersOf(characters, name) {
  if (!Array.isArray(characters) || !characters.length) return words.say("characters-unknown");
  const each = characters.map((character, seat) => words.say("character-of", { name: name(seat), character: character?.name ?? "?" }));
  return words.say("characters", { characters: words.list(each) });
}
