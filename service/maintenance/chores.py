"""The chores of all rooms, which workers and `hanabi chores` do, and the recount of the rollup."""

from service.core import chores, feature
from service.features.statistics import rollup
from service.platform.commands.command_database import open_database
from service.platform.jobs.chore import Chore
from service.platform.settings import Settings


def all_chores() -> dict[str, Chore]:
    """Return the chores of the core and of the features, by the names of their tasks."""
    found = dict(chores.CHORES)
    for hooks in feature.hooks():
        found |= hooks.chores
    return found


def main(settings: Settings) -> str:
    """Do all chores once. Return a summary in words. Raises psycopg.OperationalError."""
    with open_database(settings) as database, database.bind():
        numbers = [(chore.done, chore.run()) for chore in all_chores().values()]
    return ", ".join(done.format(number) for done, number in numbers if done is not None)


def recount(settings: Settings) -> int:
    """Rebuild the rollup of all finished games, and return their number.

    During the recount, requests for statistics may get a 503.
    """
    with open_database(settings) as database, database.bind():
        rollup.clear()
        return rollup.count_all()
