"""Chores, which workers and `hanabi chores` do, and the recount of the rollup."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import delete, func

from service.core.links import RENDERING
from service.core.people import accounts, merge_codes, sign_ins
from service.core.replays import missing_deck_keys, rendered_cache
from service.core.tables import advancing, watching
from service.core.tables.lobby import dealing, invitations, open_game
from service.features.analysis import positions
from service.features.commitment_log import sequencer
from service.features.contests import idle_teams, results, sealing
from service.features.oauth import app_codes, apps
from service.features.review_sessions import review_sessions
from service.features.seeks import seeks
from service.features.sign_ins import device_links, passkeys
from service.features.statistics import rollup
from service.features.webhooks import deliveries
from service.platform.commands.command_database import open_database
from service.platform.database.pool import transaction
from service.platform.requests.answer_table import Answer
from service.platform.settings import Settings

__all__ = ["CHORES", "Chore", "delete_answers", "main", "recount", "update_rollup"]

_BATCH: Final = 1000
_ROLLUP_BATCH: Final = 20_000
"""Large, because every batch updates the same rows of the rollup."""


class Chore(NamedTuple):
    """Something that has to be done every few minutes. It can be late, and run twice at a time."""

    run: Callable[[], int | None]
    done: str | None = None
    """What it did, with the number that it returned."""


def _in_batches(process: Callable[[int], int]) -> int:
    """Process batches until one is not full. Return the number of all rows."""
    total = found = process(_BATCH)
    while found == _BATCH:
        found = process(_BATCH)
        total += found
    return total


def update_rollup() -> int:
    """Add all uncounted finished games to the rollup, and return their number."""
    counted = 0
    while found := rollup.add_finished(_ROLLUP_BATCH, statement_timeout="5min"):
        counted += found
    return counted


def delete_answers() -> int:
    """Delete the expired responses of requests with an `Idempotency-Key`, and return their number."""
    with transaction() as changes:
        deleted = changes.scalars(delete(Answer).where(Answer.kept_until <= func.now()).returning(Answer.key_digest))
        return len(deleted.all())


CHORES: Final = {
    "end_idle_games": Chore(partial(_in_batches, advancing.abort_idle), "ended {} idle games"),  # R21
    "end_times": Chore(partial(_in_batches, advancing.end_times), "ended the times of seats in {} games"),  # R31
    "deal_games": Chore(partial(_in_batches, dealing.finish_due), "dealt {} games"),
    "delete_open_games": Chore(partial(_in_batches, open_game.delete_expired), "deleted {} expired open games"),
    "delete_seeks": Chore(seeks.delete_old),
    "delete_watch_counts": Chore(watching.delete_old_counts),
    "delete_invitations": Chore(invitations.delete_old),
    "remove_deleted_accounts": Chore(accounts.remove_deleted),
    "remove_old_challenges": Chore(passkeys.remove_old_challenges),
    "remove_old_links": Chore(device_links.remove_old),
    "remove_old_merges": Chore(merge_codes.remove_old),
    "remove_expired_sign_ins": Chore(sign_ins.remove_expired),
    "remove_unused_apps": Chore(apps.remove_expired),
    "remove_old_codes_of_apps": Chore(app_codes.remove_old),
    "delete_renditions": Chore(partial(rendered_cache.forget, RENDERING)),
    "delete_positions": Chore(positions.delete_old),
    "delete_deliveries": Chore(deliveries.delete_old),
    "delete_sessions": Chore(review_sessions.delete_old),
    "count_games": Chore(update_rollup, "counted {} finished games"),
    "open_seals": Chore(sealing.open_all_due, "opened the seals of {} decks"),
    "log_results": Chore(results.log_due, "logged the results of {} contests"),
    "withdraw_teams": Chore(idle_teams.withdraw, "withdrew {} teams of arenas"),
    "set_deck_keys": Chore(missing_deck_keys.set_missing),
    "sequence_log": Chore(sequencer.sequence_all, "added {} entries to the log of commitments"),
    "delete_answers": Chore(delete_answers, "deleted {} expired responses"),
}
"""The chores by the names of their tasks."""


def main(settings: Settings) -> str:
    """Do all chores once. Return a summary in words. Raises psycopg.OperationalError."""
    with open_database(settings) as database, database.bind():
        numbers = [(chore.done, chore.run()) for chore in CHORES.values()]
    return ", ".join(done.format(number) for done, number in numbers if done is not None)


def recount(settings: Settings) -> int:
    """Rebuild the rollup of all finished games, and return their number.

    During the recount, requests for statistics may get a 503.
    """
    with open_database(settings) as database, database.bind():
        rollup.clear()
        return update_rollup()
