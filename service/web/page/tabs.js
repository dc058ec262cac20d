// The tabs of the panel beside the board, which in a small window open as a sheet over the board.

import { $ } from "./element.js";

const list = $("tabs");
const tabs = [...list.querySelectorAll("[role=tab]")];
const nameOf = (tab) => tab.id.slice(4); // after `tab-`
const panelOf = (tab) => $(tab.getAttribute("aria-controls"));
const arrangement = () => getComputedStyle($("review")).getPropertyValue("--moves"); // as the style sheet says
const isSheet = () => arrangement() === "sheet";
const OUTSIDE = { beside: ["moves", "talk"], above: ["moves"] }; // the parts that are always visible
const isOutside = (name) => Boolean(OUTSIDE[arrangement()]?.includes(name));
const LEAST_PX = 200; // of a sheet below what it leaves visible
let current = null;
let changed = () => {};

// Returns whether a part is visible.
export const shows = (name) => (current === name && (!isSheet() || isOpen())) || isOutside(name);

const isOpen = () => $("review").classList.contains("open");

// Selects a tab. A sheet leaves `card` on the board visible.
export function select(name, card = null) {
  current = name;
  const place = $("review");
  const kept = card ?? document.getElementById("strip"); // what the reader can do at a table
  const [whole, part] = [$("table").getBoundingClientRect(), kept?.getBoundingClientRect()];
  const [above, below] = part ? [part.top - whole.top, whole.bottom - part.bottom] : [0, 0];
  place.classList.add("open");
  place.classList.toggle("low", card ? above > below : below < Math.min(above, LEAST_PX));
  part ? place.style.setProperty("--room", `${place.classList.contains("low") ? above : below}px`) : place.style.removeProperty("--room");
  mark();
  changed();
  place.dispatchEvent(new Event("selected"));
}

export function close() {
  $("review").classList.remove("open");
  mark();
}

export function begin(then) {
  changed = then;
  current = "moves";
  mark();
}

function mark() {
  if (isOutside(current)) current = "card";
  for (const tab of tabs) {
    const selected = nameOf(tab) === current;
    tab.setAttribute("aria-selected", `${selected && (!isSheet() || isOpen())}`);
    tab.tabIndex = selected ? 0 : -1;
    panelOf(tab).classList.toggle("selected", selected);
  }
}

let arranged = null;

$("review").addEventListener("arranged", () => {
  if (current === null || arranged === arrangement()) return;
  arranged = arrangement();
  mark();
  changed();
});

list.addEventListener("click", ({ target, detail }) => {
  const tab = target.closest("[role=tab]");
  if (!tab) return;
  if (detail > 0) tab.blur(); // after a click, the arrow keys go on stepping
  const name = nameOf(tab);
  isSheet() && isOpen() && current === name ? close() : select(name);
});

const MOVES = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

list.addEventListener("keydown", (event) => {
  const by = MOVES[event.key];
  if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const visible = tabs.filter((tab) => tab.offsetParent);
  const now = visible.findIndex((tab) => nameOf(tab) === current);
  const next = Number.isFinite(by) ? (now + by + visible.length) % visible.length : by < 0 ? 0 : visible.length - 1;
  select(nameOf(visible[next]));
  visible[next].focus();
});
