"""Fuzz tests of all parsers: input is read, or refused with the error that the parser documents.

`FUZZ_CASES` is the number of inputs for each parser: 100 in `make test`, 2,000 in `make test-all`, 100,000 in
`make fuzz`. Those of the corpus come first (`corpus.py`). Any other input is a valid one with a few changes, or random.
Input that is read must be the same after it is written and read again.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

import pytest
from flask import Flask, request
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from engine.fold import fold
from engine.formats.hanab_live import reader
from engine.formats.hanab_live.links import read_link, write_link
from engine.formats.hanab_live.reader import ImportRefused
from engine.formats.notation.games import read_game, read_written, write_game
from engine.formats.notation.moves import read_move, write_move
from engine.formats.notation.positions import read_position, write_position
from engine.formats.notation.words import NotationError
from engine.proof import record_json
from engine.proof.record_checks import RecordRefused
from engine.proof.verify import verify
from engine.rules import resolve
from service.app import create_app
from service.core.people import token_secrets, tokens
from service.core.people.tokens import InvalidToken
from service.core.replays.routes import replays as replay_routes
from service.core.tables.routes import events
from service.platform import ids
from service.platform.database.list_position import Position
from service.platform.requests.compression import preferred_coding
from service.platform.settings import Settings
from service.platform.wire import request_record, responses
from service.platform.wire.pagination import cursor_of, position_of
from service.platform.wire.problems import Problem
from tests.engine.corpus import FILES, read_file
from tests.engine.hanab_live_exports import export_of
from tests.engine.random_games import STEADY, Setting, game, games_of
from tests.engine.records import record_of
from tests.fuzz.corpus import fuzzed, save
from tests.fuzz.inputs import changed_json, changed_text

CASES: Final = int(os.environ.get("FUZZ_CASES", "100"))

tried = settings(
    max_examples=CASES,
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
    print_blob=False,
)


@pytest.fixture(autouse=True)
def corpus(request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep the inputs that reached new code, in `make fuzz`."""
    yield
    save(request.function.__name__)


GAMES: Final = [read_file(path).text for path in FILES[:12]]
POSITIONS: Final = [write_position(fold(log)) for log in games_of(12)]
MOVES: Final = ["p3", "d0", "c1:red", "c2:5", "p3:red", "o0,1,2", "v", "w", 's"hello"', "c0:m", "p99999", "c1:"]


def require_place(error: NotationError, text: str) -> None:
    """Require that an error names a place in the text, and says why."""
    lines = text.split("\n")
    assert str(error) and 1 <= error.line <= len(lines) and 1 <= error.column <= len(lines[error.line - 1]) + 1


@tried
@fuzzed(changed_text([*POSITIONS, *MOVES]))
def test_a_position_is_read_or_refused(text: str) -> None:
    """Test the notation of a position."""
    try:
        state = read_position(text)
    except NotationError as error:
        require_place(error, text)
        return
    assert read_position(write_position(state)) == state


@tried
@fuzzed(changed_text(MOVES))
def test_a_move_is_read_or_refused(text: str) -> None:
    """Test the notation of a move."""
    try:
        command = read_move(text)
    except NotationError as error:
        require_place(error, text)
        return
    assert read_move(write_move(command)) == command


@tried
@fuzzed(changed_text(GAMES))
def test_a_game_is_read_or_refused(text: str) -> None:
    """Test the notation of a whole game."""
    try:
        written = read_written(text)
    except NotationError as error:
        require_place(error, text)
        return
    assert read_game(write_game(written.log, written.players)) == written.log


EXPORTS: Final = [
    export_of(
        game(
            Setting(resolve("hanab_live", {"multicolor": multicolor, "starting_seat": 0}, seats), seats),
            seats,
            STEADY._replace(chats=0.0),
        )
    )
    for seats, multicolor in ((2, "none"), (3, "wild_ten"), (4, "five"), (5, "ten"))
]


@tried
@fuzzed(changed_json(EXPORTS))
def test_an_export_of_hanab_live_is_read_or_refused(export: object) -> None:
    """Test hanab.live's JSON in the body of an import."""
    try:
        found = reader.read(export)
    except ImportRefused as error:
        assert error.why and (not error.pointer or error.pointer[0] in "#/"), error.pointer
        return
    fold(found.log)


@tried
@fuzzed(changed_text([write_link(export) or "" for export in EXPORTS]))
def test_a_link_of_hanab_live_is_read_or_refused(text: str) -> None:
    """Test a link with a whole game. Its game is read or refused as an export."""
    try:
        found = reader.read(read_link(text))
    except ImportRefused as error:
        assert error.why and error.pointer[0] == "#", error.pointer
        return
    fold(found.log)


WHOLE: Final = [record_of(log) for log in games_of(8)]
RECORDS: Final = [record_json.as_json(one) for one in WHOLE]


@tried
@fuzzed(changed_json(RECORDS))
def test_a_record_is_read_or_refused(document: object) -> None:
    """Test the record of a game as JSON, and its verification."""
    try:
        found = record_json.from_json(document)
    except RecordRefused:
        return
    verify(found)
    assert record_json.from_json(record_json.as_json(found)) == found


