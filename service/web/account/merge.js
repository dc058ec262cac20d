// Merging two accounts of one person: showing or typing a code, and agreeing on both sides.

import { button, element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const EVERY_MS = 2000;

// The part of the page. `attempt` runs an action, and shows what went wrong; `then` draws the page of the merged account.
export function part(attempt, then) {
  const place = element("div");
  const start = () => place.replaceChildren(hint("merge-hint"), element("p", {}, button("button", {}, () => attempt(show), words.say("merge-make"))), form());
  const end = () => (start(), place.prepend(element("p", { role: "status" }, words.say("merge-void"))));

  function form() {
    const field = element("input", { name: "code", required: true, maxlength: 40, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
    const created = element("form", {}, element("label", {}, words.say("merge-code"), field), element("button", {}, words.say("merge-use")));
    created.addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(async () => ask(await service.post("/v1/me/merge-claims", { code: field.value })), created);
    });
    return created;
  }

  async function show() {
    const { id, code } = await service.post("/v1/me/merges", {});
    place.replaceChildren(
      hint("merge-enter", { address: `${location.host}/account` }),
      element("p.code", {}, element("code", {}, code)),
      hint("merge-never"),
      cancel(id),
    );
    follow(id, ({ other }) => other !== null, ask);
  }

  // Shows the other account, and asks whether both shall be one.
  function ask({ id, other, device, same_network, kept }) {
    const agree = async () => {
      answered(await service.patch(path(id), { allowed: true }));
    };
    const answered = (merge) => {
      if (merge.merged) return then(words.say("merge-done", { name: merge.kept.name }));
      agreeing.replaceWith(hint("merge-wait"));
      follow(id, ({ merged }) => merged, answered);
    };
    const agreeing = element("p", {}, button("button", {}, () => attempt(agree), words.say("merge-agree")));
    place.replaceChildren(
      element("div", { role: "status" }, element("p", {}, element("strong", {}, words.say("merge-with", { name: other.name, device }))), hint(same_network ? "merge-near" : "merge-far"), hint("merge-keeps", { name: kept.name })),
      agreeing,
      cancel(id),
    );
  }

  function cancel(id) {
    const refuse = async () => {
      await service.remove(path(id));
      end();
    };
    return element("p", {}, button("button", {}, () => attempt(refuse), words.say("merge-deny")));
  }

  // Reads a merge until it is as awaited, or void, or the page shows something else.
  async function follow(id, isAwaited, act) {
    const shown = place.firstChild;
    while (shown.isConnected) {
      try {
        const merge = await service.get(path(id));
        if (isAwaited(merge)) return shown.isConnected && act(merge);
      } catch (error) {
        if (error.status === 404) return shown.isConnected && end();
        if (!(error instanceof service.Unreachable)) throw error;
      }
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  }

  start();
  return element("section", {}, element("h2", {}, words.say("merge")), place);
}

const path = (id) => `/v1/me/merges/${id}`;
const hint = (key, values) => element("p.hint", {}, words.say(key, values));
