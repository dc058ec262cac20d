// The accounts of players whose names a reader types.

import * as service from "./service.js";
import * as words from "../page/words.js";

// Returns the id of an account. The error for an unknown name has the name.
export async function accountOf(name) {
  try {
    return (await service.get(`/v1/accounts/${encodeURIComponent(name)}`)).id;
  } catch (error) {
    if (error.status === 404) Object.assign(error, { typed: name, told: words.say("no-such-player", { name }) });
    throw error;
  }
}

// Returns those of names with commas or lines between them.
export function accountsOf(text) {
  const names = text.split(/[,\n]/).map((name) => name.trim()).filter(Boolean);
  return Promise.all(names.map(accountOf));
}
