// Another game with the same partners and the same rules.

import * as contribution from "../proof/contribution.js";
import * as invitation from "./invitation.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

// Creates the game, or joins the one that a partner has created. Returns the address of its page. Who creates it tells the
// people at the old table where it is. The deck is "new" or "same". If watchers saw hands, the reader is asked anew.
export async function again(view, deck) {
  const { id, watching } = view;
  const agrees = watching.hands_delay !== null && confirm(words.say(watching.who === "held" ? "agree-held-again" : "agree-hands-again", { turns: watching.hands_delay }));
  const next =
    deck === "same"
      ? await service.post("/v1/games", sameDeck(view, agrees))
      : await service.post(`/v1/games/${id}/again`, { ...(agrees && { show_hands: true }), ...(await contribution.commit()) });
  contribution.keep(next);
  if (next.status === "open" && next.viewer.seat === 0) await service.post(`/v1/games/${id}/messages`, { text: await invitation.link(next) });
  return `/play/${next.id}`;
}

// Everybody at the table knows the deck, so it is a sandbox game.
function sameDeck({ id, private: hidden, idle_limit_s, training, pace, watching: { who, hands_delay }, seats, viewer }, agrees) {
  const others = seats.filter(({ seat }) => seat !== viewer.seat);
  return {
    ...{ deck_of: id, knew_deck: true, sandbox: true, private: hidden, idle_limit_s, pace, training: training ?? false },
    ...(hands_delay === null ? { watching: who } : agrees && { watching: who, hands_delay }), // without consent, the table only
    bots: others.map(({ bot }) => bot).filter(Boolean),
    invite: others.map(({ account }) => account).filter(Boolean),
  };
}
