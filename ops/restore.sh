#!/bin/sh
# Restore a dump into a new, empty database in one transaction, and migrate it to this release's schema.
# DATABASE_URL=postgresql://… ops/restore.sh hanabi.dump
set -eu
# It sets PGHOST, PGPASSWORD and so on, so that no password is in an argument, which every user of the machine can read.
if [ -z "${HANABI_DB_RUN:-}" ]; then
  [ -n "${PYTHON:-}" ] || ! command -v hanabi >/dev/null || exec hanabi db run "$0" "$@"
  exec "${PYTHON:-$(dirname "$0")/../.venv/bin/python}" -m service.cli db run "$0" "$@"
fi
dump=${1:?name the dump}
count="select count(*) from pg_tables where schemaname = 'public'"
tables=$(psql --no-psqlrc -XAtq -c "$count")
[ "$tables" = 0 ] || { echo "The database is not empty; restore into a new one." >&2; exit 1; }
contents=$(mktemp)
trap 'rm -f "$contents"' EXIT
pg_restore --list "$dump" | grep -v ' EXTENSION ' >"$contents"  # a dump of a Citus cluster is restored to one machine
pg_restore --use-list="$contents" --no-owner --exit-on-error --single-transaction --dbname="$PGDATABASE" "$dump"
# A user who is no superuser gets a warning for each table of the system, which is not this user's to analyze.
psql --no-psqlrc -Xq -c "set client_min_messages = error" -c "analyze"
"$PYTHON" -m service.cli migrate
