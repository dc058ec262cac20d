"""Errors that the service reports, as exceptions."""

from typing import Any

import httpx

__all__ = ["ProblemError", "SignInError", "UnfairDealError"]


class ProblemError(Exception):
    """A response of 400 or above. `/problems` of the service explains each code."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(f"{document['code']}: {document['detail']}")
        self.document = document
        """The problem document with all members, such as `events` of a `version-conflict`."""
        self.status: int = document["status"]
        self.code: str = document["code"]
        """The kind of problem, such as `illegal-move`; never translated."""
        self.title: str = document["title"]
        self.detail: str = document["detail"]
        """What is wrong with this request, in the client's language."""
        self.rule: str | None = document.get("rule")
        """The ruling that forbids the move, such as `R5`."""
        self.refusal: str | None = document.get("refusal")
        """Why the rules forbid the move, such as `empty-clue`; never translated."""
        self.errors: list[dict[str, Any]] = document.get("errors", [])
        """Each fault of the request, with its position."""
        self.request_id: str = document["request_id"]
        """The id of the request, for reports."""

    @classmethod
    def of(cls, response: httpx.Response) -> "ProblemError":
        """Return the problem of a response whose body is read."""
        if response.headers.get("Content-Type", "").startswith("application/problem+json"):
            return cls(response.json())
        text = f"{response.status_code} {response.reason_phrase} without a problem document, perhaps from a proxy"
        return cls(
            {
                "status": response.status_code,
                "code": "unknown",
                "title": response.reason_phrase,
                "detail": text,
                "request_id": response.headers.get("Request-Id", ""),
            }
        )


class SignInError(Exception):
    """A sign-in that did not succeed."""

    def __init__(self, code: str, description: str) -> None:
        super().__init__(f"{code}: {description}" if description else code)
        self.code = code
        """An error of OAuth, such as `access_denied`, or `invalid_issuer` if the answer is from another service."""


class UnfairDealError(Exception):
    """The service dealt from something else than it had shown before this seat revealed its bytes."""
