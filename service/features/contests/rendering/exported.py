"""What an account gets of its contests and teams in its export."""

from typing import Any

from service.core.common_values import ContestId, EntryId, Seat, Time
from service.platform import ids, timestamps
from service.platform.wire.field_types import Flag, ResponseSchema

__all__ = ["ExportedEntry", "exported_entry"]


class ExportedEntry(ResponseSchema):
    """A team of a contest that the account was named for."""

    contest = ContestId()
    entry = EntryId()
    seat = Seat()
    confirmed = Flag("Whether the account has confirmed it.")
    created_at = Time()


def exported_entry(row: Any) -> dict[str, Any]:
    """Return a team for the export of one of its members, from a row of `teams.with_account`."""
    contest_id, entry_id, seat, confirmed, created_at = row
    return {
        "contest": ids.render("x", contest_id),
        "entry": ids.render("e", entry_id),
        "seat": seat,
        "confirmed": confirmed,
        "created_at": timestamps.rfc3339(created_at),
    }
