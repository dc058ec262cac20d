// The lines that readers have saved as branches.

import { $, button, element } from "../../page/element.js";
import { kindOf } from "../../page/names.js";
import * as service from "../../api/service.js";
import * as words from "../../page/words.js";

export class Saved {
  #branches = []; // the branches on all pages so far
  #next = null; // the path of the next page
  #look;

  // `look` shows a branch at a version.
  constructor(look) {
    this.#look = look;
  }

  async begin(game) {
    const { items, next } = await service.page(`${game.path}/branches`);
    [this.#branches, this.#next] = [items, next];
  }

  add(created) {
    this.#branches = [created, ...this.#branches];
  }

  draw(now) {
    const known = this.#branches.filter((one) => one.at < now.limit || now.ended);
    const place = $("branches");
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.branch : null;
    place.replaceChildren(
      element("h3", {}, words.say("branches")),
      known.length ? element("ul.kept", {}, known.map((one) => element("li", {}, this.#link(one, now), one.mine && this.#delete(one, now)))) : element("p.hint", {}, words.say("no-branches")),
      this.#next ? button("button", {}, () => this.#more(now), words.say("more-replays")) : "",
    );
    if (focused) place.querySelector(`[data-branch="${focused}"]`)?.focus({ preventScroll: true });
  }

  #link(one, { whole: open, branch: shown }) {
    const turn = open[Math.min(one.at, open.length - 1)].turn;
    const about = [one.title ?? words.say("moves-after", { count: one.version - one.at, turn }), [one.author, kindOf(one)].filter(Boolean).join(", "), one.outcome !== null && words.points(one.score)];
    const current = shown === one.id ? "page" : null;
    return button("button", { "data-branch": one.id, "aria-current": current }, () => this.#look(one.id, one.at + 1), about.filter(Boolean).join(" · "));
  }

  #delete(one, now) {
    const { game, branch: shown } = now;
    return button("button", {}, async ({ target }) => {
      try {
        await service.remove(`${game.path}/branches/${one.id}`);
        this.#branches = this.#branches.filter((other) => other !== one);
        shown === one.id ? await this.#look(null, one.at) : this.draw(now);
      } catch (error) {
        target.textContent = service.explain(error);
      }
    }, words.say("take-back"));
  }

  async #more(now) {
    const { items, next } = await service.page(this.#next);
    [this.#branches, this.#next] = [[...this.#branches, ...items], next];
    this.draw(now);
  }
}
