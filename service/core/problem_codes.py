"""The codes of problems of the core, with their statuses, their meanings and when operations answer with them."""

from collections.abc import Mapping
from typing import Final

from service.core import feature, problem_words
from service.platform.wire.field_types import Named, Text
from service.platform.wire.problem_kinds import NAMES, Code, Problems, add

_CODES: Final[Mapping[str, Code]] = {
    "invalid-idempotency-key": Code(400, "the key must have 1 to 200 visible ASCII characters"),
    "malformed-json": Code(
        400,
        "the body is not JSON in UTF-8, or contains a NUL or an object with a repeated name",
    ),
    "missing-token": Code(401, "a token is required"),
    "invalid-token": Code(401, "the token does not exist or is no longer valid"),
    "insufficient-scope": Code(403, "the token lacks a scope, or acts for a seat alone"),
    "account-suspended": Code(403, "the account is suspended"),
    "not-a-player": Code(403, "the caller has no seat in this game"),
    "not-the-creator": Code(403, "another account has imported the game"),
    "foreign-page": Code(403, "the request comes from a page of another site"),
    "code-refused": Code(403, "the code is unknown, was used, or came too late"),
    "seat-refused": Code(403, "the creator gives the caller no seat"),
    "wrong-game": Code(403, "the token is bound to a seat in another game"),
    "not-watchable": Code(
        403,
        "the caller has no seat, and nobody may watch the game while it runs",
    ),
    "not-found": Code(
        404,
        "there is no such resource, or the caller may not know of it",
    ),
    "unknown-path": Code(404),
    "method-not-allowed": Code(405),
    "not-acceptable": Code(406, "no media type in `Accept` is available"),
    "already-seated": Code(409, "the caller already has a seat"),
    "awaiting-reveals": Code(
        409,
        "all seats are taken, and the game waits for reveals until `reveal_until`",
    ),
    "bot-cannot-sign-in": Code(403, "the token is that of a bot"),
    "issued-token": Code(403, "the request's token was issued by another one, or by a sign-in that such a token began"),
    "bot-cannot-play": Code(
        409,
        "a bot does not play this variant. No game has been created",
    ),
    "commitment-taken": Code(409, "another seat has the same commitment"),
    "deck-known": Code(
        409,
        "the caller has played, read or imported a game with the deck. Send `knew_deck` to sit down all the same,"
        " or join another game",
    ),
    "deck-sealed": Code(
        409,
        "the deck is that of a contest, and others have still to play it",
    ),
    "export-refused": Code(
        409,
        "the rules of the format would reject a move. `report` names the event and the reason",
    ),
    "name-taken": Code(
        409,
        "another account has this name or one that looks like it, or gave it up in the last 30 days, or a "
        "moderator has taken it away",
    ),
    "limit-reached": Code(409),
    "game-not-finished": Code(409, "the game has not started or is running"),
    "game-not-open": Code(409, "the game has started or is over"),
    "game-not-running": Code(409, "the game has not started or is over"),
    "not-imported": Code(409, "the game was played here"),
    "not-your-turn": Code(409, "it is another seat's turn"),
    "request-in-progress": Code(
        409,
        "the first request with this key is still running",
    ),
    "reveal-mismatch": Code(422, "the seat has committed to other bytes, or to none"),
    "reveal-too-early": Code(409, "a seat is still free"),
    "same-table": Code(
        409,
        "both accounts have a seat in the same game, open, running or finished, or take part in the same contest,"
        " or one has watched cards that are held in a running game of the other. Nothing was changed",
    ),
    "seat-taken": Code(409, "this seat is taken"),
    "version-conflict": Code(
        409,
        "so many events happened at the same time that the request could not be inserted; send it again",
    ),
    "last-way-in": Code(
        409,
        "nobody could sign in to the account any more, and the request is not its owner's in a browser",
    ),
    "would-lock-you-out": Code(
        409,
        "the request's token would end too. With `including=self`, both end",
    ),
    "revision-conflict": Code(412),
    "payload-too-large": Code(413, "the body is larger than 64 KiB, or 512 KiB for an import"),
    "unsupported-media-type": Code(
        415,
        "the `Content-Type` is not JSON, or the body is compressed (`Content-Encoding`)",
    ),
    "idempotency-key-reused": Code(422, "the key was used with another body"),
    "illegal-move": Code(
        422,
        "the rules of this game forbid it; `refusal` gives the reason and `rule` the ruling",
    ),
    "import-refused": Code(
        422,
        "the body is not a game of this format, fails the verification, breaks the rules, or has an impossible "
        "time or a text that is not allowed. `errors` names the member (`#/options/variant`, `#/seats/1/name`), "
        "the action (`#/actions/17`), the event (`#/events/17`), or in the notation the line and the column, and "
        "the broken ruling",
    ),
    "invalid-deck": Code(
        422,
        "the given deck does not contain exactly the cards of the rules (R2)",
    ),
    "invalid-request": Code(
        422,
        "the body does not have the required form; `errors` points to each fault",
    ),
    "precondition-required": Code(428, "`If-Match` is missing"),
    "too-many-requests": Code(
        429,
        "the caller's token or address has reached a limit. The request had no effect and was not charged; send "
        "it again after `Retry-After` seconds",
    ),
    "too-many-streams": Code(
        503,
        "too many clients, or this one, have open streams or long-polls, or read the whole list",
    ),
}

add(Problems(_CODES, problem_words.texts))


def add_of_features() -> None:
    """Add the problems of the installed features."""
    for problems in feature.given(lambda hooks: hooks.problems):
        add(problems)


class ProblemCode(Named):
    """The kind of problem; never translated. `/problems` explains each."""

    of = Text(facts={"enum": NAMES})


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
            "no-pause": "The round of the contest allows no pauses (R31).",
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
