"""Views, frames and event feeds of a stored game, for a viewer. This module does no I/O."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from engine.clock import Clock
from engine.events import Log
from engine.fold import fold, steps
from engine.proof.chain import GENESIS, Link
from engine.proof.deal_trust import Protection, protection_of
from engine.reading.feed import DealItem, Item, feed, item_of, past_viewpoint, seat_viewpoint, watcher_viewpoint
from engine.reading.view import View, seat_view, undealt_view, watcher_view
from engine.rules import Palette
from engine.state import State
from service.core.tables import receipts
from service.core.tables.setting import TableSetting
from service.core.tables.stored_game import LogPoint, NotFound, Past, Player, Shown, Stored
from service.platform.refusal import Refusal


class NoSuchVersion(Refusal, NotFound):
    """The game has no event with this version."""

    code = "not-found"


class Head(NamedTuple):
    """The end of a log: the state, and what is stored of the last event."""

    state: State
    hash: bytes
    at: datetime | None
    log_point: LogPoint | None
    """The log of commitments when the event was stored."""
    before: State | None = None
    """The state before the last event, if it is known. `feed_of` then shows that event without a fold."""


class ViewVersion(NamedTuple):
    """The version of a view. Two views of a game with the same ViewVersion are equal.

    As long as `revision` is the same, the same accounts have the seats. The revision of each account only increases, so
    the sum changes with any of them.
    """

    version: int
    """The version of the log."""
    revision: int
    """The revision of the data outside the log, such as seats."""
    names_revision: int
    """The sum of the revisions of the players' accounts."""
    seat: int | None
    """The seat of the viewer; None for a watcher."""
    is_past: bool = False
    """True for a watcher who sees open hands of some turns ago."""


class GameView(NamedTuple):
    """A game as a viewer sees it, including data outside the log."""

    game_id: UUID
    view_version: ViewVersion
    setting: TableSetting
    private: bool
    players: Sequence[Player]
    """The players by seat, with the bots that took over."""
    entropies: tuple[str | None, ...]
    """Contributions to the shuffle by seat; None for a seat without one."""
    entropy_commitments: tuple[str | None, ...]
    """Commitments to secret contributions by seat; None for a seat without one."""
    reveal_until: datetime | None
    """Until when the seats can reveal their contributions; None unless the game waits for that."""
    awaiting_reveals: tuple[int, ...]
    """The seats that have not revealed their contributions yet."""
    protection: Protection | None
    """How well the deal was protected; None before the deal, and in games from before seats contributed."""
    secret_commitment: str | None
    """The published commitment to the service's part of the seed; None for a given deck."""
    head: bytes | None
    """The hash of the last event. None while it would tell what a clue said (Cow & Pig, Duck)."""
    created_at: datetime
    log_point: LogPoint | None
    """The log of commitments that the receipt names."""
    receipt: dict[str, Any] | None
    """The signed receipt, as JSON; None for an imported game."""
    shown_by: Sequence[int]
    """The seats that have agreed that watchers see hands later."""
    holder_salt: bytes | None
    """The salt of the viewer in the deal; None for a watcher, before the deal and in chain 2."""
    view: View
    clock: Clock | None = None
    """The clock after the last event; None without one, and before the deal."""
    idle_at: datetime | None = None
    """When the game ends as idle if nothing happens (R21); None unless it is running."""


class Frame(NamedTuple):
    """The view after one event, without the players' names."""

    game_id: UUID
    setting: TableSetting
    private: bool
    secret_commitment: str | None
    head: bytes | None
    view: View


class Frames(NamedTuple):
    """The views after some events, without the players' names.

    They show either open hands, or what one viewer saw.
    """

    game_id: UUID
    setting: TableSetting
    private: bool
    secret_commitment: str | None
    heads: Sequence[bytes | None]
    """The hashes of the events, one for each view. None as in `GameView`."""
    views: list[View]
    is_past: bool = False
    """As in `ViewVersion`."""

    def each(self) -> Iterator[Frame]:
        """Yield each frame."""
        for head, view in zip(self.heads, self.views, strict=True):
            yield Frame(self.game_id, self.setting, self.private, self.secret_commitment, head, view)

    def only(self, version: int) -> "Frames":
        """Return the frame of one version. Raises NoSuchVersion.

        These must be the frames of a whole game.
        """
        if version >= len(self.views):
            raise NoSuchVersion
        return self._replace(heads=[self.heads[version]], views=[self.views[version]])


class FeedEntry(NamedTuple):
    """An event as a viewer saw it, with time and chain link.

    The hash is the same for all viewers.
    """

    item: Item
    at: datetime | None
    hash: bytes | None
    """The event's hash in the chain. None while it would tell what a clue said (Cow & Pig, Duck)."""
    deal: Mapping[str, Any] | None
    """The stored data of the deal; None for other events."""
    palette: Palette
    """The cards and clues of the game."""


class Feed(NamedTuple):
    """Events of a game as a viewer saw them.

    `version` is that of the newest event of the game. Before the deal there are no entries, and it is -1.
    """

    entries: list[FeedEntry]
    names: tuple[str | None, ...]
    version: int
    ended: bool
    seat: int | None
    """The viewer's seat; None for a watcher."""
    reveal_until: datetime | None = None
    """Until when the viewer's seat has to reveal its contribution to the deal; None if it has not to."""
    is_past: bool = False
    """As in `ViewVersion`."""


def head_of(stored: Stored) -> Head | None:
    """Return the head of a game's log; None before the deal."""
    return None if stored.log is None else log_head_of(stored, stored.log)


def log_head_of(stored: Stored, log: Log) -> Head:
    """Return the head of a game's log."""
    return Head(fold(log), stored.head, stored.times[-1], stored.log_point)


