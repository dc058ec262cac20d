"""Pages of contests, whose scripts get them from the API."""

from flask import Blueprint, Response

from service.features.contests import arenas, contests
from service.platform import ids
from service.platform.website.html_rendering import page
from service.platform.website.page_words import page_words
from service.platform.wire.operation import web_page
from service.platform.wire.request_record import language

routes = Blueprint("contest_pages", __name__)


@routes.get("/contests")
@web_page(price=5)
def show_contests() -> Response:
    """Show the page with the list of contests."""
    return page("contests.html")


@routes.get("/contests/<contest>")
@web_page(price=10)
def show_contest(contest: str) -> Response:
    """Show the page of a contest, whose script gets it from the API. It is the same for all readers."""
    contest_id = ids.parse("x", contest)
    title = None if contest_id is None else contests.title(contest_id)
    if contest_id is not None and title is not None:
        title = arenas.title_in(page_words(language()), contest_id, title)
    return page("contest.html", contest=contest, title=title, exists=title is not None)
