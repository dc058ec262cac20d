"""Tests of the schema of the queue, which a migration creates."""

import psycopg
from procrastinate.schema import SchemaManager

from service.platform.database import distribution_plan

# Everything that the library has in a schema: columns, indexes, keys, triggers, functions and values of types.
CATALOG = """
    select 'column', table_name, column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '')
      from information_schema.columns where table_schema = current_schema() and table_name like 'procrastinate%'
    union all
    select 'index', indexname, indexdef from pg_indexes
     where schemaname = current_schema() and tablename like 'procrastinate%'
    union all
    select 'key', conname, pg_get_constraintdef(oid) from pg_constraint
     where connamespace = current_schema()::regnamespace and conrelid::regclass::text like 'procrastinate%'
    union all
    select 'trigger', tgname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and relnamespace = current_schema()::regnamespace
    union all
    select 'function', proname, pg_get_functiondef(oid) from pg_proc
     where pronamespace = current_schema()::regnamespace and proname like 'procrastinate%'
    union all
    select 'value', typname, enumlabel from pg_enum e join pg_type t on t.oid = enumtypid
     where typnamespace = current_schema()::regnamespace
"""


def test_the_schema_is_that_of_the_installed_library(empty_database_url: str) -> None:
    """When it is not, a migration has to run the files that the library has added (decision 0050)."""
    with psycopg.connect(empty_database_url) as db:
        migrated = {tuple(map(str, row)) for row in db.execute(CATALOG)}
        db.execute("create schema fresh")
        db.execute("set search_path to fresh, pg_catalog")
        db.execute(SchemaManager.get_schema().encode())
        fresh = {tuple(part.replace("fresh.", "") for part in map(str, row)) for row in db.execute(CATALOG)}
    assert {row[1] for row in migrated if row[0] == "column"} >= set(distribution_plan.ON_THE_COORDINATOR)
    assert {tuple(part.replace("public.", "") for part in row) for row in migrated} == fresh
