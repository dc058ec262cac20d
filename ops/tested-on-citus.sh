#!/bin/sh
# Refuse a release whose service was not tested on Citus: `make release` calls it.
# docs/scale.md names the commit of the last run of `make test-citus`. Only documents may have changed since.
set -eu
commit=$(sed -n 's/^The last run of `make test-citus` was on .* at the commit `\([0-9a-f]*\)`.*/\1/p' docs/scale.md)
if [ -z "$commit" ] || ! git diff --quiet "$commit" HEAD -- alembic engine service; then
  echo "The service has changed since the last run on Citus (${commit:-none})." >&2
  echo "Run make test-citus, and write its date and commit into docs/scale.md." >&2
  exit 1
fi
