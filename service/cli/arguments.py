"""Parser of the arguments of the command `hanabi`."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from engine import __main__ as verification
from engine.conventions.levels import LEVELS
from service.cli import account_commands, contest_command, database_commands, run, upgrade_command
from service.cli.work_command import work
from service.core import feature
from service.features import FEATURES
from service.features.analysis import puzzles_command
from service.features.analysis.solve_command import solve
from service.features.commitment_log import command as log_command
from service.features.conventions import command as conventions_command
from service.features.evaluation import command as evaluate_command
from service.features.mcp import command as mcp_command
from service.features.moderation import commands as moderation_commands
from service.platform.commands.failure import CommandFailed, database_errors
from service.platform.commands.settings_file import read_settings_file
from service.platform.embedded_postgres import PostgresFailed
from service.platform.settings import BadSetting, Settings
from service.platform.version import version

_BAD_SETTING: Final = 2
_CHORES: Final = (
    "for cron: end idle games, delete what has expired, remove the data of deleted accounts, give unique names to "
    "accounts without one, and count finished games for the statistics"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Return its exit status: 0 for success, 2 for an invalid setting or file."""
    feature.install(FEATURES)
    try:
        try:
            return _run(_parser().parse_args(arguments))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run(chosen: argparse.Namespace) -> int:
    if chosen.command == "verify":
        return _verify(chosen)
    if chosen.command == "mirror":
        return log_command.mirror(chosen.url, chosen.folder)
    if chosen.command == "solve":
        return solve(chosen.file)
    if chosen.command == "conventions":
        return conventions_command.answer(chosen.file, chosen.level)
    if chosen.command == "evaluate":
        return evaluate_command.run(chosen)
    if chosen.command == "puzzles":
        return puzzles_command.find(chosen.files)
    if chosen.command == "mcp":
        return mcp_command.serve(chosen.url, chosen.token)
    command: Callable[..., int] = chosen.command
    try:
        read_settings_file()
        with database_errors():
            return command(Settings.from_environ(), **{name: getattr(chosen, name) for name in chosen.takes})
    except BadSetting as error:
        return _complain(error, _BAD_SETTING)
    except (CommandFailed, PostgresFailed) as error:
        return _complain(error, 1)


def _verify(chosen: argparse.Namespace) -> int:
    if chosen.address is not None:
        if chosen.file == "contest":
            return contest_command.verify(chosen.address, chosen.log)
        print("hanabi verify: one FILE, or contest ADDRESS", file=sys.stderr)
        return _BAD_SETTING
    status, record = verification.run(chosen, program="hanabi verify")
    if status or chosen.log is None:
        return status
    if record is None and chosen.file != "-":
        return contest_command.verify_file_in_log(Path(chosen.file).read_bytes(), chosen.log)
    return log_command.find(record, chosen.log, chosen.receipt)


