"""What a feature may give to the house: the only door between `service/features/` and the rest.

A feature is a folder. Its line in `service/features/__init__.py` is a `Feature`, a light value that names its modules,
so that a process imports only those that it needs: a worker no routes, a command nothing. Its module `hooks` has a
`Hooks`, whose members are what the core calls and reads. All of them are optional.

The core and the platform import no feature. A move calls no hook, since it is one statement.
"""

from __future__ import annotations  # commands read `Feature`, and load no SQLAlchemy

from collections.abc import Callable, Coroutine, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, LiteralString, NamedTuple, TypeVar
from uuid import UUID

if TYPE_CHECKING:
    from datetime import date, datetime

    from marshmallow import fields
    from sqlalchemy import ColumnElement, FromClause, Select
    from sqlalchemy.orm import InstrumentedAttribute, Session

    from engine.reading.progress import Curve
    from service.core.people.accounts import PublicAccount
    from service.core.people.tokens import Caller
    from service.core.replays.export_formats import ExportedNote
    from service.core.replays.finished_game import FinishedGame
    from service.core.tables.stored_game import Stored
    from service.platform import ids
    from service.platform.database.pool import Database
    from service.platform.database.table_class import Model
    from service.platform.jobs.chore import Chore
    from service.platform.wire.problem_kinds import Problems


class Feature(NamedTuple):
    """The modules of a feature, named relative to its folder."""

    name: str
    """The name of its folder, and of its folders in `service/web/` and in the tests."""
    routes: tuple[str, ...] = ()
    """Modules with a blueprint `routes`. Only servers import them."""
    tasks: tuple[str, ...] = ()
    """Modules that register jobs. Only workers import them."""
    tables: bool = False
    """True if it has models, in its module `tables`."""
    hooks: bool = False
    """True if it has a module `hooks`."""
    words: bool = False
    """True if it has texts of pages, in its module `page_words`."""


class Entry(NamedTuple):
    """Something that has access to an account: a row of `GET /v1/me/access`."""

    row_id: UUID | None
    """None for what an account has one of, such as its set of recovery codes."""
    name: str
    created_at: datetime | None
    scopes: Sequence[str] = ()
    used_on: date | None = None
    issued_by: UUID | None = None
    """The sign-in or token with which it was issued, and ends; None for none."""
    current: bool = False
    """True if the request was sent with it."""


class Access(NamedTuple):
    """A kind of thing that has access to accounts."""

    kind: str
    about: str
    """What it is, for the contract."""
    letter: ids.Kind | None
    """The letter of its ids; None for what has no id."""
    listed: Callable[[Caller], Iterable[Entry]]
    """Returns those of the caller's account."""
    ended: Callable[[Caller, UUID, bool], bool] | None = None
    """Ends one, also if the request's own token ends with it and the last argument is True. Returns False if there is
    none. What has no id is called with that of nobody."""
    path: str = "/v1/me/access"
    """The address of the list. DELETE at an item ends it."""


class Told(NamedTuple):
    """What webhooks send of something."""

    key: str
    """What distinguishes it from all others of its type."""
    at: datetime
    data: dict[str, Any]


class Call(NamedTuple):
    """Something that accounts are told of, by their streams (`GET /v1/me/events`) and by webhooks."""

    type: str
    """The name of the event."""
    about: str
    """What has happened, for the contract."""
    schema: str
    """The schema of the event in the stream, which renders what was found, as `module:Class`."""
    addressed: LiteralString
    """A statement for `ids` that a notification with the version -1 has named. Its rows have an account and an id."""
    lately: LiteralString
    """A statement for `accounts` and the last `since_s` seconds. Its rows have an account and an id."""
    found: Callable[[UUID], Sequence[Any]]
    """Returns what an account is told of now."""
    id_of: Callable[[Any], Hashable]
    """Returns what distinguishes one that was found. A stream sends each once, as long as it is found."""
    told: Callable[[Any], Told]
    """Returns what webhooks send of one that was found."""
    member: str | None = None
    """The member of `GET /v1/me/events` with what waits for the account. Without one, streams send only what is new."""
    member_about: str = ""


