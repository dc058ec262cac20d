"""When an operation answers with a problem, by code, unless its declaration says more."""

from collections.abc import Mapping
from typing import Final

__all__ = ["CODING_REFUSED", "INVALID_BODY_OR_QUERY", "NO_TOKEN_NEEDED", "WHEN"]

NO_TOKEN_NEEDED: Final = "no token is required, but the one in the request is invalid"
"""`invalid-token` of an operation whose token is optional."""
CODING_REFUSED: Final = "no media type in `Accept` is available, or no coding that `Accept-Encoding` allows"
"""`not-acceptable` of an operation that stores compressed responses."""
INVALID_BODY_OR_QUERY: Final = "the body or the query does not have the required form; `errors` points to each fault"
"""`invalid-request` of an operation without a key."""

WHEN: Final[Mapping[str, str]] = {
    "malformed-json": "the body is not JSON in UTF-8, or contains a NUL or an object with a repeated name",
    "bad-request": "the request cannot be parsed",
    "invalid-idempotency-key": "the key must have 1 to 200 visible ASCII characters",
    "missing-token": "a token is required",
    "invalid-token": "the token does not exist or is no longer valid",
    "insufficient-scope": "the token lacks a scope",
    "account-suspended": "the account is suspended",
    "wrong-game": "the token is bound to a seat in another game",
    "not-a-player": "the caller has no seat in this game",
    "not-found": "there is no such resource, or the caller may not know of it",
    "awaiting-reveals": "all seats are taken, and the game waits for reveals until `reveal_until`",
    "game-not-running": "the game has not started or is over",
    "version-conflict": (
        "so many events happened at the same time that the request could not be inserted; send it again"
    ),
    "request-in-progress": "the first request with this key is still running",
    "passkey-refused": "the passkey is unknown, or its answer is not valid or came too late",
    "code-refused": "the code is unknown, was used, or came too late",
    "foreign-page": "the request comes from a page of another site",
    "would-lock-you-out": "the request's token would end too. With `including=self`, both end",
    "name-taken": (
        "another account has this name or one that looks like it, or gave it up in the last 30 "
        "days, or a moderator has taken it away"
    ),
    "game-not-finished": "the game has not started or is running",
    "payload-too-large": "the body is larger than 64 KiB, or 512 KiB for an import",
    "unsupported-media-type": "the `Content-Type` is not JSON, or the body is compressed (`Content-Encoding`)",
    "invalid-request": "the body does not have the required form; `errors` points to each fault",
    "reveal-mismatch": "the seat has committed to other bytes, or to none",
    "illegal-move": "the rules of this game forbid it; `refusal` gives the reason and `rule` the ruling",
    "idempotency-key-reused": "the key was used with another body",
    "too-many-requests": (
        "the caller's token or address has reached a limit. The request had no effect and was not charged; send it"
        " again after `Retry-After` seconds"
    ),
    "internal-error": "an unexpected error occurred",
    "too-many-analyses": (
        "64 analyses that the caller has asked for wait to be computed. The request had no effect "
        "and was not charged; send it again after `Retry-After` seconds"
    ),
    "service-unavailable": "the database does not answer in time, or there are too many requests at the moment",
    "too-many-streams": "too many clients, or this one, have open streams or long-polls, or read the whole list",
    "analysis-queue-full": "too many analyses wait to be computed",
    "bot-cannot-play": "a bot does not play this variant. No game has been created",
    "invalid-deck": "the given deck does not contain exactly the cards of the rules (R2)",
    "game-not-open": "the game has started or is over",
    "precondition-required": "`If-Match` is missing",
    "not-your-turn": "it is another seat's turn",
    "import-refused": (
        "the body is not a game of this format, fails the verification, breaks the rules, or has an"
        " impossible time or a text that is not allowed. `errors` names the member "
        "(`#/options/variant`, `#/seats/1/name`), the action (`#/actions/17`), the event "
        "(`#/events/17`), or in the notation the line and the column, and the broken ruling"
    ),
    "not-the-creator": "another account has imported the game",
    "not-imported": "the game was played here",
    "export-refused": "the rules of the format would reject a move. `report` names the event and the reason",
    "seat-refused": "the creator gives the caller no seat",
    "already-seated": "the caller already has a seat",
    "commitment-taken": "another seat has the same commitment",
    "seat-taken": "this seat is taken",
    "reveal-too-early": "a seat is still free",
    "not-the-leader": "another account leads",
    "muted": "the leader has muted the account",
    "not-acceptable": "no media type in `Accept` is available",
}
