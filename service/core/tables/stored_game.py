"""A stored game: its rules, players, log and deal."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from engine.clock import Clock, clock_of
from engine.codec import CHAIN, document_of
from engine.events import CardDiscarded, CardPlayed, LaterEvent, Log, TurnTaken
from engine.fold import fold
from engine.proof.chain import GENESIS, Link, is_timed, links
from engine.proof.deal import SEED_BYTES, secret_commitment
from engine.rules import Rules
from service.core.people.programs import Program
from service.core.tables.setting import TableSetting
from service.platform.refusal import Refusal
from service.platform.timestamps import instant, milliseconds, rfc3339

T = TypeVar("T")

_SHORT_MS: Final = 3_600_000
"""The longest time for a turn that an outage of seconds begins again. A service may restart every day."""


class NotFound(Exception):
    """The game does not exist, or the caller may not see it."""


def existing(found: T | None) -> T:
    """Return what was found. Raises NotFound for None."""
    if found is None:
        raise NotFound
    return found


class AwaitingReveals(Refusal):
    """The game waits for the reveals of its seats (`lobby.dealing`)."""

    code = "awaiting-reveals"

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until

    @property
    def members(self) -> Mapping[str, Any]:
        """Until when the seats can reveal."""
        return {"reveal_until": rfc3339(self.until)}


class NewerDeal(Refusal):
    """The hash chain of the game is newer than this code.

    A server with newer code dealt it.
    """

    code = "service-unavailable"
    retry_after_s = 2


class LogPoint(NamedTuple):
    """The size and the root of the log of commitments at some time. Receipts carry it from reader to reader."""

    size: int
    root: bytes

    @classmethod
    def of(cls, size: int | None, root: bytes | None) -> "LogPoint | None":
        """Return the log that two columns name; None if they name none."""
        return None if size is None or root is None else cls(size, root)


class Player(NamedTuple):
    """Who plays a seat, as everybody sees it; `free` for a free seat.

    A deleted account, a bot and a player of an imported game have no account. If a bot replaced an account, the player
    has both.
    """

    seat: int
    name: str | None
    account: UUID | None
    bot: str | None
    """The id of a bot."""
    program: Program | None
    """The program that plays the account; None for a person, and for a bot of the service."""
    knew_deck: bool
    """True if the account knew the deck of an earlier game that the game plays."""


def free(seat: int) -> Player:
    """Return that nobody plays a seat."""
    return Player(seat, None, None, None, None, knew_deck=False)


class TakenSeat(NamedTuple):
    """A taken seat, with what only the service knows.

    An account has `account_id`, and a bot has `bot`. A player of an imported game may have neither.
    """

    seat: int
    account_id: UUID | None
    name: str
    bot: str | None
    entropy: str | None
    entropy_commitment: bytes | None
    reveal: bytes | None
    is_deleted: bool
    """True for a deleted account."""
    program: Program | None
    """The program that plays the account; None for a person, and for a bot of the service."""
    shows_hands: bool
    """True if the account has agreed that watchers see all hands later."""
    knew_deck: bool
    """True if the account knew the deck of an earlier game that the game plays."""

    @property
    def player(self) -> Player:
        """The player as everybody sees it."""
        account = None if self.is_deleted else self.account_id
        return Player(self.seat, self.name, account, self.bot, self.program, self.knew_deck)


class Stored(NamedTuple):
    """A game as stored in the database. `log` is None until the game has started."""

    game_id: UUID
    setting: TableSetting
    taken: tuple[TakenSeat, ...]
    log: Log | None
    times: Sequence[datetime | None]
    """Times of events, by version. None for imported events without times."""
    private: bool
    hidden: bool
    """True if a moderator has hidden the game. It is then private too."""
    revision: int
    names_revision: int
    """The sum of the revisions of the players' accounts."""
    source: dict[str, Any] | None
    idle: bool
    """True for a running game that is idle past its limit (R21)."""
    time_is_over: bool
    """True if the time of the seat to move is over, and this has a consequence (R31)."""
    steady_since: datetime
    """Since when the database's clock has not jumped."""
    beating_since: datetime | None
    """Since when somebody has served all the time; None if there was no outage."""
    clock: Clock | None
    """The clock after the last event; None without one, and before the deal."""
    reveal_until: datetime | None
    """Until when the seats of an open game can reveal their entropy. None in any other game."""
    reveals_due: bool
    """True if this time is over."""
    to_move: int | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    head: bytes
    """The hash of the last event (`engine.proof.chain`); GENESIS before the deal."""
    log_point: LogPoint | None
    """The log when the last event was stored, or before the deal, when the game was created; None without a log."""
    dealt: Mapping[str, Any] | None
    """Event 0 as it is stored; None before the deal."""
    salt: bytes | None
    """Salt of the commitment to the deck, secret until the game has ended."""
    secret: bytes | None
    """The service's part of the seed, secret until the game has ended. None for a given, replayed or imported deck."""
    holder_salts: bytes | None
    """The salts of the holders in the deal. The holder of a seat sees its own."""
    given: bytes | None
    """The given deck of a sandbox game, or that of an earlier game, until the deal; afterwards the log has it."""
    left: Mapping[int, int] = MappingProxyType({})
    """Only of a `Shown`: the cards that have left their hand face up since, each with the turn that did it.

    If the game shows held cards, all cards that were dealt, each with the turn 0.
    """

    def __repr__(self) -> str:
        """Return only the game's id. A deck must not appear in logs and tracebacks."""
        return f"Stored({self.game_id})"

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.setting.seats

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.setting.rules

    @property
    def newest(self) -> int:
        """The version of the last event; -1 before the deal."""
        return -1 if self.log is None else len(self.log.later)

    @property
    def shows_fronts(self) -> bool:
        """True if a watcher sees the front of a card: after the end, or of one that has left a hand or is shown."""
        if self.log is None:
            return False
        has_shown = any(isinstance(event, CardPlayed | CardDiscarded) for event in self.log.later)
        return self.finished_at is not None or bool(self.left) or has_shown

    @property
    def idle_at(self) -> datetime | None:
        """When the game ends as idle if nothing happens (R21), or later if the service is down meanwhile.

        It is None unless the game is running. An agreed pause is not idleness, but may not last longer than the table
        allows. It counts from its beginning, whatever happens in it.
        """
        last = self.times[-1] if self.times else None
        if self.log is None or last is None or self.finished_at is not None:
            return None
        if self.clock is None:
            return last + timedelta(seconds=self.setting.idle_limit_s)
        if self.clock.is_paused:
            return instant(self.clock.since) + timedelta(seconds=self.setting.longest_pause_s)
        ends = last + timedelta(seconds=self.setting.idle_limit_s)
        return ends if self.clock.deadline is None else max(ends, instant(self.clock.deadline))

    @property
    def restarts_at(self) -> datetime | None:
        """When the turn has to begin again, since nobody could move before (R31); None if it has not.

        A seat with at most an hour for its turn gets it again after an outage, one with more after a jump of the clock.
        """
        clock = self.clock
        if self.finished_at is not None or clock is None or clock.deadline is None or clock.pace.on_timeout == "wait":
            return None
        time_ms = clock.banks[clock.to_move]
        at = self.steady_since
        if self.beating_since is not None and time_ms <= _SHORT_MS:
            at = max(at, self.beating_since)
        return at if clock.deadline - time_ms < milliseconds(at) else None

    @property
    def players(self) -> tuple[Player, ...]:
        """The players by seat, as they sat down."""
        return tuple([player or free(seat) for seat, player in enumerate(self._by_seat(attrgetter("player")))])

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players' names by seat; None for a free seat."""
        return self._by_seat(attrgetter("name"))

    @property
    def secret_commitment(self) -> str | None:
        """The published commitment to `secret`; None for a game without one."""
        if self.log is None:
            return None if self.secret is None else secret_commitment(self.secret)
        return self.log.deal.secret_commitment or None

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The bots that play the seats, also those that took over; None for a seat without one."""
        if self.clock is not None:
            return self.clock.bots
        return self._by_seat(attrgetter("bot"))

    @property
    def is_timed(self) -> bool:
        """True if the hashes cover the times of the events (chain 3). The game must have a log. Raises NewerDeal."""
        return is_timed(self._known_deal())

    def holder_salt(self, seat: int) -> bytes | None:
        """Return the salt of a seat's holder in the deal.

        It is None before the deal and in chain 2.
        """
        if self.holder_salts is None:
            return None
        return self.holder_salts[seat * SEED_BYTES : (seat + 1) * SEED_BYTES]

    @property
    def entropies(self) -> tuple[str | None, ...]:
        """The open contributions to the shuffle by seat; None for a seat without one."""
        return self._by_seat(attrgetter("entropy"))

    @property
    def entropy_commitments(self) -> tuple[str | None, ...]:
        """The commitments to secret entropy by seat, as 64 hex digits; None for a seat without one."""
        if self.log is not None:
            return self.log.deal.entropy_commitments or (None,) * self.seats
        return self._by_seat(lambda seat: hex_of(seat.entropy_commitment))

    def _by_seat(self, of: Callable[[TakenSeat], T]) -> tuple[T | None, ...]:
        """Return what a function says of each taken seat, by seat; None for a free one."""
        found = {seat.seat: of(seat) for seat in self.taken}
        return tuple([found.get(seat) for seat in range(self.seats)])

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have to reveal their entropy before the deal."""
        if self.reveal_until is None:
            return ()
        return tuple([seat.seat for seat in self.taken if seat.entropy_commitment and not seat.reveal])

    def followed_by(
        self,
        event: LaterEvent,
        at: datetime,
        head: bytes,
        log_point: LogPoint | None,
        *,
        to_move: int | None,
        ended: bool,
    ) -> "Stored":
        """Return the game with one more event. The game must have a log."""
        assert self.log is not None
        return self._replace(
            log=self.log.followed_by(event),
            times=[*self.times, at],
            clock=None if self.clock is None else self.clock.after(event, milliseconds(at)),
            head=head,
            log_point=log_point,
            to_move=to_move,
            finished_at=at if ended else None,
        )

    def links(self, since: int = -1) -> list[Link]:
        """Return the chain links of the events after version `since`. The game must have a log. Raises NewerDeal."""
        assert self.log is not None
        if since >= self.newest:
            return []
        if since == self.newest - 1 >= 0:  # the usual case: a player waits for the next move
            return [Link(document_of(self.log.events[-1]), self.head)]
        return links(self._known_deal(), self.log.later, [rfc3339(at) for at in self.times])[since + 1 :]

    def _known_deal(self) -> Mapping[str, Any]:
        assert self.dealt is not None
        if self.dealt.get("chain", CHAIN) > CHAIN:
            raise NewerDeal
        return self.dealt

    def seat_of(self, account_id: UUID | None) -> int | None:
        """Return the seat of an account; None if it has none."""
        return next(
            (seat.seat for seat in self.taken if account_id is not None and seat.account_id == account_id), None
        )

    @property
    def shown_by(self) -> list[int]:
        """The seats that have agreed that watchers see all hands later."""
        return [seat.seat for seat in self.taken if seat.shows_hands]