class Owned(NamedTuple):
    """A column with the account that a row belongs to."""

    column: InstrumentedAttribute[Any]
    merged: Literal["moves", "ends", "apart"] = "moves"
    """What a merge of two accounts does: the row moves to the account that remains, ends, or stays apart."""
    removed: bool | ColumnElement[bool] = False
    """Which rows the end of the account deletes: all, none, or those of a condition."""
    parts: tuple[tuple[InstrumentedAttribute[Any], InstrumentedAttribute[Any]], ...] = ()
    """Pairs of a column of another table and the column of this one that it refers to. Those rows end first."""
    lets_in: bool = False
    """True if the row lets somebody act for the account or learn about it, and ends with all other access."""
    made_by: InstrumentedAttribute[Any] | None = None
    """The column with the credential that made the row, which goes on acting by itself until that ends."""


class OnProfile(NamedTuple):
    """A member that a feature adds to the public page of an account."""

    field: fields.Field[Any]
    """Its type and its sentence in the contract."""
    of: Callable[[PublicAccount], Any]
    """Returns its value, which the field renders."""


class Hideable(NamedTuple):
    """A kind of text about finished games that moderators can hide.

    `number` is that of a message, whose id is that of its session; None for what has an id of its own.
    """

    require_visible: Callable[[UUID, Caller, UUID, int | None], None]
    """Raises NotFound unless one exists that a caller may see. Called with the game, the caller, id and number."""
    set_hidden: Callable[[Session, UUID, UUID, int | None, bool], bool]
    """Hides one, or shows it again. Called with the session, the game, id, number and the new state. Returns False if
    it is in that state already. Raises NotFound."""


class Figures(NamedTuple):
    """What a feature knows about finished games, for the statistics."""

    joined: Callable[[FromClause], FromClause]
    """Returns a FROM clause with `game`, joined with what the columns need."""
    columns: Mapping[str, ColumnElement[Any]]
    """The figures of a game, by the column of the statistics that adds them up. None is null."""


class Exported(NamedTuple):
    """A member that a feature adds to the export of an account's data."""

    field: fields.Field[Any]
    """Its type and its sentence in the contract."""
    of: Callable[[Caller], Any]
    """Returns its value, which the field renders, without secrets. Called outside transactions."""
    table: type[Model]
    """The table whose rows it has."""


