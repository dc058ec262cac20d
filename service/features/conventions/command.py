"""`hanabi conventions FILE`: what clues mean in positions, by the conventions of a level."""

import json
import sys

from engine.conventions.positions import BadPosition, answered


def answer(file: str, level: int | None) -> int:
    """Print a file of positions with the answers to its questions.

    The file name `-` means standard input. Return the exit status: 0, 1 for invalid positions, 2 for an unreadable
    file.
    """
    try:
        with open(0 if file == "-" else file, "rb") as stream:
            raw = stream.read()
    except OSError as error:
        print(f"hanabi conventions: {file}: {error.strerror}", file=sys.stderr)
        return 2
    try:
        positions = answered(json.loads(raw), level)
    except (ValueError, RecursionError) as error:
        reason = error if isinstance(error, BadPosition) else f"the file is no JSON: {error}"
        print(f"hanabi conventions: {reason}", file=sys.stderr)
        return 1
    print("[\n" + ",\n".join([json.dumps(position, ensure_ascii=False) for position in positions]) + "\n]")
    return 0
