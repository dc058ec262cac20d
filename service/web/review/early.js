// What the browser gets at once, because the head of the page names it: in the language of the page, and without a token.

const addresses = new Set([...document.querySelectorAll("link[rel=preload]")].map((link) => link.href));

// Returns the response to an address that the page names, once; otherwise null.
export function response(path) {
  return addresses.delete(new URL(path, location).href) ? fetch(path) : null;
}

// Leaves the responses, as they are in another language than the reader's. Browsers warn of those that nobody takes.
export function leave() {
  for (const address of addresses) response(address)?.catch(() => {});
}