class Hooks(NamedTuple):
    """What a feature does at events of the house, and what it adds to it."""

    chores: Mapping[str, Chore] = {}
    """What workers do every few minutes, by the name of its task."""
    watch: Callable[[str, Database], Coroutine[Any, Any, None]] | None = None
    """Runs beside the jobs of a worker, with an address for LISTEN, until it is cancelled."""
    started: Callable[[], object] | None = None
    """Called when a worker starts, before its jobs."""
    access: tuple[Access, ...] = ()
    """What has access to accounts."""
    calls: tuple[Call, ...] = ()
    """What accounts are told of."""
    polled: LiteralString | None = None
    """A statement that returns those of some ids whose streams have news, for streams that no game tells of."""
    owned: tuple[Owned, ...] = ()
    """The columns with an account: for merges, and for the end of an account."""
    ways_in: tuple[InstrumentedAttribute[Any], ...] = ()
    """The columns with an account that a person can enter by the row."""
    apart: Callable[[Session, UUID, UUID], bool] | None = None
    """Returns True if two accounts take part in one contest. Called in the transaction of a merge."""
    merge_begins: Callable[[Session, UUID, UUID], None] | None = None
    """Called with the account that ends and the one that remains, when both are locked and before anything changes."""
    merging: Callable[[Session, UUID, UUID], None] | None = None
    """Called with the same before rows move, also for what comes late. It resolves what both have."""
    merge_ends: Callable[[Session, UUID, UUID], None] | None = None
    """Called with the same after all rows have moved."""
    account_ends: Callable[[Session, UUID], None] | None = None
    """Called in the transaction that deletes an account."""
    dealt: Callable[[Session, UUID], None] | None = None
    """Called at the deal of a game, in its transaction."""
    messaged: Callable[[Session, UUID], None] | None = None
    """Called at a message about an ended game, in its transaction."""
    uncounted: Callable[[Session, UUID], None] | None = None
    """Called before a finished game is deleted, in the transaction."""
    visibility_changed: Callable[[Session, list[UUID]], None] | None = None
    """Called when finished games were hidden or shown, in the transaction."""
    recounted: Callable[[Session, UUID], AbstractContextManager[None]] | None = None
    """Returns a context in which figures of a finished game change, in the transaction."""
    figures: Figures | None = None
    """What statistics can say about finished games."""
    hideable: Mapping[ids.Kind, Hideable] = {}
    """What moderators can hide, by the letter of its id."""
    moves: Callable[[Stored, int], bool] | None = None
    """Returns True if the service is about to make a move for the seat that is to move."""
    refuse_pause: Callable[[UUID], None] | None = None
    """Raises IllegalMove if a game of a contest may not be paused."""
    refuse_deck: Callable[[UUID, bytes], None] | None = None
    """Raises a Refusal for a deck of which an account may not make or import a game. Called before the transaction."""
    refuse_record: Callable[[bytes, str], None] | None = None
    """Raises a Refusal for a record, by the key and the commitment of its deck. Called before an import."""
    was_withheld: Callable[[Session, UUID], bool] | None = None
    """Returns True if a game with this id was hidden when it was deleted. Called in the transaction of an import."""
    curves: Callable[[Sequence[UUID]], Mapping[UUID, Curve]] | None = None
    """Returns the curves of finished public games, for lists."""
    tagged: Callable[[str], Select[Any]] | None = None
    """Returns the games with a tag, for lists of finished games."""
    exported_notes: Callable[[FinishedGame], list[ExportedNote]] | None = None
    """Returns the shared notes of a game, for exports."""
    exported: Mapping[str, Exported] = {}
    """What the owner of an account gets as its data, by the member of the export."""
    not_exported: Mapping[str, str] = {}
    """Why the export has no rows of a table that names accounts, by the table."""
    profile: Mapping[str, OnProfile] = {}
    """What the public page of an account shows, by its member."""
    problems: Problems | None = None
    """Problems that only the feature has."""
    losses: Callable[[UUID], Mapping[str, int]] | None = None
    """Returns how much of a finished game no export contains, by the code of the loss."""
    measured: Callable[[], None] | None = None
    """Sets the metrics that are read from the database, when somebody asks for the metrics."""


T = TypeVar("T")

_installed: list[Feature] = []


def install(features: tuple[Feature, ...]) -> None:
    """Set the features of this process, once. Raises RuntimeError if it has others."""
    if _installed and tuple(_installed) != features:
        raise RuntimeError("This process has other features.")
    _installed[:] = features


def modules(kind: Literal["routes", "tasks"]) -> Iterator[ModuleType]:
    """Import and return the modules of one kind, in the order of the features."""
    for feature in _installed:
        for name in getattr(feature, kind):
            yield _module(feature, name)


def page_words() -> Iterator[Mapping[str, Mapping[str, str]]]:
    """Yield the texts of the pages of each feature, by language and key."""
    for feature in _installed:
        if feature.words:
            yield _module(feature, "page_words").WORDS


def hooks() -> tuple[Hooks, ...]:
    """Return the hooks of the features of this process."""
    return _hooks_of(tuple(_installed))


def given(hook: Callable[[Hooks], T | None]) -> list[T]:
    """Return one hook of each feature that has it."""
    return [found for each in hooks() if (found := hook(each)) is not None]


@cache
def _hooks_of(features: tuple[Feature, ...]) -> tuple[Hooks, ...]:
    return tuple(_module(feature, "hooks").HOOKS for feature in features if feature.hooks)


def _module(feature: Feature, name: str) -> ModuleType:
    return import_module(f"service.features.{feature.name}.{name}")
