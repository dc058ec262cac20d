"""The marks of a table in views, lists, replays and invitations: what is special about it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service.core.common_values import ContestId
from service.platform import ids
from service.platform.wire.field_types import Described, Flag

__all__ = ["MARKS", "marks_json", "of_setting"]


def of_setting(name: str) -> Callable[[Any], Any]:
    """Return a function for a member of the stored setting of a table. It returns None for a mark that is not set."""
    return lambda listed: listed.setting.get(name)


MARKS: Final[Mapping[str, Described]] = {
    "replayed": Flag(
        "Only true, and only in a game that plays the deck of an earlier one: whoever played or read that may know it.",
        required=False,
        computed=of_setting("replayed"),
    ),
    "training": Flag(
        "Only true, and only in a game whose creator lets its seats read what turns mean by conventions while it runs.",
        required=False,
        computed=of_setting("training"),
    ),
    "contest": ContestId(
        "Only in a game that plays the deck of a contest: the contest.",
        required=False,
        computed=of_setting("contest_id"),
    ),
}
"""The members of a response that are absent unless they apply, for the class of its schema."""

_FLAGS: Final = tuple([name for name, field in MARKS.items() if isinstance(field, Flag)])


def marks_json(setting: Mapping[str, Any]) -> dict[str, Any]:
    """Return the `MARKS` of a setting, which is given by name."""
    shown: dict[str, Any] = {name: True for name in _FLAGS if setting.get(name)}
    if setting["contest_id"] is not None:
        shown["contest"] = ids.render("x", setting["contest_id"])
    return shown
