"""Parameters that paths have, and that several operations share."""

from collections.abc import Mapping
from typing import Final

from service.http.wire.answers import Parameter
from service.http.wire.components.accounts import PasskeyId
from service.http.wire.components.notes import Anchor, CommentId
from service.http.wire.components.problem_codes import ProblemCode
from service.http.wire.components.puzzles import PuzzleId
from service.http.wire.components.results import Outcome
from service.http.wire.components.rules import EditionId, MulticolorOfGame
from service.http.wire.components.sessions import SessionId
from service.http.wire.components.values import AccountId, BranchId, GameId, RuleNumber, Seat, Status
from service.http.wire.components.variants import Modifier, VariantId, VariantSuitName
from service.http.wire.components.webhooks import WebhookId
from service.http.wire.members import Text, Whole

ACCEPT_LANGUAGE: Final = Parameter(
    "Accept-Language",
    "header",
    Text("The preferred languages of sentences, best first; `en` if none of them is supported."),
    "de, en;q=0.5",
)
REQUEST_ID: Final = Parameter(
    "Request-Id",
    "header",
    Text(
        "The client's own id for this request, of 1 to 64 letters, digits, dots, hyphens and "
        "underscores; the response repeats it. An invalid id, or one that contains a token, is "
        "replaced and not rejected."
    ),
    "5f6128cdf4b2ed5a2e2c6b45028ab6d6",
)
IDEMPOTENCY_KEY: Final = Parameter(
    "Idempotency-Key",
    "header",
    Text(
        (
            "A unique text from the client, such as a UUID. The same request with the same key within "
            "24 hours has no second effect and gets the same answer. Keys belong to a token: a request "
            "with another token is another request."
        ),
        pattern="^[!-~]{1,200}$",
    ),
    "8e03978e-40d5-43e8-bc93-6894a57f9324",
)
IF_NONE_MATCH: Final = Parameter(
    "If-None-Match",
    "header",
    Text("The `ETag` of the version that the caller has."),
    '"0f343b0931126a20f133d67c2b018a3b"',
)
IF_MATCH: Final = Parameter("If-Match", "header", Text("The `ETag` of the version to change.", required=True), '"1"')
TOKEN: Final = Parameter(
    "token",
    "path",
    Text("The id of a token, or `current` for the request's own token.", pattern="^(current|t_[0-9a-f]{32})$"),
    "current",
)
PASSKEY: Final = Parameter("passkey", "path", PasskeyId("The id of a passkey."), "k_019903a4c3e17b500000c3d4d2f86a00")
SIGN_IN: Final = Parameter(
    "sign_in",
    "path",
    Text("The id of a sign-in.", pattern="^t_[0-9a-f]{32}$"),
    "t_019901a4c3e17b500000b1c2d2f86a00",
)
APP: Final = Parameter(
    "app",
    "path",
    Text("The id of what an app may do.", pattern="^t_[0-9a-f]{32}$"),
    "t_019901a4c3e17b500000b1c2d2f86a00",
)
INCLUDING: Final = Parameter(
    "including",
    "query",
    Text("Also end the request's own token, if it was issued with the one that ends.", facts={"const": "self"}),
    "self",
)
WEBHOOK: Final = Parameter("webhook", "path", WebhookId("The id of a webhook."), "w_019907a4c3e17b500000aa01d2f86a00")
SEAT_NUMBER: Final = Parameter("seat", "path", Whole("The number of a seat.", least=0, most=5), 1)
ACCOUNT_TO_BLOCK: Final = Parameter(
    "account", "path", AccountId("The id of an account."), "a_019901a4c3e17b500000aed3d2f86a00"
)
PROBLEM_CODE: Final = Parameter("code", "path", ProblemCode("The code of a problem."), "illegal-move")
STATUS: Final = Parameter("status", "query", Status("Only games with this status."), "open")
WITH_SEATS: Final = Parameter("seats", "query", Whole("Only games with this number of seats.", least=2, most=6), 2)
WITH_EDITION: Final = Parameter("edition", "query", EditionId("Only games under the rules of this edition."), "de")
WITH_MULTICOLOR: Final = Parameter(
    "multicolor",
    "query",
    MulticolorOfGame("Only games with this sixth suit; `variant` for those with the cards of a variant."),
    "none",
)
WITH_VARIANT: Final = Parameter(
    "variant",
    "query",
    Text(
        (
            "Only games of this variant: the name, or the string of rules, of one of `GET "
            "/v1/variants`. Not with `multicolor`, whose value `variant` is for all variants but those "
            "that the booklets have too."
        ),
        least=1,
        most=200,
    ),
    "Brown (5 Suits)",
)
WITH_PLAYER: Final = Parameter("player", "query", AccountId("Only games with a seat of this account."))
SCORE_GTE: Final = Parameter(
    "score_gte",
    "query",
    Whole(
        ("Only games with at least this score; a game without a score counts as lower than every score."),
        least=0,
        most=30,
    ),
    20,
)
SCORE_LTE: Final = Parameter("score_lte", "query", Whole("Only games with at most this score.", least=0, most=30), 25)
WITH_OUTCOME: Final = Parameter("outcome", "query", Outcome("Only games with this outcome."), "won")
FINISHED_AFTER: Final = Parameter(
    "finished_after",
    "query",
    Text(
        "Only games that ended, or were imported, after this time (RFC 3339, with an offset).",
        facts={"format": "date-time"},
    ),
    "2026-11-01T00:00:00Z",
)
IMPORTED: Final = Parameter(
    "imported",
    "query",
    Text(
        "Imported games instead of games that were played here.",
        values={"true": "Imported games.", "false": "Games that were played here."},
        facts={"default": "false"},
    ),
    "true",
)
FINISHED_BEFORE: Final = Parameter(
    "finished_before",
    "query",
    Text(
        "Only games that ended, or were imported, before this time (RFC 3339, with an offset).",
        facts={"format": "date-time"},
    ),
    "2026-12-01T00:00:00Z",
)
ANCHOR: Final = Parameter(
    "anchor",
    "path",
    Anchor("The subject of the note: `game`, a turn up to the present one, or a card of the deck."),
    "turn-0",
)
COMMENT: Final = Parameter("comment", "path", CommentId("The comment."), "c_019906a4c3e17b50000137e2d2f86a00")
IF_MATCH_ANY: Final = Parameter(
    "If-Match", "header", Text("The `ETag` of the version to change; without it, any version."), '"1"'
)
ACCOUNT: Final = Parameter(
    "name", "path", Text("The id of an account, or its name.", least=1), "a_019901a4c3e17b5000009e37d2f86a00"
)
LIMIT: Final = Parameter(
    "limit", "query", Whole("The maximum number of games on a page.", least=1, most=100, facts={"default": 20}), 50
)
CURSOR: Final = Parameter(
    "cursor", "query", Text("The position of the page, from the `Link` of the previous page.", least=1, most=200)
)
EDITION: Final = Parameter("edition", "path", EditionId("The edition."), "fr")
VARIANT: Final = Parameter("variant", "path", VariantId("The number of a variant at hanab.live."), 173)
VARIANT_WORDS: Final = Parameter(
    "q",
    "query",
    Text("Words that are all in the variant's name, in any order; upper and lower case are equal.", least=1, most=100),
    "rainbow pink",
)
NUMBER_OF_SUITS: Final = Parameter("suits", "query", Whole("The variant has this number of suits.", least=3, most=6), 5)
WITH_SUIT: Final = Parameter("suit", "query", VariantSuitName("The variant has this suit."), "dark_rainbow")
WITH_MODIFIER: Final = Parameter("modifier", "query", Modifier("The variant has this modifier."), "R1")
GAME: Final = Parameter("game", "path", GameId("The game."))
VERSION: Final = Parameter("version", "path", Whole("The version, 0 for the deal.", least=0), 1)
SINCE: Final = Parameter(
    "since",
    "query",
    Whole(
        "Only events with a version above this one; by default all.", least=-1, most=999999999, facts={"default": -1}
    ),
    0,
)
VIEWS: Final = Parameter(
    "views",
    "query",
    Text(
        "Whether the caller's view comes with the events.",
        values={"true": "With views.", "false": "With events only."},
        facts={"default": "false"},
    ),
    "true",
)
PREFER: Final = Parameter(
    "Prefer",
    "header",
    Text("`wait=` and the maximum number of seconds to wait for news, up to 60 (RFC 7240)."),
    "wait=5",
)
LAST_EVENT_ID: Final = Parameter(
    "Last-Event-ID",
    "header",
    Text("The last version that the client of a stream has seen; it takes precedence over `since`."),
    "7",
)
AT: Final = Parameter(
    "at", "query", Whole("The version of the view, 0 for the deal; by default the newest.", least=0, most=2147483647), 2
)
KNOWLEDGE: Final = Parameter(
    "knowledge",
    "query",
    Text(
        "Whether to include what can be known about the cards.",
        values={"true": "With the knowledge.", "false": "Without it."},
        facts={"default": "false"},
    ),
    "true",
)
HOLDER: Final = Parameter("seat", "query", Seat("The seat whose hand to analyze; by default every hand."), 0)
BRANCH: Final = Parameter("branch", "path", BranchId("The branch."))
SESSION: Final = Parameter("session", "path", SessionId("The session."))
REVISION: Final = Parameter(
    "rev",
    "query",
    Text(
        (
            "The revision of the rendering code and the language of the response, as in `links`. A "
            "response under the current revision never changes; an older revision redirects to the "
            "current one."
        ),
        pattern="^[1-9][0-9]{0,5}-(de|en|fr|nl|da)$",
    ),
    "1-en",
)
ACCEPT_ENCODING: Final = Parameter(
    "Accept-Encoding",
    "header",
    Text("`gzip` or no coding are supported; if both are equally acceptable, the response uses gzip."),
    "gzip",
)
SCHEME: Final = Parameter(
    "scheme",
    "query",
    Text(
        "The colors of the picture. Those of cards are the same in both.",
        values={"dark": "Light text on a dark ground.", "light": "Dark text on a light ground."},
        facts={"default": "dark"},
    ),
    "light",
)
SEAT: Final = Parameter("seat", "query", Seat("The seat whose view to return; by default open hands."), 0)
LEVEL: Final = Parameter(
    "level",
    "path",
    Text("The level of a tile of hashes, or `entries` for a bundle of entries.", pattern="^([0-7]|entries)$"),
    "0",
)
TILE: Final = Parameter(
    "tile",
    "path",
    Text(
        (
            "The number of the tile in groups of three digits, such as `x001/x234/067`. The tile at the"
            " end of the log has so far fewer than 256 hashes or entries: `.p/` and their number "
            "follow, as in `000.p/3`."
        ),
        pattern="^(x[0-9]{3}/)*[0-9]{3}([.]p/[1-9][0-9]{0,2})?$",
    ),
    "x001/x234/067",
)
PUZZLE: Final = Parameter("puzzle", "path", PuzzleId("The puzzle."), "p_019901a4c3e15b5081009e37d2f86a00")
RULE: Final = Parameter("rule", "path", RuleNumber("The number of a ruling."), "R7")
IN_PATHS: Final[Mapping[str, Parameter]] = {
    one.name: one
    for one in (
        TOKEN,
        PASSKEY,
        SIGN_IN,
        APP,
        WEBHOOK,
        SEAT_NUMBER,
        ACCOUNT_TO_BLOCK,
        PROBLEM_CODE,
        ANCHOR,
        COMMENT,
        ACCOUNT,
        EDITION,
        VARIANT,
        GAME,
        VERSION,
        BRANCH,
        SESSION,
        LEVEL,
        TILE,
        PUZZLE,
        RULE,
    )
}
"""The parameters of paths, by name."""
