"""Studies: routes, request bodies, and their pages."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, url_for
from marshmallow import validate

from engine.wording import N_
from service.core.common_parameters import IF_MATCH_ANY, IF_NONE_MATCH
from service.core.people.public_name import PublicName
from service.core.people.tokens import Caller
from service.core.replays import finished_game
from service.core.requests import auth, error_handlers
from service.core.tables.lookup import id_of
from service.features.pictures.routes import places
from service.features.studies import studies
from service.features.studies.rendering import PLACE, ListedStudy, Study, StudyId, StudyList
from service.features.studies.studies import MAX_ABOUT_LENGTH, MAX_TITLE_LENGTH, MOST_CHAPTERS, Chapter, NewStudy
from service.platform import ids, yielding
from service.platform.limits import gates
from service.platform.requests import exchange
from service.platform.website.html_rendering import has_sign_in, page
from service.platform.wire.field_types import Items, Object, Text
from service.platform.wire.headers import E_TAG, LINK, LOCATION, NOT_MODIFIED
from service.platform.wire.operation import Answer, Body, Link, Operation, Parameter, web_page
from service.platform.wire.pagination import CURSOR, LIMIT, page_of, page_query
from service.platform.wire.problems import Problem, fault
from service.platform.wire.request_fields import Paragraphs, length, parsed_id
from service.platform.wire.request_parsing import Request, empty_body, json_body, load
from service.platform.wire.responses import is_expected, no_content, revised

routes = Blueprint("studies", __name__)


class _ChapterBody(Request):
    """A chapter."""

    game = Text("A finished game that the caller may read.", named="GameId", required=True)
    place = Text(
        "The place in it; by default the start.",
        named="StudyPlace",
        load_default="",
        validate=validate.Regexp(
            r"(?=.{0,1000}\Z)" + PLACE[:-1] + r"\Z", error=N_("must be a place such as turn=17 or line=b_…")
        ),
    )
    text = Paragraphs("What is to be said of it.", load_default=None, null=True, validate=length(MAX_ABOUT_LENGTH))


class CreateStudyRequest(Request):
    """What a study contains."""

    title = PublicName("The title.", required=True, validate=length(MAX_TITLE_LENGTH))
    about = Paragraphs("What it is about.", load_default=None, null=True, validate=length(MAX_ABOUT_LENGTH))
    chapters = Items(
        Object(_ChapterBody),
        "The chapters, by default none.",
        most=MOST_CHAPTERS,
        error=N_("must have at most {most} chapters", most=MOST_CHAPTERS),
        load_default=list,
    )


class UpdateStudyRequest(CreateStudyRequest):
    """What a study contains from now on."""


STUDY: Final = Parameter("study", "path", StudyId("The study."), "u_019909a4c3e17b500001a0b1d2f86a00")

_CHANGED: Final = ("revision-conflict", "the study does not match `If-Match` or `If-None-Match`")
_THIS: Final = {"study": "id"}
_FROM_STUDY: Final = (
    Link("study", "getStudy", "The study again.", _THIS),
    Link("change", "updateStudy", "Change the study, as its author.", _THIS),
    Link("take_back", "deleteStudy", "Delete the study, as its author.", _THIS),
)


def _opens(caller: Caller) -> Callable[[Chapter], bool]:
    """Return what says whether a chapter's place is in its replay, which the caller may read."""

    def opens(chapter: Chapter) -> bool:
        exchange.charge_units(gates.LINE)
        yielding.give_way()
        return places.opens(finished_game.load(chapter.game, caller), chapter.place)

    return opens


def _new_study(schema: CreateStudyRequest) -> NewStudy:
    body = load(schema, json_body())
    chapters = [
        Chapter(parsed_id("g", one["game"], f"#/chapters/{number}/game"), one["place"], one["text"])
        for number, one in enumerate(body["chapters"])
    ]
    return NewStudy(body["title"], body["about"], chapters)


@routes.get("/v1/me/studies")
@Operation(
    "listMyStudies",
    scope="profile:read",
    price=10,
    parameters=(LIMIT, CURSOR),
    answers={
        200: Answer(
            StudyList,
            "The studies of this page, in order.",
            examples=("studies",),
            headers=(LINK,),
            links=(Link("study", "getStudy", "One of them.", {"study": "items/0/id"}),),
        )
    },
)
def list_my_studies() -> Response:
    """List your studies.

    Returns the studies that the caller has made.
    """
    caller = auth.caller()
    page = page_query()
    return page_of(studies.of_caller(caller, page), page.limit, ListedStudy.render)


