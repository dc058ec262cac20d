"""The kinds of problems: their codes, statuses and texts. Each room registers its own."""

from collections.abc import Callable, Mapping
from gettext import NullTranslations
from http import HTTPStatus
from typing import Final, NamedTuple

from service.platform.languages.translations import in_each_language


class Code(NamedTuple):
    """What there is to say of a problem code, besides its texts."""

    status: int
    when: str | None = None
    """When most operations answer with it, for the contract. None: each operation says so."""


class ProblemText(NamedTuple):
    """The title and the detail of a problem."""

    title: str
    detail: str
    """Two sentences: what happened, and what the caller can do."""
    in_page: str | None = None
    """What a page says instead, if the detail is for programs."""

    @property
    def happened(self) -> str:
        """The first sentence of the detail."""
        return self.detail.partition(". ")[0] + "."

    @property
    def remedy(self) -> str:
        """The second sentence of the detail."""
        return self.detail.partition(". ")[2]


class Problems(NamedTuple):
    """The problems of a room."""

    codes: Mapping[str, Code]
    texts: Callable[[NullTranslations], Mapping[str, ProblemText]]
    """Returns the texts of the codes in the language of a catalog."""


CODES: Final[dict[str, Code]] = {}
"""All codes of this process, once its features are installed."""

NAMES: Final[list[str]] = []
"""The same codes, for the contract."""

STATUS_OF: Final[dict[str, HTTPStatus]] = {}

_TEXTS: Final[dict[str, dict[str, ProblemText]]] = {}


def add(problems: Problems) -> None:
    """Add the problems of a room."""
    CODES.update(problems.codes)
    NAMES[:] = CODES
    STATUS_OF.update({code: HTTPStatus(one.status) for code, one in problems.codes.items()})
    for language, of_language in in_each_language(problems.texts).items():
        _TEXTS.setdefault(language, {}).update(of_language)


def problem(language: str, code: str, **params: object) -> ProblemText:
    """Return the title and the detail of a problem.

    The code insufficient-scope needs the parameter `scope`, and limit-reached `limit` and `maximum`. A code may have
    another text for each value of `of`, such as `limit-reached.contest`. Parameters that a text does not use are
    ignored.
    """
    texts = _TEXTS[language]
    title, detail, in_page = texts.get(f"{code}.{params.get('of')}", texts[code])
    return ProblemText(title, detail.format(**params), in_page and in_page.format(**params))


def in_pages(language: str) -> Mapping[str, str]:
    """Return what pages say instead of a detail, by code and what it is `of`, with names in braces."""
    return {code: text.in_page for code, text in _TEXTS[language].items() if text.in_page is not None}


_CODES: Final = {
    "bad-request": Code(400, "the request cannot be parsed"),
    "uri-too-long": Code(414),
    "expectation-failed": Code(417),
    "headers-too-large": Code(431),
    "internal-error": Code(500, "an unexpected error occurred"),
    "service-unavailable": Code(
        503,
        "the database does not answer in time, or there are too many requests at the moment",
    ),
}
"""The codes of every service, which the server answers with too."""


def _of_every_service(catalog: NullTranslations) -> Mapping[str, ProblemText]:
    _ = catalog.gettext
    faulty = _("This page has an error. Reload it.")  # only a program can cause such a problem
    return {
        "service-unavailable": ProblemText(
            _("Service unavailable"), _("The service cannot answer at the moment. Try again later.")
        ),
        "internal-error": ProblemText(
            _("Internal error"),
            _("An unexpected error occurred in the service. Try again; if the error persists, report the request_id."),
            _("The service has an error. Try again later."),
        ),
        "uri-too-long": ProblemText(
            _("Address too long"),
            _("The address of the request is too long. Send less in the query."),
            _("That is too much at once. Send less."),
        ),
        "expectation-failed": ProblemText(
            _("Expectation failed"),
            _("The service does not know what the header `Expect` asks for. Send `100-continue`, or omit the header."),
            faulty,
        ),
        "headers-too-large": ProblemText(
            _("Headers too large"),
            _("The request has too many or too long headers. Send fewer, or delete cookies of this site."),
            _("The browser sends too much. Delete the cookies of this site."),
        ),
        "bad-request": ProblemText(
            _("Bad request"),
            _("The request cannot be understood. Check its address, its headers and its body."),
            faulty,
        ),
    }


add(Problems(_CODES, _of_every_service))
