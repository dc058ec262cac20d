"""Start of a game: the reveals, the shuffle, the commitments and the deal.

A game is dealt when its last seat is taken. If a seat has committed to secret entropy, the deal comes later, when all
such seats have revealed it or the time for that is over. Until then, no seat can change.
"""

import secrets
from dataclasses import replace
from datetime import timedelta
from typing import Final
from uuid import UUID

from sqlalchemy import ColumnElement, func, literal_column, select, true, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from engine.clock import started
from engine.codec import document_of
from engine.events import GameDealt, Origin, Seating
from engine.proof.chain import GENESIS, link
from engine.proof.deal import SEED_BYTES, commitment, secret_commitment, seed_of, shuffle, starting_seat
from service.core import feature
from service.core.log import entries
from service.core.log.tables import LogHead
from service.core.tables import event_store
from service.core.tables.log_tables import Deal, Event
from service.core.tables.news import publisher
from service.core.tables.record_signing import holder_of
from service.core.tables.sql_conditions import REVEALS_DUE
from service.core.tables.stored_game import Stored, hex_of
from service.core.tables.tables import Game
from service.platform import ids
from service.platform.database.clock_jumps import Clock
from service.platform.database.pool import transaction
from service.platform.observability import metrics
from service.platform.timestamps import instant, milliseconds, rfc3339

_IS_DUE: Final[ColumnElement[bool]] = literal_column(REVEALS_DUE)
_TIME_TO_DEAL: Final = timedelta(hours=1)
"""How long a game remains open after the time for reveals, if nobody asks for it."""


def begin(changes: Session, game: Game, reveal_s: int) -> None:
    """Deal a game whose last seat was just taken, or let it wait up to `reveal_s` seconds for reveals."""
    stored = _load(changes, game)
    if stored.secret is None or not any(player.entropy_commitment for player in stored.taken):
        _start(changes, game, stored)
        return
    game.reveal_until = until = func.now() + timedelta(seconds=reveal_s)
    game.open_until = func.greatest(Game.open_until, until + _TIME_TO_DEAL)


def start_if_complete(changes: Session, game: Game) -> None:
    """Deal a game that waits for reveals, if no seat has to reveal any more."""
    stored = _load(changes, game)
    if not stored.awaited:
        _start(changes, game, stored)


def finish(game_id: UUID) -> None:
    """Deal a game for which the time for reveals is over. Nothing happens if another request has dealt it."""
    with transaction() as changes:
        game = changes.scalar(select(Game).where(Game.game_id == game_id, _IS_DUE).with_for_update())
        if game is None:
            return
        _start(changes, game, _load(changes, game))
    publisher.announce(game_id, 0)


def finish_due(limit: int) -> int:
    """Deal at most `limit` games for which the time for reveals is over. Return the number of games found."""
    with transaction() as changes:
        found = changes.scalars(select(Game.game_id).where(_IS_DUE, Game.open_until > func.now()).limit(limit)).all()
    for game_id in found:
        finish(game_id)
    return len(found)


def _load(changes: Session, game: Game) -> Stored:
    changes.flush()  # so that the last change is read
    stored = event_store.load(game.game_id)
    assert stored is not None
    return stored


def _start(changes: Session, game: Game, stored: Stored) -> None:
    """Deal the cards and start a game.

    A sandbox game may have a given deck, and a game that of an earlier one or of a contest. Every other deck is derived
    from the service's secret and the entropies of all seats (`engine.proof.deal`).
    """
    assert stored.salt is not None
    dealt = _given(stored, stored.salt) if stored.secret is None else _shuffled(changes, stored, stored.salt)
    dealt = replace(dealt, seating=_seating(changes, stored), pace=stored.setting.pace)
    read = select(func.now(), Clock.seen_at, LogHead.size, LogHead.root).join(LogHead, true(), isouter=True)
    now, seen_at, game.log_size, game.log_root = changes.execute(read).one()
    now = max(now, stored.created_at)  # a clock that was set back does not deal before the game was created
    changes.execute(insert(Event), event_store.rows(game.game_id, [dealt], now))
    game.status, game.version, game.to_move = "running", 0, dealt.starting_seat
    game.started_at, game.reveal_until = now, None
    clock = started(dealt, milliseconds(now))
    game.deadline = None if clock is None or clock.deadline is None else instant(clock.deadline)
    game.moved_at = max(now, seen_at)  # as in `event_store.APPEND`
    game.head = link(GENESIS, document_of(dealt), rfc3339(now)).hash
    entries.dealt(changes, game.game_id, game.head)
    for note in feature.given(lambda hooks: hooks.dealt):
        note(changes, game.game_id)
    metrics.game_started()


def _seating(changes: Session, stored: Stored) -> Seating:
    """Return who sits in the seats, with new salts for the holders."""
    salts = [secrets.token_bytes(SEED_BYTES) for _ in stored.taken]
    changes.execute(update(Deal).where(Deal.game_id == stored.game_id).values(holder_salts=b"".join(salts)))
    return Seating(
        game=ids.render("g", stored.game_id),
        holders=tuple([holder_of(player, salt) for player, salt in zip(stored.taken, salts, strict=True)]),
        bots=tuple([player.bot for player in stored.taken]),
    )


def _given(stored: Stored, salt: bytes) -> GameDealt:
    assert stored.given is not None
    first = starting_seat(stored.rules, stored.seats, salt)
    origin: Origin = "contest" if stored.setting.contest_id else "replayed" if stored.setting.replayed else "given"
    return GameDealt(stored.rules, stored.seats, first, commitment(stored.given, salt), origin=origin)


def _shuffled(changes: Session, stored: Stored, salt: bytes) -> GameDealt:
    assert stored.secret is not None
    entropies = tuple([player.entropy for player in stored.taken])
    # Old clients know games without commitments: those are dealt as before, and have no list of them.
    commitments = stored.entropy_commitments if any(stored.entropy_commitments) else ()
    reveals = tuple([hex_of(player.reveal) for player in stored.taken]) if commitments else ()
    seed = seed_of(stored.secret, entropies, reveals)
    deck = shuffle(stored.rules.palette, seed)
    changes.execute(update(Deal).where(Deal.game_id == stored.game_id).values(deck=deck))
    return GameDealt(
        stored.rules,
        stored.seats,
        starting_seat(stored.rules, stored.seats, seed),
        commitment(deck, salt),
        origin="shuffled",
        secret_commitment=secret_commitment(stored.secret),
        entropies=entropies,
        entropy_commitments=commitments,
        reveals=reveals,
    )
