"""Databases that nobody can write, such as a former primary after a failover."""

import psycopg


def set_read_only(url: str, *, on: bool) -> None:
    """Forbid all new sessions of a database to write, or allow it again."""
    with psycopg.connect(url, autocommit=True, options="-c default_transaction_read_only=off") as operator:
        how = "set default_transaction_read_only = on" if on else "reset default_transaction_read_only"
        operator.execute(f'alter database "{operator.info.dbname}" {how}'.encode())
