"""Tests of access control: every operation for every kind of caller, as its declaration says."""

import io
import json
import logging
import re
import threading
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import count, islice
from typing import Final, NamedTuple

import pytest
from flask import Flask

from service.app import create_app
from service.core.people import scopes
from service.platform.limits import gates
from service.platform.observability import logs, metrics
from service.platform.settings import Settings
from service.platform.wire.operation import Operation as Declaration
from tests.rows import IN_FULL
from tests.service.access import SCENES, Cast, bodies, the_cast
from tests.service.client import Answer
from tests.service.contract import CONTRACT, Operation
from tests.service.house.rooms import of_rooms
from tests.service.statements import recorded

COLUMNS: Final = (
    "nobody",  # without a token
    "bad",  # with an invalid token: malformed, unknown, expired, revoked, of a deleted account …
    "account",  # with a token of one of the three ordinary scopes, for the account in seat 1
    "play",
    "read",
    "player",  # with a token of the same account, with all scopes
    "partner",  # the account in seat 0
    "seat",  # with a token bound to seat 1 of the running public game
    "elsewhere",  # with a token of the account in seat 1, bound to its seat in another game
    "stranger",  # an account without a seat in these games
    "passer-by",  # with a token of that account, bound to its seat in another game
    "moderator",  # with the token that `hanabi moderate grant` prints, for an account without a seat
    "suspended",  # a suspended account without a seat, with all scopes
    "bot",  # a bot of the account in seat 1, without a seat
)

HELD: Final[Mapping[str, tuple[str, ...]]] = {
    **{scope: (scope,) for scope in scopes.ALL},
    **dict.fromkeys(("player", "partner", "stranger", "suspended"), scopes.GRANTABLE),
    **dict.fromkeys(("seat", "elsewhere", "passer-by"), scopes.FOR_SEATS),
    "moderator": ("moderate", "read"),
    "bot": ("bot",),
}
"""The scopes of the callers with a token."""

REFUSALS: Final = {
    "T": (401, "missing-token"),
    "I": (401, "invalid-token"),
    "S": (403, "insufficient-scope"),
    "U": (403, "account-suspended"),
    "W": (403, "wrong-game"),
    "P": (403, "not-a-player"),
    "C": (403, "not-the-creator"),
    "N": (404, "not-found"),
}

NO_KEY: Final = {"Idempotency-Key": "two words"}
NO_QUERY: Final = "no=such&sinse=1&limits=0"
AMISS: Final = {
    "Content-Type": "text/plain",
    "Accept-Encoding": "identity;q=0",
    "If-Match": "*",
    "If-None-Match": "*",
    "Last-Event-ID": "x",
    "Prefer": "wait=x",
    "Range": "bytes=0-9",
}
"""Headers that some operation or other would refuse or heed."""


How = tuple[Mapping[str, str], str]
"""Headers and query of a request."""


class Row(NamedTuple):
    """The expected responses of an operation on a public game, by caller: a refusal, or `.` if it is let in."""

    cells: dict[str, str]

    def cell(self, caller: str, scene: str) -> str:
        """Return the expected response for a caller and a scene."""
        cell = self.cells[caller]
        if self.cells["bad"] == ".":
            return cell  # the operation depends on no token
        if caller == "seat" and scene != "running":
            cell = self.cells["elsewhere"]
        if cell in "TISU":
            return cell
        outside = caller in ("nobody", "stranger", "passer-by", "bot") or cell == "W"
        invisible = scene.startswith("private") and (outside or caller == "moderator")
        return "N" if scene == "unknown" or invisible or (scene.startswith("hidden") and outside) else cell


def row_of(operation: Operation, declared: Declaration) -> Row:
    """Return what follows from the declaration of an operation, and what its room says otherwise."""
    cells = {caller: _cell(caller, operation, declared) for caller in COLUMNS}
    return Row(cells | of_rooms("ACCESS").get(named(operation), {}))


def _cell(caller: str, operation: Operation, declared: Declaration) -> str:
    if not declared.token:
        return "."
    if caller in ("nobody", "bad"):
        return "I" if caller == "bad" else "." if declared.scope is None else "T"
    if caller == "suspended":
        return "." if declared.suspended else "U"
    is_bound, in_game = caller in ("seat", "elsewhere", "passer-by"), "{game}" in operation.template
    refuses_bound = is_bound and declared.scope is not None and not declared.seat_token
    if refuses_bound or not scopes.allow(frozenset(HELD[caller]), declared.scope or "profile:read"):
        return "S"
    if caller in ("elsewhere", "passer-by"):
        return "W" if in_game else "."
    is_outside = caller in ("stranger", "moderator", "bot")
    return "P" if is_outside and in_game and declared.seat_token and "not-a-player" not in declared.without else "."


