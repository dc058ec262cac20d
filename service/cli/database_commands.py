"""Commands that maintain the database: migrate, chores, doctor, import, export and `db`."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from service.platform import data_files
from service.platform.commands.database_address import (
    embedded_postgres,
    environ_at,
    environ_with_database,
    libpq_variables,
    require_database,
    with_running_database,
)
from service.platform.commands.failure import CommandFailed
from service.platform.commands.signals import Signals
from service.platform.embedded_postgres import EmbeddedPostgres
from service.platform.settings import Settings


def migrate(settings: Settings) -> int:
    """Migrate the database to the newest schema. Return the exit status."""
    require_database(settings)
    if settings.database_url is None:
        with embedded_postgres(settings, Signals()) as postgres:
            migrate_in_process(environ_with_database(settings, postgres))
        return 0
    from alembic import command, config
    from service.platform.database import citus, health, pooler
    from service.platform.database.distribution_plan import CannotDistribute

    try:
        if not settings.pgbouncer:
            pooler.refuse_pooler(settings.database_url)
        command.upgrade(config.Config(str(data_files.ROOT / "alembic.ini")), "head")
        if citus.is_distributed(settings.database_url):
            from service import all_tables  # noqa: F401

            citus.distribute(settings.database_url, _report)  # for tables that a migration has added
    except health.NewerSchema as newer:
        _report(str(newer))
    except (CannotDistribute, health.ForeignSchema) as error:
        raise CommandFailed(str(error)) from None
    return 0


def migrate_in_process(environ: dict[str, str]) -> None:
    """Migrate the database in a separate process. Raises CommandFailed."""
    migration = [sys.executable, "-m", "service.cli", "migrate"]
    if subprocess.run(migration, env=environ, cwd=data_files.ROOT, check=False).returncode != 0:
        raise CommandFailed("The database could not be migrated.")


def chores(settings: Settings) -> int:
    """Run the maintenance jobs once. Return the exit status."""
    settings = with_running_database(settings)
    from service.maintenance import chores

    print(chores.main(settings))
    return 0


def doctor(settings: Settings, *, url: str | None, backup: Path | None, restored: str | None) -> int:
    """Check the installation, and say what to do. Return the exit status, 1 if something has to be done."""
    settings = with_running_database(settings)
    from service.maintenance import doctor as checks

    status = 0
    for finding in checks.examine(settings, url, backup=backup, log=restored):
        print(f"{'ok' if finding.remedy is None else 'TO DO':5}  {finding.subject:11}  {finding.text}", flush=True)
        if finding.remedy is not None:
            print(f"{'':5}  {'':11}  {finding.remedy}", flush=True)
            status = 1
    return status


def keys(settings: Settings, *, action: str | None, key: str | None) -> int:
    """List the public signing keys, newest first; rotate or revoke one before. Return the exit status."""
    settings = with_running_database(settings)
    from service.maintenance import key_commands
    from service.platform.signing.keys import UnknownKey

    if key is not None and action != "revoke":
        raise CommandFailed("Only `revoke` takes a key.")
    try:
        for line in key_commands.list_keys(settings, action=action, key=key):
            print(line)
    except UnknownKey:
        raise CommandFailed("The service has no such key, or has revoked it already.") from None
    return 0


def import_games(settings: Settings, *, file: str, account: str | None) -> int:
    """Import the games of a file. Return the exit status, 1 if a game was refused."""
    settings = with_running_database(settings)
    from service.maintenance import bulk_transfer

    summary, tally = bulk_transfer.import_games(settings, file, account=account)
    print(summary)
    return 1 if tally.refused else 0


def export_games(settings: Settings, *, file: str, after: str | None) -> int:
    """Write the finished public games to a file. Return the exit status."""
    settings = with_running_database(settings)
    from service.maintenance import bulk_transfer

    print(bulk_transfer.export_games(settings, file, after=after), file=sys.stderr)
    return 0


def distribute(settings: Settings) -> int:
    """Distribute the tables over a Citus cluster. Return the exit status."""
    if settings.database_url is None:
        raise CommandFailed("DATABASE_URL is not set, and the embedded Postgres has no Citus.")
    from service import all_tables  # noqa: F401
    from service.platform.database import citus, pooler
    from service.platform.database.distribution_plan import CannotDistribute

    try:
        pooler.refuse_pooler(settings.database_url)
        done = citus.distribute(settings.database_url, _report)
    except CannotDistribute as error:
        raise CommandFailed(str(error)) from None
    print(f"distributed {', '.join(done)}" if done else "Everything is distributed already.")
    return 0


def run_program(settings: Settings, *, program: list[str]) -> int:
    """Run a program with the database in DATABASE_URL and in libpq's variables. Return its exit status.

    If the embedded Postgres does not run, it runs for the duration of the program. Its programs come first on the PATH.
    """
    if not program:
        raise CommandFailed("No program is named. Example: hanabi db run ops/backup.sh hanabi.dump")
    require_database(settings)
    embedded = EmbeddedPostgres(settings.data_dir, bin_dir=settings.pg_bin)
    with ExitStack() as stack:
        if settings.database_url is not None:
            environ = {**os.environ, "DATABASE_URL": settings.database_url}
        elif url := embedded.url_of_running():
            environ = environ_at(url)
        else:
            postgres = stack.enter_context(embedded_postgres(settings, Signals()))
            environ = environ_with_database(settings, postgres)
        if settings.database_url is None:
            environ["PATH"] = f"{embedded.programs()}{os.pathsep}{environ.get('PATH', os.defpath)}"
        environ |= libpq_variables(environ["DATABASE_URL"])
        environ["HANABI_DB_RUN"] = "1"  # a script in ops/ does not call this command again
        environ.setdefault("PYTHON", sys.executable)
        try:
            return subprocess.run(program, env=environ, check=False).returncode
        except OSError as error:
            raise CommandFailed(f"{program[0]} cannot be run: {error.strerror}.") from None


def verify_games(settings: Settings) -> int:
    """Verify all games, and print those with a fault. Return the exit status, 1 if there is one."""
    settings = with_running_database(settings)
    from service.maintenance import game_check

    games = faulty = 0
    for game, fault in game_check.check_games(settings):
        games += 1
        if fault is not None:
            faulty += 1
            print(f"{game}: {fault}")
    print(f"verified {games:,} games, {faulty:,} with a fault")
    return 1 if faulty else 0


def recount(settings: Settings) -> int:
    """Rebuild the summary tables of the statistics from the games. Return the exit status."""
    settings = with_running_database(settings)
    from service.maintenance import chores

    print(f"counted {chores.recount(settings):,} finished games")
    return 0


def _report(message: str) -> None:
    print(f"hanabi: {message}", file=sys.stderr, flush=True)
