"""Games without events for a while, as the database sees them."""

import psycopg

__all__ = ["rest"]


def rest(database_url: str, game_id: str, seconds: int) -> None:
    """Move the last event of a game some seconds into the past. The clock was steady all the time."""
    with psycopg.connect(database_url) as connected:
        connected.execute(
            "update game set moved_at = moved_at - make_interval(secs => %s) where game_id = %s::uuid",
            (seconds, game_id.removeprefix("g_")),
        )
        connected.execute("update clock set seen_at = now(), steady_since = '-infinity'")
