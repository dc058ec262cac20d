#!/bin/sh
# Copy a file of the write-ahead log to an archive. Postgres calls it:
#   archive_mode = on
#   archive_command = '/srv/hanabi/source/ops/archive.sh %p /srv/archive/%f'
# It succeeds if the archive has the same file already, as after a crash, and fails if it has another one.
set -eu
[ ! -e "$2" ] || exec cmp -s "$1" "$2"
cp "$1" "$2.unfinished"
sync "$2.unfinished"
mv "$2.unfinished" "$2"