def stepped_head_of(stored: Stored, log: Log) -> Head:
    """Return the head of a game's log, with the state before its last event."""
    *before, state = steps(log, start=max(log.version - 1, 0))
    return Head(state, stored.head, stored.times[-1], stored.log_point, *before)


def version_of(stored: Stored, seat: int | None, version: int) -> ViewVersion:
    """Return the version of a seat's view at a version of the log."""
    return ViewVersion(version, stored.revision, stored.names_revision, seat, isinstance(stored, Past))


def view_of(stored: Stored, seat: int | None, head: Head | None) -> GameView:
    """Return the view of a seat at a head of the game.

    `seat` is None for a watcher; `head` is None before the deal.
    """
    if head is None:
        view = undealt_view(stored.rules, stored.seats, seat)
    else:
        view = _seen_by(stored, head.state, seat)
        if stored.clock is not None and stored.clock.is_paused:
            view = view._replace(legal_actions=())  # nobody can send one now (R31)
    hidden = head is not None and _hides_hashes(head.state.rules.palette, ended=head.state.ending is not None)
    shown = GENESIS if head is None else None if hidden else head.hash
    return GameView(
        game_id=stored.game_id,
        view_version=version_of(stored, seat, view.version),
        receipt=None if stored.source is not None else _receipt(stored, seat, view.version, shown, head),
        setting=stored.setting,
        private=stored.private,
        players=_players(stored),
        entropies=stored.entropies,
        entropy_commitments=stored.entropy_commitments,
        reveal_until=stored.reveal_until,
        awaiting_reveals=stored.awaited,
        shown_by=stored.shown_by,
        secret_commitment=stored.secret_commitment,
        holder_salt=None if seat is None else stored.holder_salt(seat),
        idle_at=None if view.result is not None else stored.idle_at,
        protection=None if stored.dealt is None else protection_of(stored.dealt),
        head=shown,
        created_at=stored.created_at,
        log_point=stored.log_point if head is None else head.log_point,
        view=view,
        clock=stored.clock,
    )


def _players(stored: Stored) -> Sequence[Player]:
    """Return the players by seat, with the bots that took over."""
    if stored.clock is None:
        return stored.players
    return [player._replace(bot=bot) for player, bot in zip(stored.players, stored.clock.bots, strict=True)]


def _receipt(stored: Stored, seat: int | None, version: int, shown: bytes | None, head: Head | None) -> dict[str, Any]:
    if head is not None:
        return receipts.of_state(stored.game_id, version, shown, head.at, head.log_point, stored.setting)
    return receipts.of_opening(
        stored.game_id,
        stored.secret_commitment,
        stored.created_at,
        seat,
        stored.entropies,
        stored.entropy_commitments,
        stored.reveal_until,
        stored.log_point,
        stored.setting,
    )


def frame_of(stored: Stored, log: Log, seat: int | None, version: int) -> Frames:
    """Return the view that a seat had at a version.

    `seat` is None for a watcher.
    """
    so_far = log.until(version)
    view = _seen_by(stored, fold(so_far), seat)
    hidden = _hides_hashes(stored.rules.palette, ended=stored.finished_at is not None)
    head = None if hidden else stored.links()[version].hash
    return framed(stored, [head], [view])


def framed(stored: Stored, heads: Sequence[bytes | None], views: list[View]) -> Frames:
    """Return frames of a game from views and their events' hashes."""
    return Frames(
        game_id=stored.game_id,
        setting=stored.setting,
        private=stored.private,
        secret_commitment=stored.secret_commitment,
        heads=heads,
        views=views,
        is_past=isinstance(stored, Past),
    )


def feed_of(stored: Stored, seat: int | None, since: int, head: Head | None = None) -> Feed:
    """Return the events after version `since` as a seat saw them.

    `seat` is None for a watcher. `head` is that of the log, if it is known.
    """
    entries = []
    if stored.log is not None:
        palette = stored.setting.rules.palette
        hidden = _hides_hashes(palette, ended=stored.finished_at is not None)
        viewpoint = watcher_viewpoint() if seat is None else seat_viewpoint(seat, stored.setting.seats)
        if isinstance(stored, Shown):
            viewpoint = past_viewpoint(frozenset(stored.left))
        if head is not None and head.before is not None and since == head.state.version - 1:
            newest = item_of(head.before, stored.log.later[-1], head.state, viewpoint)
            entries = [FeedEntry(newest, head.at, None if hidden else head.hash, None, palette)]
        else:
            entries = [
                entry_of(item, stored.times[item.version], link, palette, hidden=hidden)
                for item, link in zip(feed(stored.log, viewpoint, since=since), stored.links(since), strict=True)
            ]
    ended = stored.finished_at is not None
    reveal_until = stored.reveal_until if seat in stored.awaited else None
    return Feed(entries, stored.names, stored.newest, ended, seat, reveal_until, isinstance(stored, Past))


def entry_of(item: Item, at: datetime | None, link: Link, palette: Palette, *, hidden: bool = False) -> FeedEntry:
    """Return an event with its time, and its hash unless it is hidden."""
    deal = link.document if isinstance(item, DealItem) else None
    return FeedEntry(item, at, None if hidden else link.hash, deal, palette)


def _hides_hashes(palette: Palette, *, ended: bool) -> bool:
    """Return True while the hash of a clue would tell what the clue said."""
    return palette.hidden_clues is not None and not ended


def _seen_by(stored: Stored, state: State, seat: int | None) -> View:
    if isinstance(stored, Shown):  # the same at any time, since a frame of a version is tagged by the version alone
        until = state.turn + (stored.setting.hands_delay or 0)
        return watcher_view(state, {card for card, turn in stored.left.items() if turn <= until})
    return watcher_view(state) if seat is None else seat_view(state, seat)
