"""The check of all stored games: `hanabi db verify`."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from engine.proof.record_json import sealed
from engine.proof.verify import verify
from service.core.replays.verification import stored_fault
from service.core.tables import event_store, record_signing
from service.core.tables.stored_game import Stored
from service.platform import ids
from service.platform.commands.command_database import open_database
from service.platform.database.pool import connection
from service.platform.settings import Settings
from service.platform.signing import keys

_PAGE: Final = "select game_id from game where game_id > %s order by game_id limit 500"


def check_games(settings: Settings) -> Iterator[tuple[str, str | None]]:
    """Yield the id of each game, and the code of its first fault; None for a game that is right.

    A finished game is checked by its record and the rows beside it, a running one by its hash chain. Raises
    psycopg.OperationalError.
    """
    after = UUID(int=0)
    with open_database(settings) as database:
        while True:
            with database.bind(), connection() as db:
                page = [game_id for (game_id,) in db.execute(_PAGE, (after,)).fetchall()]
            if not page:
                return
            for game_id in page:
                with database.bind():
                    stored = event_store.load(game_id)
                    yield ids.render("g", game_id), None if stored is None else _fault(stored)
            after = page[-1]


def _fault(stored: Stored) -> str | None:
    if stored.log is None:
        return None
    if stored.finished_at is None:
        return None if stored.links()[-1].hash == stored.head else "stored-head"
    core = record_signing.frozen(stored.game_id) if stored.is_timed else None
    signature = None if core is None else core.signature
    record = sealed(record_signing.record_of(stored)._replace(signature=signature))
    fault = verify(record).fault
    if fault is not None:
        return fault.code
    return stored_fault(stored, record, {key.key for key in keys.public_keys()})
