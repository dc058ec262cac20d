// The order of the cards in a hand: the newest at the right or at the left. The browser remembers it.

import { $ } from "../../page/element.js";

const STORAGE_KEY = "hanabi-newest";

const newest = () => $("table").dataset.newest;

export function begin(table) {
  show(table, stored());
}

export function toggle(table) {
  show(table, newest() === "left" ? "right" : "left");
  try {
    localStorage.setItem(STORAGE_KEY, newest());
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

function show(table, side) {
  table.dataset.newest = side;
  $("newest-left").setAttribute("aria-pressed", `${side === "left"}`);
}

function stored() {
  try {
    return localStorage.getItem(STORAGE_KEY) === "left" ? "left" : "right";
  } catch {
    return "right";
  }
}
