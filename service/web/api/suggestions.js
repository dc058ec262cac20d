// Names of variants that fit what the reader types.

import { element } from "../page/element.js";
import * as service from "./service.js";

const PAUSE_MS = 200;

// Keeps the `<datalist>` of a field filled. Without the service, the reader types the whole name.
export function suggest(field) {
  let waiting = null;
  let asked = null;
  const ask = async () => {
    const q = field.value.trim();
    if (q === asked) return;
    asked = q;
    const { items } = await service.get(`/v1/variants?${new URLSearchParams({ ...(q && { q }), limit: 20 })}`).catch(() => ({ items: [] }));
    if (q === asked) field.list.replaceChildren(...items.map(({ name }) => element("option", { value: name })));
  };
  field.addEventListener("focus", ask);
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE_MS);
  });
}