@dataclass
class Walk:
    """A service, its callers and its log."""

    app: Flask
    cast: Cast
    written: io.StringIO

    def ask(
        self,
        operation: Operation,
        caller: str,
        scene: str,
        body: bytes,
        headers: Mapping[str, str] | None = None,
        query: str = "",
    ) -> Answer:
        """Send a request. Require that the response has no secret."""
        path = self.cast.path(operation, self.cast.scenes[scene])
        headers = {"Request-Id": "the-walk", **(headers or {})}
        api = self.cast.callers["nobody" if caller == "bad" else caller]
        answer = api.send(operation.method, path, raw=body, query=query, headers=headers)
        self.require_silence(answer.raw, json.dumps(dict(answer.headers)).encode())
        return answer

    @cached_property
    def forbidden(self) -> list[bytes]:
        """The tokens without their prefix, and their digests."""
        found = []
        for secret in self.cast.secrets:
            digest = sha256(secret.encode())
            found += [secret[6:].encode(), digest.hexdigest().encode(), b64encode(digest.digest())[:20]]
        return found

    def require_silence(self, *texts: bytes) -> None:
        """Raise AssertionError if a token or its digest is in the text."""
        text = b"\n".join(texts)
        assert not [form for form in self.forbidden if form in text], "a token is in the text"


@pytest.fixture(scope="module")
def walking(database_url: str) -> Iterator[Walk]:
    """All callers of a service of their own, where no animation is ever ready. The metrics are searched at the end."""
    settings = Settings(database_url=database_url, pool_size=4, access_log=True, watchers_see_held_cards=True)
    app = create_app(settings)
    with _lines() as written:
        walk = Walk(app, the_cast(app, database_url), written)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gates, "MOST_GIFS", 0)
        yield walk
    walk.require_silence(metrics.exposition())


@pytest.fixture
def walk(walking: Walk) -> Iterator[Walk]:
    """The service of `walking`. All lines that are logged meanwhile are searched for secrets at the end."""
    with _lines() as lines:
        yield walking
        assert lines.getvalue().count("service.requests")
    walking.require_silence(lines.getvalue().encode(), walking.written.getvalue().encode())


class _lines:
    """The log lines of the service at level debug."""

    def __enter__(self) -> io.StringIO:
        service = logging.getLogger("service")
        self._before = logging.root.handlers[:], logging.root.level, service.level
        stream = io.StringIO()
        logs.begin("debug", stream)
        return stream

    def __exit__(self, *_: object) -> None:
        logging.root.handlers[:], level, service_level = self._before
        logging.root.setLevel(level)
        logging.getLogger("service").setLevel(service_level)


def named(operation: Operation) -> str:
    """Return an operation's name."""
    return str(operation.node["operationId"])


def declaration(walk: Walk, operation: Operation) -> Declaration:
    """Return the declaration of the route of an operation."""
    path = walk.cast.path(operation, walk.cast.scenes["running"])
    endpoint, _ = walk.app.url_map.bind("localhost").match(path, operation.method)
    found: Declaration = walk.app.extensions["exchange"].operations[endpoint]
    return found


def test_what_belongs_to_somebody_reads_the_token(walking: Walk) -> None:
    """No operation on an account or a game is for everybody, and those on one's own account need a scope."""
    of_somebody = [
        one for one in CONTRACT.operations if one.template.startswith(("/v1/me", "/v1/games", "/v1/replays"))
    ]
    assert [named(one) for one in of_somebody if not declaration(walking, one).token] == []
    assert [
        named(one)
        for one in of_somebody
        if one.template.startswith("/v1/me") and declaration(walking, one).scope is None and one.template != "/v1/me"
    ] == []


def require(
    answer: Answer, wanted: tuple[int, str | None] | None, declared: Declaration, operation: Operation, who: str
) -> None:
    """Raise AssertionError for another answer than a refusal, or than one of those who are let in."""
    if wanted is not None:
        assert (answer.status, answer.code) == wanted, who
        return
    assert answer.status < 500 and answer.code not in {code for _, code in REFUSALS.values()} - {"not-found"}, who
    if answer.status == 404:  # there is no such item, which has nothing to do with the caller
        items = {*re.findall(r"{(\w+)}", operation.template)} - {"game", "anchor", "name", "token"}
        assert items or not declared.token or "not-found" in map(_code_of, declared.problems), who


def _code_of(problem: str | tuple[str, str]) -> str:
    return problem if isinstance(problem, str) else problem[0]


WITH_EVERY_BAD_TOKEN: Final = ("getMe", "createMove", "getReplay")


