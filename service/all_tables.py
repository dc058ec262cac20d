"""Imports the tables of all rooms, for those that read the metadata: Citus, alembic and tests."""

from importlib import import_module

from service.features import FEATURES
from service.platform.database.table_class import Model

__all__ = ["METADATA"]

for _feature in FEATURES:
    if _feature.tables:
        import_module(f"service.features.{_feature.name}.tables")

METADATA = Model.metadata
