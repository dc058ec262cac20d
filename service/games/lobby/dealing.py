"""Start of a game: the shuffle, the commitments and the deal."""

import secrets
from dataclasses import replace

from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from engine.codec import document_of
from engine.events import GameDealt, Seating
from engine.proof.chain import GENESIS, link
from engine.proof.deal import SEED_BYTES, commitment, secret_commitment, seed_of, shuffle, starting_seat
from service import ids
from service.database.schema import Clock, Deal, Event, Game
from service.games import event_store
from service.games.core_records import holder_of
from service.games.stored_game import Stored
from service.observability import metrics
from service.timestamps import rfc3339

__all__ = ["start"]


def start(changes: Session, game: Game) -> None:
    """Deal the cards and start a game whose seats are all taken.

    A sandbox game may have a given deck. Every other deck is derived from the service's secret and the entropies of all
    seats (`engine.proof.deal`).
    """
    changes.flush()  # so that `load` reads the last seat's entropy
    stored = event_store.load(game.game_id)
    assert stored is not None and stored.salt is not None
    dealt = _given(stored, stored.salt) if stored.secret is None else _shuffled(changes, stored, stored.salt)
    dealt = replace(dealt, seating=_seating(changes, stored))
    now, seen_at = changes.execute(select(func.now(), Clock.seen_at)).one()
    changes.execute(insert(Event), event_store.rows(game.game_id, [dealt], now))
    game.status, game.version, game.timed_version, game.to_move = "running", 0, 0, dealt.starting_seat
    game.started_at = now
    game.moved_at = max(now, seen_at)  # as in `event_store.APPEND`
    game.head = link(GENESIS, document_of(dealt), rfc3339(now)).hash
    metrics.game_started()


def _seating(changes: Session, stored: Stored) -> Seating:
    """Return who sits in the seats, with new salts for the holders."""
    salts = [secrets.token_bytes(SEED_BYTES) for _ in stored.players]
    changes.execute(update(Deal).where(Deal.game_id == stored.game_id).values(holder_salts=b"".join(salts)))
    return Seating(
        game=ids.render("g", stored.game_id),
        holders=tuple([holder_of(player, salt) for player, salt in zip(stored.players, salts, strict=True)]),
        bots=tuple([player.bot for player in stored.players]),
    )


def _given(stored: Stored, salt: bytes) -> GameDealt:
    assert stored.given is not None
    first = starting_seat(stored.rules, stored.seats, salt)
    return GameDealt(stored.rules, stored.seats, first, commitment(stored.given, salt), origin="given")


def _shuffled(changes: Session, stored: Stored, salt: bytes) -> GameDealt:
    assert stored.secret is not None
    entropies = tuple([player.entropy for player in stored.players])
    seed = seed_of(stored.secret, entropies)
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
    )
