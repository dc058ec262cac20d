"""Signing in: a person allows a program to play, in a browser or by a code, and its tokens are renewed."""

import base64
import hashlib
import os
import secrets
import sys
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from hanabi_client._async.connection import AsyncConnection
from hanabi_client.kept_tokens import KeptTokens, Tokens
from hanabi_client.loopback import Loopback
from hanabi_client.problems import ProblemError, SignInError
from hanabi_client.retries import async_sleep
from hanabi_client.threads import async_in_thread

__all__ = ["AsyncSignIn"]

_LIMIT_S: Final = 600
_EARLY_S: Final = 60
_TIMEOUT_S: Final = 20
"""For a minute, the service answers a refresh token that was used in the same way, so there is time to ask again."""
_DEVICE: Final = "urn:ietf:params:oauth:grant-type:device_code"


class AsyncSignIn:
    """What a person allows this program, as an OAuth client of the service (`/docs/apps`)."""

    def __init__(self, connection: AsyncConnection, app: str, folder: Path | None) -> None:
        """`app` is a name, or the address that is the `client_id`."""
        self._connection = connection
        self._client_id = app if "://" in app else f"http://localhost/{quote(app, safe='')}"
        self._kept = KeptTokens(connection.base_url, self._client_id, folder)
        self._tokens: Tokens | None = None
        self._endpoints: dict[str, Any] = {}

    async def resume(self, scope: str) -> bool:
        """Use the tokens of an earlier start. Return False unless they are valid and allow as much."""
        self._use(await async_in_thread(self._kept.read))
        if self._tokens is None or not set(scope.split()) <= set(self._tokens["scope"].split()):
            return False
        try:
            await self.renew()
            await self._connection.request("GET", "/v1/me")
        except (SignInError, ProblemError) as error:
            if error.code not in ("invalid_grant", "invalid-token"):
                raise
            return False
        return True

    async def begin(self, scope: str, device: bool | None, show: Callable[[str, str | None], object]) -> None:
        """Let a person allow the program the scopes, which ends what was allowed before. Raises SignInError."""
        await self.end()
        by_device = not _has_browser() if device is None else device
        if by_device:
            await self._keep(await self._by_device(scope, show))
        else:
            await self._keep(await self._in_browser(scope, show))

    async def renew(self) -> None:
        """Use the newest access token, and get a new one if it is about to end. Raises SignInError."""
        if self._tokens is None or _is_fresh(self._tokens):
            return
        lock = await async_in_thread(self._kept.lock)
        try:
            newest = await async_in_thread(self._kept.read)  # another program may have renewed it
            if newest is None:
                raise SignInError("invalid_grant", "The person has signed out.")
            if _is_fresh(newest):
                self._use(newest)
                return
            form = {"grant_type": "refresh_token", "refresh_token": newest["refresh_token"]}
            await self._keep(await self._post("token_endpoint", form, repeatable=True))
        finally:
            lock.close()

    async def end(self) -> None:
        """End what the program may do, and forget its tokens."""
        kept = await async_in_thread(self._kept.read)
        if kept is not None:
            await self._post("revocation_endpoint", {"token": kept["refresh_token"]}, repeatable=True)
            await async_in_thread(self._kept.remove)
        self._use(None)

    async def _in_browser(self, scope: str, show: Callable[[str, str | None], object]) -> dict[str, Any]:
        state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(48)
        digest = hashlib.sha256(verifier.encode()).digest()
        page, issuer = await self._endpoint("authorization_endpoint"), self._connection.base_url
        back = Loopback(state)
        try:
            asked = {
                "response_type": "code",
                "client_id": self._client_id,
                "redirect_uri": back.address,
                "scope": scope,
                "state": state,
                "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
                "code_challenge_method": "S256",
            }
            address = f"{page}?{urlencode(asked)}"
            show(address, None)
            webbrowser.open(address)
            until = time.monotonic() + _LIMIT_S
            while (answer := back.answer) is None:
                if time.monotonic() > until:
                    raise SignInError("expired_token", "Nobody has answered in ten minutes.")
                await async_sleep(0.1)
        finally:
            back.close()
        if answer.get("iss") != issuer:  # RFC 9207: the code of another service must not be sent to this one
            raise SignInError("invalid_issuer", f"The answer is from {answer.get('iss')}, not from {issuer}.")
        if "code" not in answer:
            raise SignInError(answer.get("error", "invalid_request"), answer.get("error_description", ""))
        form = {"grant_type": "authorization_code", "code": answer["code"], "code_verifier": verifier}
        return await self._post("token_endpoint", form | {"redirect_uri": back.address})

    async def _by_device(self, scope: str, show: Callable[[str, str | None], object]) -> dict[str, Any]:
        codes = await self._post("device_authorization_endpoint", {"scope": scope})
        show(codes["verification_uri"], codes["user_code"])
        pause_s = codes.get("interval", 5)
        while True:
            await async_sleep(pause_s)
            try:
                form = {"grant_type": _DEVICE, "device_code": codes["device_code"]}
                return await self._post("token_endpoint", form)
            except SignInError as error:
                if error.code == "slow_down":
                    pause_s += 5
                elif error.code != "authorization_pending":
                    raise

    async def _keep(self, answer: dict[str, Any]) -> None:
        tokens: Tokens = {
            "access_token": answer["access_token"],
            "refresh_token": answer["refresh_token"],
            "scope": answer["scope"],
            "expires_at": time.time() + answer["expires_in"],
        }
        await async_in_thread(lambda: self._kept.write(tokens))
        self._use(tokens)

    def _use(self, tokens: Tokens | None) -> None:
        self._tokens = tokens
        self._connection.token = None if tokens is None else tokens["access_token"]

    async def _endpoint(self, name: str) -> str:
        """Return an address of the service's OAuth server (RFC 8414)."""
        if not self._endpoints:
            path = "/.well-known/oauth-authorization-server"
            found = (await self._connection.response("GET", path, with_token=False)).json()
            if found.get("issuer") != self._connection.base_url:
                wrong = f"{self._connection.base_url} is {found.get('issuer')}: use this address."
                raise SignInError("invalid_issuer", wrong)
            self._endpoints = found
        address: str = self._endpoints[name]
        return address

    async def _post(self, endpoint: str, form: dict[str, str], *, repeatable: bool = False) -> dict[str, Any]:
        path = (await self._endpoint(endpoint)).removeprefix(self._connection.base_url)
        data = {"client_id": self._client_id, **form}
        response = await self._connection.response(
            "POST", path, with_token=False, repeatable=repeatable, data=data, timeout=_TIMEOUT_S
        )
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        answer: dict[str, Any] = response.json() if is_json and response.content else {}
        if "error" in answer:
            raise SignInError(answer["error"], answer.get("error_description", ""))
        if response.status_code >= 400:
            raise ProblemError.of(response)
        return answer


def _is_fresh(tokens: Tokens) -> bool:
    return tokens["expires_at"] > time.time() + _EARLY_S


def _has_browser() -> bool:
    """Return True if a browser can open a window here."""
    has_windows = sys.platform in ("win32", "darwin")
    return has_windows or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
