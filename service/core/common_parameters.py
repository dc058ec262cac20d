"""Parameters that several resources have, and those of paths."""

from typing import Final

from service.core.common_values import AccountId, GameId
from service.platform.wire.field_types import Text, Whole
from service.platform.wire.operation import Parameter

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
        "A unique text from the client, such as a UUID. The same request with the same key within "
        "24 hours has no second effect and gets the same answer. Keys belong to a token: a request "
        "with another token is another request.",
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

IF_MATCH_ANY: Final = Parameter(
    "If-Match", "header", Text("The `ETag` of the version to change; without it, any version."), '"1"'
)

ACCOUNT: Final = Parameter(
    "name", "path", Text("The id of an account, or its name.", least=1), "a_019901a4c3e17b5000009e37d2f86a00"
)

ACCOUNT_TO_BLOCK: Final = Parameter(
    "account", "path", AccountId("The id of an account."), "a_019901a4c3e17b500000aed3d2f86a00"
)

GAME: Final = Parameter("game", "path", GameId("The game."))

VERSION: Final = Parameter("version", "path", Whole("The version, 0 for the deal.", least=0), 1)

PREFER: Final = Parameter(
    "Prefer",
    "header",
    Text("`wait=` and the maximum number of seconds to wait for news, up to 60 (RFC 7240)."),
    "wait=5",
)

PREFER_MINIMAL: Final = Parameter(
    "Prefer",
    "header",
    Text("`return=minimal` for a response without a body (RFC 7240)."),
    "return=minimal",
)

SEAT_NUMBER: Final = Parameter(
    "seat", "path", Text("The number of a seat, or `me` for the own.", pattern="^(me|[0-5])$"), "1"
)

ACCEPT_ENCODING: Final = Parameter(
    "Accept-Encoding",
    "header",
    Text("`gzip` or no coding are supported; if both are equally acceptable, the response uses gzip."),
    "gzip",
)
