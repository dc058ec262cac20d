"""Keys of the decks of games that a release without them has stored."""

from typing import Final

from sqlalchemy import select, update

from engine.proof.deck_key import deck_key
from service.core.tables import event_store
from service.core.tables.tables import WITHOUT_KEY, Game
from service.platform import ids, yielding
from service.platform.database.pool import fetch, transaction

__all__ = ["set_missing"]

_BATCH: Final = 500


def set_missing() -> int:
    """Set the keys of all finished games that have none. Return the number of games."""
    last, done = ids.NOBODY, 0
    while True:
        chosen = select(Game.game_id).where(WITHOUT_KEY, Game.game_id > last).order_by(Game.game_id).limit(_BATCH)
        found = [game_id for (game_id,) in fetch(chosen)]
        for game_id in yielding.steps(found):
            stored = event_store.load(game_id)
            if stored is not None and stored.log is not None:
                with transaction() as changes:
                    changes.execute(update(Game).where(Game.game_id == game_id).values(deck_key=deck_key(stored.log)))
                done += 1
        if len(found) < _BATCH:
            return done
        last = found[-1]
