// Both flows with openid-client, each to a played move: node openid_client.mjs URL TOKEN

import * as client from "openid-client";
import { open, play, typeCode } from "./person.mjs";

const config = await client.discovery(
  new URL(process.argv[2]),
  "http://localhost/openid-client",
  undefined,
  client.None(),
  { algorithm: "oauth2", execute: [client.allowInsecureRequests] },
);
const scope = "profile:read games:play games:create";

async function byCode() {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: "http://127.0.0.1:9/back",
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  return client.authorizationCodeGrant(config, await open(address), checks);
}

async function byDevice() {
  const codes = await client.initiateDeviceAuthorization(config, { scope });
  const polled = client.pollDeviceAuthorizationGrant(config, codes);
  await typeCode(codes.user_code);
  return polled;
}

for (const tokens of [await byCode(), await byDevice()]) {
  const { access_token: token } = await client.refreshTokenGrant(config, tokens.refresh_token);
  console.log("move", await play(token));
  const before = await client.tokenIntrospection(config, token);
  await client.tokenRevocation(config, token);
  const after = await client.tokenIntrospection(config, token);
  console.log("active", before.active, after.active);
}
