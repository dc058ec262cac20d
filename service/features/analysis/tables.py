"""Tables of what the solver found out about games and positions."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, SmallInteger, func
from sqlalchemy.orm import Mapped, MappedAsDataclass, mapped_column

from service.platform.database.table_class import Model, by_column


class _Result(MappedAsDataclass, kw_only=True):
    """The columns of all results of jobs, which `service.features.analysis.stored_results` reads and writes."""

    solver: Mapped[int] = mapped_column(SmallInteger)
    """The version of the code that makes the result, such as `service.features.analysis.solving.SOLVER`."""
    attempts: Mapped[int] = mapped_column(SmallInteger)
    """How often a job began with it. Too many without a result: it failed."""
    packed: Mapped[bytes | None] = mapped_column(default=None)
    """The result as JSON, compressed; None until it is there."""
    seconds: Mapped[float | None] = mapped_column(default=None)
    """The CPU time that it took."""
    made_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)


class _OfGame(_Result, kw_only=True):
    """The columns of results about a game."""

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)


class Solution(_OfGame, Model):
    """What could be reached at each version of a finished game, and where points were lost."""

    __tablename__ = "solution"

    deal_lower: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """The score that could be reached from the deal, at least."""
    deal_upper: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """The score that could be reached from the deal, at most."""
    highest: Mapped[int | None] = mapped_column(SmallInteger, default=None)
    """The highest score of the variant."""


class Hindsight(_OfGame, Model):
    """The points of a finished game that were lost by the deal, the draws and the choices of the seats."""

    __tablename__ = "hindsight"

    lost_by_deal: Mapped[float | None] = mapped_column(default=None)
    lost_by_draws: Mapped[float | None] = mapped_column(default=None)
    lost_by_choice: Mapped[float | None] = mapped_column(default=None)


class Verdict(_OfGame, Model):
    """What the choices of a turn of a finished game were worth, given what its seat knew."""

    __tablename__ = "verdict"

    version: Mapped[int] = mapped_column(SmallInteger, primary_key=True, sort_order=1)  # the key begins with the game
    """The version of the turn; 0 for the choice of the turns of the game that are judged."""


class SolvedPosition(_Result, Model):
    """A position that somebody asked about, and the answer. `hanabi chores` deletes old ones."""

    __tablename__ = "solved_position"
    __table_args__ = (Index("solved_position_made", "made_at"), by_column("digest"))

    digest: Mapped[bytes] = mapped_column(primary_key=True)
    """The SHA-256 of `question`."""
    question: Mapped[str]
    """The position in notation, with the deck."""


class PuzzleSearch(_OfGame, Model):
    """A search for the puzzles of a finished game. Its `packed` is empty once they are rows of `puzzle`."""

    __tablename__ = "puzzle_search"


class Puzzle(Model):
    """A turn of a finished game at which exactly one choice keeps the points."""

    __tablename__ = "puzzle"
    __table_args__ = (
        Index("puzzle_by_id", "puzzle_id"),
        Index("puzzle_listed", "finished_at", "puzzle_id"),
        Index("puzzle_listed_seats", "seats", "finished_at", "puzzle_id"),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    version: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    puzzle_id: Mapped[UUID]
    """Derived from the game and the version, so that a puzzle that is found again keeps its id."""
    seats: Mapped[int] = mapped_column(SmallInteger)
    theme: Mapped[str]
    level: Mapped[str]
    difficulty: Mapped[int] = mapped_column(SmallInteger)
    score: Mapped[int] = mapped_column(SmallInteger)
    """The score to keep."""
    packed: Mapped[bytes]
    """The solution and the other choices."""
    finished_at: Mapped[datetime]
    """The end of the game, by which the list is ordered."""
    found_at: Mapped[datetime] = mapped_column(server_default=func.now(), init=False)
    """When it was first found. The puzzle of a day was found before that day."""


class ConventionSearch(_OfGame, Model):
    """A search for the puzzles by convention of a finished game. Its `packed` is empty once they are rows."""

    __tablename__ = "convention_search"


class ConventionPuzzle(Model):
    """A turn of a finished game at which conventions leave one answer to a seat."""

    __tablename__ = "convention_puzzle"
    __table_args__ = (
        Index("convention_puzzle_by_id", "puzzle_id"),
        Index("convention_puzzle_listed", "finished_at", "puzzle_id"),
    )

    game_id: Mapped[UUID] = mapped_column(ForeignKey("game.game_id"), primary_key=True)
    version: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    puzzle_id: Mapped[UUID]
    """Derived from the key, so that a puzzle that is found again keeps its id."""
    seats: Mapped[int] = mapped_column(SmallInteger)
    level: Mapped[int] = mapped_column(SmallInteger)
    """The level of the conventions."""
    difficulty: Mapped[str]
    answer: Mapped[str]
    """In words of `service.features.analysis.convention_puzzles`."""
    finished_at: Mapped[datetime]
    """The end of the game, by which the list is ordered."""
