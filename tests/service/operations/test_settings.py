"""Tests of settings from environment variables."""

import sys
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from service.platform.settings import BadSetting, Settings
from tests.rows import in_one_test


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
