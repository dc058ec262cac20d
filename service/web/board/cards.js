// Pictures of cards. Each suit has a color and a shape, for readers who cannot distinguish the colors.

import * as cardWords from "./card-words.js";
import { drawing, element } from "../page/element.js";
import { copyOf } from "../page/keyed.js";
import looks from "./looks.json" with { type: "json" };
import * as words from "../page/words.js";

const START = 7; // the rank of START cards

// Returns the suits, the ranks and the copies of each card of a game, by its frame after the deal with open hands and all
// its cards.
export function kinds({ fireworks, stacks, hands }, cards) {
  const suits = Object.keys(fireworks);
  const start = suits.some((suit) => stacks?.[suit].next.includes(START));
  const open = hands[0].cards[0]?.possible?.ranks; // of a game in which the players see what clues say
  return { suits, ranks: open ?? (start ? [1, 2, 3, 4, 5, START] : [1, 2, 3, 4, 5]), copies: counted(cards) };
}

// Returns the number of copies of each card, by suit and rank.
export function counted(cards) {
  const copies = {};
  for (const { suit, rank } of cards) {
    copies[suit] ??= {};
    copies[suit][rank] = (copies[suit][rank] ?? 0) + 1;
  }
  return copies;
}

// Returns the suits, the ranks and the copies of a variant, or of a game without one.
export function kindsOf(variant, { fireworks, rules }) {
  if (variant) {
    const copies = variant.suits.map((suit) => [suit.name, Object.fromEntries(suit.copies.map((one) => [one.rank, one.copies]))]);
    return { suits: variant.suits.map((suit) => suit.name), ranks: variant.ranks, copies: Object.fromEntries(copies) };
  }
  const single = rules.multicolor.endsWith("five");
  const copies = (suit) => (suit === "multicolor" && single ? { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 } : { 1: 3, 2: 2, 3: 2, 4: 2, 5: 1 });
  const suits = Object.keys(fireworks);
  return { suits, ranks: [1, 2, 3, 4, 5], copies: Object.fromEntries(suits.map((suit) => [suit, copies(suit)])) };
}

// Returns a rank, or the flag of START cards.
export function digit(rank) {
  if (rank !== START) return `${rank}`;
  const flag = drawing("path", { d: "M-.75-1.1H-.4V-.95L.95-.4L-.4 .15V1.1H-.75Z" });
  return drawing("svg.flag", { viewBox: "-1.25 -1.25 2.5 2.5", "aria-hidden": "true", focusable: "false" }, flag);
}

// The looks of all suits, as in the pictures of positions. Shapes are paths in a square from -1 to 1.
const { shapes: SHAPES, suits: LOOKS } = looks;

// The clue colors that touch a suit, as a band at the upper edge of its cards; a dash if there are none.
function band(colors) {
  if (!colors.length) return "linear-gradient(90deg, #0000 30%, var(--ink) 30% 70%, #0000 70%)";
  const part = (color, n) => `${LOOKS[color].fill} ${(100 * n) / colors.length}% ${(100 * (n + 1)) / colors.length}%`;
  return `linear-gradient(110deg, ${colors.map(part).join(", ")})`;
}

function style([suit, look]) {
  const frame = look.frame ? "--frame: 4px solid #14181d;" : "";
  const colors = look.band ? `--band: ${band(look.band)};` : "";
  return `.${suit} { --fill: ${look.fill}; --ink: ${look.ink}; ${frame} ${colors} }`;
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(Object.entries(LOOKS).map(style).join("\n"));
document.adoptedStyleSheets.push(sheet);

// The rank clues that touch a card, at the lower edge: dots for all of them, a dash for none.
const DOTS = {
  all: "radial-gradient(circle, var(--ink) 1.5px, #0000 2px) bottom 1px left / 20% 5px repeat-x",
  none: "linear-gradient(90deg, #0000 30%, var(--ink) 30% 70%, #0000 70%) bottom 2px left / 100% 3px no-repeat",
};

// The clues that touch a special rank, by the letter of its modifier, such as R1.
const SPECIAL = {
  R: { colors: "all" },
  W: { colors: "none" },
  P: { ranks: "all" },
  B: { ranks: "none" },
  O: { colors: "all", ranks: "all" },
  N: { colors: "none", ranks: "none" },
  M: { colors: "all", ranks: "none" },
  L: { colors: "none", ranks: "all" },
};

const flagged = (flags, kind) => ["all", "none"].find((many) => flags.includes(`${many === "all" ? "all" : "no"}_clue_${kind}`));

// Shows on the cards of a variant which clues touch them, if their suit alone does not say it.
export function dress({ suits, ranks, clue_colors: colors, clue_ranks: numbers, modifiers }) {
  const special = modifiers.find((one) => /^[A-Z][15]$/.test(one)) ?? "";
  const styles = suits.flatMap(({ name, flags }) => ranks.map((rank) => {
    const more = special.endsWith(`${rank}`) ? (SPECIAL[special[0]] ?? {}) : {};
    const [byColor, byRank] = [flagged(flags, "colors") ? null : more.colors, flagged(flags, "ranks") ?? more.ranks];
    const edge = byColor && colors.length ? `--band: ${band(byColor === "all" ? colors : [])};` : "";
    return `.${name}.r${rank} { ${edge} ${byRank && numbers.length ? `--dots: ${DOTS[byRank]};` : ""} }`;
  }));
  dots.replaceSync(styles.join("\n"));
}

const dots = new CSSStyleSheet();
document.adoptedStyleSheets.push(dots);

export const shape = (suit) => copyOf(`shape ${suit}`, () => drawnShape(suit));

function drawnShape(suit) {
  const path = drawing("path", { d: SHAPES[LOOKS[suit].shape] });
  return drawing(`svg.shape.${suit}`, { viewBox: "-1.25 -1.25 2.5 2.5", "aria-hidden": "true", focusable: "false" }, path);
}

// Returns the front of a card, or the back with the suit or rank that its clues leave.
export function face({ suit, rank, possible }) {
  if (suit) return copyOf(`face ${suit} ${rank}`, () => element(`span.face.${suit}.r${rank}`, { "aria-hidden": "true" }, element("b", {}, digit(rank)), shape(suit)));
  const only = (all) => (all?.length === 1 ? all[0] : null);
  const [known, told] = [only(possible?.suits), only(possible?.ranks)];
  return element("span.face.back", { "aria-hidden": "true" }, element("b", {}, told ? digit(told) : "?"), known && element("span.known", {}, shape(known)));
}

export function chip(card, note = null) {
  return element(`span.chip.${card.suit}`, { title: cardWords.card(card) }, shape(card.suit), digit(card.rank), note);
}
