// The bar that says that a line is shown, with undo and redo, the way back, and the form that saves a line.

import { tell, tellBelow } from "../../page/at-field.js";
import { $, button, element } from "../../page/element.js";
import { bodyOf } from "../state/line.js";
import { swapOf } from "./other-card.js";
import * as service from "../../api/service.js";
import * as token from "../../api/sign-in-forms.js";
import * as words from "../../page/words.js";

let drawn = null; // the key of the bar that was drawn last

// `turn` is the turn after which the game is left, and `mover` the seat to move then; `name` returns the name of a seat.
// `back`, `undo`, `redo`, `redeal`, `link` and `kept` are called when the reader wants that.
export function draw(place, { shown, game, turn, mover, name, canUndo, canRedo, back, undo, redo, redeal, link, kept }) {
  const aside = shown !== game;
  place.hidden = !aside && !canRedo;
  place.parentElement.classList.toggle("aside", !place.hidden);
  const key = [shown.path, canUndo, canRedo].join(" ");
  if (drawn === key) return;
  drawn = key;
  const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
  const able = (possible) => ({ "aria-disabled": possible ? null : "true" });
  const { wanted } = shown;
  place.replaceChildren(
    element("p", { role: "heading", "aria-level": 1 }, aside ? text(shown, turn) : words.say("what-if")),
    element(
      "div",
      {},
      button("button", { id: "undo", ...able(canUndo) }, undo, words.say("undo")),
      button("button", { id: "redo", ...able(canRedo) }, redo, words.say("redo")),
      wanted ? deckChoice({ wanted, seats: game.seats, mover, name, redeal }) : [],
      wanted && !shown.line.id && game.has("lines") && button("button", { id: "save-line" }, () => ask(game, wanted, kept), words.say("save-line")),
      aside ? [copyLink(link), button("button", { id: "back-to-game" }, back, words.say("back-to-game"))] : [],
    ),
  );
  if (focused) $(focused)?.focus({ preventScroll: true });
}

function text(shown, turn) {
  const { wanted, title, deal } = shown;
  if (wanted?.said) return words.say("line-shown", { move: wanted.said, score: wanted.score });
  return [title && `${title}.`, words.say("what-if-after", { turn }), deal?.swap && swapOf(shown)].filter(Boolean).join(" ");
}

// Returns the choice of the deck: as it was, or one that a seat could not have told from it, which can be dealt again.
function deckChoice({ wanted: { deal }, seats, mover, name, redeal }) {
  const others = [...seats.slice(mover), ...seats.slice(0, mover)].map(({ seat }) => element("option", { value: seat }, words.say("other-deck", { name: name(seat) })));
  const choice = element("select", { id: "deck-choice", "aria-label": words.say("deck-choice"), autocomplete: "off" }, element("option", { value: "" }, words.say("same-deck")), others);
  if (deal?.swap) choice.append(element("option", { value: "swap" }, words.say("deck-swapped")));
  choice.value = deal ? (deal.swap ? "swap" : deal.seat) : "";
  choice.addEventListener("change", () => redeal(choice.value === "" ? null : Number(choice.value)));
  const label = element("label", {}, element("span", {}, words.say("deck-choice")), choice);
  return deal && !deal.swap ? [label, button("button", { id: "deal-again" }, () => redeal(deal.seat), words.say("deal-again"))] : [label];
}

function copyLink(link) {
  return button("button", { id: "copy-link" }, async ({ target }) => {
    target.style.setProperty("min-width", `${target.offsetWidth}px`); // so that the buttons beside it stay where they are
    await navigator.clipboard?.writeText(link()).then(() => (target.textContent = words.say("copied")), () => {});
  }, words.say("copy-link"));
}

// Asks for a title, and saves a line.
function ask(game, wanted, kept) {
  const status = element("p", { role: "status" });
  const place = element("div.token");
  const title = element("input", { name: "title", maxlength: 100 });
  const form = element("form", { autocomplete: "off" }, element("label", {}, words.say("line-title"), title), element("button", {}, words.say("save-line")));
  const close = button("button.close", { "aria-label": words.say("close") }, () => dialog.close(), "×");
  const dialog = element("dialog", { "aria-label": words.say("save-line") }, element("div.row", {}, element("h2", {}, words.say("save-line")), close), form, status, place);
  const needToken = () => token.ask(place, needToken);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!service.isSignedIn()) return tellBelow(place.querySelector("input"), words.say("token-needed"));
    try {
      const created = await service.post(`${game.path}/lines`, { ...bodyOf(wanted), ...(title.value.trim() && { title: title.value.trim() }) });
      dialog.close();
      kept(created);
    } catch (error) {
      tell(status, error, form);
    }
  });
  if (!service.isSignedIn()) needToken();
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
