"""What an operation takes and answers, as its route declares it for the contract.

    @Operation(
        "createWebhook",
        tag="webhooks",
        scope="webhooks",
        repeatable=True,
        body=Body(CreateWebhookRequest),
        answers={201: Answer(CreatedWebhook, "The new webhook.", examples=("created-webhook",))},
        problems=(("limit-reached", "the account has 10 webhooks"),),
    )

`contract/operations.py` adds what follows from the rest of the declaration, such as the problems of every operation.
The examples of a body are in `contract/examples/bodies/`, those of answers in `contract/examples/`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from marshmallow import Schema

from service.http.wire.members import Described

__all__ = ["Answer", "Body", "Content", "Header", "Link", "Parameter"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a request. Its field says what it is, and whether it is required."""

    name: str
    place: Literal["path", "query", "header"]
    field: Described
    example: str | int | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """A header of a response. Its field says what it is, and whether each such response has it."""

    name: str
    field: Described
    example: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """What can be done with a response: an operation, and where the values of its parameters are."""

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
    events: Mapping[str, type[Schema]] | None = None
    """The schemas of the data by the name of the event, if it is a stream of events."""


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request: a JSON object, or one of several media types."""

    schema: type[Schema | Described] | None
    required: bool = True
    others: tuple[Content, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """A response that is no problem: a JSON object, a body of other media types, or none."""

    schema: type[Schema | Described] | None
    about: str
    examples: tuple[str, ...] = ()
    headers: tuple[Header, ...] = ()
    links: tuple[Link, ...] = ()
    others: tuple[Content, ...] = ()
