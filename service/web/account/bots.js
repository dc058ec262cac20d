// The reader's bots: making one, its tokens, and deleting it.

import { button, element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const PATH = "/v1/me/bots";

// The part of the page with the bots. `attempt` runs an action, and shows what went wrong.
export async function part(attempt) {
  const place = element("div");
  const said = element("p", { role: "status" });
  await draw();
  return element("section", {}, element("h2", {}, words.say("bots")), element("p.hint", {}, words.say("bots-hint")), element("p.hint", {}, words.say("bots-rule")), said, place);

  async function draw() {
    const { items } = await service.get(PATH);
    place.replaceChildren(element("ul", {}, ...items.map(row)), form());
  }

  function row(bot) {
    const path = `${PATH}/${bot.id}`;
    return element(
      "li",
      {},
      element("span", {}, bot.name, element("small", {}, words.say("created-on", { day: words.date(bot.created_at) }))),
      element("span.actions", {}, action("bot-token-new", bot.name, () => shown(bot.name, () => service.post(`${path}/tokens`, { name: bot.name }))), action("bot-delete", bot.name, () => service.remove(path))),
      element("ul", {}, ...bot.tokens.map((one) => token(path, one, bot.name))),
    );
  }

  function token(path, { id, created_at, used_on }, name) {
    const known = [words.say("created-on", { day: words.date(created_at) }), used_on && words.say("used-on", { day: words.date(`${used_on}T12:00:00Z`) })];
    return element("li", {}, element("span", {}, words.say("bot-token-of"), element("small", {}, known.filter(Boolean).join(" · "))), action("end-one", name, () => service.remove(`${path}/tokens/${id}`)));
  }

  function form() {
    const name = element("input", { name: "name", required: true, maxlength: 40, autocomplete: "off" });
    const created = element("form", {}, element("label", {}, words.say("bot-name"), name), element("button", {}, words.say("bot-create")));
    created.addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(async () => {
        await shown(name.value.trim(), () => service.post(PATH, { name: name.value.trim() }));
        await draw();
      }, created);
    });
    return created;
  }

  async function shown(name, make) {
    const { token } = await make();
    said.replaceChildren(words.say("bot-token", { name }), " ", element("code", {}, token));
  }

  function action(key, what, act) {
    const pressed = () =>
      attempt(async () => {
        said.replaceChildren();
        await act();
        await draw();
      });
    return button("button", { "aria-label": words.labelled(words.say(key), what) }, pressed, words.say(key));
  }
}
