// Another game with the same partners and the same rules.

import * as contribution from "../proof/contribution.js";
import * as invitation from "./invitation.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

// Creates the game, or joins the one that a partner has created. Returns the address of its page. Who creates it tells the
// people at the old table where it is. The deck is "new" or "same". If watchers saw hands, the reader is asked anew.
export async function again({ id, watching: { hands_delay: turns } }, deck) {
  const agrees = turns !== null && confirm(words.say("agree-hands-again", { turns }));
  const next = await service.post(`/v1/games/${id}/again`, { deck, ...(agrees && { show_hands: true }), ...(deck === "new" && (await contribution.commit())) });
  contribution.keep(next);
  if (next.status === "open" && next.viewer.seat === 0) await service.post(`/v1/games/${id}/messages`, { text: await invitation.link(next) });
  return `/play/${next.id}`;
}
