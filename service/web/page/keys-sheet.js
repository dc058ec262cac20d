// The sheet that lists the keys of a page, and the closing of all dialogs.

import { $, element } from "./element.js";
import * as words from "./words.js";

const row = (keys, text) => element("div", {}, element("dt", {}, keys.split(" ").map((one) => element("kbd", {}, one))), element("dd", {}, text));

// `rows` are keys with the word for what they do, and `others` keys with a text.
export function show(rows, others = []) {
  $("keys-sheet").querySelector("dl").replaceChildren(...rows.map(([keys, key]) => row(keys, words.say(key))), ...others.map(([keys, text]) => row(keys, text)));
  $("keys-sheet").showModal();
}

for (const close of document.querySelectorAll("dialog .close")) {
  close.addEventListener("click", () => close.closest("dialog").close());
}
