#!/bin/sh
# Make a base backup of the server for point-in-time recovery. The server must archive its write-ahead log (archive.sh).
# DATABASE_URL=postgresql://… ops/base-backup.sh /srv/base/2026-11-21     (a role with REPLICATION)
set -eu
# It sets PGHOST, PGPASSWORD and so on, so that no password is in an argument, which every user of the machine can read.
if [ -z "${HANABI_DB_RUN:-}" ]; then
  [ -n "${PYTHON:-}" ] || ! command -v hanabi >/dev/null || exec hanabi db run "$0" "$@"
  exec "${PYTHON:-$(dirname "$0")/../.venv/bin/python}" -m service.cli db run "$0" "$@"
fi
base=${1:?name the folder to create}
umask 077
pg_basebackup --pgdata="$base" --checkpoint=fast --wal-method=stream
