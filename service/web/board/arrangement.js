// Where the parts of the page and of the board are: as they make the cards largest.

import { element } from "../page/element.js";

// A board is wide, with the fireworks beside the hands, only if its place is broad enough for the cards.
const HANDS = 0.58; // the part of a wide board that is for the hands
const NAME = 65;
const BROADLY = 500; // the least width of a broad board, in which the places of a suit need two lines
const BROAD = { 2: 700 }; // where two lines are more than the height of two hands
const TARGET = 24; // the least size of what can be clicked
const BESIDE = 66; // what is beside the places of a suit below the hands, in pixels
const WIDE_BESIDE = 84; // the same in a wide board, or
const IN_UNITS = 15; // the same in its unit, which the window limits
const LOWEST = 400; // or at least this height
const MOST = 2; // lines of the places of a suit in a wide board,
const LOW = 600; // or one in a window that is lower, if what is below them has to stay in it
const SLOT = 50; // the least width of a card with its margins, in pixels
const SCROLLED = 0.95; // of the area of a card, if its page scrolls more for it

// The arrangements of a page with panes, that with the most in view first, with the part of the largest cards' area
// that is enough for it, and the windows in which it is tried. All but the last have to fit into the window.
const OF_PAGE = [
  ["beside", 0.99, "(min-width: 76rem) and (min-height: 34rem)"],
  ["column", 0.9, "(min-width: 40rem) and (min-height: 34rem), (min-width: 62rem)"],
  ["sheet", 0, "all"],
];

const places = new Map(); // with the size of each when it was arranged
const sized = new ResizeObserver((all) => all.forEach(({ target }) => places.get(target) !== sizeOf(target) && lay(target, arrange(target).form)));

addEventListener("resize", () => places.forEach((size, place) => arrangeAll(place)));

// Arranges the page around a place and the board in it, now and whenever the window or the place has another size. The
// place has the field of the board and knows its numbers.
export function begin(place) {
  if (!places.has(place)) requestAnimationFrame(() => arrangeAll(place)); // the rest of the page is drawn then
  arrangeAll(place); // at once: the observer is called only after the first board is drawn
  sized.observe(place);
}

function arrangeAll(place) {
  const panes = place.closest(".panes");
  if (!panes) return lay(place, arrange(place).form);
  const tried = OF_PAGE.filter(([, , windows]) => matchMedia(windows).matches).map(([name, enough]) => {
    panes.dataset.arrangement = name;
    const { form, area } = arrange(place);
    return { name, form, enough, area: name === "sheet" || document.scrollingElement.scrollHeight <= innerHeight ? area : 0 };
  });
  const most = Math.max(...tried.map(({ area }) => area));
  const { name, form } = tried.find(({ enough, area }) => area >= enough * most);
  panes.dataset.arrangement = name;
  lay(place, form);
  panes.dispatchEvent(new Event("arranged"));
}

// Returns the form of the board in which a card is largest, and its area.
function arrange(place) {
  fieldOf(place).classList.add("waiting");
  const { seats, size: cards, columns, below } = place.dataset;
  const width = place.clientWidth;
  const style = getComputedStyle(place);
  const scrolls = parseFloat(style.getPropertyValue("--least")) > 0; // the page around it, if it is too high
  const linesIn = (room) => (scrolls ? Math.ceil((TARGET * columns) / room) : 1); // of the places of a suit
  const unit = Math.min(width, 1.75 * Math.max(innerHeight, LOWEST)) / 100;
  const lines = linesIn(width - BESIDE);
  const most = below && innerHeight < LOW ? 1 : MOST;
  const wideLines = Math.min(most, linesIn(width / 2 - Math.max(WIDE_BESIDE, IN_UNITS * unit)));
  const broad = width > (BROAD[seats] ?? BROADLY) && width * HANDS > NAME + SLOT * cards;
  const first = { broad, slim: false, wide: broad, lines, wideLines };
  const tried = [{ form: first, area: cardArea(place, first) }];
  const height = place.clientHeight;
  const isHigh = height >= parseFloat(style.getPropertyValue("--stacked"));
  const mayScroll = scrolls && place.closest("[data-arrangement='sheet']");
  const isNarrow = width < NAME + SLOT * cards - 8; // so that cards beside the name cannot be hit
  const stacked = { ...first, broad: broad && isHigh, wide: false };
  // Two lines of places leave more to the hands; a board below them may be higher than the window.
  const others = [
    broad && (isHigh || mayScroll) && stacked,
    (!broad || isHigh) && { ...stacked, slim: true },
    broad && scrolls && wideLines < most && { ...first, wideLines: most },
  ].filter(Boolean);
  tried.push(...others.map((form) => ({ form, area: cardArea(place, form) * (place.clientHeight <= height ? 1 : mayScroll && (isNarrow || !form.slim) ? SCROLLED : 0) })));
  const [largest] = tried.toSorted((one, other) => other.area - one.area);
  shape(place, largest.form);
  return largest;
}

// Gives the place the least height of a form, and its field what is left within the place.
function lay(place, form) {
  shape(place, form);
  dress(fieldOf(place), place, form).classList.remove("waiting");
  places.set(place, sizeOf(place));
}

const fieldOf = (place) => place.getElementsByClassName("field")[0];
const sizeOf = ({ clientWidth, clientHeight }) => `${clientWidth} ${clientHeight}`;

function shape(place, { broad, slim, lines, wideLines }) {
  place.classList.toggle("broad", broad);
  place.classList.toggle("slim", slim);
  place.style.setProperty("--lines", lines);
  place.style.setProperty("--wide-lines", wideLines);
}

function dress(field, place, { wide, lines, wideLines }) {
  const style = getComputedStyle(place);
  const within = (length, ...paddings) => `${paddings.reduce((left, padding) => left - parseFloat(style[padding]), parseFloat(style[length]))}px`;
  const sizes = { width: within("width", "paddingLeft", "paddingRight"), height: within("height", "paddingTop", "paddingBottom") };
  for (const [name, length] of Object.entries(sizes)) field.style.setProperty(`--field-${name}`, length);
  field.classList.toggle("wide", wide);
  field.classList.toggle("folded", (wide ? wideLines : lines) > 1);
  return field;
}

// Returns the area of a card in a board that has nothing else.
function cardArea(place, form) {
  shape(place, form);
  const slot = element("li.slot");
  const probe = dress(element("div.field.probe", {}, element("div.board", {}, element("div.hand", {}, element("ul", {}, slot)))), place, form);
  place.append(probe);
  const area = slot.offsetWidth * slot.offsetHeight;
  probe.remove();
  return area;
}
