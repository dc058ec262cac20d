"""Tests of `/mcp` with the client of the package mcp, which finds its way to a token by itself."""

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests import asynchronous
from tests.rows import slow_unless
from tests.service.mcp.test_mcp import account, text

CLIENT = "http://localhost/a-model"
BACK = "http://localhost:3030/back"


def consented(server: str, token: str, address: str) -> dict[str, str]:
    """Let the owner of a token allow what an address asks for. Return the parameters that the app gets."""
    body = json.dumps({"request": urlsplit(address).query, "allowed": True}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{server}/v1/me/apps", body, headers), timeout=60) as answer:
        location = json.load(answer)["location"]
    return {name: value for name, (value,) in parse_qs(urlsplit(location).query).items()}


@pytest.mark.parametrize("registers", slow_unless(bool, [False, True]))
def test_the_official_client_signs_in_and_plays(server: str, registers: bool) -> None:
    """From the 401 it finds the OAuth server, gets tokens with the person's consent, and plays a move.

    It knows its `client_id`, or registers.
    """
    import httpx2
    from mcp import Client
    from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata

    owner = account(server)
    asked: list[str] = []
    known: Any = {
        "client_name": "My model",
        "redirect_uris": [BACK],
        "token_endpoint_auth_method": "none",
        "scope": "profile:read games:play games:create",
    }

    class Storage:
        tokens: Any = None
        client: Any = None if registers else OAuthClientInformationFull(client_id=CLIENT, issuer=server, **known)

        async def get_tokens(self) -> Any:
            return self.tokens

        async def set_tokens(self, tokens: Any) -> None:
            self.tokens = tokens

        async def get_client_info(self) -> Any:
            return self.client

        async def set_client_info(self, info: Any) -> None:
            assert registers
            self.client = info

    async def open_page(address: str) -> None:
        asked.append(address)

    async def come_back() -> AuthorizationCodeResult:
        back = consented(server, owner, asked[-1])
        return AuthorizationCodeResult(code=back["code"], state=back["state"], iss=back["iss"])

    async def use() -> None:
        storage = Storage()
        provider = OAuthClientProvider(f"{server}/mcp", OAuthClientMetadata(**known), storage, open_page, come_back)
        async with (
            httpx2.AsyncClient(auth=provider, timeout=60) as http,
            Client(streamable_http_client(f"{server}/mcp", http_client=http)) as client,
        ):
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert len(names) == 16
            made = await client.call_tool("create_game", {"bots": ["kagiya"]})
            game = made.structured_content["id"]
            waited = await client.call_tool("wait_for_turn", {"game": game, "seconds": 20})
            view = waited.structured_content
            assert view is not None, text(waited)
            clue = next(action for action in view["legal_actions"] if action["type"] == "clue")
            done = await client.call_tool("act", {"game": game, "version": view["version"], **clue})
            assert done.structured_content["events"][0]["line"] in text(done)
            refused = await client.call_tool("act", {"game": game, "version": 0, "type": "play", "card": 99})
            assert refused.is_error and "(" in text(refused)
        assert storage.tokens.scope == "profile:read games:play games:create"
        assert storage.client.client_id == ("http://localhost/My%20model" if registers else CLIENT)

    asynchronous.run(use())


@pytest.mark.parametrize("token", [None, "x", "hnb_p_x"])
def test_without_a_token_it_says_where_to_get_one(server: str, token: str | None) -> None:
    """The 401 names the metadata of the resource (RFC 9728)."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(f"{server}/mcp", b"{}", headers), timeout=60)
    assert refused.value.code == 401
    assert (
        f'resource_metadata="{server}/.well-known/oauth-protected-resource/mcp"'
        in refused.value.headers["WWW-Authenticate"]
    )
