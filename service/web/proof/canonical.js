// Canonical JSON (RFC 8785), SHA-256 and Ed25519. Browsers have `crypto.subtle` on secure origins only.

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// Returns the hash of the joined parts, texts in UTF-8 and bytes.
export async function sha256(...parts) {
  const encoder = new TextEncoder();
  const blob = new Blob(parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part)));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
}

export const sha256hex = async (...parts) => hex(await sha256(...parts));

const PRIME = 2n ** 255n - 19n;
const OF_ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const SMALL = [0n, 1n, PRIME - 1n, OF_ORDER_8, PRIME - OF_ORDER_8];

// Returns whether an encoded point is canonical and not of small order. Browsers differ in whether they check this.
function isPoint(digits) {
  const y = BigInt(`0x${hex(bytes(digits).reverse())}`) & (2n ** 255n - 1n);
  return y < PRIME && !SMALL.includes(y);
}

// Returns whether the key has signed a document; null if this browser cannot tell.
export async function isSigned(document, { key, signature }) {
  try {
    if (!isPoint(key) || !isPoint(signature.slice(0, 64))) return false;
    const verifier = await crypto.subtle.importKey("raw", bytes(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", verifier, bytes(signature), new TextEncoder().encode(canonical(document)));
  } catch (error) {
    return error.name === "NotSupportedError" ? null : false;
  }
}
