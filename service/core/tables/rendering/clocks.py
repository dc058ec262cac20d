"""Clocks of games: the pace in requests, and paces and clocks in responses."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from marshmallow import ValidationError, validates_schema

from engine.bots import BOTS, USUAL_BOT, usual_bot
from engine.clock import Clock
from engine.pace import DAY_S, LARGEST_BANK_S, LONGEST_TURN_S, MOST_VACATION_DAYS, Pace
from engine.rules import Rules
from engine.wording import N_
from service.core.common_values import BotId, Seat, Time
from service.platform import timestamps
from service.platform.wire.field_types import Flag, Items, Named, ResponseSchema, Text, Whole
from service.platform.wire.rendering import Rendered
from service.platform.wire.request_fields import between, one_of
from service.platform.wire.request_parsing import Request


class OnTimeout(Named):
    """What happens when the time of a seat is over."""

    of = Text(
        values={
            "end": "The game ends (`timed_out`).",
            "bot": "A bot plays the seat from then on.",
            "wait": "The others wait, and a late move counts.",
        }
    )


class PaceRequest(Request):
    """The clock of a game: either `turn_s`, or `bank_s` with `increment_s` (R31)."""

    turn_s = Whole("The seconds for each turn.", null=True, validate=between(1, LONGEST_TURN_S), load_default=None)
    bank_s = Whole(
        "The seconds that each seat has at the deal.",
        null=True,
        validate=between(1, LARGEST_BANK_S),
        load_default=None,
    )
    increment_s = Whole(
        "The seconds that a seat gains after each of its turns; only with `bank_s`, by default 0.",
        validate=between(0, DAY_S),
        load_default=0,
    )
    vacation_days = Whole(
        "The days for which each seat can stop its clock; only with a `turn_s` of a day or more, by default 0.",
        validate=between(0, MOST_VACATION_DAYS),
        load_default=0,
    )
    on_timeout = OnTimeout("What happens when the time of a seat is over; by default `end`.", load_default="end")
    bot = Text(
        f"The bot that takes over; only with `on_timeout` `bot`, by default `{USUAL_BOT}`, or another that can play.",
        named="BotId",
        null=True,
        validate=one_of(BOTS),
        load_default=None,
    )

    @validates_schema(skip_on_field_errors=True)
    def check_together(self, data: dict[str, Any], **_: Any) -> None:
        """Check the members that depend on others."""
        faults: dict[str, Any] = {}
        if (data["turn_s"] is None) == (data["bank_s"] is None):
            faults["_schema"] = [N_("must hold either turn_s or bank_s")]
        if data["increment_s"] and data["bank_s"] is None:
            faults["increment_s"] = [N_("has a meaning only with bank_s")]
        if data["vacation_days"] and (data["turn_s"] or 0) < DAY_S:
            faults["vacation_days"] = [N_("has a meaning only with a turn_s of a day or more")]
        if data["bot"] is not None and data["on_timeout"] != "bot":
            faults["bot"] = [N_("has a meaning only with on_timeout bot")]
        if faults:
            raise ValidationError(faults)


class PaceInGame(ResponseSchema):
    """The clock of a game: either `turn_s`, or `bank_s` with `increment_s` (R31)."""

    turn_s = Whole("The seconds for each turn.", least=1, null=True)
    bank_s = Whole("The seconds that each seat has at the deal.", least=1, null=True)
    increment_s = Whole("The seconds that a seat gains after each of its turns.", least=0)
    vacation_days = Whole("The days for which each seat can stop its clock.", least=0)
    on_timeout = OnTimeout()
    bot = BotId("The bot that takes over; null unless `on_timeout` is `bot`.", null=True)


def _instants(times: Sequence[int]) -> list[datetime | None]:
    return [timestamps.instant(time) if time else None for time in times]


class ClockState(Rendered[Clock]):
    """The clocks of the seats after the last event (R31)."""

    banks_ms = Items(
        Whole(least=0),
        "By seat: the milliseconds left. Those of the seat to move run until `deadline`.",
        least=2,
        most=6,
        attribute="banks",
    )
    away_until = Items(
        Time(),
        "By seat: the end of its vacation; null without one.",
        least=2,
        most=6,
        computed=lambda clock: _instants(clock.away_until),
    )
    vacation_days = Items(Whole(least=0), "By seat: the days of vacation left.", least=2, most=6)
    paused = Flag("Whether the clocks stand still. No turn is possible then.", attribute="is_paused")
    pause_votes = Items(
        Seat(),
        "The seats that want a pause, or do not want to go on yet.",
        most=6,
        to_json=sorted,
    )


def pace_in(body: dict[str, Any], seats: int, *rules: Rules) -> Pace | None:
    """Return the pace in a parsed body, for a game by one of some rules; None for no clock."""
    if (given := body.get("pace")) is None:
        return None
    if given["on_timeout"] == "bot" and given["bot"] is None:
        given = {**given, "bot": usual_bot(seats, *rules)}
    return Pace(**given)


def deadline(clock: Clock) -> datetime | None:
    """Return when the time of the seat to move ends; None if it does not."""
    return None if clock.deadline is None else timestamps.instant(clock.deadline)
