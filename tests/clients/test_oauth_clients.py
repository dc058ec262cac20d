"""Clients of others that sign a person in, each to a played move (`make test-clients`).

The client of the package mcp is in `tests/service/mcp/test_http.py`.
"""

import subprocess
from pathlib import Path
from typing import Any

import pytest
from authlib.integrations.httpx_client import OAuth2Client
from hanabi_client import Client
from playwright.sync_api import Page

from tests.clients.consenting import Person, apps_of
from tests.web.test_sign_in import authenticator

pytestmark = pytest.mark.clients

HERE = Path(__file__).resolve().parent
BACK = "http://127.0.0.1:9/back"


@pytest.mark.usefixtures("tools")
@pytest.mark.parametrize("name", ["oauth4webapi", "openid_client"])
def test_a_client_for_javascript(server: str, client: Client, name: str) -> None:
    """By a code and by a device: it plays with a token that it has renewed, and ends it."""
    command = ["node", str(HERE / "oauth" / f"{name}.mjs"), server, str(client.token)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.splitlines() == ["move 1", "active true false"] * 2, done.stderr
    assert apps_of(client) == []


def test_the_client_of_authlib(server: str, client: Client) -> None:
    """It finds the endpoints, plays, and renews its token when it has expired."""
    person = Person(server, str(client.token))
    with OAuth2Client(
        client_id="http://localhost/authlib",
        token_endpoint_auth_method="none",
        revocation_endpoint_auth_method="none",
        code_challenge_method="S256",
        redirect_uri=BACK,
        scope="profile:read games:play games:create",
        timeout=60,
    ) as app:
        found = app.request("GET", f"{server}/.well-known/oauth-authorization-server", withhold_token=True).json()
        app.metadata["token_endpoint"] = found["token_endpoint"]
        verifier = "a-verifier-of-forty-three-characters-at-least"
        address, state = app.create_authorization_url(found["authorization_endpoint"], code_verifier=verifier)
        back = person.answer(address)
        app.fetch_token(found["token_endpoint"], authorization_response=back, state=state, code_verifier=verifier)
        first = app.token["access_token"]
        app.token["expires_at"] = 0  # hours later
        rules = {"starting_seat": 0}
        game = app.post(f"{server}/v1/games", json={"seats": 2, "bots": ["kagiya"], "rules": rules}).json()
        assert app.token["access_token"] != first
        move = {**game["legal_actions"][-1], "expected_version": game["version"]}
        assert app.post(f"{server}/v1/games/{game['id']}/moves", json=move).json()["event"]["version"] == 1
        assert app.revoke_token(found["revocation_endpoint"], token=app.token["refresh_token"]).status_code == 200
    assert apps_of(client) == []


CALL = """const call = async (method, path, body) => {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.status === 204 ? null : response.json();
};
"""


def test_the_client_of_simplewebauthn(server: str, tools: Path, quiet_page: Page) -> None:
    """A guest gets a passkey, signs out and in with it, and plays."""
    page = quiet_page
    page.goto(f"{server.replace('127.0.0.1', 'localhost')}/account")
    authenticator(page)
    bundle = tools / "@simplewebauthn" / "browser" / "dist" / "bundle" / "index.umd.min.js"
    page.evaluate(bundle.read_text())
    played: Any = page.evaluate(
        CALL
        + """(async () => {
          const { startAuthentication, startRegistration } = SimpleWebAuthnBrowser;
          const me = await call("POST", "/v1/sign-in/guest", {});
          const creation = await call("POST", "/v1/me/passkeys/options");
          const passkey = await startRegistration({ optionsJSON: creation.publicKey });
          await call("POST", "/v1/me/passkeys", { name: "A key", credential: passkey });
          await call("DELETE", "/v1/sign-in");
          const request = await call("POST", "/v1/sign-in/passkey/options");
          const credential = await startAuthentication({ optionsJSON: request.publicKey });
          await call("POST", "/v1/sign-in/passkey", { credential });
          const rules = { starting_seat: 0 };
          const game = await call("POST", "/v1/games", { seats: 2, bots: ["kagiya"], rules });
          const move = { ...game.legal_actions.at(-1), expected_version: game.version };
          const done = await call("POST", `/v1/games/${game.id}/moves`, move);
          return { same: me.id === (await call("GET", "/v1/me")).id, version: done.event.version };
        })()"""
    )
    assert played == {"same": True, "version": 1}
