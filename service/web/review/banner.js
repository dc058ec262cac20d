// The bar that says that a branch or a line is shown, with undo and redo, the way back, and the form that saves a line.

import { $, button, element } from "./element.js";
import * as service from "./service.js";
import * as token from "./token.js";
import * as words from "./words.js";

let drawn = null; // the key of the bar that was drawn last

// `turn` is the turn after which the game is left, and `mover` the seat to move then, with its name. `back`, `undo`, `redo`, `link` and `kept` are called when the reader
// wants that.
export function draw(place, { shown, game, turn, mover, canUndo, canRedo, back, undo, redo, link, kept }) {
  const aside = shown !== game;
  place.hidden = !aside && !canRedo;
  place.parentElement.classList.toggle("aside", !place.hidden);
  const key = [words.language(), shown.path, canUndo, canRedo].join(" ");
  if (drawn === key) return;
  drawn = key;
  const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
  const able = (possible) => ({ "aria-disabled": possible ? null : "true" });
  const { wanted } = shown;
  place.replaceChildren(
    element("p", {}, aside ? text(shown, turn) : words.say("what-if")),
    button("button", { id: "undo", ...able(canUndo) }, undo, words.say("undo")),
    button("button", { id: "redo", ...able(canRedo) }, redo, words.say("redo")),
    ...(wanted && game.has("branches") ? [button("button", { id: "save-line" }, () => ask(game, wanted, kept, mover), words.say("save-line"))] : []),
    ...(aside ? [copyLink(link), button("button", { id: "back-to-game" }, back, words.say("back-to-game"))] : []),
  );
  if (focused) $(focused)?.focus({ preventScroll: true });
}

function text({ wanted, title }, turn) {
  if (wanted?.said) return words.say("line-shown", { move: wanted.said, score: wanted.score });
  return wanted ? words.say("what-if-after", { turn }) : `${title ? `${title}. ` : ""}${words.say("branch-shown", { turn })}`;
}

function copyLink(link) {
  return button("button", { id: "copy-link" }, async ({ target }) => {
    target.style.setProperty("min-width", `${target.offsetWidth}px`); // so that the buttons beside it stay where they are
    await navigator.clipboard?.writeText(link()).then(() => (target.textContent = words.say("copied")), () => {});
  }, words.say("copy-link"));
}

// Asks for a title, and stores a line as a branch.
function ask(game, { at, moves }, kept, mover) {
  const status = element("p", { role: "status" });
  const place = element("div.token");
  const title = element("input", { maxlength: 100 });
  const deck = element("select", {}, element("option", { value: "original" }, words.say("same-deck")), element("option", { value: "resampled" }, words.say("other-deck", { name: mover.name })));
  const form = element("form", { autocomplete: "off" }, element("label", {}, words.say("line-title"), title), element("label", {}, words.say("deck-choice"), deck), element("button", {}, words.say("save-line")));
  const close = button("button.close", { "aria-label": words.say("close") }, () => dialog.close(), "×");
  const dialog = element("dialog", { "aria-label": words.say("save-line") }, element("div.row", {}, element("h2", {}, words.say("save-line")), close), form, status, place);
  const needToken = () => token.ask(place, needToken);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!service.token.get()) {
      status.textContent = words.say("token-needed");
      return place.querySelector("input").focus();
    }
    try {
      const body = { at, moves, deal: deck.value, ...(deck.value === "resampled" && { seat: mover.seat }), ...(title.value.trim() && { title: title.value.trim() }) };
      const created = await service.post(`${game.path}/branches`, body);
      dialog.close();
      kept(created);
    } catch (error) {
      status.textContent = service.explain(error);
    }
  });
  if (!service.token.get()) needToken();
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
