"""Tests of the collection of requests for Postman and Bruno."""

import json
import re
from typing import Any

from service.platform.website import openapi
from tests.service.client import Answer, Api


def requests_in(api: Api) -> dict[str, Any]:
    """Return the requests of the collection by their names."""
    return {item["name"]: item for folder in api.get("/collection.json").ok()["item"] for item in folder["item"]}


def test_it_has_a_request_for_every_operation(api: Api) -> None:
    """It has the members that the format requires, and defines each variable that it uses."""
    found = api.get("/collection.json").ok()
    assert found["info"]["schema"].endswith("/v2.1.0/collection.json") and found["info"]["name"]
    contract = {
        (operation["operationId"], method.upper())
        for path in openapi.document()["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
    }
    items = requests_in(api).items()
    assert {(name, item["request"]["method"]) for name, item in items} == contract
    assert set(re.findall(r"{{(.*?)}}", json.dumps(found))) == {one["key"] for one in found["variable"]}
    for name, item in items:
        url = item["request"]["url"]
        assert url["raw"] == "/".join((*url["host"], *url["path"])), name
        assert {step[1:] for step in url["path"] if step[0] == ":"} == {one["key"] for one in url["variable"]}, name
        assert all(
            one["disabled"] or one["value"] for one in (*url["query"], *item["request"]["header"]) if len(one) > 2
        )


def test_its_requests_work(api: Api) -> None:
    """An account and a game by the examples, and then the game, with what the scripts keep."""
    items, kept = requests_in(api), {"base": "", "token": ""}

    def send(name: str) -> Answer:
        asked = items[name]["request"]
        values = {one["key"]: one["value"] for one in asked["url"]["variable"]}
        path = re.sub(r":(\w+)", lambda step: values[step[1]], asked["url"]["raw"])
        headers = {one["key"]: one["value"] for one in asked["header"] if not one.get("disabled")}
        headers |= {"Authorization": f"Bearer {kept['token']}"} if kept["token"] else {}
        raw = asked.get("body", {}).get("raw", "").encode() or None
        address = re.sub(r"{{(\w+)}}", lambda variable: kept[variable[1]], path)
        answer = api.send(asked["method"], address, raw=raw, headers=headers)
        for event in items[name].get("event", ()):
            variable, member = re.findall(r'set\("(\w+)", pm.response.json\(\)\.(\w+)\)', event["script"]["exec"][0])[0]
            kept[variable] = answer.ok()[member]
        return answer

    assert [send(name).status for name in ("createAccount", "createGame", "getGame")] == [201, 201, 200]
