"""Problem codes, their HTTP statuses, and entries of problem documents (RFC 9457)."""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from service.wire.request_record import current

__all__ = ["STATUS_OF", "Problem", "address_of", "cited", "fault", "first_of", "step"]

STATUS_OF: Final[Mapping[str, HTTPStatus]] = {
    "bad-request": HTTPStatus.BAD_REQUEST,
    "invalid-idempotency-key": HTTPStatus.BAD_REQUEST,
    "malformed-json": HTTPStatus.BAD_REQUEST,
    "missing-token": HTTPStatus.UNAUTHORIZED,
    "invalid-token": HTTPStatus.UNAUTHORIZED,
    "insufficient-scope": HTTPStatus.FORBIDDEN,
    "account-suspended": HTTPStatus.FORBIDDEN,
    "not-a-player": HTTPStatus.FORBIDDEN,
    "not-an-entrant": HTTPStatus.FORBIDDEN,
    "not-eligible": HTTPStatus.FORBIDDEN,
    "not-the-creator": HTTPStatus.FORBIDDEN,
    "foreign-page": HTTPStatus.FORBIDDEN,
    "passkey-refused": HTTPStatus.FORBIDDEN,
    "code-refused": HTTPStatus.FORBIDDEN,
    "muted": HTTPStatus.FORBIDDEN,
    "not-the-leader": HTTPStatus.FORBIDDEN,
    "seat-refused": HTTPStatus.FORBIDDEN,
    "wrong-game": HTTPStatus.FORBIDDEN,
    "not-watchable": HTTPStatus.FORBIDDEN,
    "not-found": HTTPStatus.NOT_FOUND,
    "unknown-path": HTTPStatus.NOT_FOUND,
    "method-not-allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "not-acceptable": HTTPStatus.NOT_ACCEPTABLE,
    "already-entered": HTTPStatus.CONFLICT,
    "already-seated": HTTPStatus.CONFLICT,
    "awaiting-reveals": HTTPStatus.CONFLICT,
    "bot-cannot-play": HTTPStatus.CONFLICT,
    "bot-cannot-sign-in": HTTPStatus.FORBIDDEN,
    "commitment-taken": HTTPStatus.CONFLICT,
    "contest-not-closed": HTTPStatus.CONFLICT,
    "deck-known": HTTPStatus.CONFLICT,
    "deck-sealed": HTTPStatus.CONFLICT,
    "different-decks": HTTPStatus.CONFLICT,
    "entry-closed": HTTPStatus.CONFLICT,
    "export-refused": HTTPStatus.CONFLICT,
    "name-taken": HTTPStatus.CONFLICT,
    "limit-reached": HTTPStatus.CONFLICT,
    "game-not-finished": HTTPStatus.CONFLICT,
    "game-not-open": HTTPStatus.CONFLICT,
    "not-imported": HTTPStatus.CONFLICT,
    "game-not-running": HTTPStatus.CONFLICT,
    "not-your-turn": HTTPStatus.CONFLICT,
    "request-in-progress": HTTPStatus.CONFLICT,
    "reveal-too-early": HTTPStatus.CONFLICT,
    "round-not-open": HTTPStatus.CONFLICT,
    "same-table": HTTPStatus.CONFLICT,
    "seat-taken": HTTPStatus.CONFLICT,
    "training-off": HTTPStatus.CONFLICT,
    "version-conflict": HTTPStatus.CONFLICT,
    "would-lock-you-out": HTTPStatus.CONFLICT,
    "revision-conflict": HTTPStatus.PRECONDITION_FAILED,
    "payload-too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "unsupported-media-type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "idempotency-key-reused": HTTPStatus.UNPROCESSABLE_ENTITY,
    "illegal-move": HTTPStatus.UNPROCESSABLE_ENTITY,
    "import-refused": HTTPStatus.UNPROCESSABLE_ENTITY,
    "invalid-deck": HTTPStatus.UNPROCESSABLE_ENTITY,
    "invalid-request": HTTPStatus.UNPROCESSABLE_ENTITY,
    "reveal-mismatch": HTTPStatus.UNPROCESSABLE_ENTITY,
    "precondition-required": HTTPStatus.PRECONDITION_REQUIRED,
    "too-many-requests": HTTPStatus.TOO_MANY_REQUESTS,
    "too-many-analyses": HTTPStatus.TOO_MANY_REQUESTS,
    "internal-error": HTTPStatus.INTERNAL_SERVER_ERROR,
    "too-many-streams": HTTPStatus.SERVICE_UNAVAILABLE,
    "analysis-queue-full": HTTPStatus.SERVICE_UNAVAILABLE,
    "service-unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
}


_HOST: Final = re.compile(r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")


class Problem(Exception):
    """An error that becomes a problem document.

    `errors` are the faults in the request (`fault`); `members` are additional members of the document.
    """

    def __init__(
        self,
        code: str,
        *,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.errors = errors
        self.headers = headers or {}
        self.members = members

    @property
    def status(self) -> HTTPStatus:
        """The HTTP status of the code."""
        return STATUS_OF[self.code]


def address_of(code: str) -> str:
    """Return the address of a problem, for the host of the request. It is relative if that host is malformed."""
    environ = current().environ
    host: str = environ.get("HTTP_HOST", "")
    path = f"/problems/{code}"
    return f"{environ['wsgi.url_scheme']}://{host}{path}" if _HOST.fullmatch(host) else path


def step(name: str) -> str:
    """Return a member's name as a JSON pointer token (RFC 6901)."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


def fault(where: str, detail: str, *, rule: str | None = None) -> dict[str, str]:
    """Return an entry of `errors` for a fault.

    `where` is a JSON pointer (`#/seats`) or a query parameter (`?since`).
    """
    place = {"parameter": where[1:]} if where.startswith("?") else {"pointer": where}
    return place | {"detail": detail} | cited(rule)


def first_of(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return the first fault in words, with its place; an empty text without faults."""
    if not errors:
        return ""
    place = str(errors[0].get("parameter") or str(errors[0].get("pointer", "")).removeprefix("#").removeprefix("/"))
    return f"{place} {errors[0]['detail']}".strip().rstrip(".")


def cited(rule: str | None) -> dict[str, str]:
    """Return the members that cite a ruling, with the address of its text. Empty for None."""
    return {"rule": rule, "rule_url": f"/v1/rules/{rule}"} if rule else {}
