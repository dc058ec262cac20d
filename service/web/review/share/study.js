// Adds the place of the reader to a study, as a chapter.

import * as address from "../state/address.js";
import { button, element } from "../../page/element.js";
import * as service from "../../api/service.js";
import * as words from "../../page/words.js";

const NEW = "";

// Returns the part of the panel that adds a place. `now` returns the game and the place.
export function offer(now) {
  const choice = element("select", { autocomplete: "off", "aria-label": words.say("study") }, element("option", { value: NEW }, words.say("study-add-new")));
  const text = element("textarea", { rows: 2, maxlength: 2000, "aria-label": words.say("study-text") });
  const said = element("p.hint", { role: "status" });
  const add = button("button", {}, async () => {
    add.disabled = true;
    try {
      const made = await added(choice.value, { ...now(), text: text.value.trim() });
      text.value = "";
      said.replaceChildren(words.say("study-added"), " ", element("a", { href: `/studies/${made.id}` }, words.say("study-open")));
      if (choice.value === NEW) choice.append(element("option", { value: made.id, selected: true }, made.title));
    } catch (error) {
      said.textContent = service.explain(error);
    }
    add.disabled = false;
  }, words.say("study-add"));
  list(choice).catch(() => {}); // a new study can be made all the same
  return [element("h3", {}, words.say("studies")), text, element("p.row", {}, choice, add), said];
}

async function list(choice) {
  if (!service.isSignedIn()) return;
  const { items } = await service.get("/v1/me/studies?limit=100");
  choice.append(...items.map(({ id, title }) => element("option", { value: id }, title)));
  if (items.length) choice.value = items[0].id;
}

async function added(id, { game, here, text }) {
  const chapter = { game: game.id, place: address.written(here).slice(1), ...(text && { text }) };
  await service.beSomebody();
  if (id === NEW) return service.post("/v1/studies", { title: words.say("study-new"), chapters: [chapter] });
  const { title, about, chapters } = await service.get(`/v1/studies/${id}`);
  const before = chapters.map((one) => ({ game: one.game, place: one.place, ...(one.text && { text: one.text }) }));
  return service.put(`/v1/studies/${id}`, { title, ...(about && { about }), chapters: [...before, chapter] });
}
