"""What an account gets of its contests and teams in its export."""

from service.core.common_values import ContestId, EntryId, Seat, Time
from service.features.contests.teams import EntryOfAccount
from service.platform.wire.field_types import Flag
from service.platform.wire.rendering import Rendered

__all__ = ["ExportedEntry"]


class ExportedEntry(Rendered[EntryOfAccount]):
    """A team of a contest that the account was named for."""

    contest = ContestId(attribute="contest_id")
    entry = EntryId(attribute="entry_id")
    seat = Seat()
    confirmed = Flag("Whether the account has confirmed it.")
    created_at = Time()
