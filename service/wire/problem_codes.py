"""The codes of problems, with their meanings and when operations answer with them."""

from collections.abc import Mapping
from typing import Final

from service.wire.members import Named, Text


class ProblemCode(Named):
    """The kind of problem; never translated."""

    of = Text(
        values={
            "bad-request": "The request cannot be understood.",
            "invalid-idempotency-key": "The value of `Idempotency-Key` is invalid.",
            "malformed-json": "The body is not valid JSON.",
            "missing-token": "The request requires a token.",
            "invalid-token": "The token is unknown, has expired or was revoked.",
            "insufficient-scope": "The token does not have the scope that `scope` names.",
            "account-suspended": "A moderator has suspended the account.",
            "not-a-player": "Only players of the game may do this.",
            "not-an-entrant": "The caller takes part in no complete team of the contest.",
            "not-eligible": "The contest is not for all of these players.",
            "not-the-creator": "Only the account that created or imported the game may do this.",
            "foreign-page": "A page of another site sent the request.",
            "passkey-refused": "The passkey is unknown, or its answer is not valid or came too late.",
            "code-refused": "The code is unknown, was used, or came too late.",
            "muted": "The leader of the review has muted the account.",
            "not-the-leader": "Another reader leads the review.",
            "seat-refused": "The creator of the game has blocked the caller.",
            "wrong-game": "The token is bound to a seat in another game.",
            "not-watchable": "The creator of the game lets nobody watch it.",
            "not-found": "There is no such resource, or the caller may not see it.",
            "unknown-path": "The service has no such path.",
            "method-not-allowed": "The address does not support the method.",
            "not-acceptable": "No format in `Accept` or `Accept-Encoding` is available.",
            "already-entered": "One of the accounts takes part already.",
            "already-seated": "The caller already has a seat in the game.",
            "awaiting-reveals": "All seats are taken, and the game waits for the reveals of some.",
            "bot-cannot-sign-in": "The account is a bot, which only its tokens may use.",
            "bot-cannot-play": "The bot cannot play the variant of the game.",
            "commitment-taken": "Another seat of the game has the same commitment.",
            "contest-not-closed": "The contest is not over yet.",
            "deck-known": "The caller knows the deck of the earlier game that the game plays.",
            "deck-sealed": "The deck is that of a contest, and others have still to play it.",
            "different-decks": "The games do not have the same deck, rules and seats.",
            "entry-closed": "It is too late to enter the contest.",
            "export-refused": "The rules of the format forbid one of the moves.",
            "name-taken": ("Another account has this name or one that looks like it, or gave it up a short time ago."),
            "limit-reached": "The caller has reached the limit that `limit` names.",
            "game-not-finished": "This is available only after the end of the game.",
            "game-not-open": "This is possible only before the game starts.",
            "game-not-running": "The game has not started yet or has already ended.",
            "not-imported": "The game was played here, so it cannot be deleted.",
            "not-your-turn": "Another seat is to move.",
            "request-in-progress": "A request with the same `Idempotency-Key` is still being processed.",
            "reveal-mismatch": "The seat has committed to other bytes, or to none.",
            "reveal-too-early": "A seat is still free.",
            "round-not-open": "The deck cannot be played now.",
            "same-table": "Both accounts have a seat in the same game.",
            "seat-taken": "Another player has this seat.",
            "training-off": "The creator of the game has not allowed the training aid.",
            "version-conflict": "The move was chosen for another version of the game.",
            "would-lock-you-out": "The request's token was issued by the one that is to end.",
            "revision-conflict": ("`If-Match` or `If-None-Match` fails, because the resource was changed or created."),
            "payload-too-large": "The body is too large.",
            "unsupported-media-type": "The body has an unsupported media type, or it is compressed.",
            "idempotency-key-reused": "The `Idempotency-Key` was used for a request with another body.",
            "illegal-move": "The rules of the game forbid it; `refusal` and `rule` say why.",
            "import-refused": ("The game cannot be imported, because it is incomplete or does not follow the rules."),
            "invalid-deck": "The deck does not contain exactly the cards of the game (R2).",
            "invalid-request": "The request has the faults that `errors` lists.",
            "precondition-required": "The change requires the header `If-Match`.",
            "too-many-requests": "The caller sent too many requests in a short time.",
            "too-many-analyses": "Too many analyses that the caller asked for wait to be computed.",
            "internal-error": "An unexpected error occurred in the service.",
            "too-many-streams": "Too many streams are open.",
            "analysis-queue-full": "Too many analyses are waiting to be computed.",
            "service-unavailable": "The service cannot answer at the moment.",
        }
    )


