"""Tests of tokens for a part of the service (RFC 8707): they are of no use elsewhere."""

from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask

from tests.rows import in_one_test
from tests.service.browser import Browser
from tests.service.client import Answer, Api, Json
from tests.service.oauth.app import VERIFIER, App
from tests.service.oauth.test_devices import GRANT as DEVICE

ORIGIN: Final = "http://localhost"
V1: Final = f"{ORIGIN}/v1"
MCP: Final = f"{ORIGIN}/mcp"

PARTS: Final[list[tuple[tuple[str, ...], bool, bool, str | list[str]]]] = [
    ((), True, True, ORIGIN),
    ((ORIGIN,), True, True, ORIGIN),
    ((f"{ORIGIN}/",), True, True, ORIGIN),
    ((V1,), True, False, V1),
    ((f"{V1}/",), True, False, V1),
    ((MCP,), False, True, MCP),
    ((V1, MCP), True, True, [MCP, V1]),
    ((MCP, ORIGIN), True, True, ORIGIN),
]
"""What is asked for, whether the token is valid for the API and for `/mcp`, and its `aud`."""


def call(api: Api, method: str, **parameters: Any) -> Answer:
    """Send a message to `/mcp`."""
    return api.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters})


def form_of(asking: App, endpoint: str, resources: tuple[str, ...], **form: str) -> Answer:
    """Send a form with several resources."""
    sent = urlencode([("client_id", asking.client_id), *form.items(), *(("resource", each) for each in resources)])
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return asking.api.post(f"/oauth/{endpoint}", raw=sent.encode(), headers=headers)


def by_code(asking: App, browser: Browser, resources: tuple[str, ...], again: tuple[str, ...] = ()) -> Answer:
    """Get tokens with a code, for which resources are asked at the start, or again at the end."""
    query = "&".join([asking.query(scope="tokens"), urlencode([("resource", each) for each in resources])]).rstrip("&")
    location = browser.post("/v1/me/apps", {"request": query, "allowed": True}).ok()["location"]
    form = {"code": location.partition("code=")[2].partition("&")[0], "code_verifier": VERIFIER}
    return form_of(asking, "token", again, grant_type="authorization_code", redirect_uri=asking.redirect_uri, **form)


def by_device(asking: App, browser: Browser, resources: tuple[str, ...]) -> Answer:
    """Get tokens with the code of a device."""
    codes = form_of(asking, "device", resources, scope="tokens").ok()
    browser.post("/v1/me/devices", {"code": codes["user_code"], "allowed": True}).ok()
    return form_of(asking, "token", (), grant_type=DEVICE, device_code=codes["device_code"])


def assert_valid(api: Api, *, of_api: bool, of_mcp: bool) -> None:
    """Compare where a token is valid."""
    assert api.get("/v1/me").code == (None if of_api else "invalid-token")
    assert api.get("/v1/games", query="status=open").code == (None if of_api else "invalid-token")
    assert api.get(f"/v1/games/g_{'0' * 32}").code == ("not-found" if of_api else "invalid-token")
    assert call(api, "ping").code == (None if of_mcp else "invalid-token")


@in_one_test(("resources", "of_api", "of_mcp", "audience"), PARTS)
def test_a_token_is_valid_for_its_resources_only(
    app: Flask, browser: Browser, resources: tuple[str, ...], of_api: bool, of_mcp: bool, audience: Any
) -> None:
    """However it is asked for, and so are those after it. Introspection says them (`aud`)."""
    asking = App(app)
    for tokens in (
        by_code(asking, browser, resources).ok(),
        by_code(asking, browser, resources, resources).ok(),
        by_code(asking, browser, (), resources).ok(),
        by_device(asking, browser, resources).ok(),
    ):
        assert_valid(asking.known_by(tokens), of_api=of_api, of_mcp=of_mcp)
        assert asking.post("introspect", token=tokens["access_token"]).ok()["aud"] == audience
    again = asking.refresh(tokens["refresh_token"]).ok()
    assert_valid(asking.known_by(again), of_api=of_api, of_mcp=of_mcp)
    assert asking.post("introspect", token=again["refresh_token"]).ok()["aud"] == audience
    if of_api:
        issued = asking.known_by(again).post("/v1/me/tokens", {"name": "x"}).ok()["token"]
        assert_valid(asking.api.known_by(issued), of_api=of_api, of_mcp=of_mcp)
        signed_in = Browser(app)
        signed_in.post("/v1/sign-in/token", {"token": issued}).ok()
        assert signed_in.get("/v1/me").status == 200


