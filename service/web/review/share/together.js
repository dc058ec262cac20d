// A review together. The leader's place goes to the others, whose page follows it.

import * as address from "../state/address.js";
import { Chat } from "./chat.js";
import { button } from "../../page/element.js";
import * as service from "../../api/service.js";
import { follow } from "../../api/stream.js";
import * as words from "../../page/words.js";

const LOOK_MS = 250; // how often a leader's page looks for a new place
const id = document.body.dataset.game;
const pointer = new CSSStyleSheet(); // marks the card, however often the board is drawn again
const invited = address.invited();

class Together {
  #path = null; // of the session, while the reader takes part
  #state = null;
  #chat = null;
  #me = null; // the id of the reader's account
  #following = true;
  #pointed = null; // the card to which this leader points
  #sent = ""; // the place and the card that this leader has shown last
  #timer = null;

  constructor() {
    for (const event of ["pointerover", "focusin"]) document.addEventListener(event, (pointing) => this.#point(pointing));
  }

  async begin(said) {
    try {
      await service.beSomebody("");
      const session = await service.post(`/v1/replays/${id}/sessions`, { place: address.place() });
      this.join(session.id);
      this.#chat.focus();
    } catch (error) {
      said.textContent = service.explain(error);
    }
  }

  async join(session) {
    if (this.#path) return;
    this.#path = `/v1/replays/${id}/sessions/${session}`;
    address.join(session);
    this.#timer = setInterval(() => this.#lookForNews(), LOOK_MS);
    this.#chat?.remove(); // the end of another review
    this.#chat = new Chat({
      change: (body) => this.#change(body),
      toggle: () => this.#toggle(),
      lead: () => this.#lead(),
      leave: () => this.#leave(),
      close: () => this.#close(),
    });
    await this.#whoAmI();
    try {
      for await (const { event, data } of follow(this.#path, (is) => this.#chat.showLost(is))) {
        if (!this.#path) return;
        if (event === "session") this.#show(data);
        if (event === "change") this.#learn(data);
      }
    } catch (error) {
      this.#leave(error.status === 404);
      if (error.status !== 404) throw error;
    }
  }

  get #leads() {
    return this.#me !== null && this.#state?.leader?.id === this.#me;
  }

  async #whoAmI() {
    this.#me = service.isSignedIn() ? (await service.get("/v1/me").catch(() => ({ id: null }))).id : null;
  }

  #leave(hasEnded) {
    clearInterval(this.#timer);
    this.#path = this.#state = null;
    address.join(null);
    pointer.replaceSync("");
    this.#chat.remove(hasEnded);
  }

  async #close() {
    try {
      await service.response(this.#path, { method: "DELETE" });
    } catch (error) {
      this.#chat.tell(error);
    }
  }

  #show(session) {
    this.#state = session;
    if (!this.#leads && this.#following) this.#goThere();
    this.#draw();
  }

  #draw() {
    this.#chat.draw(this.#state, { me: this.#me, leads: this.#leads, following: this.#following });
  }

  // Adds what is new to the state. A change comes twice to whoever has made it.
  #learn({ messages, removed, ...rest }) {
    const kept = [...this.#state.messages, ...messages].filter(({ number }) => !removed.includes(number));
    const byNumber = new Map(kept.map((said) => [said.number, said]));
    const inOrder = [...byNumber.values()].sort((one, other) => one.number - other.number);
    this.#show({ ...this.#state, ...(rest.version > this.#state.version && rest), messages: inOrder });
  }

  #goThere() {
    const { place, card } = this.#state;
    if (place && place !== address.place()) address.follow(place);
    pointer.replaceSync(card === null ? "" : `[data-card="${card}"] { outline: 4px solid var(--mark); outline-offset: 2px; border-radius: 8px; }`);
  }

  #toggle() {
    this.#following = !this.#following;
    if (this.#following) this.#goThere();
    else pointer.replaceSync("");
    this.#draw();
  }

  // --- leading -----------------------------------------------------------------------------------------------------

  #lookForNews() {
    if (!this.#leads) return this.#lookAside();
    const now = `${address.place()} ${this.#pointed}`;
    if (now === this.#sent) return;
    this.#sent = now;
    this.#change({ place: address.place(), ...(this.#pointed !== null && { card: this.#pointed }) });
  }

  // Stops following a leader when the reader has gone elsewhere, so that the next step of the leader does not end a line.
  #lookAside() {
    if (this.#following && this.#state?.place && this.#state.place !== address.place()) this.#toggle();
  }

  #point({ target }) {
    const card = target.closest?.("#table [data-card]")?.dataset.card;
    this.#pointed = card === undefined ? null : Number(card);
  }

  // Sends a change and says what was wrong with it. Returns whether it was made.
  async #change(body) {
    try {
      await this.#send(body);
      this.#chat.say("");
      return true;
    } catch (error) {
      this.#chat.tell(error);
      return false;
    }
  }

  async #send(body) {
    await service.beSomebody(this.#chat.name);
    if (this.#me === null) await this.#whoAmI();
    const wanted = typeof body === "function" ? body() : body;
    const response = await service.response(this.#path, { method: "PATCH", body: JSON.stringify(wanted), headers: { "Content-Type": "application/json" } });
    const news = await response.json();
    if (this.#path && this.#state) this.#learn(news);
  }

  // Takes the lead, or asks whoever leads for it.
  async #lead() {
    try {
      await this.#send(() => ({ leader: this.#me }));
      this.#chat.say("");
    } catch (error) {
      this.#chat.open(true);
      if (error.code !== "not-the-leader") this.#chat.tell(error);
      else if (await this.#change({ message: words.say("may-i-lead") })) this.#chat.say(words.say("lead-asked"));
    }
  }
}

const together = new Together();

export const offer = (said) => button("button", { id: "begin-together" }, () => together.begin(said), words.say("together"));

export function arrive() {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, pointer];
  if (invited) together.join(invited);
}
