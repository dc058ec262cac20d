#!/bin/sh
# A dump of the whole installation, taken while the service runs: one moment of the database, every game in it whole.
# DATABASE_URL=postgresql://… ops/backup.sh hanabi.dump
set -eu
[ -n "${DATABASE_URL:-}" ] || exec "${PYTHON:-$(dirname "$0")/../.venv/bin/python}" -m service.cli db run "$0" "$@"
dump=${1:?the file to write is not named}
umask 077  # it holds the decks of running games
pg_dump --format=custom --no-owner --lock-wait-timeout=60s --file="$dump.unfinished" --dbname="$DATABASE_URL"
pg_restore --list "$dump.unfinished" >/dev/null
mv "$dump.unfinished" "$dump"
