"""How Citus distributes the tables: which are on every node, and by which column the others are split.

Each model says so in its `__table_args__` (`table_class`). Tables of games need not: their keys begin with `game_id`.
"""

from typing import Final, NamedTuple

from sqlalchemy import Table

from service.platform.database.table_class import Model

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
    """Return how to distribute the schema. Raises CannotDistribute for a table that does not say where it belongs."""
    every, by_column = [], {}
    for table in Model.metadata.sorted_tables:
        if is_on_every_node(table):
            every.append(table.name)
            continue
        first = next(iter(table.primary_key.columns)).name
        by_column[table.name] = table.info.get("distributed_by", first)
        if first != "game_id" and "distributed_by" not in table.info:
            raise CannotDistribute(f"The table {table.name} has no game_id and no other distribution column.")
    return DistributionPlan(
        tuple(every), tuple(sorted(by_column.items(), key=lambda pair: (pair[0] != "game", pair[0])))
    )


def is_on_every_node(table: Table) -> bool:
    """Return True for a reference table."""
    return bool(table.info.get("every_node"))
