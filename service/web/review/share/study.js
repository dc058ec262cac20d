// Adds the place of the reader to a study, as a chapter.

import * as address from "../state/address.js";
import { tell } from "../../page/at-field.js";
import { element } from "../../page/element.js";
import * as service from "../../api/service.js";
import * as words from "../../page/words.js";

const NEW = "";

// Returns the part of the panel that adds a place. `now` returns the game and the place.
export function offer(now) {
  const choice = element("select", { autocomplete: "off", "aria-label": words.say("study") }, element("option", { value: NEW }, words.say("study-add-new")));
  const title = element("input", { name: "title", maxlength: 100, required: true, "aria-label": words.say("study-title"), placeholder: words.say("study-title") });
  const text = element("textarea", { name: "chapters/text", rows: 2, maxlength: 2000, "aria-label": words.say("study-text"), placeholder: words.say("study-text") });
  const said = element("p.hint", { role: "status" });
  const add = element("button", {}, words.say("study-add"));
  const form = element("form", { autocomplete: "off" }, choice, title, text, add);
  const ask = () => (title.hidden = title.disabled = choice.value !== NEW);
  choice.addEventListener("change", ask);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    add.disabled = true;
    try {
      const made = await added(choice.value, { ...now(), title: title.value, text: text.value.trim() });
      text.value = title.value = "";
      said.replaceChildren(words.say("study-added"), " ", element("a", { href: `/studies/${made.id}` }, words.say("study-open")));
      if (choice.value === NEW) choice.append(element("option", { value: made.id, selected: true }, made.title));
      ask();
    } catch (error) {
      tell(said, error, form);
    }
    add.disabled = false;
    if (document.activeElement === document.body) add.focus({ preventScroll: true }); // it was lost meanwhile
  });
  list(choice).then(ask, () => {}); // a new study can be made all the same
  return [element("h3", {}, words.say("studies")), form, said];
}

async function list(choice) {
  if (!service.isSignedIn()) return;
  const { items } = await service.get("/v1/me/studies?limit=100");
  choice.append(...items.map(({ id, title }) => element("option", { value: id }, title)));
  if (items.length) choice.value = items[0].id;
}

async function added(id, { game, here, title: wanted, text }) {
  const chapter = { game: game.id, place: address.written(here).slice(1), ...(text && { text }) };
  await service.beSomebody();
  if (id === NEW) return service.post("/v1/studies", { title: wanted, chapters: [chapter] });
  const { title, about, chapters } = await service.get(`/v1/studies/${id}`);
  const before = chapters.map((one) => ({ game: one.game, place: one.place, ...(one.text && { text: one.text }) }));
  return service.put(`/v1/studies/${id}`, { title, ...(about && { about }), chapters: [...before, chapter] });
}
