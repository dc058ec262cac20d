"""Headers of responses that several resources have."""

from typing import Final

from service.platform.wire.operation import Answer, Header

LOCATION: Final = Header(
    "Location", "The address of the created resource.", pattern="^/v1(/[a-z]+/[a-z]_[0-9a-f]{32}){1,2}$", required=True
)

SET_COOKIE: Final = Header(
    "Set-Cookie",
    "Two cookies, one with the sign-in, which no script can read, and one with the CSRF token of the pages.",
    pattern="^(__Host-)?hanabi-(sign-in|csrf)=",
    required=True,
)

RENEWED_COOKIE: Final = Header(
    "Set-Cookie",
    "The cookies of a sign-in (`POST /v1/sign-in/guest`), once a day if one authenticated the request.",
    pattern="^(__Host-)?hanabi-(sign-in|csrf)=",
)

E_TAG: Final = Header(
    "ETag",
    "The version of the resource; weak if the body was compressed for this response.",
    pattern='^(W/)?"[!#-~]+"$',
    required=True,
)

E_TAG_OF_VIEW: Final = Header(
    "ETag",
    "The version of the view in the body. With it in `If-None-Match`, a GET of the game can wait for the next one.",
    pattern='^(W/)?"[!#-~]+"$',
    required=True,
)

LOCATION_OF_VIEW: Final = Header(
    "Content-Location",
    "The address of the game, whose view the body is or contains.",
    pattern="^/v1/games/g_[0-9a-f]{32}$",
    required=True,
)

WAIT_APPLIED: Final = Header(
    "Preference-Applied", "The wait time that was applied, if `Prefer` requested one.", pattern="^wait=[0-9]+$"
)

MINIMAL_APPLIED: Final = Header(
    "Preference-Applied", "Present if `Prefer` requested a response without a body.", const="return=minimal"
)

LINK: Final = Header(
    "Link",
    "The address of the next page; absent on the last page.",
    pattern=r'^</v1/[a-z0-9_/-]+\?[^<>]*>; rel="next"$',
)

PUBLIC_CACHE_CONTROL: Final = Header(
    "Cache-Control",
    "The response is the same for everyone and can be cached for an hour.",
    const="public, max-age=3600",
    required=True,
)

PUBLIC_VARY: Final = Header(
    "Vary",
    "The request headers that the response depends on: it is the same for every caller.",
    const="Accept, Accept-Encoding, Accept-Language",
    required=True,
)

RETRY_AFTER: Final = Header(
    "Retry-After", "The number of seconds to wait before a retry.", pattern="^[0-9]+$", required=True
)

NO_BUFFERING: Final = Header("X-Accel-Buffering", "For a stream: proxies should not buffer it.", const="no")

PUBLIC: Final = (E_TAG, PUBLIC_CACHE_CONTROL, PUBLIC_VARY)
"""The headers of a response that is the same for everyone."""

NOT_MODIFIED: Final = Answer(None, "The caller has the current version already.", headers=(E_TAG,))
PUBLIC_NOT_MODIFIED: Final = Answer(None, "The caller has the current version already.", headers=PUBLIC)
