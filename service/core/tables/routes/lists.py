"""Lists of games: filters and rows."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from flask import Response
from marshmallow import ValidationError

from engine.reading.progress import Curve
from engine.rules import MAX_SEATS, MIN_SEATS
from engine.rules.variants import SAME_AS, variant_of
from engine.wording import N_
from service.core import links
from service.core.common_values import Status
from service.core.replays.lists.filters import GameFilter, MyGamesFilter
from service.core.replays.lists.rows import ListedGame
from service.core.rules.edition_values import EditionId, MulticolorOfGame
from service.core.tables.rendering.view_schemas import GameSummary
from service.platform.wire.field_types import Text
from service.platform.wire.operation import Parameter
from service.platform.wire.pagination import page_of, position_in
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import DecimalDigits
from service.platform.wire.request_parsing import load_query
from service.platform.wire.request_record import language


class VariantName(Text):
    """A variant of hanab.live: its name or its string of rules. The value is the name."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        variant = variant_of(value)
        if variant is None:
            raise ValidationError(N_("must be the name or the string of rules of a variant of hanab.live"))
        return variant.name


STATUS: Final = Parameter("status", "query", Status("Only games with this status."), "open")

WATCHABLE: Final = Parameter(
    "watchable",
    "query",
    Text(
        "Whether to list only running games that can be watched.",
        values={"true": "Only these.", "false": "All games."},
        load_default="false",
    ),
    "true",
)

WITH_SEATS: Final = Parameter(
    "seats", "query", DecimalDigits("Only games with this number of seats.", least=MIN_SEATS, most=MAX_SEATS), 2
)

WITH_EDITION: Final = Parameter("edition", "query", EditionId("Only games under the rules of this edition."), "de")

WITH_MULTICOLOR: Final = Parameter(
    "multicolor",
    "query",
    MulticolorOfGame("Only games with this sixth suit; `variant` for those with the cards of a variant."),
    "none",
)

WITH_PACE: Final = Parameter(
    "pace",
    "query",
    Text(
        "Only games with such a clock.",
        values={
            "none": "Games without a clock.",
            "short": "Games with a bank, or with less than a day for each turn.",
            "days": "Games with days for each turn.",
        },
    ),
    "short",
)

WITH_VARIANT: Final = Parameter(
    "variant",
    "query",
    VariantName(
        "Only games of this variant: the name, or the string of rules, of one of `GET "
        "/v1/variants`. Not with `multicolor`, whose value `variant` is for all variants but those "
        "that the booklets have too.",
        least=1,
        most=200,
    ),
    "Brown (5 Suits)",
)


def games_query() -> GameFilter:
    """Return the filter of the list of games."""
    query = load_query()
    return GameFilter(
        query["status"],
        query["watchable"] == "true",
        query["seats"],
        query["edition"],
        *cards_in(query),
        query["pace"],
        position_in(query, datetime),
        query["limit"],
    )


def my_games_query() -> MyGamesFilter:
    """Return the filter of the list of the caller's games."""
    query = load_query()
    return MyGamesFilter(query["status"], query["turn"] == "mine", position_in(query, datetime), query["limit"])


def cards_in(query: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """Return the wanted `multicolor` and the wanted variant.

    A variant that the booklets have too is a value of `multicolor`. Raises invalid-request for both parameters.
    """
    multicolor, variant = query["multicolor"], query["variant"]
    if multicolor is not None and variant is not None:
        raise invalid("?multicolor", N_("must be left out if a variant is chosen"))
    return (SAME_AS[variant], None) if variant in SAME_AS else (multicolor, variant)


def page(found: list[ListedGame], limit: int, curves: Mapping[UUID, Curve] | None = None) -> Response:
    """Return a page of at most `limit` games, with those of their curves that are given."""
    lang = language()
    return page_of(found, limit, lambda row: {**summary(row, lang), **_curve(row, curves or {})})


def _curve(row: ListedGame, curves: Mapping[UUID, Curve]) -> dict[str, Any]:
    return {"curve": curves[row.game_id]._asdict()} if row.game_id in curves else {}


def summary(row: ListedGame, language: str) -> dict[str, Any]:
    """Return a game as a row of a list. Its links are for this language."""
    shown = GameSummary.render(row)
    is_over = row.status == "ended"
    shown["links"] = links.of_replay(row.game_id, language) if is_over else {"page": links.TABLE + shown["id"]}
    return shown