def test_a_refresh_token_gets_tokens_for_less(app: Flask, browser: Browser) -> None:
    """And not for more. A wrong request changes nothing."""
    asking = App(app)
    tokens = by_code(asking, browser, (V1, MCP)).ok()
    for wrong in (
        ORIGIN,
        "https://other.example/mcp",
        f"{ORIGIN}/docs",
        "http://localhost.evil.example/mcp",
        "mcp",
        "",
    ):
        found = asking.refresh(tokens["refresh_token"], resource=wrong)
        assert found.body["error"] == "invalid_target", wrong
        assert by_code(asking, browser, (MCP,), (wrong,)).body["error"] == "invalid_target"
        if wrong != ORIGIN:
            assert form_of(asking, "device", (wrong,)).body["error"] == "invalid_target"
    less = asking.refresh(tokens["refresh_token"], resource=MCP).ok()
    assert_valid(asking.known_by(less), of_api=False, of_mcp=True)
    assert_valid(asking.known_by(asking.refresh(less["refresh_token"]).ok()), of_api=True, of_mcp=True)


ARGUMENTS: Final[Json] = {
    "game": f"g_{'0' * 32}",
    "version": 0,
    "type": "play",
    "card": 0,
    "text": "hello",
    "seats": 2,
    "seat": 0,
}


def results_of_all_tools(api: Api) -> dict[str, str]:
    """Call each tool with arguments that it takes. Return its texts by its name."""
    tools = call(api, "tools/list").ok()["result"]["tools"]
    found = {}
    for tool in tools:
        taken = {name: value for name, value in ARGUMENTS.items() if name in tool["inputSchema"]["properties"]}
        found[tool["name"]] = str(call(api, "tools/call", name=tool["name"], arguments=taken).ok()["result"])
    return found


def test_mcp_asks_for_what_its_tools_need(app: Flask, browser: Browser) -> None:
    """The metadata and the 401 say the same scopes. With them each tool works, and without one of them, some do not."""
    api, asking = Api(app), App(app)
    said = api.get("/.well-known/oauth-protected-resource/mcp").ok()["scopes_supported"]
    challenge = call(api, "initialize", protocolVersion="2025-11-25").headers["WWW-Authenticate"]
    assert f'scope="{" ".join(said)}"' in challenge and 'resource_metadata="http://localhost/.well-known' in challenge
    tokens = asking.tokens(browser, scope=" ".join(said), resource=MCP)
    found = results_of_all_tools(asking.known_by(tokens))
    assert len(found) == 16
    assert not [name for name, text in found.items() if "insufficient-scope" in text or "invalid-token" in text]
    for without in set(said) - {"profile:read"}:  # which each app has
        fewer = asking.refresh(tokens["refresh_token"], scope=" ".join(set(said) - {without})).ok()
        found = results_of_all_tools(asking.known_by(fewer))
        assert any("insufficient-scope" in text for text in found.values()), without
        tokens = fewer


def test_each_part_says_its_scopes(app: Flask) -> None:
    """And what is no part has no metadata."""
    api = Api(app)
    all_scopes = api.get("/.well-known/oauth-authorization-server").ok()["scopes_supported"]
    for part in ("", "/v1"):
        assert api.get(f"/.well-known/oauth-protected-resource{part}").ok()["scopes_supported"] == all_scopes
    assert api.get("/.well-known/oauth-protected-resource/docs").status == 404
