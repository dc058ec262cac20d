"""Times in the database that tests move into the past."""

import psycopg


def earlier(column: str, by: str) -> str:
    """Return the SQL of a time before that of a column. `by` is the SQL of an interval.

    Citus refuses `column - interval` in an update, because its result can depend on the session's time zone.
    """
    return f"({column} at time zone 'utc' - {by}) at time zone 'utc'"


def rest(database_url: str, game_id: str, seconds: int) -> None:
    """Move the last event of a game and its pause some seconds into the past. The clock was steady all the time."""
    moved_at, paused_at = [earlier(column, "make_interval(secs => %(by)s)") for column in ("moved_at", "paused_at")]
    with psycopg.connect(database_url) as connected:
        connected.execute(
            f"update game set moved_at = {moved_at}, paused_at = {paused_at} where game_id = %(game)s::uuid".encode(),
            {"by": seconds, "game": game_id.removeprefix("g_")},
        )
        connected.execute("update clock set seen_at = now(), steady_since = '-infinity'")
