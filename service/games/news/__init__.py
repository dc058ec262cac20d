"""News of games: Postgres NOTIFY, and the streams and long-polls that wait for it."""