def some_scenes(operation: Operation) -> list[str]:
    """Return a game of each visibility, by turns running or ended. One that all may see runs."""
    if "{game}" not in operation.template:
        return ["running"]
    number = CONTRACT.operations.index(operation)
    ended_too = ["ended"] if "/replays/" in operation.template or number % 3 == 0 else []
    held_too = ["held running"] if operation.method == "GET" and operation.template.startswith("/v1/games/") else []
    private = ("private running", "private ended")[number % 2]
    hidden = ("hidden ended", "hidden running")[number % 2]
    return ["running", *ended_too, *held_too, private, hidden, "unknown"]


@IN_FULL
@pytest.mark.parametrize("operation", CONTRACT.operations, ids=named)
def test_each_gets_what_the_operation_declares(walk: Walk, operation: Operation, in_full: bool) -> None:
    """A refusal does not depend on the body. An allowed request gets another response than a refusal.

    Every invalid token is sent to the first game, and one of them, by turns, to each other game. In part: every invalid
    token to three operations, and other bodies and what is amiss to the first game, by one caller of each kind of
    refusal; half of the callers, by turns, and one without a token, to the first game, and a third to the others. An
    operation that depends on no token: some callers.
    """
    declared = declaration(walk, operation)
    row = row_of(operation, declared)
    useless, *whole = bodies(operation)
    turn = CONTRACT.operations.index(operation)
    all_invalid = list(walk.cast.dishonoured.values())
    invalid = all_invalid
    if not in_full and named(operation) not in WITH_EVERY_BAD_TOKEN:
        invalid = [all_invalid[turn % len(all_invalid)]]
    scenes = some_scenes(operation)
    if in_full:
        scenes = list(SCENES if "{game}" in operation.template else SCENES[:1])
    for number, scene in enumerate(scenes):
        dishonoured = [all_invalid[(turn + number) % len(all_invalid)]] if number else invalid
        refused: set[str] = set()
        callers = COLUMNS if in_full or row.cells["bad"] != "." else ("nobody", "bad", "player", "moderator")
        every = 1 if in_full else 3 if number else 2
        known = callers[: 0 if number else min(len(invalid), 2)]
        for caller in dict.fromkeys((*known, *callers[(turn + number) % every :: every])):
            cell = row.cell(caller, scene)
            with_more = in_full or (scene == "running" and cell not in refused)
            refused.add(cell)
            headers: Mapping[str, str] = {}
            for sent in dishonoured if caller == "bad" else [headers]:
                headers = sent
                for body in (useless, *whole) if cell in REFUSALS and with_more else (useless,):
                    answer = walk.ask(operation, caller, scene, body, headers)
                    require(answer, REFUSALS.get(cell), declared, operation, f"{caller} at the {scene} game, {headers}")
                if operation.method == "POST" and with_more:
                    answer = walk.ask(operation, caller, scene, useless, {**headers, "Idempotency-Key": "a-key"})
                    require(
                        answer, REFUSALS.get(cell), declared, operation, f"{caller} at the {scene} game, with a key"
                    )
            if (
                cell in REFUSALS and row.cells[caller] != "N" and with_more
            ):  # other faults must not be visible to the caller
                amiss = {**headers, **(NO_KEY if operation.method == "POST" else {})}
                answer = walk.ask(operation, caller, scene, useless, amiss, NO_QUERY)
                assert (answer.status, answer.code) == REFUSALS[cell], f"{caller} at the {scene} game, amiss"


OUTSIDE: Final = ("nobody", "stranger", "passer-by", "elsewhere", "invited")
INVISIBLE: Final = ("private open", "private running", "private ended", "hidden running", "hidden ended")


