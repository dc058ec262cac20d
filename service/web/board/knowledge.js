// Knowledge about a card, shown on hover or focus, and after a tap until it is closed.

import * as cardWords from "./card-words.js";
import { digit, face, shape } from "./cards.js";
import { button, element } from "../page/element.js";
import { nameOf, slotOf } from "./hands.js";
import { legend } from "./legend.js";
import { clued, possible } from "./card-clues.js";
import * as words from "../page/words.js";

// `renew()` sets the current table: its frame, the names, and a function that fetches the knowledge. Its `front`, if any,
// returns the front of a card that is in no hand.
// `chosen` is called with a card that was clicked or left, and `looked` with each other card that is shown; both get the
// number of the card or null.
export class Knowledge {
  #place;
  #table;
  #chosen;
  #looked;
  #now = null;
  #shown = null;
  #pinned = null;
  #drawn = null;
  #marked = undefined;
  #quiet = false;

  constructor(place, table, { chosen = () => {}, looked = () => {} } = {}) {
    [this.#place, this.#table, this.#chosen, this.#looked] = [place, table, chosen, looked];
    const card = (event) => event.target.closest?.("[data-card]");
    const numberOf = (event) => (card(event) ? Number(card(event).dataset.card) : null);
    table.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#look(numberOf(event)));
    table.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.#look(null));
    table.addEventListener("focusin", (event) => card(event) && !this.#quiet && this.#look(numberOf(event)));
    table.addEventListener("focusout", () => this.#look(null));
    table.addEventListener("click", (event) => card(event) && this.choose(numberOf(event) === this.#pinned ? null : numberOf(event)));
    addEventListener("keydown", (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && this.#forget());
  }

  get isOpen() {
    return this.#pinned !== null || this.#shown !== null;
  }

  renew(now) {
    this.#now = now;
    this.#marked = undefined; // the board was drawn again
    this.#draw();
  }

  // Shows a card until it is closed, wherever it is; null closes it.
  choose(id) {
    this.#pinned = this.#shown = id;
    this.#marked = undefined;
    this.#changed();
    this.#chosen(id);
  }

  #look(id) {
    if (id === this.#shown) return;
    this.#shown = id;
    this.#changed();
  }

  #forget() {
    const left = this.#place.contains(document.activeElement) ? this.#drawn : null;
    if (this.#pinned !== null || this.#shown !== null) this.choose(null);
    if (left !== null) {
      this.#quiet = true;
      this.#table.querySelector(`[data-card="${left}"]`)?.focus();
      this.#quiet = false;
    }
  }

  // The panel is not redrawn for the same card, so that its buttons can be pressed.
  #changed() {
    if (this.#drawn !== (this.#shown ?? this.#pinned)) this.#draw();
    else this.#mark(this.#drawn);
  }

  #draw() {
    const id = (this.#drawn = this.#shown ?? this.#pinned);
    const found = id === null ? null : this.#find(id);
    this.#place.classList.toggle("open", found !== null);
    this.#mark(found ? id : null);
    this.#looked(found ? id : null);
    if (!found) {
      this.#place.replaceChildren(element("h2", {}, words.say("knowledge")), element("p.hint", {}, words.say("knowledge-hint")), legend());
      return;
    }
    const now = this.#now;
    this.#place.replaceChildren(...this.#about(found), ...matrices(found, now, null));
    if (found.seat === null) return;
    now.known().then((known) => {
      if (known && now === this.#now && id === (this.#shown ?? this.#pinned)) {
        this.#place.replaceChildren(...this.#about(found), ...matrices(found, now, known));
      }
    });
  }

  #find(id) {
    for (const { seat, cards } of this.#now.frame.hands) {
      const place = cards.findIndex((card) => card.card === id);
      if (place >= 0) return { card: cards[place], seat, slot: slotOf(place, cards.length) };
    }
    const card = this.#now.front?.(id);
    return card ? { card, seat: null } : null;
  }

  #mark(id) {
    const key = `${id} ${this.#pinned}`;
    if (this.#marked === key) return;
    this.#marked = key;
    for (const card of this.#table.querySelectorAll(".card")) {
      card.setAttribute("aria-pressed", `${this.#pinned === Number(card.dataset.card)}`);
      card.classList.toggle("shown", id === Number(card.dataset.card));
    }
  }

  #about({ card, seat, slot }) {
    const close = button("button.close", { "aria-label": words.say("close") }, () => this.#forget(), "×");
    const title = seat === null ? cardWords.card(card) : nameOf(card, slot, seat, this.#now.name);
    return [
      element("div.row.about-card", {}, face(card), element("div", {}, element("strong", {}, title), card.clues && element("p", {}, clued(card))), close),
    ];
  }
}

function matrices({ card, seat }, { frame, name, kinds }, known) {
  const found = known?.hands.find((hand) => hand.seat === seat)?.cards.find((one) => one.card === card.card);
  if (!found) return card.possible ? [element("p", {}, possible(card))] : [];
  const fits = ({ suit, rank }) => (frame.stacks ? frame.stacks[suit].next.includes(rank) : frame.fireworks && frame.fireworks[suit] + 1 === rank);
  const common = element(
    "div",
    {},
    matrix(words.say("everyone-knows"), kinds, found.common, (one) => ({ text: one.unseen, fits: fits(one) })),
  );
  // A seat cannot know what another seat knows, since that depends on its own hidden cards (R28).
  const hidden = frame.viewer.seat !== null && frame.viewer.seat !== seat;
  if (!found.own || hidden) return [element("div.matrices", {}, common), element("p.hint", {}, words.say("copies"))];
  const open = found.own.identities.filter((one) => one.probability > 0);
  const share = open.filter(fits).reduce((sum, one) => sum + one.probability, 0);
  const sure = open.length === 1 ? words.say("sure", { card: cardWords.card(open[0]) }) : null;
  const own = element(
    "div",
    {},
    matrix(seat === name.own ? words.say("holder-knows-own") : words.say("holder-knows", { name: name(seat) }), kinds, open, (one) => ({
      text: one.probability < 0.005 ? "<1%" : `${Math.round(one.probability * 100)}%`,
      label: `${words.percent(one.probability)}`,
      fits: fits(one),
      share: one.probability,
    })),
  );
  return [
    element("p.verdict", {}, sure && `${words.sentence(sure)} `, words.say("chance-plays", { percent: words.percent(share) })),
    element("div.matrices", {}, own, common),
    element("p.hint", {}, words.say("copies")),
  ];
}

function matrix(caption, { suits, ranks }, identities, cell) {
  const at = (suit, rank) => identities.find((one) => one.suit === suit && one.rank === rank);
  const shown = (suit, rank) => {
    const one = at(suit, rank);
    if (!one) return element("td.no", {}, element("span.unseen", {}, words.say("impossible")));
    const { text, label, fits, share } = cell(one);
    const heat = share === undefined ? null : `heat-${Math.ceil(share * 4)}`;
    const classes = [fits && "fits", heat].filter(Boolean).join(" ");
    return element("td", { class: classes || null, title: label ? words.labelled(cardWords.card(one), label) : cardWords.card(one) }, text);
  };
  const row = (suit) =>
    element("tr", {}, element("th", { scope: "row" }, shape(suit), element("span.unseen", {}, cardWords.suit(suit))), ranks.map((rank) => shown(suit, rank)));
  return element(
    "table.matrix",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, element("td"), ranks.map((rank) => element("th", { scope: "col" }, element("span", { "aria-hidden": "true" }, digit(rank)), element("span.unseen", {}, cardWords.rank(rank)))))),
    element("tbody", {}, suits.map(row)),
  );
}
