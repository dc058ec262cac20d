"""Tests of `hanabi doctor`: each fault of an installation is found, with what to do."""

import os
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from socketserver import BaseRequestHandler, TCPServer

import psycopg
import pytest

from engine.proof.tiles import tile_path
from service.app import create_app
from service.cli import main
from service.features.commitment_log import mirror
from service.maintenance import doctor
from service.platform.settings import Settings
from tests.pooled import environ_for
from tests.programs import require_program
from tests.rows import slow_unless
from tests.service.client import Api
from tests.waiting import await_until

Doctor = Callable[..., tuple[int, dict[str, str], str]]

SUBJECTS = ["schema", "locks", "worker", "jobs", "chores", "log", "clock", "connections"]
SUBJECTS += ["postgres", "disk", "memory", "standby", "archive", "slots", "pg_wal", "backup", "certificate"]


@pytest.fixture
def run_doctor(empty_database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Doctor:
    """A function that runs the command, and returns its status, the verdict of each check and the whole output."""
    for name, value in environ_for(empty_database_url).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(doctor, "_STARTING_S", 0.0)

    def run(*arguments: str) -> tuple[int, dict[str, str], str]:
        status = main(["doctor", *arguments])
        output = capsys.readouterr().out
        lines = [line for line in output.splitlines() if line[0] != " "]
        return status, {line[7:18].strip(): line[:5].strip() for line in lines}, output

    return run


def faulty(verdicts: dict[str, str]) -> set[str]:
    """Return the subjects with something to do."""
    return {subject for subject, verdict in verdicts.items() if verdict != "ok"}


def test_a_sound_installation(empty_database_url: str, run_doctor: Doctor) -> None:
    """All checks are made, and the status is 0."""
    with psycopg.connect(empty_database_url, autocommit=True) as db:
        db.execute("insert into procrastinate_workers default values")
        # A chore that has failed once is repeated.
        db.execute("insert into procrastinate_jobs (queue_name, task_name, status) values ('chores', 'x', 'failed')")
        db.execute("insert into procrastinate_periodic_defers (task_name, periodic_id) values ('x', '')")
        try:
            status, verdicts, _ = run_doctor()
        finally:
            db.execute("delete from procrastinate_periodic_defers")
            db.execute("delete from procrastinate_jobs")
    assert (status, list(verdicts), faulty(verdicts)) == (0, SUBJECTS, set())


@pytest.mark.parametrize(
    ("change", "subject", "remedy"),
    [
        ("delete from procrastinate_workers", "worker", "hanabi work"),
        (
            "update procrastinate_workers set last_heartbeat = now() - interval '2 min'",
            "worker",
            "hanabi work",
        ),
        (
            "insert into procrastinate_jobs (queue_name, task_name, status) values ('default', 'x', 'failed')",
            "jobs",
            "the log of `hanabi work` why these failed: x.",
        ),
        (
            "insert into answer (key_digest, request_digest, status, content, kept_until) "
            "values ('', '', 1, '', now() - interval '1 hour')",
            "chores",
            "hanabi chores",
        ),
        (
            "insert into log_entry (kind, game_id, at, secret_commitment) "
            "values (0, gen_random_uuid(), now() - interval '1 hour', sha256(''))",
            "log",
            "Run a worker",
        ),
        ("update alembic_version set version_num = '0001'", "schema", "hanabi migrate"),
    ],
)
def test_each_fault_has_a_remedy(
    empty_database_url: str, run_doctor: Doctor, change: str, subject: str, remedy: str
) -> None:
    """The status is 1. The changes are taken back."""
    with psycopg.connect(empty_database_url, autocommit=True) as db:
        version = db.execute("select version_num from alembic_version").fetchone()
        db.execute("delete from procrastinate_workers")
        db.execute("insert into procrastinate_workers default values")
        db.execute(change.encode())
        try:
            status, verdicts, output = run_doctor()
        finally:
            for table in ("procrastinate_jobs", "answer", "log_entry"):
                db.execute(f"delete from {table}".encode())
            db.execute("update alembic_version set version_num = %s", version)
    assert (status, faulty(verdicts)) == (1, {subject})
    assert remedy in output


def test_who_holds_a_lock_is_named(
    empty_database_url: str, run_doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not who waits for it, and holds up others."""
    monkeypatch.setattr(doctor, "_BLOCKING", doctor._BLOCKING.replace(doctor._HELD, "0 seconds"))
    take = b"select pg_advisory_xact_lock(4711)"
    waiting = b"select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted having count(*) = 2"

    def wait() -> None:
        with psycopg.connect(empty_database_url) as db:
            db.execute(take)

    with psycopg.connect(empty_database_url, application_name="a dump") as holder:
        holder.execute(take)
        blocked = [threading.Thread(target=wait) for _ in range(2)]
        for one in blocked:
            one.start()
        with psycopg.connect(empty_database_url, autocommit=True) as db:
            db.execute("insert into procrastinate_workers default values")
            await_until(lambda: db.execute(waiting).fetchone(), "both wait")
        _, verdicts, output = run_doctor()
        who = f"a dump (role {holder.info.user}, process {holder.info.backend_pid})"
    for one in blocked:
        one.join()
    assert faulty(verdicts) == {"locks"}
    assert f"2 statements wait for a lock of {who}" in output


def test_two_hosts_need_a_synchronous_standby(empty_database_url: str) -> None:
    """Without one, a promoted standby lacks moves that were acknowledged."""
    two = psycopg.conninfo.conninfo_to_dict(empty_database_url)
    settings = Settings.from_environ(environ_for(empty_database_url))
    host, port = str(two.get("host", "")), str(two.get("port", "5432"))
    url = psycopg.conninfo.make_conninfo("", **{**two, "host": f"{host},{host}", "port": f"{port},{port}"})
    found = {finding.subject: finding for finding in doctor.examine(settings.__class__(database_url=url), None)}
    assert found["standby"].remedy == "Set synchronous_standby_names on each of the servers."


def test_a_backup_that_was_not_made_is_noticed(run_doctor: Doctor, tmp_path: Path) -> None:
    """The newest file of a folder counts."""
    assert "backup" in faulty(run_doctor("--backup", str(tmp_path))[1])
    for name, hours in (("old", 48), ("new", 3)):
        (tmp_path / name).touch()
        then = time.time() - hours * 3600
        os.utime(tmp_path / name, (then, then))
    for place, is_late in (("old", True), ("new", False), ("", False), ("none", True)):
        _, verdicts, output = run_doctor("--backup", str(tmp_path / place))
        assert ("backup" in faulty(verdicts)) == is_late, output


def test_a_restored_database_says_what_it_has_lost(
    another_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is compared with a mirror of the public log. Nothing is lost at first, and then the last entries."""
    monkeypatch.setenv("DATABASE_URL", another_database)
    app = create_app(Settings(database_url=another_database, pool_size=2))
    nobody = Api(app)
    ada, bob = (nobody.known_by(nobody.post("/v1/accounts", {}).ok()["token"]) for _ in range(2))
    for _ in range(2):
        game = ada.post("/v1/games", {"seats": 2}).ok()["id"]
        bob.post(f"/v1/games/{game}/seats", {}).ok()
    head = nobody.get("/v1/log/head")
    files = {"v1/log/head": head.raw, ".well-known/hanabi-keys": nobody.get("/.well-known/hanabi-keys").raw}
    for tile in mirror.tiles(head.body["size"]):
        files[f"log/tile/{tile_path(tile)}"] = nobody.get(f"/log/tile/{tile_path(tile)}").raw
    for path, content in files.items():
        mirror.write(tmp_path, path, content)
    assert main(["doctor", "--restored", str(tmp_path)]) == 0
    assert f"all {head.body['size']} entries" in capsys.readouterr().out
    assert main(["db", "verify"]) == 0
    assert "verified 2 games, 0 with a fault" in capsys.readouterr().out
    with psycopg.connect(another_database, autocommit=True) as db:
        db.execute("delete from log_hash where position >= (select max(position) from log_entry)")
        db.execute("delete from log_entry where position = (select max(position) from log_entry)")
        db.execute("update game set head = sha256('') where game_id = (select min(game_id::text)::uuid from game)")
    assert main(["doctor", "--restored", str(tmp_path)]) == 1
    assert f"lacks 1 of {head.body['size']} entries of the public log, about 1 games: 1 deal" in capsys.readouterr().out
    assert main(["db", "verify"]) == 1
    assert "stored-head" in capsys.readouterr().out
    app.extensions["database"].close()


@pytest.mark.parametrize(
    "arguments",
    slow_unless(["--help"].__eq__, [["doctor"], ["keys"], ["--help"], ["moderate", "--help"]]),
    ids=" ".join,
)
def test_a_reader_that_ends_early_is_no_fault_of_a_command(empty_database_url: str, arguments: list[str]) -> None:
    """As in `hanabi doctor | head -3`: the command ends without a traceback."""
    command = f"{sys.executable} -m service.cli {' '.join(arguments)} | true"
    environ = {**os.environ, **environ_for(empty_database_url)}
    done = subprocess.run(command, shell=True, env=environ, check=False, capture_output=True, text=True)
    assert done.stderr == ""


@pytest.fixture(params=[5, 90])
def certified(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[int, str]]:
    """The address of a TLS server, and the days for which its certificate is valid."""
    openssl, days = require_program("openssl"), int(request.param)
    subprocess.run(
        f"{openssl} req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost "
        f"-days {days} -keyout key.pem -out cert.pem".split(),
        check=True,
        cwd=tmp_path,
        capture_output=True,
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    with TCPServer(("127.0.0.1", 0), BaseRequestHandler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield days, f"https://localhost:{server.server_address[1]}"
        server.shutdown()


def test_a_certificate_that_is_not_renewed_is_noticed(certified: tuple[int, str], run_doctor: Doctor) -> None:
    """It should have been renewed 30 days before its end."""
    days, url = certified
    _, verdicts, output = run_doctor("--url", url)
    assert verdicts["certificate"] == ("TO DO" if days == 5 else "ok")
    assert ("certbot renew" in output) == (days == 5)
    assert run_doctor("--url", url.replace("localhost", "127.0.0.1"))[1]["certificate"] == "TO DO"
    assert run_doctor("--url", "http://localhost")[1]["certificate"] == "TO DO"
