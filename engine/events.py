"""The events of a game, their kinds, and the log.

Every event is public. The deck, which determines the cards drawn, is stored separately: it is the only secret of a
game. Events of different kinds are never equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from engine.cards import Card, Color
from engine.commands import (
    CastAbortVote,
    ChangeClock,
    ClockChange,
    Command,
    Discard,
    GiveColorClue,
    GiveRankClue,
    Orientation,
    Play,
    ReorderHand,
    Say,
    TurnCards,
    WithdrawAbortVote,
)
from engine.pace import Pace
from engine.rules import RULESET, Rules

AbortReason = Literal["agreed", "idle", "no_show", "removed", "terminated", "left", "timed_out", "speedrun_failed"]
Origin = Literal["shuffled", "given", "replayed", "contest", "imported"]
EventName = Literal[
    "deal",
    "play",
    "discard",
    "clue",
    "reorder",
    "turn_cards",
    "message",
    "abort_vote",
    "abort_vote_withdrawn",
    "abort",
    "clock",
]


@dataclass(frozen=True, slots=True)
class Seating:
    """A game played here, and who sits in its seats."""

    game: str
    """The id of the game."""
    holders: tuple[str | None, ...]
    """By seat; the salted hash of the account in 64 hex digits (`engine.proof.deal.holder`), None for a bot."""
    bots: tuple[str | None, ...]
    """By seat; the id of the bot, None for a person."""


@dataclass(frozen=True, slots=True)
class GameDealt:
    """Event 0: the resolved options, the seats and the deck's commitment.

    The commitment is 64 hex digits. A shuffled deck is derived from a secret, to which the service commits before the
    seats are taken, and from the seats' entropies (`engine.proof.deal.seed_of`). A given, replayed or
    imported deck has neither, nor has that of a contest, whose commitment is the same at all its tables.
    """

    rules: Rules
    seats: int
    starting_seat: int
    commitment: str = ""
    ruleset: int = RULESET
    origin: Origin | None = None
    """None in games dealt before seats contributed entropies."""
    secret_commitment: str = ""
    """64 hex digits; "" unless the deck was shuffled."""
    entropies: tuple[str | None, ...] = ()
    """Each seat's entropy; empty unless the deck was shuffled."""
    entropy_commitments: tuple[str | None, ...] = ()
    """Each seat's commitment to secret entropy, 64 hex digits; empty unless a seat gave one."""
    reveals: tuple[str | None, ...] = ()
    """Each seat's secret entropy, 64 hex digits; None if it was withheld. Empty unless a seat gave a commitment."""
    seating: Seating | None = None
    """The game and its players. None in imported games, and in games dealt before the chain named them."""
    pace: Pace | None = None
    """None for a game without a clock."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card, with or without success. `declared_color` is as in R12.

    A card of an inverted suit is discarded instead.
    """

    seat: int
    card: int
    declared_color: Color | None = None


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A seat discarded a card. A card of an inverted suit is played instead."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class ColorClueGiven:
    """A seat gave a color clue. The deck determines the touched cards (R6)."""

    seat: int
    target: int
    color: Color


@dataclass(frozen=True, slots=True)
class RankClueGiven:
    """A seat gave a rank clue. The deck determines the touched cards (R6)."""

    seat: int
    target: int
    rank: int


@dataclass(frozen=True, slots=True)
class HandReordered:
    """A seat changed the order of its hand (R26). The oldest place comes first."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardsTurned:
    """A seat turned cards of its hand the same way (R29)."""

    seat: int
    cards: tuple[int, ...]
    orientation: Orientation


@dataclass(frozen=True, slots=True)
class Said:
    """A seat made a remark or wrote a text (R27). The other field is None.

    `cards` are those of its hand that the remark names, if any.
    """

    seat: int
    remark: str | None
    text: str | None
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AbortVoteCast:
    """A seat voted to abort. The last seat's vote ends the game (R21)."""

    seat: int


