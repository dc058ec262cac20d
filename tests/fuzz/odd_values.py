"""Send odd values, and then read all that could show them: part of `make fuzz`.

The examples of the contract are changed: times at both ends of time, values inside encoded values, cookies and headers
with any bytes. Accounts are new all the time, so that no limit hides what is behind it. After each change that the
service accepts, lists and pages are read, by its account and by others. No response may be a 500.
"""

import base64
import copy
import json
import re
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode

import httpx

from tests.fuzz.inputs import places
from tests.service.contract import CONTRACT, Operation

TIMES: Final = (
    *(
        "9999-12-31T23:59:59-00:01",
        "0001-01-01T00:00:00+00:01",
        "2026-01-01T00:00:00+16:00",
        "2026-01-01T00:00:00-23:59",
    ),
    *(
        "2000-01-01T00:00:00Z",
        "2100-12-31T23:59:59.999999999Z",
        "2026-06-30T23:59:60Z",
        "2026-W01-1",
        "20260101T000000Z",
    ),
    *("2026-11-21T12:00:00z", "2026-11-21 12:00:00Z", "2026-11-21T12:00:00,5Z", "10000-01-01T00:00:00Z", "infinity"),
)
TEXTS: Final = (
    *(
        "",
        " ",
        "\x00",
        "\ud800",
        "\u202e",
        "\u0130",
        "\ufeff",
        "é" * 40,
        "x" * 3000,
        "%00%ff",
        "' or 1=1 --",
        "../..",
        "null",
    ),
    *("0", "-1", "1e400", "NaN", "https://0/", "https://[::1]/", "hnb_p_x", "\U0001f386", "a\nb", "{}", "[[[[", "٢٠٢٦"),
)
NUMBERS: Final = (0, -1, 1, 5, 7, 2**31 - 1, 2**31, 2**53, -(2**63), 2**64, 10**30, 0.5, 1e300, -0.0)
VALUES: Final[tuple[Any, ...]] = (*TIMES, *TEXTS, *NUMBERS, None, True, False, [], {}, [[]], {"": None}, [None])
BYTES: Final = (
    b"\xff",
    b"\xc3(",
    b"\x80\x81",
    b"a\xe9b",
    b"\xed\xa0\x80",
    b"=;\xff=\xff;,\xfe",
    b'"\xff',
    b"\xf0\x9f\x8e",
    b"\x7f",
)
HEADERS: Final = (
    *("Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Csrf-Token", "Forwarded", "Idempotency-Key"),
    *("If-Match", "If-Modified-Since", "If-None-Match", "Last-Event-ID", "Origin", "Prefer", "Range", "Referer"),
    *("Request-Id", "Sec-Fetch-Site", "User-Agent", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"),
    *("Access-Control-Request-Headers", "Access-Control-Request-Method", "Content-Type", "Content-Encoding", "Host"),
)
COOKIES: Final = ("language", "theme", "hanabi-sign-in", "hanabi-csrf", "__Host-hanabi-sign-in", "x")

_ENDS: Final = ("getMetrics", "getReadiness")
_FILES: Final = ("/docs", "/web/", "/openapi", "/problems", "/clients", "/oauth")
"""Pages and files that show nothing that anybody writes begin with one of these."""

READ: Final = tuple(
    one
    for one in CONTRACT.operations
    if one.method == "GET" and one.node["operationId"] not in _ENDS and not one.template.startswith(_FILES)
)

_WRITES: Final = tuple(one for one in CONTRACT.operations if one.method != "GET")
_WALKERS: Final = 4
_REQUESTS_OF_ACCOUNT: Final = 25
_LONGEST_S: Final = 20.0

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT")
_ID: Final = re.compile(r"\b([agx])_[0-9a-f]{32}")

FORM: Final = "application/x-www-form-urlencoded"


class Scene(NamedTuple):
    """An account, and what its requests can name."""

    token: str
    names: Mapping[str, str]


class Sent(NamedTuple):
    """A request."""

    method: str
    path: str
    headers: dict[str, bytes | str]
    body: bytes


def main(base: str, seconds: float, seed: int) -> list[str]:
    """Send requests for some seconds. Return those that were answered with 500 or not at all, to repeat them."""
    deadline = time.monotonic() + seconds
    with ThreadPoolExecutor(_WALKERS) as walkers:
        first = [*_first()]
        Random(seed).shuffle(first)
        walks = [*walkers.map(lambda number: _walk(base, deadline, Random(seed + number), first), range(_WALKERS))]
    found = [line for walk in walks for line in walk.found]
    print(
        f"{sum(walk.sent for walk in walks)} requests with odd values, {sum(walk.accepted for walk in walks)} changes"
        f" accepted, {sum(walk.read for walk in walks)} answers read after them; {len(found)} answered with 500"
    )
    return found


def _walk(base: str, deadline: float, dice: Random, first: list["_First"]) -> "_Walk":
    found, scene, number, accepted, read = list[str](), _scene(base), 0, 0, 0
    with httpx.Client(base_url=base, timeout=_LONGEST_S) as client:
        while time.monotonic() < deadline:
            number += 1
            if number % _REQUESTS_OF_ACCOUNT == 0:
                scene = _scene(base)
            if first:
                operation, query, headers, body = first.pop()
                request = _sent(operation, scene, query, {**_headers(operation, scene), **headers}, body)
            else:
                operation = dice.choice(_WRITES if dice.random() < 0.6 else READ)
                request = _request(dice, operation, scene)
            status, answer = _send(client, request)
            requests = [(request, status)]
            if operation.method != "GET" and status < 300:
                accepted += 1
                names = {**scene.names, **_ids(answer)}
                readings = _readings(dice, operation, scene._replace(names=names))
                requests += [(one, _send(client, one)[0]) for one in readings]
                read += len(requests) - 1
            found += [
                f"{status} {one} after {request}" if one is not request else f"{status} {one}"
                for one, status in requests
                if status == 500
            ]
    return _Walk(found, number, accepted, read)


class _Walk(NamedTuple):
    """What a walk has found, and how much it has sent and read."""

    found: list[str]
    sent: int
    accepted: int
    read: int


def _scene(base: str) -> Scene:
    """Create an account with a running game, an ended one, a contest and a webhook."""
    with httpx.Client(base_url=base, timeout=_LONGEST_S) as client:
        ada, ben = (client.post("/v1/accounts", json={}).raise_for_status().json() for _ in range(2))
        known = {"Authorization": f"Bearer {ada['token']}"}
        partner = {"Authorization": f"Bearer {ben['token']}"}

        def post(path: str, body: Any, headers: Mapping[str, str] = known) -> Any:
            return client.post(path, json=body, headers=headers).raise_for_status().json()

        games = []
        for _ in range(2):
            games.append(post("/v1/games", {"seats": 2})["id"])
            post(f"/v1/games/{games[-1]}/seats", {}, partner)
        for headers in (known, partner):
            client.post(f"/v1/games/{games[1]}/abort-votes", headers=headers).raise_for_status()
        contest = post("/v1/contests", {"title": "Cup", "seats": 2, "rounds": [{"decks": 2}]})["id"]
        entry = post(f"/v1/contests/{contest}/entries", {"partners": [{"bot": "random"}]})["id"]
        line = post(f"/v1/replays/{games[1]}/lines", {"at": 0, "moves": []})["id"]
    names = {"running": games[0], "ended": games[1], "contest": contest, "entry": entry, "line": line}
    return Scene(ada["token"], {**names, "name": ada["id"], "account": ben["id"], "anchor": "game", "version": "0"})


class _First(NamedTuple):
    """What is sent before anything at random."""

    operation: Operation
    query: Mapping[str, str]
    headers: Mapping[str, bytes | str]
    body: Any


def _first() -> Iterator[_First]:
    """Yield each place of a time with each odd time, and each page with odd bytes in cookies."""
    for operation in CONTRACT.operations:
        for node in _parameters(operation):
            is_time = CONTRACT.resolve(node["schema"]).get("format") == "date-time"
            for at in TIMES if is_time or node["name"] == "cursor" else ():
                value = at if is_time else _cursor(at)
                yield _First(operation, {node["name"]: value}, {}, _first_body(operation))
        for body in _bodies(operation):
            for number, (inside, step) in enumerate(places([body])):
                for at in TIMES if _TIME.match(str(inside[step])) else ():
                    document = [copy.deepcopy(body)]
                    place, name = [*places(document)][number]
                    place[name] = at
                    yield _First(operation, {}, {}, document[0])
        if operation.node["tags"] == ["website"] and operation.method == "GET":
            for name in COOKIES:
                yield _First(operation, {}, {"Cookie": name.encode() + b"=\xff; x=\xc3(", "Accept": "text/html"}, None)


def _first_body(operation: Operation) -> Any:
    return next(iter(_bodies(operation)), None)


def _sent(
    operation: Operation, scene: Scene, query: Mapping[str, str], headers: Mapping[str, bytes | str], body: Any
) -> Sent:
    found = dict(headers)
    if "Cookie" in found:
        del found["Authorization"]
    address = _path(operation.template, scene) + (f"?{urlencode(query)}" if query else "")
    content = _encoded(found, body)
    return Sent(operation.method, address, found, content)


def _request(dice: Random, operation: Operation, scene: Scene) -> Sent:
    """Return an example of an operation with one or two odd values."""
    path = _path(operation.template, scene)
    query, headers, body = _query(operation), _headers(operation, scene), _body(dice, operation, scene)
    for _ in range(dice.choice((1, 1, 2))):
        match dice.randrange(8):
            case 0:
                path = _path(operation.template, scene._replace(names={name: _word(dice) for name in scene.names}))
            case 1 | 2 if query:
                name = dice.choice(list(query))
                query[name] = _word(dice, query[name])
            case 3:
                headers[dice.choice(HEADERS)] = dice.choice(BYTES)
            case 4:
                cookies = [(dice.choice(COOKIES).encode(), dice.choice(BYTES)) for _ in range(2)]
                headers["Cookie"] = b"; ".join(b"%s=%s" % pair for pair in cookies)
                headers["Sec-Fetch-Site"] = "same-origin"
                headers.pop("Authorization", None)
            case _:
                body = _changed(dice, body)
    chosen = [name for name in query if dice.random() < 0.4 or query[name] != _query(operation)[name]]
    address = path + ("?" + urlencode({name: query[name] for name in chosen}, errors="surrogatepass") if chosen else "")
    return Sent(operation.method, address, headers, _encoded(headers, body))


def _path(template: str, scene: Scene) -> str:
    game = "ended" if template.startswith("/v1/replays") or "events" in template else "running"
    for name, value in (("game", scene.names[game]), *scene.names.items()):
        template = template.replace(f"{{{name}}}", quote(value, safe="", errors="surrogatepass"))
    return template.replace("{", "").replace("}", "")


def _parameters(operation: Operation) -> Iterator[dict[str, Any]]:
    shared = CONTRACT.document["paths"][operation.template].get("parameters", [])
    yield from map(CONTRACT.resolve, (*shared, *operation.node.get("parameters", [])))


def _query(operation: Operation) -> dict[str, str]:
    """Return an example of each parameter in the query."""
    found = {node["name"]: str(node.get("example", "0")) for node in _parameters(operation) if node["in"] == "query"}
    return found | ({"cursor": _cursor("2026-11-21T12:00:00+00:00")} if "cursor" in found else {})


def _cursor(at: str) -> str:
    """Return the cursor of a list ordered by time."""
    return base64.urlsafe_b64encode(json.dumps([at, "0" * 32]).encode()).decode().rstrip("=")


def _headers(operation: Operation, scene: Scene) -> dict[str, bytes | str]:
    headers: dict[str, bytes | str] = {"Authorization": f"Bearer {scene.token}"}
    if any(node["name"] == "If-Match" for node in _parameters(operation)):
        headers["If-Match"] = "*"
    return headers


def _body(dice: Random, operation: Operation, scene: Scene) -> Any:
    """Return an example of a body, about the account and its games."""
    examples = _bodies(operation)
    names = {"a": scene.names["account"], "g": scene.names["running"], "x": scene.names["contest"]}
    text = _ID.sub(lambda found: names[found[1]], json.dumps(dice.choice(examples) if examples else None))
    return json.loads(text)


def _bodies(operation: Operation) -> list[Any]:
    """Return the examples of a body."""
    contents = CONTRACT.resolve(operation.node.get("requestBody", {})).get("content", {})
    return [
        CONTRACT.resolve(one)["value"]
        for media_type, content in contents.items()
        if media_type in ("application/json", FORM)
        for one in content.get("examples", {}).values()
    ]


def _changed(dice: Random, body: Any) -> Any:
    """Return a body with one odd value in it, or inside a text in it."""
    document = [copy.deepcopy(body)]
    inside, step = dice.choice(list(places(document)))
    old = inside[step]
    if type(old) is bool and dice.random() < 0.7:
        inside[step] = not old
    elif type(old) is int and dice.random() < 0.7:
        inside[step] = dice.choice((0, 1, 2, 3, 60, 86400, old + 1, float(old)))
    else:
        inside[step] = _word(dice, old) if isinstance(old, str) and dice.random() < 0.7 else dice.choice(VALUES)
    return document[0]


def _word(dice: Random, text: str = "") -> str:
    """Return an odd text: another one of its kind, or the same text with an odd value inside."""
    if "T" in text and text[:4].isdigit():
        return dice.choice(TIMES)
    inner = _inside(dice, text)
    return inner if inner is not None and dice.random() < 0.7 else str(dice.choice((*TIMES, *TEXTS, *NUMBERS)))


def _inside(dice: Random, text: str) -> str | None:
    """Return a text that encodes another value than this one: as JSON, Base64 or a query. None for other texts."""
    try:
        return json.dumps(_changed(dice, json.loads(text)))
    except (ValueError, RecursionError):
        pass
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    if len(raw) > 5:
        inner = _inside(dice, raw.decode(errors="replace"))
        changed = dice.choice(BYTES) + raw if inner is None else inner.encode(errors="surrogatepass")
        return base64.urlsafe_b64encode(changed).decode().rstrip("=")
    pairs = dict(parse_qsl(text))
    if len(pairs) > 1:
        pairs[dice.choice(list(pairs))] = _word(dice)
        return urlencode(pairs, errors="surrogatepass")
    return None


def _encoded(headers: dict[str, bytes | str], body: Any) -> bytes:
    if body is None:
        return b""
    headers.setdefault("Content-Type", "application/json")
    return json.dumps(body).encode()


def _send(client: httpx.Client, request: Sent) -> tuple[int, Any]:
    """Return the status and the parsed body; 500 if there is no response. Of a stream, read only the head."""
    try:
        headers = [
            (name.encode(), value if isinstance(value, bytes) else value.encode())
            for name, value in request.headers.items()
        ]
        made = client.build_request(request.method, request.path, headers=headers, content=request.body)
        answer = client.send(made, stream=True)
    except (httpx.LocalProtocolError, httpx.InvalidURL, UnicodeError):  # the client cannot send it
        return 0, None
    except httpx.HTTPError:
        return 500, None
    try:
        is_json = answer.headers.get("Content-Type") == "application/json"
        return answer.status_code, json.loads(answer.read()) if is_json else None
    finally:
        answer.close()


def _ids(answer: Any) -> dict[str, str]:
    """Return what the id in an answer may be that of."""
    found = answer.get("id") if isinstance(answer, dict) else None
    kinds = {"g": "running", "x": "contest", "e": "entry", "b": "line", "w": "webhook", "s": "session", "q": "seek"}
    return {kinds[found[0]]: found} if isinstance(found, str) and found[:1] in kinds else {}


def _readings(dice: Random, change: Operation, scene: Scene) -> Iterator[Sent]:
    """Yield requests that may show a change: all lists of the account and of its resource, and some pages."""
    tags = {*change.node["tags"], "me"}
    for operation in READ:
        is_page = operation.node["tags"] == ["website"]
        if is_page and dice.random() < 0.3:
            yield Sent("GET", _path(operation.template, scene), {"Accept": "text/html,*/*;q=0.1"}, b"")
        elif tags & {*operation.node["tags"]}:
            is_public = {} in operation.node["security"] and dice.random() < 0.3
            headers = {} if is_public else _headers(operation, scene)
            yield Sent("GET", _path(operation.template, scene), headers, b"")
