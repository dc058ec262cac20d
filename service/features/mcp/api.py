"""Requests of the tools to a Hanabi service."""

import asyncio
import contextlib
from typing import Any, Final
from uuid import uuid4

import httpx
from mcp.server.mcpserver.exceptions import ToolError

from service.platform.exact_json import Json

USER_AGENT: Final = "hanabi-mcp"
_TIMEOUT_S: Final = 90
_ATTEMPTS: Final = 4
_LONGEST_PAUSE_S: Final = 10.0
_AGAIN: Final = ("request-in-progress", "too-many-requests", "service-unavailable", "too-many-streams")
"""Problems that a later attempt may not have."""


class Api:
    """A client of the service with one account. Without a token, it creates an account when it needs one."""

    def __init__(
        self,
        address: str,
        token: str | None,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        attempts: int = _ATTEMPTS,
    ) -> None:
        self._attempts = attempts
        self._token = token
        self._creating = asyncio.Lock()
        self._http = httpx.AsyncClient(
            base_url=address.rstrip("/"),
            timeout=_TIMEOUT_S,
            headers={"Accept-Language": "en", "User-Agent": USER_AGENT},
            follow_redirects=True,
            transport=transport,
        )

    async def read(self, path: str, **query: object) -> Json:
        """Return the JSON of a GET. Queries that are None are left out. Raises ToolError for a problem."""
        chosen = {name: str(value) for name, value in query.items() if value is not None}
        found: Json = (await self._send("GET", path, {}, params=chosen)).json()
        return found

    async def await_change(self, path: str, seconds: int, known: httpx.Response | None) -> httpx.Response:
        """Return the response to a GET, or after so many seconds 304, if it is still the known one."""
        waits = {} if known is None else {"Prefer": f"wait={seconds}", "If-None-Match": known.headers["ETag"]}
        return await self._send("GET", path, waits)

    async def post(self, path: str, body: Json) -> Json:
        """Return the JSON of a POST, which takes effect once. Members that are None are left out."""
        await self._have_account()
        known = {name: value for name, value in body.items() if value is not None}
        done: Json = (await self._send("POST", path, {"Idempotency-Key": str(uuid4())}, json=known)).json()
        return done

    async def _have_account(self) -> None:
        async with self._creating:
            if self._token is None:
                self._token = (await self._send("POST", "/v1/accounts", {}, json={})).json()["token"]

    async def _send(self, method: str, path: str, headers: dict[str, str], **content: Any) -> httpx.Response:
        known = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        for attempt in range(1, self._attempts + 1):
            try:
                answer = await self._http.request(method, path, headers={**known, **headers}, **content)
            except httpx.TransportError as error:
                if attempt == self._attempts or path == "/v1/accounts":  # an account has no key against a second one
                    raise ToolError(f"The service does not answer: {error}") from error
                await asyncio.sleep(attempt)
                continue
            if answer.is_success or answer.status_code == httpx.codes.NOT_MODIFIED:
                return answer
            problem = _problem(answer)
            if attempt == self._attempts or problem.get("code") not in _AGAIN:
                raise ToolError(_in_words(problem))
            await asyncio.sleep(_pause_s(answer, attempt))
        raise AssertionError("unreachable")


def _problem(answer: httpx.Response) -> Json:
    with contextlib.suppress(ValueError):
        problem = answer.json()
        if isinstance(problem, dict):
            return problem
    return {"title": f"Status {answer.status_code}", "detail": "The answer is not from a Hanabi service."}


def _in_words(problem: Json) -> str:
    """Return a problem with its code and ruling, then its faults, or the events that the caller missed."""
    rule = f", ruling {problem['rule']}" if problem.get("rule") else ""
    lines = [f"{problem.get('detail', problem['title'])} ({problem.get('code', 'no code')}{rule})"]
    for fault in problem.get("errors", ()):
        lines.append(f"{fault.get('pointer') or fault.get('parameter')}: {fault['detail']}")
    return "\n".join([*lines, *(event["line"] for event in problem.get("events", ()))])


def _pause_s(answer: httpx.Response, attempt: int) -> float:
    said = answer.headers.get("Retry-After", "")
    return min(float(said) if said.isdigit() else float(attempt), _LONGEST_PAUSE_S)
