"""How Citus distributes the tables: which are on every node, and by which column the others are split."""

from typing import Final, NamedTuple

from service.platform.database.table_class import Model

__all__ = [
    "ON_EVERY_NODE",
    "ON_THE_COORDINATOR",
    "OTHER_DISTRIBUTION_COLUMNS",
    "CannotDistribute",
    "DistributionPlan",
    "plan",
]

ON_EVERY_NODE: Final = (
    "account",
    "block",
    "challenge",
    "clock",
    "handle",
    "token",
    "authorization_code",
    "device_code",
    "passkey",
    "seek",
    "contest",
    "contest_round",
    "contest_deck",
    "contest_entry",
    "contest_member",
    "contest_table",
    "recovery_code",
    "device_link",
    "account_merge",
    "moderation_action",
    "report",
    "signing_key",
    "log_head",
    "webhook",
    "push_key",
)
"""Reference tables, copied to every node: they are small, and requests join accounts, tokens and clock with a game."""

OTHER_DISTRIBUTION_COLUMNS: Final = {
    "answer": "key_digest",
    "log_hash": "position",
    "rollup": "account_id",
    "solved_position": "digest",
    "webhook_delivery": "webhook_id",
}
"""Distribution columns of the tables without `game_id`. Statements name the column, except those on `log_hash`."""

ON_THE_COORDINATOR: Final = (
    "procrastinate_events",
    "procrastinate_jobs",
    "procrastinate_periodic_defers",
    "procrastinate_workers",
)
"""The queue of jobs, which is not distributed: the library's tables have sequences and triggers of one node."""


class CannotDistribute(Exception):
    """The database cannot be distributed; the message says why."""


class DistributionPlan(NamedTuple):
    """The tables on every node, and the distribution columns of all others.

    `by_column` has pairs of table and column; `game` comes first.
    """

    on_every_node: tuple[str, ...]
    by_column: tuple[tuple[str, str], ...]

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables. Those on every node come first."""
        return (*self.on_every_node, *(table for table, _ in self.by_column))


def plan() -> DistributionPlan:
    """Return how to distribute the schema. Tables of games are distributed by `game_id`."""
    by_column = dict(OTHER_DISTRIBUTION_COLUMNS)
    for table in Model.metadata.sorted_tables:
        if table.name not in ON_EVERY_NODE and table.name not in by_column:
            first = next(iter(table.primary_key.columns)).name
            if first != "game_id":
                raise CannotDistribute(f"The table {table.name} has no game_id and no other distribution column.")
            by_column[table.name] = first
    return DistributionPlan(
        ON_EVERY_NODE, tuple(sorted(by_column.items(), key=lambda pair: (pair[0] != "game", pair[0])))
    )
