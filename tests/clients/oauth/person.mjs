// The owner of a token, who answers apps, and a game that an app plays: for tests/clients/test_oauth_clients.py.

const [server, token] = process.argv.slice(2);

async function call(method, path, body, bearer) {
  const headers = { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" };
  const response = await fetch(server + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Allows what an address asks for, and returns the address to which the browser goes. */
export async function open(address) {
  const asked = { request: new URL(address).search, allow: true };
  return new URL((await call("POST", "/v1/me/apps", asked, token)).location);
}

/** Allows what a device asks for. */
export const typeCode = (code) => call("POST", "/v1/me/devices", { code, allow: true }, token);

/** Plays a move with the token of an app, and returns its version. */
export async function play(appToken) {
  const game = await call("POST", "/v1/games", { seats: 2, bots: ["kagiya"], rules: { starting_seat: 0 } }, appToken);
  const move = { ...game.legal_actions.at(-1), expected_version: game.version };
  return (await call("POST", `/v1/games/${game.id}/moves`, move, appToken)).event.version;
}
