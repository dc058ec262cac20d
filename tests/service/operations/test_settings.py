"""Tests of settings: from variables, from a file, and as the table of the guide has them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from service.platform.commands.settings_file import read_settings_file
from service.platform.settings import BadSetting, Quota, Settings
from tests.rows import in_one_test, slow_unless


def test_every_setting_has_a_default() -> None:
    """Unset and empty variables have the defaults of `make run`."""
    for environ in ({}, dict.fromkeys(("PORT", "HOST", "DATA_DIR", "WORKERS", "DATABASE_URL"), " ")):
        settings = Settings.from_environ(environ)
        assert (settings.host, settings.port, settings.database_url) == ("127.0.0.1", 8000, None)
        assert settings.data_dir == Path("var").absolute()
        assert 2 <= settings.workers <= 8


def test_each_variable_sets_the_field_of_its_name() -> None:
    """Each variable sets the field of its name."""
    settings = Settings.from_environ(
        {"PORT": "80", "HOST": "0.0.0.0", "DATA_DIR": "/a b", "WORKERS": "3", "ACCESS_LOG": "yes", "POOL_SIZE": "4"}
    )
    assert (settings.port, settings.host, settings.workers, settings.pool_size) == (80, "0.0.0.0", 3, 4)
    assert settings.data_dir == Path("/a b")
    assert settings.access_log


@in_one_test(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "8e3"),
        ("PORT", "٨٠"),
        ("WORKERS", "-1"),
        ("WORKERS", "many"),
        ("HOST", "two words"),
        ("ACCESS_LOG", "perhaps"),
        ("DATA_DIR", "a\nb"),
        ("DATABASE_URL", "sqlite:///hanabi.db"),
        ("DATABASE_URL", "hanabi"),
        ("DATABASE_URL", "postgresql://user:secret@host:port/hanabi"),
        ("DATABASE_URL", "postgresql://user:secret@[::1/hanabi"),
    ],
)
def test_an_invalid_value_is_refused_by_name(name: str, value: str) -> None:
    """The message begins with the variable, and never repeats a password."""
    with pytest.raises(BadSetting, match=f"^{name} ") as refused:
        Settings.from_environ({name: value})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("name", ["ACCESS_LOG", "RATE_LIMITS"])
def test_a_switch_names_both_spellings(name: str) -> None:
    """The guide has `on` and `off` for some switches, and `1` and `0` for others."""
    with pytest.raises(BadSetting, match=r"on \(or 1\) or off \(or 0\)"):
        Settings.from_environ({name: "perhaps"})


@in_one_test(
    ("given", "libpq", "arguments"),
    [
        ("postgres://u:p%40@h/db", "postgresql://u:p%40@h/db", {"host": "h", "user": "u", "password": "p@"}),
        ("postgresql+psycopg://u@h:5433/db", "postgresql://u@h:5433/db", {"host": "h", "port": 5433}),
        ("postgresql://u@/db?host=/a%20b", "postgresql://u@/db?host=/a%20b", {"host": "/a b"}),
        (
            "postgresql://u:p@one:1,two/db?target_session_attrs=read-write",
            "postgresql://u:p@/db?host=one,two&port=1,5432&target_session_attrs=read-write",
            {"host": "one,two", "port": "1,5432", "target_session_attrs": "read-write"},
        ),
        (
            "postgresql://u@one,two/db",
            "postgresql://u@/db?host=one,two&port=5432,5432&target_session_attrs=read-write",
            {"host": "one,two", "port": "5432,5432", "target_session_attrs": "read-write"},
        ),
        (
            "postgresql://u@/db?host=/one,/two",
            "postgresql://u@/db?host=/one,/two&target_session_attrs=read-write",
            {"host": "/one,/two", "target_session_attrs": "read-write"},
        ),
        (
            "postgresql://u@one,two/db?target_session_attrs=any",
            "postgresql://u@/db?host=one,two&port=5432,5432&target_session_attrs=any",
            {"target_session_attrs": "any"},
        ),
    ],
)
def test_database_url_is_converted_for_libpq_and_sqlalchemy(
    given: str, libpq: str, arguments: dict[str, object]
) -> None:
    """libpq and SQLAlchemy each get a form that they accept, with several hosts too."""
    settings = Settings.from_environ({"DATABASE_URL": given})
    assert settings.database_url == libpq
    url = make_url(settings.sqlalchemy_url)
    connect = url.get_dialect()().create_connect_args(url)[1]
    assert url.drivername == "postgresql+psycopg"
    assert arguments.items() <= connect.items()


def test_without_a_database_there_is_no_sqlalchemy_url() -> None:
    """The error names the variable to set."""
    with pytest.raises(BadSetting, match="DATABASE_URL is not set"):
        _ = Settings.from_environ({}).sqlalchemy_url


def test_settings_print_no_password() -> None:
    """Printed settings may get into a log."""
    assert "secret" not in repr(Settings.from_environ({"DATABASE_URL": "postgresql://u:secret@h/db"}))


@in_one_test(
    ("host", "address", "url"),
    [
        ("127.0.0.1", "127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("0.0.0.0", "0.0.0.0:8000", "http://127.0.0.1:8000"),
        ("::", "[::]:8000", "http://[::1]:8000"),
        ("[::1]", "[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_the_address_and_the_url(host: str, address: str, url: str) -> None:
    """The address is for gunicorn, and the URL for a client on this machine."""
    settings = Settings.from_environ({"HOST": host})
    assert (settings.address, settings.url) == (address, url)


@in_one_test(
    ("host", "public_url", "pages"),
    [
        ("127.0.0.1", None, "http://localhost:8000"),
        ("0.0.0.0", None, "http://localhost:8000"),
        ("::1", None, "http://localhost:8000"),
        ("hanabi.internal", None, "http://hanabi.internal:8000"),
        ("127.0.0.1", "https://hanabi.example", "https://hanabi.example"),
    ],
)
def test_pages_have_a_name_where_they_can(host: str, public_url: str | None, pages: str) -> None:
    """Browsers allow no passkey at a number."""
    assert Settings(host=host, public_url=public_url).pages_url == pages


@in_one_test(
    ("given", "origin"),
    [
        ("https://Hanabi.example/", "https://hanabi.example"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("hanabi.example", None),
        ("ftp://hanabi.example", None),
        ("https://hanabi.example/play", None),
        ("https://ada:secret@hanabi.example", None),
        ("https://hanabi.example?x", None),
    ],
)
def test_the_public_url_is_an_origin(given: str, origin: str | None) -> None:
    """A path, a query and a password have no place in it."""
    if origin is None:
        with pytest.raises(BadSetting, match="PUBLIC_URL"):
            Settings.from_environ({"PUBLIC_URL": given})
    else:
        assert Settings.from_environ({"PUBLIC_URL": given}).public_url == origin


def test_settings_are_read_after_their_module_was_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gunicorn worker does so, to load newer code after a reload."""
    monkeypatch.delitem(sys.modules, "service.platform.settings")
    assert Settings.from_environ({"PORT": "8001"}).port == 8001


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    """Comments and quotes are as in the files of systemd. An empty value in the environment counts too."""
    file = tmp_path / "hanabi.conf"
    file.write_text("# a comment\n\nPORT=8001\nHOST=\"127.0.0.2\"\nDATABASE_URL=postgresql:///one\nLOG_LEVEL='debug'\n")
    environ = {"HANABI_SETTINGS": str(file), "DATABASE_URL": "", "PORT": "8002"}
    read_settings_file(environ)
    assert environ == {
        "HANABI_SETTINGS": str(file),
        "DATABASE_URL": "",
        "PORT": "8002",
        "HOST": "127.0.0.2",
        "LOG_LEVEL": "debug",
    }


