"""The marks of a table in views, lists, replays, invitations and exports: what is special about it."""

from collections.abc import Mapping
from typing import Any, Final

from service.core.common_values import ContestId
from service.platform.wire.field_types import Described, Flag
from service.platform.wire.rendering import Rendered

MARKS: Final[Mapping[str, Described]] = {
    "replayed": Flag(
        "Only true, and only in a game that plays the deck of an earlier one: whoever played or read that may know it.",
        required=False,
        attribute="setting.replayed",
    ),
    "training": Flag(
        "Only true, and only in a game whose creator lets its seats read what turns mean by conventions while it runs.",
        required=False,
        attribute="setting.training",
    ),
    "contest": ContestId(
        "Only in a game that plays the deck of a contest: the contest.",
        required=False,
        attribute="setting.contest_id",
    ),
}
"""The members of a response that are absent unless they apply, for the class of its schema."""


class _Marks(Rendered[Any]):
    vars().update(MARKS)


def marks_json(table: Any) -> dict[str, Any]:
    """Return the `MARKS` of something with the `setting` of a table."""
    return _Marks.render(table)
