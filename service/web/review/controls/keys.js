// The keys of the page, from anywhere but a field, and the sheet that lists them.

import { $ } from "../../page/element.js";
import * as sheet from "../../page/keys-sheet.js";

const FIELDS = "input:not([type=range]), textarea, select, [contenteditable]";
const PRESSED = "button, a, summary"; // which the space bar presses
const IN_LIST = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" };

// The sheet: keys, and the word for what they do.
const SHEET = [
  ["← →", "key-step"],
  ["[ ]", "key-round"],
  ["Home End", "key-ends"],
  ["n N", "key-loss"],
  ["g", "go-to"],
  ["Space", "autoplay"],
  ["0–6", "key-eyes"],
  ["e", "step-by-step"],
  ["l", "newest-left"],
  ["u r", "key-undo"],
  ["Esc", "key-escape"],
  ["?", "keys"],
];

// `action` returns what a key does, if anything. In the list of moves, the up and down keys step too.
export function listen(list, action) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.matches(FIELDS) || document.querySelector("dialog[open]")) return;
    if (event.key === " " && event.target.closest(PRESSED)) return;
    const inList = list.contains(event.target) && IN_LIST[event.key];
    const act = action(inList || event.key);
    if (!act) return;
    event.preventDefault();
    act();
    if (inList) list.querySelector("[aria-current]")?.focus({ preventScroll: true });
  });
}

export const showSheet = () => sheet.show(SHEET);

// Asks for a turn. `go` is called with it.
export function askTurn(turn, last, go) {
  const [dialog, field] = [$("go-to"), $("go-to-turn")];
  [field.max, field.value] = [last, turn];
  dialog.querySelector("form").onsubmit = (event) => {
    event.preventDefault();
    dialog.close();
    go(Number(field.value));
  };
  dialog.showModal();
  field.select();
}
