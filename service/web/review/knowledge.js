// Knowledge about a card, shown on hover or focus, and after a tap until it is closed.

import { digit, face, shape } from "./cards.js";
import { button, element } from "./element.js";
import { nameOf } from "./hands.js";
import { legend } from "./legend.js";
import { clued, possible } from "./told.js";
import * as words from "./words.js";

// `renew()` sets the current table: its frame, the names, and a function that fetches the knowledge.
export class Knowledge {
  #place;
  #now = null;
  #shown = null;
  #pinned = null;
  #drawn = null;
  #quiet = false;

  constructor(place, table) {
    this.#place = place;
    const card = (event) => event.target.closest?.("[data-card]");
    table.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#look(card(event) ?? null));
    table.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.#look(null));
    table.addEventListener("focusin", (event) => card(event) && !this.#quiet && this.#look(card(event)));
    table.addEventListener("focusout", () => this.#look(null));
    table.addEventListener("click", (event) => card(event) && this.#keep(card(event)));
    addEventListener("keydown", (event) => event.key === "Escape" && this.#forget());
  }

  renew(now) {
    this.#now = now;
    this.#draw();
  }

  #look(card) {
    const id = card && Number(card.dataset.card);
    if (id === this.#shown) return;
    this.#shown = id;
    this.#changed();
  }

  #keep(card) {
    const id = Number(card.dataset.card);
    this.#pinned = this.#pinned === id ? null : id;
    this.#shown = this.#pinned;
    this.#changed();
  }

  #forget() {
    const left = this.#place.contains(document.activeElement) ? this.#drawn : null;
    this.#shown = this.#pinned = null;
    this.#changed();
    if (left !== null) {
      this.#quiet = true;
      document.querySelector(`#table [data-card="${left}"]`)?.focus();
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
    if (!found) {
      this.#place.replaceChildren(element("h2", {}, words.say("knowledge")), element("p.hint", {}, words.say("knowledge-hint")), legend());
      return;
    }
    const now = this.#now;
    this.#place.replaceChildren(...this.#about(found), ...matrices(found, now, null));
    now.known().then((known) => {
      if (known && now === this.#now && id === (this.#shown ?? this.#pinned)) {
        this.#place.replaceChildren(...this.#about(found), ...matrices(found, now, known));
      }
    });
  }

  #find(id) {
    for (const { seat, cards } of this.#now.frame.hands) {
      const place = cards.findIndex((card) => card.card === id);
      if (place >= 0) return { card: cards[place], seat, place };
    }
    return null;
  }

  #mark(id) {
    for (const card of document.querySelectorAll("#table [data-card]")) {
      card.setAttribute("aria-pressed", `${this.#pinned === Number(card.dataset.card)}`);
      card.classList.toggle("shown", id === Number(card.dataset.card));
    }
  }

  #about({ card, seat, place }) {
    const close = button("button.close", { "aria-label": words.say("close") }, () => this.#forget(), "×");
    const name = this.#now.name(seat);
    return [
      element("div.row.about-card", {}, face(card), element("div", {}, element("strong", {}, nameOf(card, place, name)), card.clues && element("p", {}, clued(card))), close),
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
  const sure = open.length === 1 ? words.say("sure", { card: words.card(open[0]) }) : null;
  const own = element(
    "div",
    {},
    matrix(words.say("holder-knows", { name: name(seat) }), kinds, open, (one) => ({
      text: one.probability < 0.005 ? "<1%" : `${Math.round(one.probability * 100)}%`,
      label: `${words.percent(one.probability)}`,
      fits: fits(one),
      share: one.probability,
    })),
  );
  return [
    element("p.verdict", {}, sure, sure && " ", words.say("chance-plays", { percent: words.percent(share) })),
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
    return element("td", { class: classes || null, title: `${words.card(one)}${label ? `: ${label}` : ""}` }, text);
  };
  const row = (suit) =>
    element("tr", {}, element("th", { scope: "row" }, shape(suit), element("span.unseen", {}, words.suit(suit))), ranks.map((rank) => shown(suit, rank)));
  return element(
    "table.matrix",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, element("td"), ranks.map((rank) => element("th", { scope: "col" }, element("span", { "aria-hidden": "true" }, digit(rank)), element("span.unseen", {}, words.rank(rank)))))),
    element("tbody", {}, suits.map(row)),
  );
}
