"""Answers and links that operations of several resources have."""

from typing import Final

from service.http.wire.answers import Answer, Link
from service.http.wire.components.headers import LASTING, PRESENT_LOCATION, PUBLIC

LASTING_NOT_MODIFIED: Final = Answer(None, "The caller has the current version already.", headers=LASTING)
PUBLIC_NOT_MODIFIED: Final = Answer(None, "The caller has the current version already.", headers=PUBLIC)
OUTDATED_REVISION: Final = Answer(
    None,
    "The rendering of finished games has changed since this `rev`; `Location` is the current address.",
    headers=(PRESENT_LOCATION,),
)
FROM_REPLAY: Final = (
    Link("replay", "getReplay", "The same game again.", {"game": "$response.body#/id"}),
    Link("frames", "listFrames", "The table after each event.", {"game": "$response.body#/id"}),
    Link(
        "frame",
        "getFrame",
        "The table after the deal.",
        {"game": "$response.body#/id", "version": "$response.body#/events/0/version"},
    ),
    Link("export", "getReplayExport", "The game for other programs.", {"game": "$response.body#/id"}),
)
FROM_GAMES: Final = (
    Link("game", "getGame", "The view of one of the games.", {"game": "$response.body#/items/0/id"}),
    Link(
        "seat",
        "createSeat",
        "A seat in one of them, if it is `open`.",
        {"game": "$response.body#/items/0/id"},
    ),
    Link(
        "replay",
        "getReplay",
        "The replay of one of them, if it is `ended`.",
        {"game": "$response.body#/items/0/id"},
    ),
)
FROM_VIEW: Final = (
    Link("game", "getGame", "The same game later.", {"game": "$response.body#/id"}),
    Link("seat", "createSeat", "Take a free seat.", {"game": "$response.body#/id"}),
    Link("invitation", "createInvitation", "Invite a player to a free seat.", {"game": "$response.body#/id"}),
    Link(
        "move",
        "createMove",
        "Make one of the `legal_actions`, with `version` as `expected_version`.",
        {"game": "$response.body#/id"},
    ),
    Link(
        "events",
        "listEvents",
        "Later events.",
        {"game": "$response.body#/id", "since": "$response.body#/version"},
    ),
)
