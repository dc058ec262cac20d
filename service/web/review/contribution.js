// What this seat contributes to the shuffle: 32 random bytes, to which it commits first and which it reveals at the end.

import { hex, sha256hex } from "./canonical.js";
import * as service from "./service.js";

const TAG = "hanabi/1 entropy commitment\0";
const FIXED = ["secret_commitment", "entropies", "entropy_commitments"];
const KEY = "hanabi-contribution"; // of the game that this tab is about to enter

// Returns a commitment as members of a request. The bytes are kept until `keep` says which game they are for.
export async function commit() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  sessionStorage.setItem(KEY, hex(bytes));
  return { entropy_commitment: await sha256hex(TAG, bytes) };
}

export function keep(game) {
  localStorage.setItem(`${KEY}-${game}`, JSON.stringify({ bytes: sessionStorage.getItem(KEY) }));
  sessionStorage.removeItem(KEY);
}

const kept = (game) => JSON.parse(localStorage.getItem(`${KEY}-${game}`) ?? "null");

// Reveals the bytes if the service waits for them. Does nothing if another browser has them.
export async function reveal(view) {
  const mine = kept(view.id);
  if (!mine || !view.awaiting_reveals?.includes(view.viewer.seat)) return;
  const fixed = FIXED.map((name) => view[name]);
  localStorage.setItem(`${KEY}-${view.id}`, JSON.stringify({ ...mine, fixed }));
  await service.put(`/v1/games/${view.id}/seats/me/entropy`, { reveal: mine.bytes });
}

// Returns whether the deal has everything that was fixed before this seat revealed its bytes, and these bytes.
export function isKept(deal, game) {
  const { bytes, fixed } = kept(game) ?? {};
  if (!fixed) return true;
  return JSON.stringify(FIXED.map((name) => deal[name])) === JSON.stringify(fixed) && deal.reveals.includes(bytes);
}

export const forget = (game) => localStorage.removeItem(`${KEY}-${game}`);
