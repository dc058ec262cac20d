"""Requests of the benchmarks as bytes: views and moves of loaded games."""

import http.client
from collections.abc import Sequence
from typing import Any

import orjson

from benchmarks.harness.bulk_load import Loaded
from engine.events import CardDiscarded, CardPlayed, ColorClueGiven, Event, Log, RankClueGiven, TurnTaken
from service.platform import ids


def has_only_turns(log: Log) -> bool:
    """Return True if all events after the deal are turns."""
    return all(isinstance(event, TurnTaken) for event in log.later)


def seat_count(game: Loaded) -> int:
    return game.log.deal.seats


def actor(event: Event) -> int:
    """Return the seat of the player who made an event."""
    assert isinstance(event, CardPlayed | CardDiscarded | ColorClueGiven | RankClueGiven)
    return event.seat


def view_path(game: Loaded) -> str:
    return f"/v1/games/{ids.render('g', game.game_id)}"


def get(path: str, token: str | None = None, *headers: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *headers]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join([*lines, "", ""]).encode()


def post(path: str, token: str, body: object, *headers: str) -> bytes:
    content = orjson.dumps(body)
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Authorization: Bearer {token}",
        "Content-Type: application/json",
        f"Content-Length: {len(content)}",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + content


def move(game: Loaded, at: int, token: str, *headers: str) -> bytes:
    """Return the request for the move that caused the event with version `at`."""
    body: dict[str, Any]
    match game.log.events[at]:
        case CardPlayed(_, card, declared):
            body = {"type": "play", "card": card} | ({} if declared is None else {"declared_color": declared})
        case CardDiscarded(_, card):
            body = {"type": "discard", "card": card}
        case ColorClueGiven(_, target, color):
            body = {"type": "clue", "target": target, "color": color}
        case RankClueGiven(_, target, rank):
            body = {"type": "clue", "target": target, "rank": rank}
        case other:
            raise ValueError(other)
    return post(f"{view_path(game)}/moves", token, {**body, "expected_version": at - 1}, *headers)


def tags(port: int, views: Sequence[tuple[Loaded, str]]) -> list[tuple[str, int]]:
    """Return the entity tag and the size in bytes of each view."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    found = []
    for game, token in views:
        connection.request("GET", view_path(game), headers={"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        found.append((response.headers["ETag"], len(response.read())))
    connection.close()
    return found
