"""The REST service: accounts, games and replays over HTTP, stored in Postgres."""
