#!/bin/sh
# Make a data folder that Postgres, when started on it, recovers to a given time.
# ops/restore-to.sh /srv/base/2026-11-21 /srv/archive /var/lib/postgresql/restored '2026-11-21 12:00:00+00'
# Later changes are lost. The folder must belong to the user who runs Postgres.
set -eu
base=${1:?the base backup is not named}
archive=${2:?the archive of the write-ahead log is not named}
data=${3:?the folder to make is not named}
moment=${4:?the moment is not named}
[ ! -e "$data" ] || { echo "$data exists already." >&2; exit 1; }
umask 077
cp -a "$base" "$data"
cat >>"$data/postgresql.auto.conf" <<END
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_inclusive = on
recovery_target_action = promote
archive_mode = off
END
: >"$data/recovery.signal"
