"""What the tests of the house need of tables (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.leaks.requests import (
    Request,
    Requests,
    Spot,
    card_orientations,
    conditional,
    event_lists,
    get,
    hand_orders,
    lists,
    looks,
    post,
    refused_moves,
    remarks,
    seat_requests,
)

REQUESTS: Final[dict[str, Callable[[Spot], Requests]]] = {
    "createGame": lambda spot: iter(
        [post("/v1/games", body) for body in ({"seats": 9}, {"id": spot.game.id}, {"deck_of": spot.game.id})]
    ),
    "listGames": lambda spot: lists(
        "/v1/games",
        "status=running",
        "watchable=true",
        "pace=short",
        "seats=2&edition=de&multicolor=none",
        "variant=Duck+(5+Suits)",
    ),
    "getLobby": lambda spot: iter([*looks("/v1/lobby"), get("/v1/lobby", headers={"Accept": "text/event-stream"})]),
    "getGame": conditional,
    "createSeat": seat_requests,
    "updateEntropy": lambda spot: iter(
        [
            Request("PUT", f"{spot.game.path}/seats/me/entropy", body)
            for body in (
                {},
                {"entropy": ""},
                {"entropy": "x"},
                *({name: "0" * 64} for name in ("entropy_commitment", "reveal")),
            )
        ]
    ),
    "deleteSeat": lambda spot: iter(Request("DELETE", f"{spot.game.path}/seats/{seat}") for seat in (*range(6), "x")),
    "createNextGame": lambda spot: iter(
        [post(f"{spot.game.path}/again", body) for body in ({}, {"show_hands": True}, {"deck": "x"})]
    ),
    "createMove": refused_moves,
    "listEvents": event_lists,
    "updateHandOrder": hand_orders,
    "updateCardOrientation": card_orientations,
    "createMessage": remarks,
    "createClockChange": lambda spot: iter(
        [post(f"{spot.game.path}/clock-changes", {"change": change}) for change in ("stop", "resume", "pause")]
    ),
    "createClockAdvance": lambda spot: iter(
        # Only refused ones: the banks after one that counts would tell when it arrived.
        [post(f"/v1/sandbox/{spot.game.id}/clock", {"advance_s": seconds}) for seconds in (0, "1")]
    ),
    "createAbortVote": lambda spot: iter(
        [post(f"{spot.game.path}/abort-votes", body) for body in ({"x": 1}, None, {})]
    ),
}

ACCESS: Final = {
    # Only who is invited has an invitation, and only the creator gives seats away.
    "deleteInvitation": dict.fromkeys(("play", "player", "partner", "stranger", "bot"), "N"),
    "deleteSeat": dict.fromkeys(("play", "player", "stranger", "bot"), "C")
    | dict.fromkeys(("seat", "elsewhere", "passer-by"), "S"),
    **dict.fromkeys(("createInvitation", "createNextGame"), dict.fromkeys(("stranger", "bot"), "P")),
}