@pytest.mark.parametrize("text", ["export PORT=1", "port=1", "PORT", "PORT = secret"])
def test_a_bad_line_is_named_and_not_repeated(tmp_path: Path, text: str) -> None:
    """It may contain a password."""
    file = tmp_path / "hanabi.conf"
    file.write_text(f"# first\n{text}\n")
    with pytest.raises(BadSetting, match="line 2") as refused:
        read_settings_file({"HANABI_SETTINGS": str(file)})
    assert text not in str(refused.value)


def test_a_file_that_is_named_has_to_be_there(tmp_path: Path) -> None:
    """An empty name stands for no file."""
    with pytest.raises(BadSetting, match="No such file"):
        read_settings_file({"HANABI_SETTINGS": str(tmp_path / "none")})
    read_settings_file({"HANABI_SETTINGS": ""})


@pytest.mark.parametrize(
    "command",
    slow_unless("db run true".__eq__, ["migrate", "db run true", "doctor", "chores", "moderate reports", "db verify"]),
)
def test_a_command_that_finds_no_database_makes_none(tmp_path: Path, command: str) -> None:
    """It says where it has looked."""
    environ = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DATA_DIR")}
    environ |= {"HANABI_SETTINGS": "", "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *command.split()],
        cwd=tmp_path,
        env=environ,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and "No database is found: DATABASE_URL is not set" in done.stderr, done.stderr
    assert list(tmp_path.iterdir()) == []


_TABLE = Path(__file__).resolve().parents[3] / "docs" / "settings.md"
_ROW = re.compile(r"^\| `([A-Z_]+)` \| (.*?) \| (.+) \|$", re.MULTILINE)

# These have no default, or one that depends on the machine. The table describes it in words.
_IN_WORDS = {
    "WORKERS",
    "DATABASE_URL",
    "LISTEN_URL",
    "PG_BIN",
    "PUBLIC_URL",
    "METRICS_TOKEN",
    "WEBHOOK_NETWORKS",
    "HANAB_LIVE",
}


def _shown(value: object) -> set[str]:
    """Return the accepted notations of a default."""
    match value:
        case bool():
            return {"on", "1"} if value else {"off", "0"}
        case Quota(units, window_s):
            return {f"{units}/{window_s}"}
        case Path():
            return {f"./{value.relative_to(Path.cwd())}"}
        case None:
            return {"memory"}
        case _:
            return {str(value)}


def test_the_table_has_every_setting_and_its_default() -> None:
    """Each variable has one row with its default."""
    rows = {name: default for name, default, _ in _ROW.findall(_TABLE.read_text())}
    fields = {name.upper(): name for name in Settings.variables()}
    assert rows.keys() == fields.keys()
    settings = Settings.from_environ({})
    for name in fields.keys() - _IN_WORDS:
        assert rows[name].strip("`") in _shown(getattr(settings, fields[name])), name


def test_defaults_can_be_copied_from_the_table() -> None:
    """Settings copied from the table equal the defaults."""
    rows = {name: default.strip("`") for name, default, _ in _ROW.findall(_TABLE.read_text())}
    written = {name: value for name, value in rows.items() if name not in _IN_WORDS}
    assert Settings.from_environ(written) == Settings.from_environ({})
