// The shared notes of players, and comments on the game.

import * as cardWords from "../../board/card-words.js";
import { tell, tellBelow } from "../../page/at-field.js";
import { $, button, element } from "../../page/element.js";
import { kindOf } from "../../page/names.js";
import * as service from "../../api/service.js";
import * as token from "../../api/sign-in-forms.js";
import * as words from "../../page/words.js";

export class Notes {
  #notes = [];
  #comments = [];
  #next = null;
  #me = null; // the account that is signed in
  #game = null;
  #now = null;
  #leap;

  constructor(leap) {
    this.#leap = leap;
    $("comment-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
  }

  async begin(game) {
    this.#game = game;
    this.#askToken();
    const [notes, { items, next }] = await Promise.all([service.get(`${game.path}/notes`), service.page(`${game.path}/comments?limit=100`)]);
    this.#notes = [...notes.items, ...onStacks(game)];
    [this.#comments, this.#next] = [items, next];
    this.#me = items.length && service.isSignedIn() ? await service.get("/v1/me").then((me) => me.id, () => null) : null;
    this.#list();
  }

  draw(now) {
    this.#now = now;
    $("comment-form").hidden = !now.inGame; // turns of a line are not turns of the game
    $("comment-turn").textContent = words.say("turn-now", { turn: now.turn });
    this.#list();
  }

  // Returns the notes on a card that the reader may see at a place, as they stood there.
  on(card, place) {
    const written = this.#notes.filter(({ anchor }) => anchor === `card-${card}`);
    return written.map((one) => ({ seat: one.seat, text: wording(one, place)?.text })).filter(({ text }) => text);
  }

  #askToken() {
    token.ask($("token-place"), () => this.begin(this.#game).catch((error) => this.#say(service.explain(error))));
  }

  #list() {
    if (!this.#now) return;
    const place = $("notes");
    const said = [...this.#notes.map((one) => this.#note(one)), ...this.#comments.map((one) => this.#comment(one))].filter(Boolean);
    const of = (isHere) => said.filter((one) => one.matches(".here") === isHere);
    const [here, others] = [of(true), of(false)];
    const more = this.#next ? button("button", {}, () => this.#more(), words.say("more-replays")) : "";
    const open = place.querySelector("details")?.open || null;
    const rest = others.length > 0 ? element("details", { open }, element("summary", {}, words.say("other-notes", { count: others.length })), element("ul.said", {}, others)) : "";
    const none = element("p.hint", {}, words.say(said.length ? "no-notes-here" : "no-notes"));
    place.replaceChildren(here.length ? element("ul.said", {}, here) : none, rest, more);
  }

  // Returns a note with its text at this version, or null. A later note has its first text.
  #note(note) {
    const found = wording(note, this.#now);
    return found && this.#item("note", words.say("by-note", { name: this.#now.name(note.seat) }), note.anchor, found.version, found.text);
  }

  #comment({ id, author, anchor, text }) {
    const version = this.#versionOf(anchor);
    const visible = version === null ? this.#now.ended : version <= this.#now.limit;
    if (!visible) return null;
    const take = author.id !== null && author.id === this.#me ? button("button", {}, () => this.#remove(id), words.say("take-back")) : null;
    return this.#item("comment", words.say("comment-of", { name: [author.name, kindOf(author)].filter(Boolean).join(", ") }), anchor, version, text, take);
  }

  #item(kind, who, anchor, version, text, take = null) {
    const [what, number] = anchor.split("-");
    const on = { card: () => words.say("on-card", { card: this.#now.card(Number(number)) }), stack: () => words.say("on-stack", { suit: cardWords.suit(this.#now.suits[number]) }) };
    const { event, frame, turnOf, inGame } = this.#now;
    const cards = event.touched?.map(({ card }) => card) ?? [event.card];
    const here = inGame && ((version !== null && turnOf(version) === frame.turn) || (what === "card" && cards.includes(Number(number))));
    const link = version === null ? null : button("button.small", { "aria-current": here ? "step" : null }, () => this.#leap(version), words.say("turn-now", { turn: turnOf(version) }));
    return element(here ? `li.${kind}.here` : `li.${kind}`, {}, element("p.who", {}, element("strong", {}, who), on[what] && ` ${on[what]()}`, link), element("p.text-of", {}, kind === "comment" ? tagged(text, this.#game.source) : text), take);
  }

  // Returns the version after a turn; null for the whole game or a card.
  #versionOf(anchor) {
    const [what, number] = anchor.split("-");
    return what === "turn" ? this.#now.versionOf(Number(number)) : null;
  }

  async #send() {
    if (!service.isSignedIn()) return tellBelow($("token-place").querySelector("input"), words.say("token-needed"));
    const anchor = $("comment-anchor").value === "game" ? "game" : `turn-${this.#now.turn}`;
    try {
      const created = await service.post(`${this.#game.path}/comments`, { anchor, text: $("comment").value });
      this.#comments = [...this.#comments, created];
      this.#me ??= created.author.id;
      $("comment").value = "";
      this.#say(words.say("sent"));
      this.#list();
    } catch (error) {
      tell($("said"), error, $("comment-form"));
    }
  }

  async #remove(id) {
    try {
      await service.remove(`${this.#game.path}/comments/${id}`);
      this.#comments = this.#comments.filter((one) => one.id !== id);
      this.#list();
    } catch (error) {
      this.#say(service.explain(error));
    }
  }

  async #more() {
    const { items, next } = await service.page(this.#next);
    [this.#comments, this.#next] = [[...this.#comments, ...items], next];
    this.#list();
  }

  #say(text) {
    $("said").textContent = text;
  }
}

// Returns a text whose tags lead to the replays with them: to imported ones from an import, as lists have one or the other.
function tagged(text, source) {
  return text.split(/((?<![\p{L}\p{M}\p{N}_#/&])#\p{L}[\p{L}\p{M}\p{N}_-]{0,29})/u).map((part, place) => (place % 2 ? element("a", { href: `/replays#tag=${encodeURIComponent(part.slice(1))}${source ? "&imported=true" : ""}` }, part) : part));
}

// Returns the text of a note at version `at`, or null if the reader may not see any up to `limit`.
function wording({ history }, { at, limit, ended }) {
  const known = history.filter((one) => (one.version === null ? ended : one.version <= limit));
  return known.filter((one) => one.version !== null && one.version <= at).pop() ?? known[0] ?? null;
}

// Returns the notes of hanab.live on the stacks of the suits, which come after those on the cards of the deck.
function onStacks({ source, deck }) {
  const of = (texts, seat) => texts.slice(deck.length).map((text, place) => ({ seat, anchor: `stack-${place}`, history: [{ version: null, text }] }));
  return (source?.notes ?? []).flatMap(of).filter((note) => note.history[0].text);
}
