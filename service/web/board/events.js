// The list of the moves of a game. The moves of a line stand below the move that it follows, and
// above those that were played instead.

import { compact } from "./move-list-entries.js";
import { running } from "../page/clock-words.js";
import { button, element } from "../page/element.js";
import * as words from "../page/words.js";

let main = null; // the rows of the game: {key, items}
let aside = null; // the rows of the line: {key, from, items}
let current = null;

// `frames` are those of the game, and `open` those of what is shown, with open hands. `limit` is the last version of the
// game that may be told; `key` changes with what `badges` and `thought`, the
// milliseconds that a turn took or null, return for a version; `go` and `goInGame` go to a version.
export function draw(list, { game, shown, at, limit, frames, open, key, badges, thought = () => null, name, go, goInGame }) {
  if (main?.key !== key || main.game !== game || main.items.length > limit + 1) {
    main = { key, game, items: [] };
    list.replaceChildren();
    aside = null;
  }
  const row = (source, event, before, press, wrong, took) => item(event, before, { name, turn: turnOf(source, event.version), press, wrong, took });
  const added = game.events.slice(main.items.length, limit + 1).map((event) => row(frames, event, frames[event.version - 1], goInGame, badges(event.version), thought(event.version)));
  main.items.push(...added);
  list.append(...added);
  renewAside(list, shown === game ? null : shown, (event) => row(open, event, open[event.version - 1], go, [], null));
  const now = aside && at > aside.from ? aside.items[at - aside.from - 1] : main.items[at];
  if (now !== current) mark(list, now);
}

function renewAside(list, shown, row) {
  const key = shown && `${shown.path} ${shown.last}`;
  if (aside && aside.key === key) return;
  aside?.place.remove();
  aside = null;
  if (!shown) return;
  const items = shown.events.slice(shown.from + 1).map(row);
  aside = { key, from: shown.from, items, place: element("li.line", {}, element("ol", { "aria-label": words.say("line") }, items), element("p.hint", {}, words.say("moves-played"))) };
  const before = main.items[shown.from];
  before ? before.after(aside.place) : list.append(aside.place);
}

// Returns the number of the turn of a version, or nothing if the event is no turn.
const turnOf = (frames, version) => (version === 0 || frames[version].turn !== frames[version - 1].turn ? `${frames[version].turn}` : "");

function item(event, before, { name, turn, press, wrong, took }) {
  const touched = event.touched?.map(({ card }) => card) ?? (event.card === undefined ? [] : [event.card]);
  const row = button(
    "button.step",
    { tabindex: -1, "data-cards": touched.join(" ") || null },
    () => press(event.version),
    element("span.turn", { "aria-hidden": "true" }, turn),
    element("span.compact", { "aria-hidden": "true" }, compact(event, before, { name })),
    element("span.unseen", {}, `${turn} ${event.line}`),
    took === null ? null : element("span.took", {}, running(took)),
    wrong.length ? element("span.badges", {}, wrong) : null,
  );
  return element("li", { class: event.type }, row);
}

function mark(list, now) {
  const before = current?.firstChild;
  before?.removeAttribute("aria-current");
  if (before) before.tabIndex = -1;
  current = now ?? null;
  if (!now) return;
  now.firstChild.setAttribute("aria-current", "step");
  now.firstChild.tabIndex = 0;
  requestAnimationFrame(() => reveal(list, now));
}

// Scrolls the list so that a row is visible.
export function reveal(list, row = current) {
  if (!row || !list.clientHeight) return;
  const [{ top, height }, { top: start }] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  const [above, below] = [top - start - height, top - start + 2 * height - list.clientHeight];
  if (above < 0) list.scrollTop += above - list.clientHeight / 3;
  else if (below > 0) list.scrollTop += below + list.clientHeight / 3;
}

// Marks the cards of a row on the board, as long as the row has the pointer or the focus.
export function pointAt(list, board) {
  const point = ({ target }) => {
    const cards = target.closest?.("[data-cards]")?.dataset.cards.split(" ") ?? [];
    for (const one of board.querySelectorAll(".pointed")) one.classList.remove("pointed");
    for (const card of cards) board.querySelector(`[data-card="${card}"]`)?.classList.add("pointed");
  };
  const clear = () => point({ target: board });
  list.addEventListener("pointerover", point);
  list.addEventListener("pointerleave", clear);
  list.addEventListener("focusin", point);
  list.addEventListener("focusout", clear);
}
