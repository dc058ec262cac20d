"""Tests of what accounts are told of: each kind reaches the list, the stream, the listener and webhooks."""

from typing import Any, Final
from uuid import uuid4

from flask import Flask

from service.core.tables.calls import calls
from service.features.webhooks import events
from service.features.webhooks.rendering import MOST_EVENTS
from service.platform.database.pool import connection
from tests.service.contract import CONTRACT
from tests.service.factories import Players

STREAM: Final = "/paths/~1v1~1me~1events/get/responses/200/content"


def at(pointer: str) -> Any:
    """Return a part of the contract."""
    found: Any = CONTRACT.document
    for step in pointer.strip("/").split("/"):
        found = found[step.replace("~1", "/")]
    return found


def test_every_kind_of_call_reaches_all_receivers(app: Flask, players: Players) -> None:
    """The contract has it as an event of the stream, and of webhooks, and its statements name accounts."""
    (ada,) = players(1)
    listed = ada.api.get("/v1/me/events").ok()
    schema = at("/components/schemas/MyGameList")
    types = {call.type: call for call in calls()}
    assert types.keys() == {"invited", "contest-invited", "matched"}
    assert types.keys() <= set(at("/components/schemas/WebhookEvent")["enum"]) == events.kinds().keys()
    assert len(events.kinds()) <= MOST_EVENTS
    assert types.keys() <= at(STREAM)["text/event-stream"]["x-events"].keys()
    with app.extensions["database"].bind(), connection() as db:
        for call in types.values():
            for statement in (call.addressed, call.lately):
                values = {"ids": [uuid4()], "accounts": [uuid4()], "since_s": 10.0}
                assert len(db.execute(statement, values).description or ()) == 2
            if call.member is not None:
                assert call.member in schema["required"] and listed[call.member] == []