def _complain(error: Exception, status: int) -> int:
    print(f"hanabi: {error}", file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hanabi", description="The Hanabi server.")
    parser.add_argument("--version", action="version", version=version())
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, command, help_text in (
        ("run", run.run, "start the service, with an embedded Postgres unless DATABASE_URL is set"),
        ("migrate", database_commands.migrate, "migrate the database to the newest schema"),
        ("chores", database_commands.chores, _CHORES),
        ("health", run.health, "exit with status 0 if the service answers"),
    ):
        commands.add_parser(name, help=help_text).set_defaults(command=command, takes=())
    worker = commands.add_parser("work", help="run jobs, such as the analysis of finished games")
    worker.add_argument("--until-idle", action="store_true", help="end when no job is left")
    worker.add_argument(
        "--only",
        choices=("analysis", "webhooks"),
        help="run only the deliveries of webhooks and the chores, or all other jobs",
    )
    worker.set_defaults(command=work, takes=("only", "until_idle"))
    doctor = commands.add_parser("doctor", help="check this installation, and say what to do")
    doctor.add_argument("--url", metavar="URL", help="the public address of the service, whose certificate is checked")
    doctor.add_argument("--backup", type=Path, metavar="PATH", help="the last backup, or the folder of all: its age")
    doctor.add_argument(
        "--restored",
        metavar="LOG",
        help="say what a restored database has lost: compare it with the public log at the address of a service, or in "
        "the folder of a mirror",
    )
    doctor.set_defaults(command=database_commands.doctor, takes=("url", "backup", "restored"))
    upgrade = commands.add_parser("upgrade", help="rehearse an upgrade on a copy of the data, and say yes or no")
    upgrade.add_argument("--check", required=True, type=Path, metavar="WHEEL", dest="wheel", help="the new release")
    upgrade.add_argument("--dump", required=True, type=Path, metavar="FILE", help="the last backup of ops/backup.sh")
    upgrade.set_defaults(command=upgrade_command.rehearse, takes=("wheel", "dump"))
    _add_database(commands.add_parser("db", help="maintain the database"))
    moderation_commands.add_arguments(commands.add_parser("moderate", help="suspend accounts, hide content, …"))
    account_commands.add_arguments(commands.add_parser("accounts", help="help people who cannot sign in"))
    keys = commands.add_parser("keys", help="list the public keys of the service, make a new one, or revoke one")
    keys.add_argument(
        "action",
        nargs="?",
        choices=["rotate", "revoke"],
        help="rotate: make a new key, signed by the one in use, which retires. revoke: say that a key was lost",
    )
    keys.add_argument("key", nargs="?", metavar="KEY", help="the key to revoke; default: the one in use")
    keys.set_defaults(command=database_commands.keys, takes=("action", "key"))
    imports = commands.add_parser(
        "import", help="import games from a file, one per line: records or hanab.live exports"
    )
    imports.add_argument("file", metavar="FILE", help="the file to read; - is standard input")
    imports.add_argument(
        "--account",
        metavar="ID",
        help='the account that owns the games; default: an account "hanabi import" without a token',
    )
    imports.set_defaults(command=database_commands.import_games, takes=("file", "account"))
    exports = commands.add_parser(
        "export",
        help="write the records of finished public games, one per line",
        epilog="The dump is dedicated to the public domain (CC0 1.0): everybody may use it for anything.",
    )
    exports.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="the file to write; - is standard output, the default"
    )
    exports.add_argument("--after", metavar="ID", help="the last game in the file: append the games that ended later")
    exports.set_defaults(command=database_commands.export_games, takes=("file", "after"))
    verifier = commands.add_parser("verify", help="check the record of a game, without a service")
    verification.add_arguments(verifier)
    verifier.add_argument(
        "address",
        metavar="ADDRESS",
        nargs="?",
        help="with contest as FILE: the address of a contest, whose results, log and games are checked",
    )
    verifier.add_argument(
        "--log",
        metavar="PLACE",
        help="also find the game or the contest in a log of commitments: an address, or a folder of a mirror",
    )
    verifier.set_defaults(command="verify")
    mirror = commands.add_parser("mirror", help="copy a service's log of commitments to a folder, and check it")
    mirror.add_argument("url", metavar="URL", help="the address of the service")
    mirror.add_argument("folder", metavar="FOLDER", help="the folder, with an earlier copy or empty")
    mirror.set_defaults(command="mirror")
    solver = commands.add_parser("solve", help="say where a recorded game lost points, without a service")
    solver.add_argument("file", metavar="FILE", help="the exported record; - is standard input")
    solver.set_defaults(command="solve")
    readings = commands.add_parser(
        "conventions", help="say what clues mean in positions, by the conventions of a level"
    )
    readings.add_argument("file", metavar="FILE", help="positions with turns and questions; - is standard input")
    readings.add_argument("--level", type=int, choices=LEVELS, help="1 to 5; default: the level of each position")
    readings.set_defaults(command="conventions")
    evaluate_command.add_arguments(commands.add_parser("evaluate", help="play a contest with a program"))
    finder = commands.add_parser(
        "puzzles", help="find the puzzles by convention of games in notation, or count those that come with the service"
    )
    finder.add_argument("files", metavar="FILE", nargs="*", help="games in notation (docs/notation.md)")
    finder.set_defaults(command="puzzles")
    mcp_command.add_arguments(commands.add_parser("mcp", help="let a language model play and review games (MCP)"))
    return parser


def _add_database(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="command")
    commands.add_parser("distribute", help="distribute the tables over machines with Citus").set_defaults(
        command=database_commands.distribute, takes=()
    )
    program = commands.add_parser(
        "run", help="run a program with DATABASE_URL, PGHOST, … and PostgreSQL's programs on the PATH"
    )
    program.add_argument("program", metavar="PROGRAM", nargs=argparse.REMAINDER, help="the program and its arguments")
    program.set_defaults(command=database_commands.run_program, takes=("program",))
    commands.add_parser("verify", help="verify all games, finished and running").set_defaults(
        command=database_commands.verify_games, takes=()
    )
    commands.add_parser("recount", help="rebuild the summary tables of the statistics from the games").set_defaults(
        command=database_commands.recount, takes=()
    )
