"""Headers of responses."""

from typing import Final

from service.http.wire.answers import Header
from service.http.wire.members import Text

LOCATION: Final = Header(
    "Location",
    Text(
        "The address of the created resource.",
        pattern="^/v1/(games|replays)/g_[0-9a-f]{32}(/branches/b_[0-9a-f]{32}|/sessions/s_[0-9a-f]{32})?$",
        required=True,
    ),
)
CHALLENGE: Final = Header(
    "WWW-Authenticate",
    Text("The authentication scheme.", pattern='^Bearer realm="hanabi"(, error="invalid_token")?$', required=True),
)
SCOPE_CHALLENGE: Final = Header(
    "WWW-Authenticate",
    Text(
        "With `insufficient-scope`, the missing scope.",
        pattern='^Bearer realm="hanabi", error="insufficient_scope", scope="[a-z:]+"$',
    ),
)
SET_COOKIE: Final = Header(
    "Set-Cookie",
    Text(
        "Two cookies, one with the sign-in, which no script can read, and one with the CSRF token of the pages.",
        pattern="^(__Host-)?hanabi-(sign-in|csrf)=",
        required=True,
    ),
)
RENEWED_COOKIE: Final = Header(
    "Set-Cookie",
    Text(
        "The cookies of a sign-in (`POST /v1/sign-in/guest`), once a day if one authenticated the request.",
        pattern="^(__Host-)?hanabi-(sign-in|csrf)=",
    ),
)
E_TAG: Final = Header(
    "ETag",
    Text(
        "The version of the resource; weak if the body was compressed for this response.",
        pattern='^(W/)?"[!#-~]+"$',
        required=True,
    ),
)
E_TAG_OF_VIEW: Final = Header(
    "ETag",
    Text(
        "The version of the view in the body. With it in `If-None-Match`, a GET of the game can wait for the next one.",
        pattern='^(W/)?"[!#-~]+"$',
        required=True,
    ),
)
LOCATION_OF_VIEW: Final = Header(
    "Content-Location",
    Text("The address of the game, whose view is the body.", pattern="^/v1/games/g_[0-9a-f]{32}$", required=True),
)
WAIT_APPLIED: Final = Header(
    "Preference-Applied", Text("The wait time that was applied, if `Prefer` requested one.", pattern="^wait=[0-9]+$")
)
IDEMPOTENCY_REPLAYED: Final = Header(
    "Idempotency-Replayed", Text("Present if this is the stored answer to an earlier request.", facts={"const": "true"})
)
LINK: Final = Header(
    "Link",
    Text(
        "The address of the next page; absent on the last page.",
        pattern=(
            r"^</v1/((me/)?(games|replays|invitations|blocks|variants|puzzles)(/g_[0-9a-f]{32}/(branches|comments))?|moderation/(actions|reports)|me/webhooks/w_[0-9a-f]{32}/deliveries)\?[^<>]*>;"
            ' rel="next"$'
        ),
    ),
)
LINK_OF_REPLAYS: Final = Header(
    "Link",
    Text(
        ("The address of the next page, absent on the last page. For a stream, the license of the games."),
        pattern=(
            r"^</v1/replays\?[^<>]*>; "
            'rel="next"$|^<https://creativecommons\\.org/publicdomain/zero/1\\.0/>; rel="license"$'
        ),
    ),
)
CONTENT_DISPOSITION: Final = Header(
    "Content-Disposition",
    Text(
        "The name of the file, if the response is a file.",
        pattern='^attachment; filename="hanabi-g_[0-9a-f]{32}\\.[a-z.-]+"$',
    ),
)
LINK_TO_REPORT: Final = Header(
    "Link",
    Text(
        "The address of the report of what the format cannot express.",
        pattern=(
            '^</v1/replays/g_[0-9a-f]{32}/export\\?format=[a-z-]+&report=only>; rel="describedby"; '
            'type="application/json"$'
        ),
    ),
)
RETRY_WHILE_IN_PROGRESS: Final = Header(
    "Retry-After", Text("With `request-in-progress`, the number of seconds to wait before a retry.", pattern="^[0-9]+$")
)
CONTENT_SECURITY_POLICY: Final = Header(
    "Content-Security-Policy",
    Text(
        "What the page may load: only from this service, and nothing inline.",
        pattern="^default-src 'none'; ",
        required=True,
    ),
)
PICTURE_POLICY: Final = Header(
    "Content-Security-Policy",
    Text(
        "The picture may load nothing and run nothing.", facts={"const": "default-src 'none'; sandbox"}, required=True
    ),
)
REFERRER_POLICY: Final = Header(
    "Referrer-Policy",
    Text("The browser does not send the page's address to other hosts.", facts={"const": "no-referrer"}, required=True),
)
PUBLIC_CACHE_CONTROL: Final = Header(
    "Cache-Control",
    Text(
        "The response is the same for everyone and can be cached for an hour.",
        facts={"const": "public, max-age=3600"},
        required=True,
    ),
)
PUBLIC_VARY: Final = Header(
    "Vary",
    Text(
        "The request headers that the response depends on: it is the same for every caller.",
        facts={"const": "Accept, Accept-Encoding, Accept-Language"},
        required=True,
    ),
)
LASTING_CACHE_CONTROL: Final = Header(
    "Cache-Control",
    Text(
        (
            "With the current `rev`, the response can be cached for a year without revalidation; "
            "otherwise, caches must revalidate it. For a private game, it is `private`."
        ),
        pattern="^(public|private), (max-age=31536000, immutable|no-cache)$",
        required=True,
    ),
)
LASTING_VARY: Final = Header(
    "Vary",
    Text(
        (
            "The request headers that the response depends on: with `rev`, neither the languages nor, "
            "except for private games, the caller."
        ),
        pattern="^(Accept, )?Accept-Encoding(, Accept-Language)?(, Authorization, Cookie)?$",
        required=True,
    ),
)
CONTENT_LOCATION: Final = Header(
    "Content-Location",
    Text(
        "Without `rev`: the permanent address of this response.",
        pattern="^/v1/replays/g_[0-9a-f]{32}[^ ]*[?&]rev=[1-9][0-9]{0,5}-(de|en|fr|nl|da)$",
    ),
)
PRESENT_LOCATION: Final = Header(
    "Location",
    Text(
        "The same address with the current revision.",
        pattern="^/v1/replays/g_[0-9a-f]{32}[^ ]*[?&]rev=[1-9][0-9]{0,5}-(de|en|fr|nl|da)(&.*)?$",
        required=True,
    ),
)
TILE_CACHE_CONTROL: Final = Header(
    "Cache-Control",
    Text("The file never changes.", facts={"const": "public, max-age=31536000, immutable"}, required=True),
)
TILE_VARY: Final = Header("Vary", Text("The file is the same for everyone.", facts={"const": "Accept"}, required=True))
ACCEPT_GAMES: Final = Header(
    "Accept-Post",
    Text(
        "The accepted media types of a game.",
        values={
            (
                "application/json, application/vnd.hanabi.record+json, application/vnd.hanab-live+json, "
                "application/x-ndjson, text/x-hanabi"
            ): ("All formats, after an unknown media type."),
            "application/json": "For a game as JSON.",
            "application/x-ndjson": "For many games.",
            "text/x-hanabi": "For the notation.",
        },
        required=True,
    ),
)
ACCEPT_POST: Final = Header(
    "Accept-Post", Text("The accepted media types of a body.", facts={"const": "application/json"}, required=True)
)
REFRESH: Final = Header(
    "Refresh",
    Text(
        "Seconds after which a browser that shows the picture alone asks for it again.",
        pattern="^[0-9]+$",
        required=True,
    ),
    "2",
)
RETRY_AFTER: Final = Header(
    "Retry-After", Text("The number of seconds to wait before a retry.", pattern="^[0-9]+$", required=True)
)
NO_BUFFERING: Final = Header(
    "X-Accel-Buffering", Text("For a stream: proxies should not buffer it.", facts={"const": "no"})
)
LASTING: Final = (E_TAG, LASTING_CACHE_CONTROL, CONTENT_LOCATION, LASTING_VARY)
"""Of what is derived from a finished game."""
PUBLIC: Final = (E_TAG, PUBLIC_CACHE_CONTROL, PUBLIC_VARY)
"""Of what is the same for everyone."""
