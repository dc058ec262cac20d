// The box that says that a branch or a line is shown, with the way back to the game.

import { button, element } from "./element.js";
import * as service from "./service.js";
import * as token from "./token.js";
import * as words from "./words.js";

let drawn = null; // the path of the game that the box is about, and the language

// `turn` is the turn after which the game is left; `back`, `copied` and `kept` are called when the reader wants that.
export function draw(place, { shown, game, turn, back, link, kept }) {
  place.hidden = shown === game;
  const key = `${words.language()} ${shown.path}`;
  if (drawn === key) return; // the focus and a form for the token must remain
  drawn = key;
  if (shown === game) return place.replaceChildren();
  const leave = button("button", { id: "back-to-game" }, back, words.say("back-to-game"));
  const { wanted } = shown;
  if (!wanted) return place.replaceChildren(element("p", {}, words.say("branch-shown", { turn })), element("p.row", {}, leave, copyLink(link)));
  const status = element("p", { role: "status" });
  const form = element("div");
  const keep = button("button", {}, () => store(game, wanted, kept, status, form), words.say("keep-branch"));
  const told = words.say("line-shown", { move: wanted.said, score: wanted.score });
  place.replaceChildren(element("p", {}, told), element("p.row", {}, leave, keep), status, form);
}

function copyLink(link) {
  return button("button", {}, async ({ target }) => {
    await navigator.clipboard?.writeText(link()).then(() => (target.textContent = words.say("copied")), () => {});
  }, words.say("copy-link"));
}

async function store(game, { at, moves }, kept, status, form) {
  if (!service.token.get()) {
    status.textContent = words.say("token-needed");
    token.ask(form, () => {
      status.textContent = "";
      token.ask(form, () => form.replaceChildren());
    });
    form.querySelector("input").focus();
    return;
  }
  try {
    kept(await service.post(`${game.path}/branches`, { at, moves }));
  } catch (error) {
    status.textContent = service.explain(error);
  }
}
