"""Studies: named collections of replays, whose chapters are places in replays with a text.

A study is shared by its link. It never widens who may read a replay: readers get the chapters whose replays they may
read, and none if there is no such chapter.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from service.core.people import account_limits
from service.core.people.programs import PROGRAM_COLUMN, NamedAccount, Program
from service.core.people.tables import Account
from service.core.people.tokens import Caller
from service.core.tables import deck_knowledge
from service.core.tables.lookup import NotFound, existing, is_readable, shown_to, viewer_of
from service.core.tables.tables import Game
from service.features.studies.tables import Study as Row
from service.platform import ids
from service.platform.database.list_position import Page, Position
from service.platform.database.pool import fetch, transaction
from service.platform.refusal import Refusal

MAX_TITLE_LENGTH: Final = 100
MAX_ABOUT_LENGTH: Final = 2000
"""The maximum number of characters of the text of a study, and of each chapter."""
MOST_CHAPTERS: Final = 64

_LISTED: Final = (Row.study_id, Row.title, func.jsonb_array_length(Row.chapters), Row.created_at, Row.changed_at)
MAX_STUDIES: Final = 100  # of an account


class UnreadableGames(Exception):
    """The chapters with these numbers, from 0 on, are about no finished game that the caller may read."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(numbers)
        self.numbers = numbers


class NoSuchPlaces(Exception):
    """The chapters with these numbers, from 0 on, name places that their games do not have."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(numbers)
        self.numbers = numbers


class StudyChanged(Refusal):
    """The study does not have the revision that the caller expects."""

    code = "revision-conflict"


class Chapter(NamedTuple):
    """A place in a replay, with a text."""

    game: UUID
    place: str
    """The query of the address of the review page: a turn, or a line."""
    text: str | None
    public: bool = False
    """True if everybody may read the replay."""
    readable: bool = True
    """False if the author may not read the replay any more, as it was deleted or hidden."""


class NewStudy(NamedTuple):
    """What a study is to contain."""

    title: str
    about: str | None
    chapters: Sequence[Chapter]


@dataclass(frozen=True, slots=True)
class Listed:
    """A study in a list, without its texts: a hundred of them may have 6 MB."""

    study_id: UUID
    title: str
    length: int
    """The number of its chapters."""
    created_at: datetime
    changed_at: datetime

    @property
    def position(self) -> Position:
        """The position of the study in a list."""
        return Position(self.changed_at, self.study_id)


@dataclass(frozen=True, slots=True)
class Study(Listed):
    """A study as its reader sees it."""

    about: str | None
    author: NamedAccount
    mine: bool
    chapters: list[Chapter]
    left_out: int
    """How many chapters are about replays that the reader may not read."""
    revision: int


def create(caller: Caller, new: NewStudy, *, opens: Callable[[Chapter], bool]) -> Study:
    """Store a study. `opens` says whether a place is in its replay.

    Raises UnreadableGames, NoSuchPlaces or LimitReached.
    """
    _require_chapters(caller, new.chapters, (), opens)
    study_id = ids.new()
    with account_limits.locked(caller.account_id) as changes:
        mine = select(func.count()).where(Row.account_id == caller.account_id)
        account_limits.require_below(changes, "studies", MAX_STUDIES, mine)
        changes.add(Row(study_id, caller.account_id, new.title, new.about, _stored(new.chapters)))
    return read(caller, study_id)


def read(caller: Caller | None, study_id: UUID) -> Study:
    """Return a study with the chapters that the caller may read: all, if it is the caller's.

    Who reads a chapter reads about the deck, as from the replay itself (`deck_knowledge`).

    Raises NotFound if there is none, or the caller may read no replay in it.
    """
    for row in fetch(_rows(caller).where(Row.study_id == study_id, shown_to(caller, Row.hidden, Row.account_id))):
        (found,) = _told([_study(row)], caller)
        chapters = [chapter for chapter in found.chapters if chapter.readable]
        for chapter in chapters:
            deck_knowledge.note(chapter.game, caller)
        if found.mine:
            return found
        if chapters:
            left_out = found.length - len(chapters)
            return replace(found, chapters=chapters, length=len(chapters), left_out=left_out)
    raise NotFound


def require_visible(_: UUID, caller: Caller, study_id: UUID, _number: int | None) -> None:
    """Raise NotFound unless the caller may read a study."""
    read(caller, study_id)


def set_hidden(changes: Session, _: UUID, study_id: UUID, _number: int | None, hidden: bool) -> bool:
    """Hide a study from others, or show it again. Return False if it is so already. Raises NotFound."""
    row = existing(changes.get(Row, study_id, with_for_update=True))
    was_so = row.hidden is hidden
    row.hidden = hidden
    return not was_so


def is_public(study_id: UUID) -> bool:
    """Return whether everybody may read a chapter of a study."""
    try:
        read(None, study_id)
    except NotFound:
        return False
    return True


def of_caller(caller: Caller, page: Page) -> list[Listed]:
    """Return a page of the caller's studies, the last changed first."""
    mine = select(*_LISTED).where(Row.account_id == caller.account_id)
    rows: Sequence[Any] = fetch(page.of(mine, Row.changed_at, Row.study_id))
    return [Listed(*row) for row in rows]


