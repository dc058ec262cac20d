// Clues, and which cards they touch, as in `engine/rules/touch.py`.

const SPECIAL = { R: ["all", null], W: ["no", null], P: [null, "all"], B: [null, "no"], O: ["all", "all"], N: ["no", "no"], M: ["all", "no"], L: ["no", "all"] };

// Returns a function that tells whether a clue touches a card, or null if the variant of the rules is not loaded yet.
export function touching(rules, variant) {
  if (rules.variant && !variant) return null;
  const isWild = rules.multicolor.startsWith("wild");
  return ({ color, rank }, card) => {
    if (variant) return color ? byColor(color, card, variant) : byRank(rank, card, variant);
    return color ? card.suit === color || (isWild && card.suit === "multicolor") : card.rank === rank;
  };
}

// Returns the clues that a variant or a game without one has, in a fixed order.
export function cluesOf({ multicolor }, variant, fireworks) {
  const isColor = (suit) => suit !== "multicolor" || !multicolor.startsWith("wild");
  const colors = variant?.clue_colors ?? Object.keys(fireworks).filter(isColor);
  return [...colors.map((color) => ({ color })), ...(variant?.clue_ranks ?? [1, 2, 3, 4, 5]).map((rank) => ({ rank }))];
}

function specialOf({ modifiers }, rank) {
  const code = modifiers.find((one) => /^[A-Z][15]$/.test(one) && one !== "S1");
  return code && Number(code[1]) === rank ? code[0] : null;
}

function byColor(color, { suit, rank }, variant) {
  const { suits, clue_colors: colors, modifiers } = variant;
  const { flags, clue_colors: own } = suits.find((one) => one.name === suit);
  if (modifiers.includes("CB") || modifiers.includes("TB")) return false;
  if (flags.includes("all_clue_colors")) return true;
  if (flags.includes("no_clue_colors")) return false;
  const ofRank = rank === 7 ? colors.at(-1) : colors[(rank - 1) % colors.length]; // START cards count as the last
  if (modifiers.includes("Sy") && !flags.includes("no_clue_ranks") && color === ofRank) return true;
  const [special] = SPECIAL[specialOf(variant, rank)] ?? [];
  if (special) return special === "all";
  return flags.includes("prism") ? color === ofRank : own.includes(color);
}

function byRank(clue, { suit, rank }, variant) {
  const { suits, clue_ranks: ranks, modifiers } = variant;
  const place = suits.findIndex((one) => one.name === suit);
  const { flags } = suits[place];
  if (modifiers.includes("NB") || modifiers.includes("TB")) return false;
  if (flags.includes("all_clue_ranks")) return true;
  if (flags.includes("no_clue_ranks")) return false;
  const code = specialOf(variant, rank);
  const [, special] = SPECIAL[code] ?? [];
  if (special) return special === "all";
  if (code === "D") return clue === ranks[place % ranks.length];
  if (modifiers.includes("OE")) return rank !== 7 && rank % 2 === clue % 2;
  if (modifiers.includes("Fu")) return rank <= clue;
  if (modifiers.includes("Ch")) return rank >= clue;
  return rank === clue;
}
