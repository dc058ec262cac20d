// Another game with the same partners and the same rules.

import * as contribution from "../proof/contribution.js";
import * as invitation from "./invitation.js";
import * as service from "../api/service.js";

// Creates the game, and tells the people at the old table where it is. Returns the address of its page.
export async function again({ id, seats, rules, private: hidden }) {
  const bots = seats.map(({ bot }) => bot).filter(Boolean);
  const chosen = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== null));
  const created = await service.post("/v1/games", { seats: seats.length, bots, rules: chosen, private: hidden, ...(await contribution.commit()) });
  contribution.keep(created);
  if (bots.length < seats.length - 1) await service.post(`/v1/games/${id}/messages`, { text: await invitation.link(created) });
  return `/play/${created.id}`;
}
