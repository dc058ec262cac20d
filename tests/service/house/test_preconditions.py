"""Tests of the preconditions of changes."""

from tests.service.client import Json, stacked
from tests.service.contract import CONTRACT, Operation
from tests.service.factories import NewGame, Players
from tests.service.studies.test_studies import study


def test_every_change_with_a_precondition_honors_both_headers(players: Players, sandbox: NewGame) -> None:
    """`If-None-Match: *` refuses a change of what exists, as `If-Match` does that of another version or by a weak tag.

    Each change of what has an entity tag does. Where `If-Match` is needed, nothing replaces it.
    """
    (ada,) = players(1)
    game = sandbox(stacked(""))
    noted = f"{game.path}/notes/game"
    game.players[0].api.put(noted, {"text": "Mine."}).ok()
    made = study(ada.api)["id"]
    changes: dict[tuple[str, str], tuple[str, Json | None]] = {
        ("PATCH", "/v1/me"): ("/v1/me", {"name": "Somebody else"}),
        ("DELETE", "/v1/me"): ("/v1/me", None),
        ("PUT", "/v1/games/{game}/notes/{anchor}"): (noted, {"text": "Other."}),
        ("DELETE", "/v1/games/{game}/notes/{anchor}"): (noted, None),
        ("PUT", "/v1/studies/{study}"): (f"/v1/studies/{made}", {"title": "Other"}),
        ("DELETE", "/v1/studies/{study}"): (f"/v1/studies/{made}", None),
    }
    tagged = {one.template for one in CONTRACT.operations if has_tag(one)}
    assert {
        (one.method, one.template)
        for one in CONTRACT.operations
        if one.template in tagged and one.method in ("PUT", "PATCH", "DELETE")
    } == changes.keys()
    heeding = [(one, parameters(one)) for one in CONTRACT.operations]
    with_it = {(one.method, one.template): taken["If-Match"] for one, taken in heeding if "If-Match" in taken}
    assert with_it.keys() == changes.keys()
    required = {change for change, node in with_it.items() if node.get("required")}
    for (method, template), (path, body) in changes.items():
        api = game.players[0].api if "notes" in template else ada.api
        own = api.get("/v1/me").headers["ETag"] if template == "/v1/me" else '"1"'
        needed = "precondition-required" if (method, template) in required else "revision-conflict"
        others = [{"If-Match": tag} for tag in (f"W/{own}", '"99"', '""', '"","x"')]
        for headers in ({"If-Match": own, "If-None-Match": "*"}, *others):
            assert api.send(method, path, body, headers=headers).code == "revision-conflict", template
        assert api.send(method, path, body, headers={"If-None-Match": "*"}).code == needed, template


def test_each_read_with_a_tag_may_be_answered_304(players: Players, sandbox: NewGame) -> None:
    """A client that accepts gzip gets a strong tag too of what it may change, as a weak one allows no change."""
    changed = {one.template for one in CONTRACT.operations if "If-Match" in parameters(one)}
    reads = [
        one for one in CONTRACT.operations if one.method == "GET" and one.template.startswith("/v1") and has_tag(one)
    ]
    told = [one for one in reads if "304" in one.node["responses"] and "If-None-Match" in parameters(one)]
    assert told == reads
    (ada,) = players(1)
    path = f"/v1/studies/{study(ada.api, about='x' * 1500)['id']}"
    tag = ""
    assert {one.template for one in reads} & changed == {"/v1/me", "/v1/studies/{study}"}
    for read in ("/v1/me", path):
        tag = ada.api.get(read, headers={"Accept-Encoding": "gzip"}).headers["ETag"]
        assert ada.api.get(read, headers={"If-None-Match": tag}).status == 304
        assert ada.api.get(read, headers={"If-None-Match": '"1-0"'}).status == 200
    assert ada.api.put(path, {"title": "Other"}, headers={"If-Match": tag}).status == 200
    assert ada.api.get(path, headers={"If-None-Match": tag}).status == 200


def has_tag(operation: Operation) -> bool:
    """Return True if an operation answers with an entity tag."""
    answers = [CONTRACT.resolve(one) for code, one in operation.node["responses"].items() if code.startswith("2")]
    return any("ETag" in one.get("headers", {}) for one in answers)


def parameters(operation: Operation) -> dict[str, Json]:
    """Return the parameters of an operation, by name."""
    found = [CONTRACT.resolve(node) for node in operation.node.get("parameters", [])]
    return {node["name"]: node for node in found}
