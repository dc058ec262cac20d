// The reader's own notes on cards, which nobody else sees before the end.

import { button, element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const SIGNS = { upright: "↑", left: "←", right: "→", upside_down: "↓" };

const notes = new Map(); // texts by card

export async function load(path) {
  const { items } = await service.get(`${path}/notes`);
  for (const { anchor, text } of items) if (anchor.startsWith("card-")) notes.set(Number(anchor.slice(5)), text);
}

// Shows the field for the note on a card.
export function draw(place, { card, turned, path, written, failed }) {
  const drawn = `${card} ${turned}`;
  if (place.dataset.card === drawn) return; // so that what is being written remains
  place.dataset.card = drawn;
  place.hidden = card === null;
  if (card === null) return place.replaceChildren();
  const field = element("input", { maxlength: 200, autocomplete: "off" });
  field.value = notes.get(card) ?? "";
  field.addEventListener("change", async () => {
    try {
      await write(path, card, field.value.trim());
      written();
    } catch (error) {
      failed(error);
    }
  });
  place.replaceChildren(element("label", {}, element("span", {}, words.say("card-note")), field), element("p.hint", {}, words.say("note-short")), turned === null ? "" : turning(card, turned, path, failed));
}

// The buttons that turn one of the reader's own cards (R29). Everybody sees how it stands.
function turning(card, turned, path, failed) {
  const turn = (orientation) => service.put(`${path}/card-orientation`, { cards: [card], orientation }).catch(failed);
  const to = (orientation) => button("button", { "aria-pressed": `${orientation === turned}`, "aria-label": words.say(`turned-${orientation}`), title: words.say(`turned-${orientation}`) }, () => turn(orientation), SIGNS[orientation]);
  return element("div.turning", { role: "group", "aria-labelledby": "turning" }, element("p.hint", { id: "turning" }, words.say("turn-card")), element("p.row", {}, ...Object.keys(SIGNS).map(to)));
}

async function write(path, card, text) {
  const anchor = `${path}/notes/card-${card}`;
  if (text) await service.put(anchor, { text });
  else if (notes.has(card)) await service.remove(anchor);
  text ? notes.set(card, text) : notes.delete(card);
}

// Returns the note on a card, or null.
export const text = (card) => notes.get(card) ?? null;
