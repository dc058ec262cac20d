// Other moves, which the service stores as a branch that can be shared.

import { Game } from "./game.js";
import { $, button, element } from "./element.js";
import { moveOf, said } from "./moves.js";
import * as service from "./service.js";
import * as token from "./token.js";
import * as words from "./words.js";

// Returns a branch as a game: the events of the replay up to its start, then those of the branch.
export async function branch(game, id) {
  const path = `${game.path}/branches/${id}`;
  const found = await service.get(path);
  const created = new Game(path, { ...found, links: {} });
  const { at, deal, seat, author, title, version } = found;
  Object.assign(created, { id, from: at, deal, seat, author, title, last: version });
  created.known = async (number) => (deal === "original" && number <= at ? game.known(number) : null);
  return created;
}

export class Trying {
  #branches = []; // the branches on all pages so far
  #next = null; // the path of the next page
  #now = null;
  #drawn = null;

  // `look` shows a branch at a version; `known` is called when the reader has a token.
  constructor(look, known) {
    [this.#look, this.#known] = [look, known];
    $("try-part").addEventListener("toggle", () => this.#redraw());
  }

  #look;
  #known;

  async begin(game) {
    const { items, next } = await service.page(`${game.path}/branches`);
    [this.#branches, this.#next] = [items, next];
    this.#list();
  }

  add(created) {
    this.#branches = [created, ...this.#branches];
  }

  draw(now) {
    this.#now = now;
    this.#redraw();
    this.#list();
  }

  #redraw() {
    if (this.#now && $("try-part").open) this.#offer(this.#now).catch((error) => this.#say(service.explain(error)));
  }

  async #offer(now) {
    const { shown, at, seat, frame, name } = now;
    const mover = frame.to_move;
    const key = [words.language(), shown.path, at, seat].join(" ");
    if (this.#drawn === key) return;
    this.#drawn = key;
    const place = $("try");
    if (mover === null) {
      place.replaceChildren(element("p.hint", {}, words.say("try-over")));
      return;
    }
    const actions = (await shown.frames(mover))[at].legal_actions;
    if (this.#drawn !== key) return; // the reader has moved on meanwhile
    const choice = element("select", { name: "move" }, groups(actions, now));
    const deck = element(
      "select",
      { name: "deck" },
      element("option", { value: "original" }, words.say("same-deck")),
      element("option", { value: "resampled" }, words.say("other-deck", { name: name(shown.seat ?? mover) })),
    );
    deck.value = shown.deal ?? "original";
    const form = element(
      "form",
      { autocomplete: "off" },
      element("p.hint", {}, words.say("try-hint", { name: name(mover) })),
      element("label", {}, words.say("move"), choice),
      element("label", {}, words.say("deck-choice"), deck),
      element("button.main", {}, words.say("try-it")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(now, actions[Number(choice.value)], deck.value, shown.seat ?? mover);
    });
    place.replaceChildren(form, element("p", { role: "status", id: "tried" }), element("div", { id: "try-token" }));
  }

  async #send({ game, shown, at }, action, deal, seat) {
    if (!service.token.get()) {
      this.#say(words.say("token-needed"));
      token.ask($("try-token"), () => {
        this.#say("");
        this.#known();
      });
      $("try-token").querySelector("input").focus();
      return;
    }
    // A move on a branch follows the earlier moves of the branch.
    const from = shown === game ? at : Math.min(at, shown.from);
    const before = shown === game ? [] : shown.events.slice(from + 1, at + 1).map(moveOf);
    const body = { at: from, moves: [...before, action], deal, ...(deal === "resampled" && { seat }) };
    try {
      const created = await service.post(`${game.path}/branches`, body);
      this.add(created);
      await this.#look(created.id, at + 1);
    } catch (error) {
      this.#say(service.explain(error));
    }
  }

  #list() {
    const now = this.#now;
    if (!now) return;
    const known = this.#branches.filter((one) => one.at < now.limit || now.ended);
    const place = $("branches");
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.branch : null;
    place.replaceChildren(
      known.length ? element("h3", {}, words.say("branches")) : "",
      element("ul.kept", {}, known.map((one) => element("li", {}, this.#link(one, now), one.mine && this.#delete(one, now)))),
      this.#next ? button("button", {}, () => this.#more(), words.say("more-replays")) : "",
    );
    if (focused) place.querySelector(`[data-branch="${focused}"]`)?.focus({ preventScroll: true });
  }

  #link(one, { whole: open, branch: shown }) {
    const turn = open[Math.min(one.at, open.length - 1)].turn;
    const about = [one.title ?? words.say("moves-after", { count: one.version - one.at, turn }), one.author, one.outcome !== null && words.points(one.score)];
    const current = shown === one.id ? "page" : null;
    return button("button", { "data-branch": one.id, "aria-current": current }, () => this.#look(one.id, one.at + 1), about.filter(Boolean).join(" · "));
  }

  #delete(one, { game, branch: shown }) {
    return button("button", {}, async () => {
      try {
        await service.remove(`${game.path}/branches/${one.id}`);
        this.#branches = this.#branches.filter((other) => other !== one);
        shown === one.id ? await this.#look(null, one.at) : this.#list();
      } catch (error) {
        this.#say(service.explain(error));
      }
    }, words.say("take-back"));
  }

  async #more() {
    const { items, next } = await service.page(this.#next);
    [this.#branches, this.#next] = [[...this.#branches, ...items], next];
    this.#list();
  }

  #say(text) {
    if ($("tried")) $("tried").textContent = text;
  }
}

function groups(actions, { frame, name }) {
  const options = actions.map((action, number) => [action, element("option", { value: number }, said(action, frame, name))]);
  const of = (kind) => options.filter(([action]) => action.type === kind).map(([, option]) => option);
  const group = (kind) => (of(kind).length ? element("optgroup", { label: words.say(`group-${kind}`) }, of(kind)) : null);
  return [group("play"), group("clue"), group("discard")];
}
