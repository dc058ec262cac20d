// The lines that readers have saved.

import { $, button, element } from "../../page/element.js";
import { kindOf } from "../../page/names.js";
import * as service from "../../api/service.js";
import * as words from "../../page/words.js";

export class Saved {
  #lines = []; // the lines on all pages so far
  #next = null; // the path of the next page
  #look;

  // `look` shows a line at a version.
  constructor(look) {
    this.#look = look;
  }

  async begin(game) {
    const { items, next } = await service.page(`${game.path}/lines`);
    [this.#lines, this.#next] = [items, next];
  }

  add(created) {
    this.#lines = [created, ...this.#lines];
  }

  draw(now) {
    const known = this.#lines.filter((one) => one.at < now.limit || now.ended);
    const place = $("saved-lines");
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.line : null;
    place.replaceChildren(
      element("h3", {}, words.say("saved-lines")),
      known.length ? element("ul.kept", {}, known.map((one) => element("li", {}, this.#link(one, now), one.mine && this.#delete(one, now)))) : element("p.hint", {}, words.say("no-saved-lines")),
      this.#next ? button("button", {}, () => this.#more(now), words.say("more-replays")) : "",
    );
    if (focused) place.querySelector(`[data-line="${focused}"]`)?.focus({ preventScroll: true });
  }

  #link(one, { whole: open, shown }) {
    const turn = open[Math.min(one.at, open.length - 1)].turn;
    const about = [one.title ?? words.say("moves-after", { count: one.version - one.at, turn }), [one.author, kindOf(one)].filter(Boolean).join(", "), one.outcome !== null && words.points(one.score)];
    const current = shown.line?.id === one.id ? "page" : null;
    return button("button", { "data-line": one.id, "aria-current": current }, () => this.#look(one.id, one.at + 1), about.filter(Boolean).join(" · "));
  }

  #delete(one, now) {
    const { game, shown } = now;
    return button("button", {}, async ({ target }) => {
      try {
        await service.remove(`${game.path}/lines/${one.id}`);
        this.#lines = this.#lines.filter((other) => other !== one);
        shown.line?.id === one.id ? await this.#look(null, one.at) : this.draw(now);
      } catch (error) {
        target.textContent = service.explain(error);
      }
    }, words.say("take-back"));
  }

  async #more(now) {
    const { items, next } = await service.page(this.#next);
    [this.#lines, this.#next] = [[...this.#lines, ...items], next];
    this.draw(now);
  }
}
