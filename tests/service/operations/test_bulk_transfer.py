"""Tests of `hanabi export` and `hanabi import`: one game a line, in constant memory."""

import gc
import io
import json
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service import cli
from service.app import create_app
from service.maintenance import bulk_transfer
from service.maintenance.bulk_transfer import ImportCounts, Progress
from service.platform import ids
from service.platform.commands.failure import CommandFailed
from service.platform.settings import Settings
from tests.rows import in_one_test
from tests.service.client import Api

REAL = Path(__file__).resolve().parents[2] / "games" / "hanab_live_2906.json"
MANY = 105


class Terminal(io.StringIO):
    """Standard error that is a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


@pytest.fixture(scope="module")
def settings(empty_database_url: str) -> Settings:
    """The settings of a service with an empty database."""
    return Settings(database_url=empty_database_url, pool_size=2)


@pytest.fixture(scope="module")
def api(settings: Settings) -> Api:
    """A client of that service."""
    return Api(create_app(settings))


def export(number: int) -> bytes:
    """Return an export of hanab.live on one line, different for each number."""
    game = json.loads(REAL.read_text())
    ended_early = [*game["actions"][:4], {"type": 4, "target": 0, "value": 4}]
    return json.dumps({**game, "id": number, "actions": ended_early}).encode() + b"\n"


@pytest.fixture(scope="module", autouse=True)
def games(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> Path:
    """A file with records of games that were imported from hanab.live."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "exports.ndjson").write_bytes(b"".join(map(export, range(MANY))))
    assert bulk_transfer.import_games(settings, str(folder / "exports.ndjson"))[1] == ImportCounts(MANY, 0, 0)
    assert bulk_transfer.export_games(settings, str(folder / "records.ndjson")).startswith(
        f"wrote {MANY} games, under CC0 "
    )
    return folder / "records.ndjson"


def test_each_line_is_the_record_of_a_game(games: Path, api: Api) -> None:
    """The games are in the order in which they ended, each as in its export and in the stream of the service."""
    lines = games.read_bytes().splitlines()
    listed = api.get("/v1/replays", query="sort=finished&limit=100&imported=true").ok()["items"]
    assert [json.loads(line)["id"] for line in lines[:100]] == [item["id"] for item in listed]
    assert lines[7] == api.get(f"/v1/replays/{listed[7]['id']}/export").raw
    stream = api.get("/v1/replays", query="sort=finished&imported=true", headers={"Accept": "application/x-ndjson"})
    assert stream.raw.splitlines()[:MANY] == lines


def test_invalid_lines_are_reported_and_skipped(
    games: Path, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each invalid line is reported with its number and reason.

    The summary counts reasons, and a second import adds no game.
    """
    good = games.read_bytes().splitlines(keepends=True)[:3]
    forged = good[1].replace(b'"Alice"', b'"Malice"')
    bad = [forged, b"{}\n", b"[1\n", b"x" * (1 << 20) + b"yz\n", b'{"players":["\\u0000"]}\n', b'"\\\\u0000"\n']
    file = tmp_path / "mixed.ndjson"
    file.write_bytes(good[0] + b"".join(bad) + b"\n" + good[1] + good[2].rstrip(b"\n"))
    summary, tally = bulk_transfer.import_games(settings, str(file))
    assert tally == ImportCounts(3, 0, len(bad))
    messages = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in messages] == [f"line {n}" for n in range(2, 8)]
    assert "longer than 1 MiB" in messages[3] and "no JSON" in messages[2]
    assert summary.splitlines()[0] == "took 3 games, had 0 already, refused 6"
    assert len(summary.splitlines()) == 1 + len({line.split(": ", 1)[1] for line in messages}) or len(bad) >= 5
    assert bulk_transfer.import_games(settings, str(file))[1] == ImportCounts(0, 3, len(bad))


def test_links_are_imported_too(settings: Settings, tmp_path: Path) -> None:
    """One a line, as people pass them on, or as the API takes them."""
    known = (REAL.parent / "as_found" / "links_with_end.txt").read_text().split()
    file = tmp_path / "links.txt"
    file.write_text(f"<{known[0]}>\n\n" + json.dumps({"link": known[1]}) + "\nno link\n")
    _, tally = bulk_transfer.import_games(settings, str(file))
    assert tally == ImportCounts(2, 0, 1)


def test_a_game_hidden_during_an_export_is_left_out(
    games: Path, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The export goes on after a game that is no longer found."""
    lines = games.read_bytes().splitlines(keepends=True)[:2]
    known = [ids.parse("g", json.loads(line)["id"]) for line in lines]
    monkeypatch.setattr(bulk_transfer, "_finished", lambda *_: [known[0], ids.NOBODY, known[1]])
    assert bulk_transfer.export_games(settings, str(tmp_path / "some.ndjson")).startswith("wrote 2 games, under CC0 ")
    assert (tmp_path / "some.ndjson").read_bytes() == b"".join(lines)


def test_an_export_is_continued(games: Path, settings: Settings, tmp_path: Path) -> None:
    """With `--after`, the games that ended later than the last exported one are added."""
    file = tmp_path / "some.ndjson"
    lines = games.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:100]))
    bulk_transfer.export_games(settings, str(file), after=json.loads(lines[99])["id"])
    assert file.read_bytes().splitlines(keepends=True)[:MANY] == lines


