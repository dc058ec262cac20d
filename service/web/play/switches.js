// Switches that this browser remembers: whether to confirm moves, and whether keys lead to clues.

import { $ } from "../page/element.js";

const KEYS = { "confirm-moves": "hanabi-confirm", "clue-keys": "hanabi-clue-keys" };
const USUAL = { "confirm-moves": "off", "clue-keys": "on" };

export const isOn = (name) => (read(name) ?? USUAL[name]) === "on";

export function begin() {
  for (const name of Object.keys(KEYS)) {
    const show = () => $(name).setAttribute("aria-pressed", `${isOn(name)}`);
    $(name).addEventListener("click", () => {
      write(name, isOn(name) ? "off" : "on");
      show();
    });
    show();
  }
}

function read(name) {
  try {
    return localStorage.getItem(KEYS[name]);
  } catch {
    return null;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(KEYS[name], value);
  } catch {
    // Without storage the switch stays as it is.
  }
}
