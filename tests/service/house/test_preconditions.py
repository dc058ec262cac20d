"""Tests of the preconditions of changes."""

from tests.service.client import Json, stacked
from tests.service.contract import CONTRACT
from tests.service.factories import NewGame, Players
from tests.service.studies.test_studies import study


def test_every_change_with_a_precondition_honors_both_headers(players: Players, sandbox: NewGame) -> None:
    """`If-None-Match: *` refuses a change of what exists, as `If-Match` does that of another version."""
    (ada,) = players(1)
    game = sandbox(stacked(""))
    noted = f"{game.path}/notes/game"
    game.players[0].api.put(noted, {"text": "Mine."}).ok()
    made = study(ada.api)["id"]
    changes: dict[tuple[str, str], tuple[str, Json | None]] = {
        ("PATCH", "/v1/me"): ("/v1/me", {"name": "Somebody else"}),
        ("PUT", "/v1/games/{game}/notes/{anchor}"): (noted, {"text": "Other."}),
        ("DELETE", "/v1/games/{game}/notes/{anchor}"): (noted, None),
        ("PUT", "/v1/studies/{study}"): (f"/v1/studies/{made}", {"title": "Other"}),
    }
    with_it = {
        (one.method, one.template)
        for one in CONTRACT.operations
        if "If-Match" in [CONTRACT.resolve(node)["name"] for node in one.node.get("parameters", [])]
    }
    assert with_it == changes.keys()
    for (method, template), (path, body) in changes.items():
        api = game.players[0].api if "notes" in template else ada.api
        own = api.get("/v1/me").headers["ETag"] if template == "/v1/me" else '"1"'
        for headers in ({"If-Match": own, "If-None-Match": "*"}, {"If-Match": '"99"'}):
            assert api.send(method, path, body, headers=headers).code == "revision-conflict", template
