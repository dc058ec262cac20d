import { UnfairDealError } from "./problems.js";
import type { Event, View } from "./types.js";

/** What a view shows of the deal before the seats reveal their bytes. */
export type Promised = Pick<View, "secret_commitment" | "entropies" | "entropy_commitments">;

/** Returns 32 random bytes as hexadecimal digits: what a seat contributes to the deal (`/docs/verification`). */
export async function newPart(): Promise<string> {
  return hex((await webCrypto()).getRandomValues(new Uint8Array(32)));
}

/** Returns the commitment to such bytes. */
export async function commitment(part: string): Promise<string> {
  const tag = new TextEncoder().encode("hanabi/1 entropy commitment\0");
  const bytes = (part.match(/../g) ?? []).map((digits) => parseInt(digits, 16));
  const { subtle } = await webCrypto();
  if (!subtle) throw new Error("A contribution to the deal needs a page over https, or the option `contribute: false`.");
  return hex(new Uint8Array(await subtle.digest("SHA-256", new Uint8Array([...tag, ...bytes]))));
}

/** Throws UnfairDealError unless a deal has everything that was fixed before, and these bytes. */
export function checkDeal(deal: Pick<Event, "reveals"> & Promised, promised: Promised, part: string): void {
  const fixed = ({ secret_commitment, entropies, entropy_commitments }: Promised) =>
    JSON.stringify([secret_commitment, entropies, entropy_commitments]);
  if (fixed(deal) !== fixed(promised) || !deal.reveals?.includes(part)) {
    throw new UnfairDealError("The service dealt from something else than it had shown before.");
  }
}

/** Throws UnfairDealError unless a deal has the commitment of this seat to its bytes, revealed or not. */
export async function checkCommitment(deal: Promised, seat: number, part: string): Promise<void> {
  if (deal.entropy_commitments?.[seat] !== (await commitment(part))) {
    throw new UnfairDealError("The service dealt without the contribution of this seat.");
  }
}

/** Returns a key that no other request has. */
export async function newKey(): Promise<string> {
  return hex((await webCrypto()).getRandomValues(new Uint8Array(16)));
}

async function webCrypto(): Promise<Crypto> {
  if (globalThis.crypto) return globalThis.crypto;
  const name = "node:crypto"; // Node 18; as a variable, so that no bundler looks for it
  return (await import(name)).webcrypto;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
