"""The sign-in of a browser: what its pages and scripts know of it."""

from typing import Any
from urllib.error import HTTPError

import pytest

from service.cli.arguments import main
from tests.web.conftest import ApiCaller, new_caller


@pytest.fixture
def page(quiet_page: Any) -> Any:
    """A page whose console may tell of refusals."""
    return quiet_page


@pytest.mark.slow
def test_the_token_of_an_earlier_page_is_exchanged_once(server: str, page: Any) -> None:
    """The browser is then signed in to the same account, and no script can read a credential."""
    caller = new_caller(server, "Guest of an earlier page")
    game = caller.call("POST", "/v1/games", {"seats": 2, "bots": ["kagiya"]})["id"]
    page.goto(f"{server}/docs")
    page.evaluate("token => localStorage.setItem('hanabi-token', token)", caller.token)
    page.goto(f"{server}/play/{game}")
    page.locator(".strip.mine").wait_for()
    assert page.evaluate("localStorage.getItem('hanabi-token')") is None
    assert "hnb_" not in page.evaluate("document.cookie + JSON.stringify(localStorage)")
    assert caller.sign_ins() == ["Chrome, Linux"]
    page.reload()
    page.locator(".strip.mine").wait_for()
    assert len(caller.sign_ins()) == 1


def test_another_site_cannot_act_for_a_visitor(server: str, page: Any) -> None:
    """Neither by a request of a script nor by a form, also if it is on another port of this host."""
    caller = new_caller(server, "Visitor of another site")
    caller.sign_in(page.context)
    page.route("http://127.0.0.1:9/**", lambda route: route.fulfill(body="<p>Elsewhere</p>", content_type="text/html"))
    page.goto("http://127.0.0.1:9/")
    page.evaluate(
        """async (server) => {
          const headers = { "Content-Type": "application/json" };
          const send = (path, options) => fetch(server + path, options).catch(() => {});
          for (const credentials of ["include", "omit"]) {
            await send("/v1/games", { method: "POST", body: '{"seats": 2}', headers, credentials });
            await send("/v1/games", { method: "POST", body: '{"seats": 2}', mode: "no-cors", credentials });
            await send("/v1/sign-in", { method: "DELETE", credentials });
          }
        }""",
        server,
    )
    assert caller.call("GET", "/v1/me/games")["items"] == []
    assert len(caller.sign_ins()) == 1


AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def authenticator(page: Any) -> tuple[Any, str]:
    """Give a page a virtual authenticator. Return its session of CDP and its id."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]


def test_a_guest_gets_a_passkey_and_signs_in_elsewhere(server: str, chromium: Any, page: Any) -> None:
    """The second browser has the synced passkey, and ends the first one. The menu says who is signed in."""
    base = server.replace("127.0.0.1", "localhost")
    page.goto(f"{server}/account")
    page.get_by_role("link", name=f"{base}/account").click()
    page.get_by_role("button", name="Sign in with a passkey").wait_for()
    name = page.request.post(f"{base}/v1/sign-in/guest", data={}).json()["name"]
    first, first_id = authenticator(page)
    page.reload()
    hint = page.locator("#here").get_by_text("Only this browser knows this account.")
    hint.wait_for()
    page.get_by_role("button", name="Add a passkey").click()
    hint.wait_for(state="detached")
    page.get_by_role("button", name="Remove: Chrome, Linux").wait_for()
    (synced,) = first.send("WebAuthn.getCredentials", {"authenticatorId": first_id})["credentials"]

    other = chromium.new_context(locale="en-GB").new_page()
    second, second_id = authenticator(other)
    second.send("WebAuthn.addCredential", {"authenticatorId": second_id, "credential": synced})
    other.goto(f"{base}/account")
    other.get_by_role("button", name="Sign in with a passkey").click()
    other.locator("#here").get_by_text(name).wait_for()
    other.get_by_role("button", name="End: Chrome, Linux").click()
    other.get_by_role("button", name="End: Chrome, Linux").wait_for(state="detached")
    page.goto(base)
    page.locator("#account summary").click()
    page.get_by_role("link", name="Sign in").wait_for()
    other.locator("#account summary").click()
    other.locator("#account-name", has_text=name).wait_for()
    other.get_by_role("button", name="Sign out").click()
    other.get_by_role("button", name="Sign in with a passkey").wait_for()
    other.context.close()


def test_a_person_makes_a_bot_and_ends_it(server: str, page: Any) -> None:
    """Its token is shown once and works, its page names the owner, and the account lists it until it is deleted."""
    name = page.request.post(f"{server}/v1/sign-in/guest", data={}).json()["name"]
    page.goto(f"{server}/account")
    page.get_by_label("Name of the bot").fill("Adabot")
    page.get_by_role("button", name="Create a bot").click()
    token = page.locator("section [role=status] code").inner_text()
    bot = ApiCaller(server, token).call("GET", "/v1/me")
    assert (bot["name"], bot["program"]["owner"]["name"]) == ("Adabot", name)
    page.goto(f"{server}/players/Adabot")
    page.locator("#about", has_text=f"bot of {name}").wait_for()
    page.goto(f"{server}/account")
    assert token not in page.content()
    page.get_by_role("button", name="Delete: Adabot").click()
    page.get_by_role("button", name="Delete: Adabot").wait_for(state="detached")


@pytest.mark.slow
def test_the_list_does_what_the_guide_says(server: str, chromium: Any, page: Any) -> None:
    """*Rename* and *Remove* at a passkey, *Sign out*, which leaves tokens, and *End*, which ends them."""
    base = server.replace("127.0.0.1", "localhost")
    page.context.clear_cookies()
    page.goto(f"{base}/account")
    name = page.request.post(f"{base}/v1/sign-in/guest", data={}).json()["name"]
    authenticator(page)
    page.reload()
    issue = """() => fetch("/v1/me/tokens", { method: "POST", headers: { "Content-Type": "application/json" },
      body: '{"name": "program", "scopes": ["read"]}' }).then((answer) => answer.json())"""
    programs = [ApiCaller(base, page.evaluate(issue)["token"])]
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="Rename: Chrome, Linux").click()
    field = page.locator("li").get_by_label("New name")  # the name of the account has a form, too
    field.fill("Blue key")
    field.press("Enter")
    page.get_by_role("button", name="Rename: Blue key").wait_for()
    page.locator("#account summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.locator("#here").get_by_text(name).wait_for()
    assert programs[0].call("GET", "/v1/me")["name"] == name
    programs.append(ApiCaller(base, page.evaluate(issue)["token"]))
    page.get_by_role("button", name="Show a code").click()
    code = page.locator(".code").inner_text()
    other = chromium.new_context(locale="en-GB").new_page()
    other.goto(f"{base}/account#code={code}")
    other.get_by_role("button", name="Sign in", exact=True).first.click()
    page.get_by_role("button", name="Let it in").click()
    other.get_by_role("button", name="End: Chrome, Linux").click()
    other.get_by_role("button", name="End: Chrome, Linux").wait_for(state="detached")
    assert other.request.get(f"{base}/v1/me").json()["name"] == name
    other.get_by_role("button", name="Remove: Blue key").click()
    other.get_by_role("button", name="Remove: Blue key").wait_for(state="detached")
    assert programs[0].call("GET", "/v1/me")["name"] == name
    with pytest.raises(HTTPError, match="401"):
        programs[1].call("GET", "/v1/me")
    page.reload()
    page.get_by_role("button", name="Sign in with a passkey").wait_for()
    other.context.close()


@pytest.mark.slow
def test_a_link_of_the_operator_signs_in_once(
    server: str,
    served_database_url: str,
    page: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`hanabi accounts recover` prints it, and its page has the code already."""
    base = server.replace("127.0.0.1", "localhost")
    caller = new_caller(server, "Lost Ada")
    monkeypatch.setenv("DATABASE_URL", served_database_url)
    monkeypatch.setenv("PORT", server.rpartition(":")[2])
    assert main(["accounts", "recover", "Lost Ada"]) == 0
    address = capsys.readouterr().out.strip()
    for is_first in (True, False):
        page.context.clear_cookies()
        page.goto(address)
        section = page.locator("section", has=page.get_by_role("heading", name="With a code of another device"))
        section.get_by_role("button", name="Sign in").click()
        said = page.locator("#here strong", has_text="Lost Ada") if is_first else section.get_by_role("alert")
        said.wait_for()
        page.goto(base)
    assert caller.sign_ins() == ["Chrome, Linux"]
