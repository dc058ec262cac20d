// The players that the reader has blocked: blocking by name, and unblocking.

import { accountOf } from "../api/accounts.js";
import { tell } from "../page/at-field.js";
import { button, element } from "../page/element.js";
import { playerPath } from "../page/names.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const PATH = "/v1/me/blocks";

// Returns all blocked accounts.
export async function all(path = `${PATH}?limit=100`) {
  const { items, next } = await service.page(path);
  return next ? [...items, ...(await all(next))] : items;
}

export const block = (account) => service.response(`${PATH}/${account}`, { method: "PUT" });
export const unblock = (account) => service.remove(`${PATH}/${account}`);

// The part of the page with the blocked players. `attempt` runs an action, and shows what went wrong.
export async function part(attempt) {
  const list = element("ul");
  const said = element("p", { role: "status" });
  const draw = async () => list.replaceChildren(...(await all()).map(row));
  await draw();
  return element("section", {}, element("h2", {}, words.say("blocks")), element("p.hint", {}, words.say("blocks-hint")), list, form(), said);

  function row({ account, name }) {
    const free = () => attempt(async () => (await unblock(account), await draw()));
    return element("li", {}, element("a.plain", { href: playerPath({ name, account }) }, name), button("button", { "aria-label": words.labelled(words.say("unblock"), name) }, free, words.say("unblock")));
  }

  function form() {
    const name = element("input", { name: "account", required: true, maxlength: 40, autocomplete: "off", spellcheck: "false" });
    const created = element("form", {}, element("label", {}, words.say("block-name"), name), element("button", {}, words.say("block")));
    created.addEventListener("submit", async (event) => {
      event.preventDefault();
      said.textContent = "";
      try {
        await block(await accountOf(name.value.trim()));
        created.reset();
        await draw();
      } catch (error) {
        tell(said, error, created);
      }
    });
    return created;
  }
}
