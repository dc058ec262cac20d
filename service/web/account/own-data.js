// The name of the account, a file with all its data, and its deletion.

import { tell, tellBelow } from "../page/at-field.js";
import { button, element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const JSON_TYPE = { "Content-Type": "application/json" };

// The form that changes the name. `then` is called when it is done.
export function renaming(then) {
  const { created, name, said } = form("new-name", "rename", "name");
  created.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const current = (await service.response("/v1/me")).headers.get("ETag");
      const body = JSON.stringify({ name: name.value.trim() });
      await service.response("/v1/me", { method: "PATCH", body, headers: { ...JSON_TYPE, "If-Match": current } });
      await then();
    } catch (error) {
      tell(said, error, created);
    }
  });
  return element("details", {}, element("summary", {}, words.say("rename")), created, element("p.hint", {}, words.say("rename-hint")));
}

// The part of the page with the data. `attempt` runs an action, and shows what went wrong.
export function part({ name }, attempt) {
  const download = async () => {
    const { content } = await service.file("/v1/me/export");
    const local = URL.createObjectURL(content);
    element("a", { href: local, download: "hanabi.json" }).click();
    URL.revokeObjectURL(local);
  };
  return element(
    "section",
    {},
    element("h2", {}, words.say("own-data")),
    element("p.hint", {}, words.say("export-hint")),
    element("p", {}, button("button", {}, () => attempt(download), words.say("export"))),
    element("details", {}, element("summary", {}, words.say("delete-account")), element("p", {}, words.say("delete-hint")), deleting(name)),
  );
}

// Whoever deletes an account types its name, which nobody does by mistake.
function deleting(known) {
  const { created, name, said } = form("delete-name", "delete-account", "name");
  created.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (name.value.trim() !== known) return tellBelow(name, words.say("delete-other", { name: known }));
    try {
      await service.remove("/v1/me");
      service.leave();
      location.assign("/");
    } catch (error) {
      tell(said, error, created);
    }
  });
  return created;
}

function form(label, verb, member) {
  const name = element("input", { name: member, required: true, maxlength: 40, autocomplete: "off", spellcheck: "false" });
  const said = element("p", { role: "status" });
  const created = element("form", { autocomplete: "off" }, element("label", {}, words.say(label), name), element("button", {}, words.say(verb)), said);
  return { created, name, said };
}
