// Both flows with oauth4webapi, each to a played move: node oauth4webapi.mjs URL TOKEN

import * as oauth from "oauth4webapi";
import { open, play, typeCode } from "./person.mjs";

const issuer = new URL(process.argv[2]);
const local = { [oauth.allowInsecureRequests]: true };
const client = { client_id: "http://localhost/oauth4webapi" };
const none = oauth.None();
const scope = "profile:read games:play games:create";
const redirectUri = "http://127.0.0.1:9/back";

const as = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...local }),
);

async function byCode() {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const address = new URL(as.authorization_endpoint);
  address.search = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const back = oauth.validateAuthResponse(as, client, await open(address), state);
  const answer = await oauth.authorizationCodeGrantRequest(as, client, none, back, redirectUri, verifier, local);
  return oauth.processAuthorizationCodeResponse(as, client, answer);
}

async function byDevice() {
  const asked = await oauth.deviceAuthorizationRequest(as, client, none, { scope }, local);
  const codes = await oauth.processDeviceAuthorizationResponse(as, client, asked);
  const ask = async () => {
    const answer = await oauth.deviceCodeGrantRequest(as, client, none, codes.device_code, local);
    return oauth.processDeviceCodeResponse(as, client, answer);
  };
  const pending = await ask().catch(({ error }) => error);
  if (pending !== "authorization_pending") throw new Error(pending);
  await typeCode(codes.user_code);
  await new Promise((resolve) => setTimeout(resolve, codes.interval * 1000));
  return ask();
}

for (const tokens of [await byCode(), await byDevice()]) {
  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token, local),
  );
  const token = refreshed.access_token;
  console.log("move", await play(token));
  const asked = () => oauth.introspectionRequest(as, client, none, token, local);
  const before = await oauth.processIntrospectionResponse(as, client, await asked());
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, none, token, local));
  const after = await oauth.processIntrospectionResponse(as, client, await asked());
  console.log("active", before.active, after.active);
}