class RefusalCode(Named):
    """Why the rules forbid it; never translated.

    Together with `rule`, it distinguishes refusals with the same code.
    """

    of = Text(
        values={
            "own-hand": "A clue cannot go to the own seat (R5).",
            "no-such-seat": "The game has no such seat (R5).",
            "no-clue-token": "No clue token is left (R5).",
            "no-such-color": "The game has no such color (R8, R12).",
            "no-such-rank": "The game has no clue of this rank (R2).",
            "same-kind-of-clue": "Color and rank clues alternate in this game (R30).",
            "empty-clue": "A clue must touch a card in this game (R7).",
            "not-in-hand": "The card is not in the own hand (R9, R10, R27, R29).",
            "clue-tokens-full": "All clue tokens are available, so nothing can be discarded (R9).",
            "no-declaration": "No color is named with a play in this game (R12).",
            "already-voted": "The seat has already voted to abort (R21).",
            "not-voted": "The seat has not voted to abort (R21).",
            "no-reorder": "Hands may not be reordered in this game (R26).",
            "not-clued": "The hand was not given a clue yet (R26, R29).",
            "not-the-hand": "The new order does not name each card of the hand once (R26).",
            "too-many-reorders": "The hand was changed too often; wait for the next turn (R26, R29).",
            "no-turned-cards": "Cards may not be turned in this game (R29).",
            "no-cards-to-name": ("Only the remark `no-information` names cards, and only during the game (R27)."),
            "no-talk": "The game allows no messages at the table (R27).",
            "no-such-remark": "There is no such remark (R27).",
            "remarks-only": "The game allows only remarks, no text (R27).",
            "another-seats-move": "Remarks are not allowed while another seat is to move (R27).",
            "too-many-remarks": "The seat has reached the limit of messages (R27).",
            "too-many-events": "The seat has sent enough events that are not turns (R22).",
            "no-clock": "The game has no clock (R31).",
            "paused": "The game is paused (R31).",
            "pause-wanted": "The seat wants a pause already (R31).",
            "pause-not-wanted": "The seat does not want a pause (R31).",
            "no-vacation": "The seat has fewer days of vacation left (R31).",
            "handed-over": "A bot plays the seat (R31).",
            "not-a-sandbox": "The game is no sandbox game, so its clock cannot be advanced (R31).",
        }
    )


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
    "not-watchable": "the caller has no seat, and nobody may watch the game while it runs",
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
    "same-table": (
        "both accounts have a seat in the same game, open, running or finished, or take part in the same contest. "
        "Nothing was changed"
    ),
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
    "bot-cannot-sign-in": "the token is that of a bot",
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
    "already-entered": (
        "the caller or a partner takes part already, or has played a deck for a team that was withdrawn"
    ),
    "entry-closed": "the time for entries is over",
    "not-an-entrant": "the caller takes part in no team that all its members have confirmed",
    "not-eligible": "the contest is not for one of the accounts, or not for bots",
    "round-not-open": "the round has not opened or has closed, or all teams have ended the deck",
    "not-the-creator": "another account has imported the game",
    "not-imported": "the game was played here",
    "deck-known": (
        "the caller has played, read or imported a game with the deck. Send `knew_deck` to sit down all the same, or "
        "join another game"
    ),
    "contest-not-closed": "a deck of the contest is still sealed",
    "deck-sealed": "the deck is that of a contest, and others have still to play it",
    "different-decks": "the games do not have the same deck, rules and seats",
    "export-refused": "the rules of the format would reject a move. `report` names the event and the reason",
    "seat-refused": "the creator gives the caller no seat",
    "already-seated": "the caller already has a seat",
    "commitment-taken": "another seat has the same commitment",
    "training-off": "the game was created without `training`",
    "seat-taken": "this seat is taken",
    "reveal-too-early": "a seat is still free",
    "not-the-leader": "another account leads",
    "muted": "the leader has muted the account",
    "not-acceptable": "no media type in `Accept` is available",
}
