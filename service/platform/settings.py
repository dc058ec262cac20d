"""The settings of the service, read from environment variables."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import parse_qs, urlsplit

T = TypeVar("T")
D = TypeVar("D")

LogLevel = Literal["debug", "info", "warning", "error"]
MetricsAccess = Literal["off", "local", "on"]
Network = IPv4Network | IPv6Network

MAX_REVEAL_TIMEOUT_S: Final = 600
"""The maximum of `reveal_timeout_s`, in seconds."""

_STORE_SCHEMES: Final = ("redis", "rediss", "valkey", "valkeys", "unix")


class BadSetting(ValueError):
    """An environment variable has an unusable value. The message names it and the values allowed."""


class Quota(NamedTuple):
    """A rate limit: units per window in seconds, written `600/60`."""

    units: int
    window_s: int


# A unit is about a millisecond of CPU time (`limits.gates`). A program that plays as fast as it can
# on one table uses less than the quota of a token, which is a fifth of two cores. The quota of an address suffices for
# a hundred tables. The windows are short, since a client can spend a whole quota in one moment.
_PER_TOKEN: Final = Quota(4_000, 10)
_PER_ADDRESS: Final = Quota(10_000, 10)
_ACCOUNTS_PER_ADDRESS: Final = Quota(1_000, 3600)
_CODES: Final = Quota(20, 3600)
# 5,000 games a day of thirty moves, each with an Idempotency-Key, are 430 MB.
_BYTES_PER_ACCOUNT: Final = Quota(700_000_000, 86_400)
_BYTES_PER_ADDRESS: Final = Quota(999_999_999, 86_400)


@dataclass(frozen=True)
class Settings:
    """The settings: what an operator can change, and what only tests change.

    A field with a reader is an environment variable with its name in capitals; `docs/settings.md` describes them.
    `Settings()` is for tests: it has no access log and no rate limits.
    """

    database_url: Annotated[str | None, _database_url] = field(default=None, repr=False)  # None: embedded in data_dir
    listen_url: Annotated[str | None, _database_url] = field(default=None, repr=False)  # for LISTEN; None: database_url
    host: Annotated[str, _host] = "127.0.0.1"
    port: Annotated[int, _between(1, 65535)] = 8000
    public_url: Annotated[str | None, _origin] = None  # scheme and host of the pages; None: as the request names them
    data_dir: Annotated[Path, _folder] = Path("var")
    workers: Annotated[int, _between(1, 256)] = 2
    analysis_workers: Annotated[int, _between(0, 64)] = 1  # processes for jobs that `hanabi run` starts
    pool_size: Annotated[int, _between(1, 1000)] = 8  # connections per worker
    pool_timeout_s: int = 1  # wait for a free connection
    database_deadline_s: int = 5  # for all waits of a request for Postgres
    max_in_flight: int = 32  # concurrent requests per worker
    max_streams: Annotated[int, _between(0, 100_000)] = 1000  # open streams and long-polls per worker
    max_streams_address: Annotated[int, _between(4, 100_000)] = 200  # of these, from one address
    stream_keep_alive_s: Annotated[float, _between(1, 600)] = 15  # interval of comments on an idle stream
    bulk_rate: int = 100  # replays per second and worker in bulk lists
    body_timeout_s: Annotated[int, _between(1, 600)] = 15  # to receive the body of a request
    graceful_timeout_s: Annotated[int, _between(1, 600)] = 10  # for open requests of a stopping worker
    open_game_timeout_s: int = 24 * 3600  # an open game without new players or invitations expires
    reveal_timeout_s: int = 10  # for the seats to reveal their entropy before the deal, at most MAX_REVEAL_TIMEOUT_S
    watchers_see_held_cards: Annotated[bool, _switch] = False  # of games that choose it; they count in no statistics
    first_move_timeout_s: int = 600  # after it, one vote of another seat aborts the game
    access_log: Annotated[bool, _switch] = False  # one line per request; from_environ turns it on
    log_level: Annotated[LogLevel, _one_of(get_args(LogLevel))] = "info"
    pg_bin: Annotated[Path | None, _folder] = None  # folder of the Postgres programs; None: search
    pgbouncer: Annotated[bool, _switch] = False  # DATABASE_URL is a pgbouncer in transaction mode
    trusted_proxies: Annotated[int, _between(0, 10)] = 0  # number of proxies that append to X-Forwarded-For
    rate_limits: Annotated[bool, _switch] = False  # from_environ turns them on
    rate_limit_token: Annotated[Quota, _quota] = _PER_TOKEN
    rate_limit_address: Annotated[Quota, _quota] = _PER_ADDRESS
    rate_limit_accounts: Annotated[Quota, _quota] = _ACCOUNTS_PER_ADDRESS  # new accounts from one address
    rate_limit_codes: Annotated[Quota, _quota] = _CODES  # tries of codes to sign in
    rate_limit_account_bytes: Annotated[Quota, _quota] = _BYTES_PER_ACCOUNT  # lasting bytes that an account makes
    rate_limit_address_bytes: Annotated[Quota, _quota] = _BYTES_PER_ADDRESS
    rate_limit_store: Annotated[str | None, _rate_limit_store] = field(default=None, repr=False)  # None: shared memory
    metrics: Annotated[MetricsAccess, _one_of(get_args(MetricsAccess))] = "local"  # who may read /metrics
    metrics_token: Annotated[str | None, _secret] = field(default=None, repr=False)  # bearer token that may read too
    hanab_live: Annotated[str | None, _origin] = None  # where exports are fetched; None: nowhere
    webhook_http: Annotated[bool, _switch] = False  # webhooks may have http:// addresses
    webhook_networks: Annotated[tuple[Network, ...], _networks] = ()  # private networks that requests may lead to

    @classmethod
    def variables(cls) -> dict[str, Callable[[str], Any]]:
        """Return the readers of the settings that are environment variables, by field."""
        # With the globals of this module: a gunicorn worker may have dropped the module, to load newer code.
        hints = get_type_hints(cls, globals(), include_extras=True)
        return {name: hint.__metadata__[0] for name, hint in hints.items() if get_origin(hint) is Annotated}

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ) -> Settings:
        """Return the settings, with defaults for variables that are unset or empty. Raises BadSetting."""
        served = {
            "data_dir": cls.data_dir.absolute(),
            "workers": _workers_for_this_machine(),
            "access_log": True,
            "rate_limits": True,
        }
        values: dict[str, Any] = {
            name: _read(environ, name.upper(), reader, served.get(name, getattr(cls, name)))
            for name, reader in cls.variables().items()
        }
        return cls(**values)

    @property
    def required_database_url(self) -> str:
        """DATABASE_URL. Raises BadSetting if it is not set."""
        if self.database_url is None:
            raise BadSetting("DATABASE_URL is not set; `make run` sets it to the Postgres that it embeds.")
        return self.database_url

    @property
    def sqlalchemy_url(self) -> str:
        """DATABASE_URL for SQLAlchemy with psycopg 3. Raises BadSetting if it is not set."""
        return "postgresql+psycopg" + self.required_database_url.removeprefix("postgresql")

    @property
    def address(self) -> str:
        """The address to listen on, `host:port`. An IPv6 host is in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """The URL for a client on this machine. Wildcard hosts become the loopback."""
        wildcards = {"0.0.0.0": f"127.0.0.1:{self.port}", "::": f"[::1]:{self.port}"}
        return "http://" + wildcards.get(self.host, self.address)

    @property
    def pages_url(self) -> str:
        """The URL of the pages. On this machine it has a name, since browsers allow no passkey at a number."""
        local = ("127.0.0.1", "::1", "0.0.0.0", "::")
        return self.public_url or (f"http://localhost:{self.port}" if self.host in local else self.url)


