#!/bin/sh
# Create a data folder from which Postgres, when it starts, recovers the database as it was at a given time.
# ops/restore-to.sh /srv/base/2026-11-21 /srv/archive /var/lib/postgresql/restored '2026-11-21 12:00:00+00'
# Later changes are lost. The folder must belong to the user who runs Postgres.
set -eu
base=${1:?name the base backup}
archive=${2:?name the archive of the write-ahead log}
data=${3:?name the folder to create}
time=${4:?give the time to recover to}
[ ! -e "$data" ] || { echo "$data exists already." >&2; exit 1; }
umask 077
mkdir -p "$(dirname "$data")"
cp -a "$base" "$data"
# Debian keeps both in /etc/postgresql.
[ -e "$data/postgresql.conf" ] || : >"$data/postgresql.conf"
[ -e "$data/pg_hba.conf" ] || echo "local all all peer" >"$data/pg_hba.conf"
cat >>"$data/postgresql.auto.conf" <<END
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_time = '$time'
recovery_target_inclusive = on
recovery_target_action = promote
archive_mode = off
END
: >"$data/recovery.signal"
