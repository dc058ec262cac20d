"""Pauses of games of contests, which their round has to allow."""

from typing import Final

from engine.commands import ChangeClock, Command
from engine.decide import IllegalMove, Refusal
from service.core.tables.stored_game import Stored
from service.platform.database.pool import connection

__all__ = ["require_allowed"]

_ALLOWED: Final = """
    select r.pauses from contest_table t join contest_round r on r.contest_id = t.contest_id and r.round = t.round
     where t.game_id = %s
"""


def require_allowed(stored: Stored, command: Command) -> None:
    """Raise IllegalMove for a pause in a game of a contest whose round allows none.

    In a pause nobody's time runs, and hands can be read for as long as the players like.
    """
    if stored.contest_id is None or not isinstance(command, ChangeClock) or command.change != "pause":
        return
    with connection() as db:
        row = db.execute(_ALLOWED, (stored.game_id,)).fetchone()
    if row is None or not row[0]:
        raise IllegalMove(Refusal.NO_PAUSE)