def _read(environ: Mapping[str, str], name: str, reader: Callable[[str], T], default: D) -> T | D:
    text = environ.get(name, "").strip()
    if not text:
        return default
    try:
        return reader(text)
    except ValueError as error:
        raise BadSetting(f"{name} {error}") from None


def _between(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}, not {text!r}.")
        return int(text)

    return read


def _origin(text: str) -> str:
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname or url.username is not None:
        raise ValueError(f"must be the address of the service, such as https://hanabi.example.org, not {text!r}.")
    if url.path not in ("", "/") or url.query or url.fragment:
        raise ValueError(f"must have no path, not {text!r}.")
    return f"{url.scheme}://{url.netloc.lower()}"


def _switch(text: str) -> bool:
    switches = {"1": True, "true": True, "yes": True, "on": True}
    switches |= {"0": False, "false": False, "no": False, "off": False}
    if text.lower() not in switches:
        raise ValueError(f"must be on (or 1) or off (or 0), not {text!r}.")
    return switches[text.lower()]


def _one_of(names: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in names:
            raise ValueError(f"must be one of {', '.join(names)}, not {text!r}.")
        return text.lower()

    return read


def _quota(text: str) -> Quota:
    found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,5})", text)
    if found is None or not (quota := Quota(int(found[1]), int(found[2]))).units or not quota.window_s:
        raise ValueError(f"must look like 600/60, units by seconds and neither of them 0, not {text!r}.")
    return quota


