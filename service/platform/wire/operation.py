"""Declarations of routes: what the pipeline does with their requests.

A route is declared between its address and its function:

    @routes.post("")
    @Operation("createGame", scope="games:create", price=10, stores=1800, repeatable=True)
    def create_game() -> Response:

Pages and files of the website, which are not in the contract, are declared by `web_page` and `web_file`.

`contract/operations.py` adds what follows from the declaration, such as the problems of every operation. The examples
of a body are in `contract/examples/bodies/`, those of answers in `contract/examples/`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cache
from typing import Any, Final, Literal, TypeVar
from wsgiref.types import WSGIEnvironment

from flask import Flask
from marshmallow import Schema
from marshmallow.fields import Field

from service.platform.limits import gates
from service.platform.wire.field_types import Described
from service.platform.wire.media_types import HTML, JSON


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a request.

    Its field says what it is, and whether it is required. The field of a query's parameter also parses it.
    """

    name: str
    place: Literal["path", "query", "header"]
    field: Described
    example: str | int | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """A header of a response, whose value is `const` or matches `pattern`. Each such response has a required one."""

    name: str
    about: str
    _: KW_ONLY
    pattern: str | None = None
    const: str | None = None
    required: bool = False
    example: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """What can be done with a response: an operation, and where the values of its parameters are.

    `parameters` maps their names to places in the body, such as `items/0/id`. Those that the paths of both operations
    have are not listed: they are the same.
    """

    name: str
    operation: str
    about: str
    parameters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Content:
    """A body of a media type that is not one JSON object."""

    media_type: str
    field: Described
    examples: tuple[str, ...] = ()
    each_line: Described | None = None
    """The schema of each line, if it is a stream of lines."""
    events: Mapping[str, type[Schema]] | Callable[[], Mapping[str, type[Schema]]] | None = None
    """The schemas of the data by the name of the event, if it is a stream of events.

    A function returns those that features add to.
    """


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request: a JSON object, or one of several media types."""

    schema: type[Schema | Described] | None
    required: bool = True
    others: tuple[Content, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """A response that is not a problem: a JSON object, a body of other media types, or none."""

    schema: type[Schema | Described] | None
    about: str
    examples: tuple[str, ...] = ()
    headers: tuple[Header, ...] = ()
    links: tuple[Link, ...] = ()
    others: tuple[Content, ...] = ()


R = TypeVar("R", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Operation:
    """The declaration of a route, which decorates its function."""

    id: str | None
    """The `operationId` of the contract; None for a page or a file."""
    _: KW_ONLY
    scope: str | None = None
    """The scope that a token must have. None: a token is optional, and needs the scope `profile:read`."""
    token: bool = True
    """False if the operation reads no token."""
    seat_token: bool = False
    """Whether a token that is bound to a seat may have the scope. It may always read."""
    suspended: bool = False
    """Whether a suspended account may use the operation."""
    price: int | Callable[[WSGIEnvironment], int] | None = None
    """The units of CPU time (`service.platform.limits.gates`); None: those of a common read or write."""
    making: int = 0
    """The further units of a response that is not stored yet (`service.core.requests.caching`)."""
    stores: int | Callable[[WSGIEnvironment], int] | None = None
    """The bytes of the rows and their entries in indexes, besides those of the body and of the stored response.

    A POST, PUT or PATCH that stores nothing says so, with 0. None for all others."""
    media_types: tuple[str, ...] = (JSON,)
    """The media types of the response, the default first. Empty: the route negotiates."""
    compressed: bool = True
    """False if the response is never compressed, since it contains a code of an invitation or is for monitoring."""
    limited: bool = True
    """False for monitoring, which needs neither a slot nor units."""
    computes: bool = True
    """False for an operation that holds no slot for heavy ones.

    Its price is not that of computing, or it takes the slot later (`exchange.enter_heavy`)."""
    alone: bool = False
    """Whether each request waits for the one before it, since many come at a time and need much of the database.

    A worker lets them wait without a slot, and for longer, so that all other requests are answered meanwhile."""
    quota: Literal["accounts", "codes"] | None = None
    """A quota of each address that the request counts against. A code counts only if it is refused."""
    max_body_bytes: int = gates.MAX_BODY_BYTES
    repeatable: bool = False
    """Whether the route honors `Idempotency-Key`."""
    operator_token: bool = False
    """Whether the operator can require a token of its own."""

    plays: bool = False
    """Whether a program that plays needs it, so that the smaller contract has it too (`/openapi.json?part=play`)."""
    parameters: tuple[Parameter, ...] = ()
    """The parameters of the query and the headers."""
    body: Body | None = None
    answers: Mapping[int, Answer] = field(default_factory=dict)
    """What it answers unless there is a problem, by status."""
    problems: tuple[str | tuple[str, str], ...] = ()
    """The codes of problems that most operations do not have, or for another reason, and then that reason."""
    without: tuple[str, ...] = ()
    """The codes of problems that most operations have, but not this one."""

    query: Schema = field(init=False)
    """Parses the parameters of the query."""
    heavy: bool = field(init=False)
    """Whether a request computes for long, such as one about a whole game.

    A worker executes one at a time for each address.
    """

    def __post_init__(self) -> None:
        """Derive `query` from the parameters and `heavy` from the price, once."""
        in_query: dict[str, Field[Any]] = {one.name: one.field for one in self.parameters if one.place == "query"}
        object.__setattr__(self, "query", Schema.from_dict(in_query)())
        heavy = self.computes and isinstance(self.price, int) and self.price >= gates.HEAVY_UNITS
        object.__setattr__(self, "heavy", heavy)

    @property
    def is_page(self) -> bool:
        """Whether people open its address, so that all its answers are HTML."""
        return self.media_types == (HTML,)

    def __call__(self, route: R) -> R:
        """Declare a route."""
        _DECLARED[route] = self
        return route


_DECLARED: Final[dict[Callable[..., Any], Operation]] = {}

NO_ROUTE: Final = Operation(None, price=1)
"""The operation of a request without a route."""
UNDECLARED: Final = Operation(None)
"""The operation of a route that was added after the start."""


def web_page(*, price: int | None = None, parameters: tuple[Parameter, ...] = ()) -> Operation:
    """Return the declaration of an HTML page."""
    return Operation(None, token=False, price=price, media_types=(HTML,), parameters=parameters)


def web_file(*, price: int | None = None, parameters: tuple[Parameter, ...] = ()) -> Operation:
    """Return the declaration of files. Each has one media type, and its route checks `Accept`."""
    return Operation(None, token=False, price=price, media_types=(), parameters=parameters)


@cache
def path_of(rule: str) -> str:
    """Return the path of a Flask rule as in the contract, such as `/v1/games/{game}`."""
    return re.sub(r"<(?:[^:<>]*:)?([^<>]*)>", r"{\1}", rule)


def declared(app: Flask) -> dict[str, Operation]:
    """Return the operation of each endpoint. Raises KeyError for a route without a declaration."""
    return {endpoint: _DECLARED[view] for endpoint, view in app.view_functions.items()}
