"""News of games for streams and long-polls, distributed by Postgres NOTIFY."""