class Shown(Stored):
    """A running game whose watchers see fronts of cards in hands: those of `left`, and no others.

    Views and events with open hands that a watcher sees are made of this type alone.
    """

    __slots__ = ()

    @classmethod
    def at_once(cls, stored: Stored) -> "Shown":
        """Return a running game with all cards open that were dealt."""
        assert stored.log is not None and stored.finished_at is None
        return cls._make(stored._replace(left=_dealt_by(stored.log)))


class Past(Shown):
    """A running game as it was some turns ago.

    It has nothing of what came later but `left`, which everybody can see: nobody holds these cards any more. If the
    game shows held cards too, all that were dealt by then are in `left`.
    """

    __slots__ = ()

    @classmethod
    def of(cls, stored: Stored, turns: int, *, shows_held: bool = False) -> "Past":
        """Return a running game as it was some turns ago: before the deal, if there were not so many."""
        assert stored.log is not None and stored.finished_at is None
        taken = [version for version, event in enumerate(stored.log.events) if isinstance(event, TurnTaken)]
        cut = stored._replace(log_point=None, reveal_until=None, left=left_by(stored.log))
        if len(taken) < turns:
            return cls._make(cut._replace(log=None, times=(), dealt=None, head=GENESIS, to_move=None, clock=None))
        version = taken[-turns] - 1
        head = stored.links()[version].hash
        log, times = stored.log.until(version), stored.times[: version + 1]
        if shows_held:
            cut = cut._replace(left=_dealt_by(log))
        return cls._make(cut._replace(log=log, times=times, clock=clock_after(log, times), head=head))


def _dealt_by(log: Log) -> Mapping[int, int]:
    """Return the turn 0 for each card that a log has dealt, without those that lie face down."""
    state = fold(log)
    return dict.fromkeys(set(range(state.dealt)).difference(state.face_down), 0)


def left_by(log: Log) -> Mapping[int, int]:
    """Return the turn at which each card has left its hand, without those that lie face down."""
    hidden = fold(log).face_down
    turns = [event for event in log.later if isinstance(event, TurnTaken)]
    return {
        event.card: turn
        for turn, event in enumerate(turns, 1)
        if isinstance(event, CardPlayed | CardDiscarded) and event.card not in hidden
    }


def clock_after(log: Log, times: Sequence[datetime | None]) -> Clock | None:
    """Return the clock after a log; None for a game without one."""
    if log.deal.pace is None:
        return None
    return clock_of(log.deal, log.later, [milliseconds(at) for at in times if at is not None])


def hex_of(value: bytes | None) -> str | None:
    """Return bytes as hex digits; None for None."""
    return None if value is None else value.hex()
