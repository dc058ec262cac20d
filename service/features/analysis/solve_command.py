"""`hanabi solve FILE`: what the table of a finished game could have reached, and where it lost points."""

import sys
from time import process_time
from typing import Final

from engine.commands import Turn
from engine.events import TurnTaken, as_command
from engine.fold import steps
from engine.formats.notation.moves import write_move
from engine.proof.verify import verify_file
from engine.reading.solver import Budget, curve, losses, saving_turns

_SECONDS: Final = 20.0


def solve(file: str) -> int:
    """Print the curve of a record, and each loss with the turns that would have kept it.

    The file name `-` means standard input. Return the exit status: 0, 1 for a file that is not a valid record, 2 for an
    unreadable file.
    """
    try:
        with open(0 if file == "-" else file, "rb") as stream:
            raw = stream.read()
    except OSError as error:
        print(f"hanabi solve: {file}: {error.strerror}", file=sys.stderr)
        return 2
    record, report = verify_file(raw)
    if record is None or report.fault is not None:
        print("hanabi solve: the file is no correct record; see hanabi verify", file=sys.stderr)
        return 1
    log = record.log
    budget = Budget(seconds=_SECONDS, clock=process_time)
    values = curve(log, budget)
    print("version  turn  could still reach")
    before = None
    for state, value in zip(steps(log), values, strict=True):
        shown = str(value.lower) if value.exact else f"{value.lower} to {value.upper}"
        if shown != before:
            print(f"{state.version:7}  {state.turn:4}  {shown}")
        before = shown
    for loss in losses(log, values):
        points = f"{loss.points} point{'s' if loss.points > 1 else ''}"
        if loss.kind == "deal":
            print(f"\n{points}: lost by the deal, as no play could reach more")
            continue
        event = log.later[loss.version - 1]
        what = write_move(as_command(event)) if isinstance(event, TurnTaken) else "the end of the game"
        when = f"version {loss.version}" if loss.since == loss.version - 1 else f"version {loss.version} at the latest"
        print(f"\n{points}: lost at {when} by {what}")
        for line in saving_turns(log, loss.since, budget):
            print(f"    {_moves(line)}")
    return 0


def _moves(line: tuple[Turn, ...]) -> str:
    return " ".join([write_move(turn) for turn in line])