def _rate_limit_store(text: str) -> str | None:
    # The message does not repeat the value, which may contain a password.
    if text.lower() == "memory":
        return None
    if text.partition("://")[0] not in _STORE_SCHEMES:
        raise ValueError("must be memory, or look like redis://:password@host:6379/0.")
    return text


def _secret(text: str) -> str:
    if not re.fullmatch(r"[\x21-\x7e]{16,200}", text):
        raise ValueError("must be 16 to 200 printable characters of ASCII without blanks.")
    return text


def _networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple([ip_network(part.strip()) for part in text.split(",")])
    except ValueError:
        raise ValueError(f"must list networks as 10.0.0.0/8,fd00::/8, not {text!r}.") from None


def _folder(text: str) -> Path:
    if not text.isprintable():
        raise ValueError(f"must be a path without control characters, not {text!r}.")
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError:
        raise ValueError(f"names a home folder that does not exist: {text!r}.") from None


def _host(text: str) -> str:
    host = text.removeprefix("[").removesuffix("]")
    if not re.fullmatch(r"[A-Za-z0-9._:%-]+", host):
        raise ValueError(f"must be a host name or an address, not {text!r}.")
    return host


def _database_url(text: str) -> str:
    # The message does not repeat the value, which contains a password.
    message = "must look like postgresql://user:password@host:5432/database."
    scheme, separator, rest = text.partition("://")
    if not separator or scheme not in ("postgres", "postgresql", "postgresql+psycopg"):
        raise ValueError(message)
    return "postgresql://" + _hosts_as_parameters(rest, message)


def _hosts_as_parameters(rest: str, message: str) -> str:
    """Return a URL with several hosts as parameters, such as `?host=a,b&port=1,2`.

    libpq and SQLAlchemy both read this form.
    """
    try:
        parts = urlsplit(f"//{rest}")
        credentials, at, hosts = parts.netloc.rpartition("@")
        if "," not in hosts:
            _ = parts.port  # raises ValueError for a bad port
    except ValueError:
        raise ValueError(message) from None
    parameters = parse_qs(parts.query)
    # At most one of several hosts accepts writes. This skips standbys.
    target = "" if "target_session_attrs" in parameters else "&target_session_attrs=read-write"
    if "," not in hosts:
        return rest + (target if "," in parameters.get("host", [""])[0] else "")
    names, ports = zip(*(_host_and_port(host) for host in hosts.split(",")), strict=True)
    query = f"host={','.join(names)}&port={','.join(ports)}" + (f"&{parts.query}" if parts.query else "")
    return f"{credentials}{at}{parts.path or '/'}?{query}{target}"


def _host_and_port(text: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(\d+))?", text)
    if found is None:
        raise ValueError("must list its hosts as host:port,host:port.")
    return found[1].strip("[]"), found[2] or "5432"


def _workers_for_this_machine() -> int:
    # One per core, and at least two, so that one busy worker does not stop the service.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(max(cores, 2), 8)
