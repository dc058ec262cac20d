"""SQL conditions on the table `game` that several statements share.

The columns are not qualified: no other table that is joined to `game` has one of these names. A partial index is
used only by a statement that repeats its condition.
"""

from typing import Final, LiteralString

__all__ = ["FINISHED_PUBLIC", "IDLE", "PUBLIC_HERE"]

IDLE: Final[LiteralString] = "status = 'running' and moved_at + make_interval(secs => idle_limit_s) < now()"
"""A running game in which nobody has moved within its limit; it is to be aborted (R21)."""

FINISHED_PUBLIC: Final[LiteralString] = "status = 'ended' and not sandbox and not private"
"""A finished game that anybody may see: what the lists of replays and the statistics hold."""

PUBLIC_HERE: Final[LiteralString] = "not sandbox and not private and source is null"
"""A public game that was made here, not imported: what the list of games holds."""