@dataclass(frozen=True, slots=True)
class AbortVoteWithdrawn:
    """A seat withdrew its vote to abort (R21)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClockChanged:
    """Something happened to the clock (R31).

    A seat asked for a `pause`, took that back or wants to go on (`resume`), took `days` of `vacation`, or let `seconds`
    pass (`advance`, only in sandbox games). Or its time was over, and a `bot` took over. `restart` has no seat: the
    service was down or its clock had jumped, and the turn begins again.
    """

    seat: int | None
    change: ClockChange
    days: int | None = None
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class GameAborted:
    """The game was aborted, but not by a vote event (R21)."""

    reason: AbortReason


TurnTaken = CardPlayed | CardDiscarded | ColorClueGiven | RankClueGiven
SeatEvent = TurnTaken | HandReordered | CardsTurned | Said | AbortVoteCast | AbortVoteWithdrawn
LaterEvent = SeatEvent | ClockChanged | GameAborted
Event = GameDealt | LaterEvent


class EventKind(NamedTuple):
    """A row of `KINDS`."""

    code: int
    """The number in the database. A code never changes its meaning."""
    name: EventName
    """The public name in JSON. Color and rank clues share a name."""
    event: type[Any]
    command: type[Any] | None
    """The class of the event's command, which has the same fields except `seat`. None if the event has no command."""


KINDS: Final = (
    EventKind(0, "deal", GameDealt, None),
    EventKind(1, "play", CardPlayed, Play),
    EventKind(2, "discard", CardDiscarded, Discard),
    EventKind(3, "clue", ColorClueGiven, GiveColorClue),
    EventKind(4, "clue", RankClueGiven, GiveRankClue),
    EventKind(5, "reorder", HandReordered, ReorderHand),
    EventKind(6, "message", Said, Say),
    EventKind(7, "abort_vote", AbortVoteCast, CastAbortVote),
    EventKind(8, "abort_vote_withdrawn", AbortVoteWithdrawn, WithdrawAbortVote),
    EventKind(9, "abort", GameAborted, None),
    EventKind(10, "turn_cards", CardsTurned, TurnCards),
    EventKind(11, "clock", ClockChanged, ChangeClock),
)
"""Every kind of event, by code."""

KIND_OF: Final[Mapping[type, EventKind]] = {kind.event: kind for kind in KINDS}
"""The kind of each event class."""

_KIND_OF_COMMAND: Final = {kind.command: kind for kind in KINDS if kind.command is not None}


def name_of(event: Event) -> EventName:
    """Return the public name of an event's kind."""
    return KIND_OF[type(event)].name


def fields_of(event: Event) -> dict[str, Any]:
    """Return the fields of an event by name, in order.

    A message that names no cards has no `cards`, and a change of the clock has `seconds` only if it lets time pass.
    """
    members: dict[str, Any] = {name: getattr(event, name) for name in event.__match_args__}
    if isinstance(event, Said) and not event.cards:
        del members["cards"]
    if isinstance(event, ClockChanged) and event.seconds is None:
        del members["seconds"]
    return members


def as_event(seat: int, command: Command) -> SeatEvent | ClockChanged:
    """Return the event of a seat's command, without checking its legality."""
    event: SeatEvent | ClockChanged = _KIND_OF_COMMAND[type(command)].event(
        seat, *[getattr(command, name) for name in command.__match_args__]
    )
    return event


def as_command(event: SeatEvent | ClockChanged) -> Command:
    """Return the command of an event."""
    members = fields_of(event)
    del members["seat"]
    command = KIND_OF[type(event)].command
    assert command is not None
    result: Command = command(**members)
    return result


class Log(NamedTuple):
    """A whole game: the deal, the deck and the later events.

    An event's version is its index in `events`. The deal has version 0.
    """

    deal: GameDealt
    deck: bytes
    """Card codes, first dealt first."""
    later: Sequence[LaterEvent]
    """The events after the deal, from version 1 on."""

    @property
    def events(self) -> list[Event]:
        """All events by version, the deal included."""
        return [self.deal, *self.later]

    @property
    def version(self) -> int:
        """The version of the last event."""
        return len(self.later)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The fronts of the deck, first dealt first."""
        return tuple(map(self.deal.rules.palette.cards.__getitem__, self.deck))

    def until(self, version: int) -> "Log":
        """Return the log up to and including a version."""
        return self._replace(later=self.later[:version])

    def followed_by(self, event: LaterEvent) -> "Log":
        """Return the log with one more event."""
        return self._replace(later=[*self.later, event])

    def __repr__(self) -> str:
        """Return a representation with the events but without the deck."""
        return f"Log(events={self.events!r})"
