#!/bin/sh
# Dump the whole database as one consistent snapshot while the service runs.
# DATABASE_URL=postgresql://… ops/backup.sh hanabi.dump
# A Citus cluster has no snapshot across nodes: there, the script blocks writers until the dump is done.
set -eu
# It sets PGHOST, PGPASSWORD and so on, so that no password is in an argument, which every user of the machine can read.
if [ -z "${HANABI_DB_RUN:-}" ]; then
  [ -n "${PYTHON:-}" ] || ! command -v hanabi >/dev/null || exec hanabi db run "$0" "$@"
  exec "${PYTHON:-$(dirname "$0")/../.venv/bin/python}" -m service.cli db run "$0" "$@"
fi
export DUMP="${1:?name the file to write}.unfinished"
umask 077  # the dump contains the decks of running games
query() {
  psql --no-psqlrc -XAtq --set=ON_ERROR_STOP=1 "$@"
}
lock_and_dump() {
  query <<END
begin;
set local lock_timeout = '10s';
set local idle_in_transaction_session_timeout = 0;
lock table ${tables:-alembic_version} in share mode;
\! $command
END
}
command='pg_dump --format=custom --no-owner --lock-wait-timeout=60s --file="$DUMP"'
rm -f "$DUMP"
if [ "$(query -c "select to_regclass('pg_dist_partition') is null")" = t ]; then
  eval "$command"
else
  tables=$(query -c "select string_agg(logicalrelid::text, ', ') from pg_dist_partition")
  tries=5
  until lock_and_dump; do  # Citus ends it if it waits for a change on another node that waits for it
    tries=$((tries - 1))
    [ "$tries" -gt 0 ]
    sleep 2
  done
fi
pg_restore --list "$DUMP" >/dev/null
mv "$DUMP" "$1"
