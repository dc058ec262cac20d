// What this seat contributes to the shuffle: 32 random bytes, to which it commits first and which it reveals at the end.

import { bytes as bytesOf, hex, sha256hex } from "./canonical.js";
import * as service from "../api/service.js";

const TAG = "hanabi/1 entropy commitment\0";
const FIXED = ["secret_commitment", "entropies", "entropy_commitments"];
const KEY = "hanabi-contribution"; // of the game that this tab is about to enter

// Returns a commitment as members of a request. The bytes are kept until `keep` says which game they are for.
export async function commit() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  sessionStorage.setItem(KEY, hex(bytes));
  return { entropy_commitment: await sha256hex(TAG, bytes) };
}

// A view without a commitment to a secret has a given deck, to which nobody contributes.
export function keep({ id, secret_commitment: secret }) {
  if (secret !== null) localStorage.setItem(`${KEY}-${id}`, JSON.stringify({ bytes: sessionStorage.getItem(KEY) }));
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
  localStorage.setItem(`${KEY}-${view.id}`, JSON.stringify({ ...mine, fixed, revealed: true }));
}

// Returns whether the deal has the commitment of this seat, everything that was fixed before this seat revealed its
// bytes, and these bytes.
export async function isKept(deal, game, seat) {
  const { bytes, fixed, revealed } = kept(game) ?? {};
  if (!bytes || seat === null) return true;
  if (deal.entropy_commitments?.[seat] !== (await sha256hex(TAG, bytesOf(bytes)))) return false;
  if (fixed && JSON.stringify(FIXED.map((name) => deal[name])) !== JSON.stringify(fixed)) return false;
  return !revealed || deal.reveals?.[seat] === bytes;
}

export const forget = (game) => localStorage.removeItem(`${KEY}-${game}`);
