"""Problems, and entries of problem documents (RFC 9457)."""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from service.platform.wire.problem_kinds import STATUS_OF
from service.platform.wire.request_record import current

_HOST: Final = re.compile(r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")


class Problem(Exception):
    """An error that becomes a problem document.

    `errors` are the faults in the request (`fault`); `members` are additional members of the document. `words` is
    the `of` of its text alone (`problem_kinds.problem`).
    """

    def __init__(
        self,
        code: str,
        *,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        words: str | None = None,
        **members: Any,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.errors = errors
        self.headers = headers or {}
        self.wording = {"of": words, **members}
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


def invalid(where: str, detail: str, *, rule: str | None = None) -> Problem:
    """Return the problem of a request with one fault, for which see `fault`."""
    return Problem("invalid-request", errors=[fault(where, detail, rule=rule)])


def first_of(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return the first fault in words, with its place; an empty text without faults."""
    if not errors:
        return ""
    place = str(errors[0].get("parameter") or str(errors[0].get("pointer", "")).removeprefix("#").removeprefix("/"))
    return f"{place} {errors[0]['detail']}".strip().rstrip(".")


def cited(rule: str | None) -> dict[str, str]:
    """Return the members that cite a ruling, with the address of its text. Empty for None."""
    return {"rule": rule, "rule_url": f"/v1/rules/{rule}"} if rule else {}
