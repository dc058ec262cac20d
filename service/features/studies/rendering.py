"""What the API says of studies: schemas and JSON."""

from typing import Final

from service.core.common_values import GameId, NextCursor, Time
from service.core.people.program_schema import Author
from service.features.studies import studies
from service.features.studies.studies import MOST_CHAPTERS, Chapter
from service.platform.wire.field_types import Flag, Id, Items, Named, Object, ResponseSchema, Text, Whole
from service.platform.wire.rendering import Rendered

_NAMED: Final = (
    "(turn|event|from)=[0-9]{1,4}|seat=[0-5]|(line|branch)=b_[0-9a-f]{32}|moves=[!$%'-;=?-Z_a-z~]*|deck=[0-9x.]{1,12}"
    "|(spoilers|names)=(on|off)"
)
PLACE: Final = f"^(({_NAMED})(&|$))*$"
"""The form of a place: what it names."""


class StudyId(Named):
    """A study."""

    of = Id("u", facts={"examples": ["u_019909a4c3e17b500001a0b1d2f86a00"]})


class StudyPlace(Named):
    """A place in a replay: the query of the address of the review page, each part once.

    It has `turn`, or `event` for the version of an event that is no turn. In a line these count from its beginning: a
    saved `line` (`branch` in older links), or `from`, a version, with `moves` or another `deck`. `seat` chooses whose
    view is shown, `names` is `off` without names, and `spoilers` is ignored.
    """

    of = Text(pattern=PLACE, most=1000, facts={"examples": ["turn=17"]})


class StudyChapter(Rendered[Chapter]):
    """A place in a replay, with a text."""

    game = GameId("The replay.")
    place = StudyPlace()
    text = Text("What is to be said of it.", null=True)
    public = Flag("Whether everybody may read the replay.")
    readable = Flag("Whether the caller may read it; false for the author of a chapter whose replay is gone or hidden.")


class ListedStudy(Rendered[studies.Listed]):
    """A study of the caller in a list."""

    id = StudyId(attribute="study_id")
    title = Text("Its title.")
    length = Whole("How many chapters the caller gets.", least=0, most=MOST_CHAPTERS)
    created_at = Time()
    changed_at = Time()


class StudyList(ResponseSchema):
    """A page of studies."""

    items = Items(Object(ListedStudy), "The studies, the last changed first.")
    next = NextCursor()


class Study(ListedStudy):
    """A named collection of replays, in chapters."""

    about = Text("What it is about.", null=True)
    author = Object(Author)
    mine = Flag("Whether it is the caller's.")
    chapters = Items(Object(StudyChapter), "The chapters whose replays the caller may read; the author gets all.")
    left_out = Whole("How many chapters are not shown, since the caller may not read their replays.", least=0)


class ExportedStudy(ListedStudy):
    """A study of the account."""

    about = Text("What it is about.", null=True)
    chapters = Items(Object(StudyChapter), "Its chapters.")
