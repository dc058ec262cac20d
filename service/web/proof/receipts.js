// The receipts that this browser got while games were played. examples/browser/client.js stores them in the same form.

const PREFIX = "hanabi-receipts ";

export function seen(game) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + game)) ?? [];
  } catch {
    return []; // without storage, or not written by these pages
  }
}

// Keeps the receipt of a view, if it has one.
export function keep(receipt) {
  if (!receipt) return;
  const known = seen(receipt.game);
  if (known.some((one) => one.signature === receipt.signature)) return;
  try {
    localStorage.setItem(PREFIX + receipt.game, JSON.stringify([...known, receipt]));
  } catch {
    // Storage is full or forbidden. The verification then says how many receipts there are.
  }
}