@in_one_test(
    "ask",
    [
        lambda settings: bulk_transfer.import_games(settings, "/nowhere/at/all"),
        lambda settings: bulk_transfer.import_games(settings, "/dev/null", account="a_0"),
        lambda settings: bulk_transfer.import_games(settings, "/dev/null", account="a_" + "0" * 32),
        lambda settings: bulk_transfer.export_games(settings, "-", after="g_" + "0" * 32),
        lambda settings: bulk_transfer.export_games(settings, "-", after="x"),
        lambda settings: bulk_transfer.export_games(settings, "/nowhere/at/all"),
    ],
)
def test_a_missing_file_account_or_game_is_an_error(settings: Settings, ask: Any) -> None:
    """Each raises an error that names it."""
    with pytest.raises(CommandFailed):
        ask(settings)


def test_imported_games_belong_to_the_named_account(settings: Settings, api: Api, tmp_path: Path) -> None:
    """Imported games are in the export of the named account. Without one they belong to no account."""
    account = api.post("/v1/accounts", {}).ok()
    file = tmp_path / "one.ndjson"
    file.write_bytes(export(9999))
    assert bulk_transfer.import_games(settings, str(file), account=account["id"])[1].taken == 1
    assert len(api.known_by(account["token"]).get("/v1/me/export").ok()["imports"]) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("games")
def test_memory_does_not_grow_with_the_number_of_games(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both import and export use the same memory after many games as after a few."""
    file, memory = tmp_path / "some.ndjson", []
    file.write_bytes(b"".join(export(5000 + number) for number in range(60)))
    monkeypatch.setattr(Progress, "at", lambda *_: memory.append(tracemalloc.get_traced_memory()[0]))
    gc.freeze()  # otherwise, garbage is collected rarely in a process that has run many tests before
    tracemalloc.start()
    try:
        bulk_transfer.import_games(settings, str(file))
        assert len(memory) == 60 and memory[-1] - memory[20] < 300_000
        memory.clear()
        bulk_transfer.export_games(settings, str(tmp_path / "out.ndjson"))
        assert len(memory) >= MANY and memory[-1] - memory[20] < 300_000
    finally:
        tracemalloc.stop()
        gc.unfreeze()


def test_progress_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar shows the share if the total is known, and the rate. It is removed at the end."""
    clock = iter(range(100))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    terminal, file = Terminal(), io.StringIO()
    for out in (terminal, file):
        progress = Progress(200, out)
        progress.at(50, 10)
        progress.at(200, 40)
        progress.clear()
    assert "[#######-----------------------]  25%  10 games, " in terminal.getvalue()
    assert "[##############################] 100%  40 games, " in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K") and file.getvalue() == ""
    unknown = Terminal()
    Progress(None, unknown).at(50, 10)
    assert "%" not in unknown.getvalue() and "10 games" in unknown.getvalue()


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A function that runs the command `hanabi` in this process."""
    monkeypatch.setenv("DATABASE_URL", settings.database_url or "")
    yield lambda *arguments: cli.main(arguments)


@pytest.mark.slow
def test_the_exit_status_of_the_commands(run: Any, games: Path, tmp_path: Path, capfdbinary: Any) -> None:
    """The exit status is 0 if all lines were taken, else 1. A summary is printed at the end."""
    (tmp_path / "few").write_bytes(b"".join(games.read_bytes().splitlines(keepends=True)[:4]))
    assert run("import", str(tmp_path / "few")) == 0
    assert b"already, refused 0" in capfdbinary.readouterr().out
    (tmp_path / "bad").write_bytes(b"{}\n")
    assert run("import", str(tmp_path / "bad")) == 1
    assert run("import", str(tmp_path / "nowhere")) == 1
    assert b"hanabi: " in capfdbinary.readouterr().err
    assert run("export", str(tmp_path / "all")) == 0
    said = capfdbinary.readouterr()
    assert said.out == b"" and b"wrote " in said.err
    assert run("export") == 0
    assert capfdbinary.readouterr().out == (tmp_path / "all").read_bytes()
