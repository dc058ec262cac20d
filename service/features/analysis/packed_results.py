"""Results of the solver as values, and as the compressed JSON in which they are stored.

They contain no words of any language. A turn is stored in notation, such as `p12`.
"""

import zlib
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple, cast

import orjson

from engine.commands import Turn
from engine.formats.notation.moves import read_move, write_move
from engine.reading.hindsight import AtVersion, Estimate, OpenHands, OwnView, Parts

Kind = Literal["turn", "end", "deal"]


class Bounds(NamedTuple):
    """Proved bounds of the highest score that could be reached with all cards known."""

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """True if both bounds are equal."""
        return self.lower == self.upper


class Line(NamedTuple):
    """Turns that were played by the rules, and the score after them."""

    turns: tuple[Turn, ...]
    score: int


class SolvedLoss(NamedTuple):
    """Points that were lost."""

    version: int
    """The version of the event that lost them, or if `since` is earlier than the version before, the latest that can
    have lost them."""
    since: int | None
    """The last version at which they provably could be reached. None if it is unknown."""
    points: int
    kind: Kind
    """A turn lost them, or another event that ended the game (R21), or they never could be reached."""
    saving: tuple[Line, ...]
    """Lines from version `since` that keep the points. Each begins with another turn."""

    @property
    def certain(self) -> bool:
        """True if the event at `version` certainly lost them."""
        return self.version == 0 or self.since == self.version - 1


_RULED_OUT: Final = -99.0
"""A stored worth up to this one is that of a play that is ruled out. Earlier releases stored its chance as well."""


class Worth(NamedTuple):
    """A turn, and the points that the bot `kagiya` expects from it."""

    turn: Turn
    worth: float | None
    """None if the bot rules it out."""


class BotTurn(NamedTuple):
    """What the bot `kagiya` thinks of a turn."""

    version: int
    """The version of the event of the turn."""
    best: tuple[Worth, ...]
    """Its best turns in that view, best first."""
    done: float | None
    """The worth of the turn that was taken. None if the bot rules it out or does not judge it."""
    ruled_out: bool
    """True if the bot rules out the turn that was taken."""


class SolvedGame(NamedTuple):
    """What could be reached in a finished game, and where points were lost."""

    curve: tuple[Bounds, ...]
    """The bounds at each version."""
    losses: tuple[SolvedLoss, ...]
    """Earliest first."""
    bot: tuple[BotTurn, ...] | None
    """None if the bot does not play the variant."""

    def packed(self) -> bytes:
        """Return the stored form."""
        steps = [(bounds, len(list(group))) for bounds, group in groupby(self.curve)]
        return _packed(
            {
                "curve": [[bounds.lower, bounds.upper, length] for bounds, length in steps],
                "losses": [
                    [loss.version, loss.since, loss.points, loss.kind, _lines(loss.saving)] for loss in self.losses
                ],
                "bot": self.bot
                and [
                    [
                        turn.version,
                        [
                            [write_move(best.turn), _RULED_OUT if best.worth is None else best.worth]
                            for best in turn.best
                        ],
                        _RULED_OUT if turn.ruled_out else turn.done,
                    ]
                    for turn in self.bot
                ],
            }
        )

    @classmethod
    def of(cls, packed: bytes) -> "SolvedGame":
        """Return the result of its stored form."""
        read = orjson.loads(zlib.decompress(packed))
        return cls(
            _curve_of(read),
            tuple(
                [
                    SolvedLoss(version, since, points, kind, _lines_of(saving))
                    for version, since, points, kind, saving in read["losses"]
                ]
            ),
            read["bot"]
            and tuple(
                [
                    BotTurn(
                        version,
                        tuple([Worth(_turn(word), _points_of(worth)) for word, worth in best]),
                        _points_of(done),
                        ruled_out=done is not None and _points_of(done) is None,
                    )
                    for version, best, done in read["bot"]
                ]
            ),
        )


class PositionResult(NamedTuple):
    """What can be reached in a position."""

    reachable: Bounds
    line: Line
    """A line that reaches the lower bound."""
    saving: tuple[Line, ...]
    """Lines that reach the lower bound. Each begins with another turn of the seat to move."""

    def packed(self) -> bytes:
        """Return the stored form."""
        return _packed({"reachable": self.reachable, "line": _lines([self.line])[0], "saving": _lines(self.saving)})

    @classmethod
    def of(cls, packed: bytes) -> "PositionResult":
        """Return the result of its stored form."""
        read = orjson.loads(zlib.decompress(packed))
        (line,) = _lines_of([read["line"]])
        return cls(Bounds(*read["reachable"]), line, _lines_of(read["saving"]))


class GameHindsight(NamedTuple):
    """Where a finished game lost its points, if the deck or the own hand is unknown."""

    open_hands: OpenHands
    own_views: Mapping[int, OwnView]
    """By the version of each turn that lost points."""

    def packed(self) -> bytes:
        """Return the stored form."""
        return _packed({"open_hands": self.open_hands, "own_views": list(self.own_views.items())})

    @classmethod
    def of(cls, packed: bytes) -> "GameHindsight":
        """Return the result of its stored form."""
        read = orjson.loads(zlib.decompress(packed))
        deal, draws, seats, end, undecided, versions, samples, inexact, searched = read["open_hands"]
        return cls(
            OpenHands(
                Estimate(*deal),
                Estimate(*draws),
                tuple([Estimate(*seat) for seat in seats]),
                Estimate(*end),
                undecided,
                tuple([AtVersion(*[Estimate(*one) for one in version]) for version in versions]),
                tuple([Parts(lost, drawn, tuple(by_seat), *others) for lost, drawn, by_seat, *others in samples]),
                inexact,
                searched,
            ),
            {version: OwnView(*view) for version, view in read["own_views"]},
        )


def upper_bounds(packed: bytes) -> list[int]:
    """Return the upper bound at each version from the stored form of a SolvedGame."""
    return [bounds.upper for bounds in _curve_of(orjson.loads(zlib.decompress(packed)))]


def _curve_of(read: Mapping[str, Any]) -> tuple[Bounds, ...]:
    return tuple([Bounds(lower, upper) for lower, upper, length in read["curve"] for _ in range(length)])


def _points_of(stored: float | None) -> float | None:
    return stored if stored is not None and stored > _RULED_OUT else None


def _packed(document: dict[str, Any]) -> bytes:
    return zlib.compress(orjson.dumps(document, default=list))


def _lines(lines: Sequence[Line]) -> list[list[Any]]:
    return [[line.score, " ".join(map(write_move, line.turns))] for line in lines]


def _lines_of(read: list[list[Any]]) -> tuple[Line, ...]:
    return tuple([Line(tuple(map(_turn, words.split())), score) for score, words in read])


def _turn(word: str) -> Turn:
    return cast(Turn, read_move(word))