@tried
@fuzzed(changed_text([record_json.write(one).decode() for one in WHOLE]), st.booleans())
def test_the_bytes_of_a_record_are_read_or_refused(text: str, is_latin: bool) -> None:
    """Test the record of a game as bytes."""
    try:
        record_json.read(text.encode(*(("latin-1", "replace") if is_latin else ("utf-8", "surrogatepass"))))
    except RecordRefused:
        return


SECRETS: Final = [token_secrets.new_secret("p"), token_secrets.new_secret("s"), "hnb_p_", "Bearer hnb_p_x"]


@tried
@fuzzed(changed_text(SECRETS))
def test_a_token_is_read_or_refused(text: str) -> None:
    """Test the token in an Authorization header."""
    try:
        digest = tokens.digest_of(text)
    except InvalidToken:
        return
    assert len(digest) == 32


IDS: Final = [f"{kind}_{ids.new().hex}" for kind in "agtc"] + ["g_", "current"]


@tried
@fuzzed(changed_text(IDS))
def test_an_id_is_read_or_refused(text: str) -> None:
    """Test ids and versions in a path."""
    for kind in ("a", "g", "t", "c"):
        found = ids.parse(kind, text)
        assert found is None or ids.render(kind, found) == text
    assert 0 <= replay_routes.version_of(text) < 2**31


CURSORS: Final = [
    cursor_of(Position(value, ids.new()))
    for value in (datetime.fromisoformat("2026-11-21T12:00:00+00:00"), datetime.min, 17, -1)
]


@tried
@fuzzed(changed_text(CURSORS))
def test_a_cursor_is_read_or_refused(text: str) -> None:
    """Test the `cursor` parameter."""
    for kind in (datetime, int):
        found = position_of(text, kind)
        if found is not None:
            assert position_of(cursor_of(found), kind) == found


HEADERS: Final[Mapping[str, Sequence[str]]] = {
    "Accept": ["application/json", "text/event-stream;q=0.5, */*;q=0.1", 'a/b; c="d"', "*/*"],
    "Accept-Encoding": ["gzip, identity;q=0", "*;q=0", "x-gzip;q=1.0, br"],
    "Accept-Language": ["de-CH, fr;q=0.7, *;q=0.1", "nl", "zh-Hant-CN-x-private"],
    "Authorization": ["Bearer x", "Basic eDp5", "Bearer"],
    "If-Match": ['"1"', "*", 'W/"1", "2"'],
    "If-None-Match": ['"1-2-3"', "*", 'W/"k"'],
    "Last-Event-ID": ["17", "-1", "999999999"],
    "Prefer": ["wait=9", 'respond-async, wait="60"; x=1', "wait = 5;"],
    "Range": ["bytes=0-9"],
    "If-Modified-Since": ["Sat, 01 Jan 2000 00:00:00 GMT"],
    "Forwarded": ['for="[::1]"'],
    "Content-Type": ["application/json; charset=utf-8", "application/merge-patch+json"],
    "Idempotency-Key": ["a", "x" * 201],
}


@pytest.fixture(scope="module")
def quiet() -> Flask:
    """A service without a database."""
    return create_app(Settings(database_url="postgresql://nobody@127.0.0.1:9/nothing"))


READINGS: Final[Sequence[Callable[[], object]]] = (
    request_record.language,
    lambda: responses.prefers("application/json"),
    lambda: responses.prefers("application/json", "text/event-stream"),
    responses.requested_wait_s,
    lambda: events._seen(3),
    preferred_coding,
    lambda: (request.if_match.contains("1"), request.if_none_match.contains_weak("1"), bool(request.if_none_match)),
    lambda: (request.mimetype, request.content_length),
)


@tried
@fuzzed(
    st.sampled_from(sorted(HEADERS)).flatmap(lambda name: st.tuples(st.just(name), changed_text(HEADERS[name]))),
    st.sampled_from(["/v1/editions", "/problems", "/v1/accounts", "/livez"]),
)
def test_a_header_is_read_or_refused(quiet: Flask, header: tuple[str, str], path: str) -> None:
    """Each header is read, or refused with a problem document."""
    name, text = header
    key = {"Content-Type": "CONTENT_TYPE"}.get(name, f"HTTP_{name.upper().replace('-', '_')}")
    environ = {key: text.encode(errors="surrogatepass").decode("latin-1")}
    for read in READINGS:
        with quiet.test_request_context(path, environ_overrides=environ):
            request_record.begin(request.environ)
            try:
                read()
            except Problem as problem:
                assert problem.status < 500
    if CASES <= 1000 or len(text) % 8 == 0:  # a whole request takes longer
        method = "POST" if path == "/v1/accounts" else "GET"
        answer = quiet.test_client().open(path, method=method, environ_overrides=environ)
        assert answer.status_code != 500, answer.get_data()  # without a database it is 503
