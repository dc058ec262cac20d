// The receipts that this browser got while games were played, and their comparison with the record of a game.
// examples/browser/client.js stores them in the same form.

import { isSigned } from "./canonical.js";
import { coreOf } from "./record.js";

const PREFIX = "hanabi-receipts ";

export function seen(game) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + game)) ?? [];
  } catch {
    return []; // without storage, or not written by these pages
  }
}

export function keep(receipt) {
  const known = seen(receipt.game);
  if (known.some((one) => one.signature === receipt.signature)) return;
  try {
    localStorage.setItem(PREFIX + receipt.game, JSON.stringify([...known, receipt]));
  } catch {
    // Storage is full or forbidden. The verification then says how many receipts there are.
  }
}

// Returns the first receipt that a record contradicts. A receipt that nobody signed proves nothing.
export async function contradicted(record, receipts) {
  const { events } = coreOf(record);
  for (const receipt of receipts) {
    const { key, signature, ...document } = receipt;
    const signed = await isSigned(document, { key, signature });
    if (signed !== false && !isIn(events, receipt)) return receipt;
  }
  return null;
}

function isIn(events, receipt) {
  if (receipt.game !== (events[0].game ?? receipt.game)) return false;
  if (receipt.type === "hanabi/opening") return receipt.secret_commitment === (events[0].secret_commitment ?? null);
  const event = events[receipt.version];
  return event !== undefined && [null, event.hash].includes(receipt.head) && receipt.at === event.at;
}