def of_account(caller: Caller) -> list[Study]:
    """Return all studies of the caller, oldest first."""
    rows = fetch(_rows(caller).where(Row.account_id == caller.account_id).order_by(Row.study_id))
    return _told([_study(row) for row in rows], caller)


def change(
    caller: Caller, study_id: UUID, new: NewStudy, *, fits: Callable[[int], bool], opens: Callable[[Chapter], bool]
) -> Study:
    """Replace what a study of the caller contains. Raises NotFound, StudyChanged, UnreadableGames or NoSuchPlaces.

    `fits` is called with the revision, and says whether the caller expects it; for `opens`, see `create`. Places that
    are in the study already may stay, also if the caller may not read their replays any more.
    """
    before = read(caller, study_id)
    if not before.mine:
        raise NotFound
    _require_chapters(caller, new.chapters, before.chapters, opens)
    with transaction() as changes:
        row = _of_caller(changes, caller, study_id, fits)
        row.title, row.about, row.chapters = new.title, new.about, _stored(new.chapters)
        row.revision += 1
        row.changed_at = changes.execute(select(func.now())).scalar_one()
    return read(caller, study_id)


def remove(caller: Caller, study_id: UUID, *, fits: Callable[[int], bool]) -> None:
    """Delete a study of the caller. Raises NotFound if there is none, or StudyChanged."""
    with transaction() as changes:
        _of_caller(changes, caller, study_id, fits)
        changes.execute(delete(Row).where(Row.study_id == study_id))


def _of_caller(changes: Session, caller: Caller, study_id: UUID, fits: Callable[[int], bool]) -> Row:
    row = changes.get(Row, study_id, with_for_update=True)
    if row is None or row.account_id != caller.account_id:
        raise NotFound
    if not fits(row.revision):
        raise StudyChanged
    return row


def _require_chapters(
    caller: Caller, chapters: Sequence[Chapter], known: Sequence[Chapter], opens: Callable[[Chapter], bool]
) -> None:
    """Raise UnreadableGames or NoSuchPlaces for chapters at other places than the known ones."""
    stay = {(chapter.game, chapter.place) for chapter in known}
    new = [(number, one) for number, one in enumerate(chapters) if (one.game, one.place) not in stay]
    readable = _readable(caller, {chapter.game for _, chapter in new})
    if missing := [number for number, chapter in new if chapter.game not in readable]:
        raise UnreadableGames(missing)
    if lost := [number for number, chapter in new if not opens(chapter)]:
        raise NoSuchPlaces(lost)


def _readable(caller: Caller | None, games: Collection[UUID]) -> set[UUID]:
    """Return which of some games are replays that the caller may read."""
    if not games:
        return set()
    viewer = viewer_of(ids.NOBODY, caller)  # a token that is bound to a seat sees public games alone
    return {game for (game,) in fetch(select(Game.game_id).where(Game.game_id.in_(games), *is_readable(viewer)))}


def _told(found: Sequence[Study], caller: Caller | None) -> list[Study]:
    """Return studies whose chapters say which replays are public, and which the caller may read."""
    games = {chapter.game for study in found for chapter in study.chapters}
    public, readable = _readable(None, games), _readable(caller, games)
    return [
        replace(
            study,
            chapters=[one._replace(public=one.game in public, readable=one.game in readable) for one in study.chapters],
        )
        for study in found
    ]


def _stored(chapters: Sequence[Chapter]) -> list[dict[str, Any]]:
    return [{"game": chapter.game.hex, "place": chapter.place, "text": chapter.text} for chapter in chapters]


def _rows(caller: Caller | None) -> Any:
    mine = Row.account_id == (ids.NOBODY if caller is None else caller.account_id)
    who = (Account.account_id, Account.name, PROGRAM_COLUMN, mine)
    columns = (Row.study_id, Row.title, Row.created_at, Row.changed_at, Row.about, Row.chapters, Row.revision, *who)
    return select(*columns).join(Account, Account.account_id == Row.account_id)


def _study(row: Any) -> Study:
    study_id, title, created_at, changed_at, about, chapters, revision, account_id, name, program, mine = row
    author = NamedAccount(account_id, name, Program.of(program))
    read = [Chapter(UUID(one["game"]), one["place"], one["text"]) for one in chapters]
    return Study(study_id, title, len(read), created_at, changed_at, about, author, mine, read, 0, revision)
