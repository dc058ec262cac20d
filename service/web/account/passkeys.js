// Passkeys of the browser. The service makes the challenges and checks the answers.

import * as service from "../api/service.js";

export class NoPasskey extends Error {}

export const areKnown = () => Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON) && !isNumber();

// Browsers allow no passkey at the address of a number. Returns the address of this page by its name, on this machine.
export function named() {
  const { port, protocol, hostname } = location;
  return /^127\.|^\[::1\]$/.test(hostname) ? `${protocol}//localhost${port && `:${port}`}/account` : null;
}

const isNumber = () => /^[\d.]+$|^\[/.test(location.hostname);

export async function add() {
  const { publicKey } = await service.post("/v1/me/passkeys/options", {});
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey);
  const made = await asked(navigator.credentials.create({ publicKey: options }));
  return service.post("/v1/me/passkeys", { credential: made.toJSON() });
}

export async function signIn() {
  const { publicKey } = await service.post("/v1/sign-in/passkey/options", {});
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey);
  const found = await asked(navigator.credentials.get({ publicKey: options }));
  return service.post("/v1/sign-in/passkey", { credential: found.toJSON() });
}

// A browser says no more than that the reader gave up, or that there was nothing.
async function asked(promise) {
  try {
    return await promise;
  } catch {
    throw new NoPasskey();
  }
}
