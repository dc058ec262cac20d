"""Verdicts of turns as values, and as the compressed JSON in which they are stored."""

import zlib
from collections.abc import Sequence
from typing import NamedTuple, cast

import orjson

from engine.commands import Turn
from engine.formats.notation.moves import read_move, write_move
from engine.verdict.judging import Verdict


class GameDecisions(NamedTuple):
    """The turns of a game that are judged."""

    level: int | None
    """The level of the conventions that fits the game; None if none does."""
    versions: tuple[int, ...]

    def packed(self) -> bytes:
        """Return the stored form."""
        return zlib.compress(orjson.dumps([self.level, self.versions]))

    @classmethod
    def of(cls, packed: bytes) -> "GameDecisions":
        """Return the value of its stored form."""
        level, versions = orjson.loads(zlib.decompress(packed))
        return cls(level, tuple(versions))


class JudgedChoice(NamedTuple):
    """A turn that was compared with the best one. Only what is above chance has figures."""

    turn: Turn
    taken: bool
    is_best: bool
    ruled_out: bool
    """Whether it plays a card that fits in no deal, and another one is better."""
    difference: float | None
    error: float | None
    worse: int | None
    better: int | None
    closer_than: float | None
    """What it costs less than, if the difference is not above chance."""
    deals: int


class TurnVerdict(NamedTuple):
    """What the choices of a turn were worth, the best first."""

    choices: tuple[JudgedChoice, ...]
    deals: int
    lands: int | None

    def packed(self) -> bytes:
        """Return the stored form."""
        choices = [[write_move(choice.turn), *choice[1:]] for choice in self.choices]
        return zlib.compress(orjson.dumps([choices, self.deals, self.lands]))

    @classmethod
    def of(cls, packed: bytes) -> "TurnVerdict":
        """Return the value of its stored form."""
        choices, deals, lands = orjson.loads(zlib.decompress(packed))
        return cls(
            tuple([JudgedChoice(cast(Turn, read_move(word)), *others) for word, *others in choices]), deals, lands
        )

    @classmethod
    def of_engine(cls, verdict: Verdict) -> "TurnVerdict":
        """Return what may be told of a verdict: no figure of a difference below two standard errors."""
        return cls(tuple(_choices(verdict)), verdict.deals, verdict.lands)


def _choices(verdict: Verdict) -> Sequence[JudgedChoice]:
    found = []
    for one in verdict.choices:
        taken, is_best = one.turn == verdict.real.turn, one.turn == verdict.best.turn
        ruled_out = taken and verdict.lands == 0 and not is_best
        tells = one.is_sure and not ruled_out
        closer_than = None if tells or ruled_out or is_best else one.most
        choice = JudgedChoice(one.turn, taken, is_best, ruled_out, None, None, None, None, closer_than, one.deals)
        if tells:
            choice = choice._replace(difference=one.difference, error=one.error, worse=one.worse, better=one.better)
        found.append(choice)
    return found
