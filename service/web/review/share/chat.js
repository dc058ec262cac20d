// The bar of a review together, which says who leads, and its chat.

import { tell } from "../../page/at-field.js";
import { $, button, element } from "../../page/element.js";
import { markOf } from "../../page/names.js";
import * as service from "../../api/service.js";
import * as tabs from "../../page/tabs.js";
import * as words from "../../page/words.js";

const isWide = matchMedia("(min-width: 62rem)");

export class Chat {
  #state = null; // of the session, as it was drawn last
  #me = null; // the id of the reader's account
  #read = 0; // the messages that were visible
  #change;
  #parts;
  #bar;
  #talk;

  // `change` sends a change of the session and returns whether it was made. The others are called when the reader wants that.
  constructor({ change, toggle, lead, leave, close }) {
    this.#change = change;
    this.#parts = this.#built({ toggle, lead, close });
    const { who, lost, give, follow, talk, messages, form, said, over, muted, lead: leading, close: closing } = this.#parts;
    const link = button("button", {}, () => this.#copy(), words.say("copy-link"));
    const leaving = button("button", {}, leave, words.say("leave-together"));
    this.#bar = element("aside.together", { "aria-label": words.say("together") }, who, lost, give, follow, talk);
    this.#talk = element("section.pane.together-talk", { id: "together-talk", "aria-label": words.say("talk") }, messages, form, said, element("p.row", {}, over, muted, leading, link, leaving, closing));
    $("review").before(this.#bar);
    $("review").append(this.#talk);
    $("review").addEventListener("selected", this.#giveWay);
    this.open(isWide.matches);
  }

  // Removes the chat and, unless the review has ended, the bar. A bar that stays says so until the reader closes it.
  remove(hasEnded) {
    const isHeld = [this.#bar, this.#talk].some((part) => part.contains(document.activeElement));
    const close = button("button", {}, () => this.remove(), words.say("close"));
    $("review").removeEventListener("selected", this.#giveWay);
    this.#talk.remove();
    $("review").classList.remove("talking");
    if (hasEnded) {
      this.#parts.who.textContent = words.say("together-ended");
      this.#bar.replaceChildren(this.#parts.who, close);
    } else this.#bar.remove();
    if (isHeld) (hasEnded ? close : $("table")).focus({ preventScroll: true });
  }

  focus() {
    this.#parts.talk.focus();
  }

  // The name that a reader without an account has chosen.
  get name() {
    return this.#parts.name.value;
  }

  say(text) {
    this.#parts.said.textContent = text;
  }

  tell(error) {
    tell(this.#parts.said, error, this.#parts.form);
  }

  showLost(is) {
    this.#parts.lost.hidden = !is;
  }

  open(wanted) {
    if (wanted) tabs.close();
    $("review").classList.toggle("talking", wanted);
    this.#parts.talk.setAttribute("aria-expanded", `${wanted}`);
    this.#news();
  }

  // Leaves its place to a tab, unless it has one of its own.
  #giveWay = () => $("review").dataset.arrangement !== "beside" && this.open(false);

  draw(state, { me, leads, following }) {
    [this.#state, this.#me] = [state, me];
    const { leader, messages, muted } = state;
    const parts = this.#parts;
    parts.who.textContent = leads ? words.say("leads-you") : leader ? words.say("leads", { name: leader.name }) : words.say("leads-nobody");
    parts.follow.hidden = parts.lead.hidden = leads;
    parts.lead.textContent = words.say(leader ? "ask-lead" : "lead");
    const asking = messages.at(-1)?.author;
    parts.give.hidden = !leads || !asking?.id || asking.id === me;
    parts.give.value = asking?.id ?? "";
    parts.give.textContent = words.say("lead-to", { name: asking?.name });
    this.#news();
    parts.follow.setAttribute("aria-pressed", `${following}`);
    parts.name.hidden = service.isSignedIn();
    const others = new Map(messages.map(({ author }) => [author.id, author.name]).filter(([one]) => one && one !== me));
    parts.over.hidden = parts.close.hidden = !leads;
    parts.muted.hidden = !leads || !muted.length;
    const silent = muted.map((one) => element("option", { value: one.id }, words.say("unmute", { name: one.name })));
    parts.muted.replaceChildren(element("option", { value: "" }, words.say("muted")), ...silent);
    const shown = [...others].map(([one, name]) => element("option", { value: one }, words.say("lead-over-to", { name })));
    parts.over.replaceChildren(element("option", { value: "" }, words.say("lead-over")), ...shown, element("option", { value: "none" }, words.say("lead-over-anybody")));
    const drawn = `${leads} ${me} ${messages.map(({ number }) => number)}`;
    if (parts.messages.dataset.drawn === drawn) return;
    parts.messages.dataset.drawn = drawn;
    parts.messages.replaceChildren(...messages.map((message) => this.#line(message, leads)));
    parts.messages.scrollTop = parts.messages.scrollHeight;
  }

  #built({ toggle, lead, close }) {
    const name = element("input", { name: "name", maxlength: 40, autocomplete: "nickname", "aria-label": words.say("your-name-free"), placeholder: words.say("your-name-free") });
    const text = element("input", { name: "message", maxlength: 500, required: true, "aria-label": words.say("message") });
    const form = element("form", { autocomplete: "off" }, name, element("p.row", {}, text, element("button", {}, words.say("send"))));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.#change({ message: text.value.trim() })) text.value = "";
    });
    const give = button("button.give", {}, () => this.#change({ leader: give.value }), "");
    const over = element("select", { "aria-label": words.say("lead-over") });
    const muted = element("select", { "aria-label": words.say("muted") });
    over.addEventListener("change", () => over.value && this.#change({ leader: over.value }));
    muted.addEventListener("change", () => muted.value && this.#change({ unmute: muted.value }));
    return {
      who: element("span.who", { role: "status" }),
      follow: button("button", {}, toggle, words.say("follow")),
      lead: button("button", {}, lead, ""),
      talk: button("button.talk", { "aria-controls": "together-talk" }, () => this.open(!$("review").classList.contains("talking")), words.say("talk")),
      close: button("button", {}, close, words.say("close-together")),
      messages: element("ol.said", { "aria-live": "polite", tabindex: 0, "aria-label": words.say("talk") }),
      lost: element("span.hint", { hidden: true }, words.say("interrupted")),
      said: element("p.hint", { role: "status" }),
      ...{ name, form, give, over, muted },
    };
  }

  // Marks the button of the chat if there are messages that were not visible.
  #news() {
    const many = this.#state?.messages.length ?? 0;
    if ($("review").classList.contains("talking")) this.#read = many;
    this.#parts.talk.classList.toggle("news", this.#read < many);
  }

  async #copy() {
    const address = `${location.origin}${this.#state.page}`;
    const done = await (navigator.clipboard?.writeText(address) ?? Promise.reject()).then(() => true, () => false);
    this.say(done ? words.say("copied") : address);
  }

  // A message. Its author and the leader can delete it, and the leader can mute its author.
  #line({ number, author, text }, leads) {
    const item = element("li", {}, element("b", {}, author.name), markOf(author), " ", text);
    const own = author.id !== null && author.id === this.#me;
    if (leads || own) item.append(" ", button("button", {}, () => this.#change({ remove: number }), words.say("delete-message")));
    if (leads && author.id && !own) item.append(" ", button("button", {}, () => this.#change({ mute: author.id }), words.say("mute")));
    return item;
  }
}
