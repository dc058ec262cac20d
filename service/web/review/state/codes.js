// Moves as words of the notation, such as p12, d3 and c1:red, for addresses.

export function written({ type, card, target, color, rank, declared_color: named }) {
  if (type === "clue") return `c${target}:${color ?? rank}`;
  return `${type[0]}${card}${named ? `=${named}` : ""}`;
}

// Returns moves, or null if a word is none.
export function read(text) {
  const moves = text.split(",").map(moveOf);
  return moves.every(Boolean) ? moves : null;
}

function moveOf(word) {
  const [, target, clue] = /^c(\d):([\w -]{1,40})$/.exec(word) ?? [];
  if (clue) return { type: "clue", target: Number(target), ...(/^\d$/.test(clue) ? { rank: Number(clue) } : { color: clue }) };
  const [, kind, card, named] = /^([pd])(\d{1,2})(?:=([\w -]{1,40}))?$/.exec(word) ?? [];
  return kind ? { type: kind === "p" ? "play" : "discard", card: Number(card), ...(named && { declared_color: named }) } : null;
}
