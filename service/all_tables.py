"""Imports the tables of all rooms, for those that read the metadata: Citus, alembic and tests."""

from importlib import import_module

from service.core.log import tables as _log  # noqa: F401
from service.core.people import tables as _people  # noqa: F401
from service.core.replays import tables as _replays  # noqa: F401
from service.core.tables import log_tables as _logs_of_games  # noqa: F401
from service.core.tables import tables as _tables  # noqa: F401
from service.features import FEATURES
from service.platform.database import clock_jumps as _clock  # noqa: F401
from service.platform.database.table_class import Model
from service.platform.requests import answer_table as _answers  # noqa: F401
from service.platform.signing import tables as _keys  # noqa: F401

for _feature in FEATURES:
    if _feature.tables:
        import_module(f"service.features.{_feature.name}.tables")

METADATA = Model.metadata