@IN_FULL
@pytest.mark.parametrize("operation", [one for one in CONTRACT.operations if "{game}" in one.template], ids=named)
def test_an_invisible_game_looks_like_an_unknown_one(
    walk: Walk, operation: Operation, monkeypatch: pytest.MonkeyPatch, in_full: bool
) -> None:
    """A caller without access gets the same bytes for a private game as for an unknown one, by the same statements.

    So neither the response nor its duration tells them apart. In part: two of the games and half of the callers by
    turns, for two bodies, and all that is amiss in one request.
    """

    def response_bytes(
        caller: str, scene: str, body: bytes, headers: Mapping[str, str], query: str
    ) -> tuple[int, dict[str, str], bytes, list[str]]:
        this = threading.get_ident()  # other threads send the news of earlier requests
        with recorded(monkeypatch, this) as statements:
            answer = walk.ask(operation, caller, scene, body, headers, query)
        game = walk.cast.scenes[scene].game
        headers = {name: value.replace(game, "GAME") for name, value in answer.headers.items() if name != "Date"}
        return answer.status, headers, answer.raw.replace(game.encode(), b"GAME"), statements

    plain: How = ({}, "")
    amiss: How = (AMISS, "")
    asking: How = ({}, NO_QUERY)
    ways: tuple[How, ...] = (plain, amiss, asking) if in_full else (plain, (AMISS, NO_QUERY))
    turns = count(CONTRACT.operations.index(operation))
    some = OUTSIDE if in_full else OUTSIDE[next(turns) % 2 :: 2]
    for caller in some:
        if caller == "invited" and named(operation) in ("createSeat", "deleteInvitation"):
            continue  # an invited caller may take a seat or decline, so it learns of the game
        for number, body in enumerate(bodies(operation) if in_full else islice(bodies(operation), 2)):
            for how in (plain,) if number else ways:
                unknown = response_bytes(caller, "unknown", body, *how)
                turn = next(turns)
                for scene in INVISIBLE if in_full else (INVISIBLE[turn % 3], INVISIBLE[3 + turn % 2]):
                    found = response_bytes(caller, scene, body, *how)
                    if found != unknown:  # a leak shows again; what a busy machine adds once, such as a retry, does not
                        found = response_bytes(caller, scene, body, *how)
                        unknown = response_bytes(caller, "unknown", body, *how)
                    apart = [one for one in (*found[3], *unknown[3]) if (one in found[3]) != (one in unknown[3])]
                    assert found == unknown, f"{caller} at the {scene} game, {how}: {apart}"


def test_a_running_game_has_no_replay(walk: Walk) -> None:
    """Each operation but that for imports says so to everybody who may send it, before it looks at anything else."""
    told: dict[str, set[str | None]] = {}
    for operation in CONTRACT.operations:
        if operation.template.startswith("/v1/replays/{game}") and named(operation) != "deleteReplay":
            needs_token = "T" in row_of(operation, declaration(walk, operation)).cells.values()
            for caller in ("player", "stranger") if needs_token else ("nobody", "player"):
                *_, body = [b"", *islice(bodies(operation), 1, None)]
                answer = walk.ask(operation, caller, "running", body)
                told.setdefault(named(operation), set()).add(answer.code)
    assert {name: codes for name, codes in told.items() if codes != {"game-not-finished"}} == {}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("DELETE", "/v1/me/tokens/{token}"),
        ("DELETE", "/v1/replays/{ended}/comments/{comment}"),
        ("DELETE", "/v1/replays/{ended}/lines/{line}"),
        ("DELETE", "/v1/games/{running}/notes/game"),
    ],
)
def test_resources_of_another_account_are_not_found(walk: Walk, method: str, path: str) -> None:
    """Tokens, comments, lines and notes of other accounts are 404, even at the same table."""
    cast = walk.cast
    scenes = {name: scene.game for name, scene in cast.scenes.items()}
    ended = cast.scenes["ended"]
    its_own = path.format(token=cast.token, comment=ended.comment, line=ended.line, **scenes)
    unknown = {name: f"{'b' if name == 'line' else name[0]}_{'0' * 32}" for name in ("token", "comment", "line")}
    nobodys = path.format(**unknown, **scenes).replace("/notes/game", "/notes/turn-0")
    partner = cast.callers["partner"]
    answers = [partner.send(method, one, headers={"Request-Id": "same"}) for one in (its_own, nobodys)]
    assert answers[0].status == 404 and answers[0].raw == answers[1].raw
    player = cast.callers["player"]
    owned = [
        player.get("/v1/me/tokens").ok()["items"],
        player.get(f"/v1/replays/{scenes['ended']}/comments").ok()["items"],
        player.get(f"/v1/replays/{scenes['ended']}/lines").ok()["items"],
    ]
    assert {cast.token, ended.comment, ended.line} <= {item["id"] for items in owned for item in items}


def test_a_stored_response_needs_the_same_permissions(walk: Walk) -> None:
    """Repeating the request of another token of the account with a weaker token is refused."""
    body, key = {"name": "phone"}, {"Idempotency-Key": "the-same"}
    created = walk.cast.callers["player"].post("/v1/me/tokens", body, headers=key)
    again = walk.cast.callers["player"].post("/v1/me/tokens", body, headers=key)
    assert created.ok() == again.ok() and again.headers["Idempotency-Replayed"] == "true"
    for caller in ("play", "read", "seat", "elsewhere"):
        answer = walk.cast.callers[caller].post("/v1/me/tokens", body, headers=key)
        assert (answer.status, answer.code) == (403, "insufficient-scope")
    one, two = (walk.cast.callers["play"].post("/v1/games", {"seats": 2}, headers=key) for _ in range(2))
    assert one.ok() == two.ok(), "a token that may play and not read retries as others do"