@routes.post("/v1/studies")
@Operation(
    "createStudy",
    scope="reviews:write",
    price=20,
    stores=4000,
    repeatable=True,
    body=Body(CreateStudyRequest),
    answers={
        201: Answer(
            Study,
            "The study. `Location` is its address.",
            examples=("study",),
            headers=(LOCATION, E_TAG),
            links=_FROM_STUDY,
        )
    },
    problems=(("limit-reached", "the caller has made 100 `studies`"),),
)
def create_study() -> Response:
    """Make a study.

    Stores a named collection of replays. Each chapter is a place in a finished game that the caller may read: a turn
    (`turn=17`), a saved line (`line=b_…`) or other moves (`from=20&moves=d13,c1:5`), with a text. Who has its link
    reads the chapters whose replays that reader may read.
    """
    caller = auth.caller()
    created = studies.create(caller, _new_study(CreateStudyRequest()), opens=_opens(caller))
    location = url_for("studies.get_study", study=ids.render("u", created.study_id))
    return revised(Study.render(created), created.revision, HTTPStatus.CREATED, {"Location": location})


@routes.get("/v1/studies/<study>")
@Operation(
    "getStudy",
    price=10,
    compressed=False,  # its tag would be weak, and no precondition of a change
    parameters=(IF_NONE_MATCH,),
    answers={
        200: Answer(Study, "The study.", examples=("study",), headers=(E_TAG,), links=_FROM_STUDY),
        304: NOT_MODIFIED,
    },
)
def get_study(study: str) -> Response:
    """Read a study.

    Returns a study with the chapters whose replays the caller may read. If there is none, only its author gets it.
    """
    found = studies.read(auth.caller_if_any(), id_of("u", study))
    return revised(Study.render(found), found.revision)


@routes.put("/v1/studies/<study>")
@Operation(
    "updateStudy",
    scope="reviews:write",
    price=20,
    stores=4000,
    parameters=(IF_MATCH_ANY, IF_NONE_MATCH),
    body=Body(UpdateStudyRequest),
    answers={200: Answer(Study, "The changed study.", examples=("study",), headers=(E_TAG,), links=_FROM_STUDY)},
    problems=(_CHANGED,),
)
def update_study(study: str) -> Response:
    """Change a study.

    Replaces the title, the text and all chapters of a study of the caller. With `If-Match`, only this version of it is
    changed.
    """
    caller = auth.caller()
    study_id = id_of("u", study)
    new = _new_study(UpdateStudyRequest())
    found = studies.change(caller, study_id, new, fits=is_expected, opens=_opens(caller))
    return revised(Study.render(found), found.revision)


@routes.delete("/v1/studies/<study>")
@Operation(
    "deleteStudy",
    scope="reviews:write",
    parameters=(IF_MATCH_ANY, IF_NONE_MATCH),
    answers={204: Answer(None, "The study was deleted.")},
    problems=(_CHANGED,),
)
def delete_study(study: str) -> Response:
    """Delete a study.

    Deletes a study of the caller. The replays remain. The request has no body.
    """
    caller = auth.caller()
    empty_body()
    studies.remove(caller, id_of("u", study), fits=is_expected)
    return no_content()


@routes.get("/studies")
@web_page(price=5)
def show_studies() -> Response:
    """Show the page with the reader's studies."""
    return page("studies.html")


@routes.get("/studies/<study>")
@web_page(price=10)
def show_study(study: str) -> Response:
    """Show the page of a study. It is the same for all studies, and for all readers who are signed in."""
    study_id = id_of("u", study)
    return page("study.html", study=study, exists=has_sign_in() or studies.is_public(study_id))


@routes.app_errorhandler(studies.UnreadableGames)
def _unreadable(error: studies.UnreadableGames) -> Response:
    why = N_("must be a finished game that you may read")
    faults = [fault(f"#/chapters/{number}/game", why) for number in error.numbers]
    return error_handlers.answer(Problem("invalid-request", errors=faults))


@routes.app_errorhandler(studies.NoSuchPlaces)
def _no_such_places(error: studies.NoSuchPlaces) -> Response:
    why = N_("must be in the replay, and written as in the address of its page")
    return error_handlers.answer(
        Problem("invalid-request", errors=[fault(f"#/chapters/{number}/place", why) for number in error.numbers])
    )
