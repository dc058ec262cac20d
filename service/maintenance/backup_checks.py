"""Checks of `hanabi doctor` that concern backups: the archive, the last dump, and what a restored database has lost."""

import time
from collections import Counter
from pathlib import Path
from typing import Final

from engine.proof.keys import KeyEvent
from engine.proof.log_entries import entry_of
from engine.proof.merkle import leaf_hash
from service.core.log.entries import LEAF_COLUMNS, leaf_of
from service.features.commitment_log import mirror
from service.maintenance.finding import Finding, has_role, row
from service.platform.database.pool import connection

_MOST_HOURS: Final = 26
"""A daily backup may take two hours longer than the one before."""
_MOST_BEHIND_BYTES: Final = 2**30


def archive() -> Finding:
    """Return whether Postgres archives its write-ahead log, and when it last did."""
    mode, fails, age_s, file = row(
        """select current_setting('archive_mode'),
                  coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false),
                  extract(epoch from now() - last_archived_time)::float8, last_failed_wal
             from pg_stat_archiver"""
    )
    if mode == "off":
        return Finding("archive", "The write-ahead log is not archived: a dump lacks what came after it.")
    if fails:
        return Finding(
            "archive",
            f"Postgres cannot archive {file}, keeps all later files in pg_wal, and the disk fills.",
            "Read in the log of Postgres why archive_command fails, such as a full or missing archive.",
        )
    return Finding("archive", "Nothing was archived yet." if age_s is None else f"The last file is {_age(age_s)} old.")


def last_backup(place: Path | None) -> Finding:
    """Return the age of the newest file at a place, a file or a folder."""
    if place is None:
        return Finding("backup", "Not checked: `--backup PATH` names the last backup, or the folder of all.")
    try:
        files = [*place.iterdir()] if place.is_dir() else [place]
        made_at, newest = max(((file.stat().st_mtime, file) for file in files), default=(0.0, None))
    except OSError as error:
        return Finding("backup", f"{place} cannot be read: {error.strerror}.", _BACK_UP)
    if newest is None:
        return Finding("backup", f"{place} is empty.", _BACK_UP)
    age_s = time.time() - made_at
    text = f"{newest} is {_age(age_s)} old."
    return Finding("backup", text, _BACK_UP if age_s > _MOST_HOURS * 3600 else None)


_BACK_UP: Final = "Run ops/backup.sh every day, and see why it did not run (docs/operations.md, “Backup and restore”)."


def slots() -> Finding:
    """Return whether a replication slot that nobody reads keeps the write-ahead log."""
    number, names = row(
        f"""select count(*), string_agg(slot_name, ', ') filter (where not active and
                   pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_receive_lsn()
                                        else pg_current_wal_lsn() end, restart_lsn) > {_MOST_BEHIND_BYTES})
              from pg_replication_slots"""
    )
    if names is None:
        return Finding("slots", f"{number} replication slots, and none keeps the write-ahead log for long.")
    return Finding(
        "slots",
        f"Nobody reads the replication slots {names}, for which Postgres keeps more than a gigabyte of its log.",
        "Start the standby, or drop the slot: select pg_drop_replication_slot('…').",
    )


def log_files() -> Finding:
    """Return the size of pg_wal."""
    if not has_role("pg_monitor"):
        return Finding("pg_wal", "Its size is hidden: grant pg_monitor to see it.")
    size, most = row(
        "select sum(size)::float8, 2 * pg_size_bytes(current_setting('max_wal_size'))::float8 from pg_ls_waldir()"
    )
    text = f"It has {size / 1e9:.1f} GB."
    return Finding("pg_wal", text, "See the archive and the slots: one of them keeps it." if size > most else None)


def restored(place: str) -> Finding:
    """Compare this database with the public log of a service, or with the folder of a mirror."""
    read = mirror.service(place) if "://" in place else mirror.folder(Path(place))
    try:
        head = mirror.head_in(read(mirror.HEAD), mirror.keys_in(read(mirror.KEYS)))
        public = mirror.checked_leaves(head, read)
    except (mirror.LogWrong, mirror.Unreadable) as error:
        return Finding("restored", f"The log at {place} cannot be used: {error}.", "Name a mirror or another address.")
    with connection() as db:
        known = [value for (value,) in db.execute("select hash from log_hash where level = 0 order by position")]
        waiting = {leaf_hash(leaf_of(one)) for one in db.execute(f"select {LEAF_COLUMNS} from log_entry".encode())}
    hashes = [leaf_hash(leaf) for leaf in public]
    have = {*known} | waiting
    lost = [entry_of(leaf) for leaf, hashed in zip(public, hashes, strict=True) if hashed not in have]
    if known[: len(hashes)] != hashes[: len(known)]:
        return Finding(
            "restored", "Its log is another one than the public log.", "Restore another backup, or say publicly why."
        )
    if not lost:
        return Finding("restored", f"It has all {len(public)} entries of the public log of {head.at}.")
    games = {entry.secret_commitment for entry in lost if not isinstance(entry, KeyEvent)}
    kinds = ", ".join(f"{number} {kind}" for kind, number in Counter(one.kind for one in lost).items())
    return Finding(
        "restored",
        f"It lacks {len(lost)} of {len(public)} entries of the public log, about {len(games)} games: {kinds}.",
        "Recover to a later moment (ops/restore-to.sh), or say publicly what is lost. Moves in running games are lost "
        "too, and the log does not count them.",
    )


def _age(seconds: float) -> str:
    return f"{seconds / 3600:.0f} hours" if seconds >= 7200 else f"{seconds / 60:.0f} minutes"
