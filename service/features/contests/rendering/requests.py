"""Requests of contests: their bodies, and parameters that several have."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final, NamedTuple
from uuid import UUID

from marshmallow import ValidationError, validates_schema

from engine.bots import BOTS
from engine.rules import MAX_SEATS, MIN_SEATS, OPTIONS, RulesError, resolve
from engine.wording import N_
from service.core.people.public_name import PublicName
from service.core.tables.lookup import existing
from service.core.tables.rendering.clocks import PaceRequest, pace_in
from service.core.tables.rendering.schemas import edition_and_options
from service.features.contests import arenas
from service.features.contests.announced_rounds import MAX_DECKS, MAX_DECKS_OF_ROUND, MAX_ROUNDS, NewContest, NewRound
from service.features.contests.entering import MAX_INVITED, Partner
from service.features.contests.rendering.schemas import WhoMayEnter
from service.platform.wire.field_types import Flag, Items, Object, Text, Whole
from service.platform.wire.operation import Parameter
from service.platform.wire.problems import Problem, fault, invalid, step
from service.platform.wire.request_fields import (
    DecimalDigits,
    Members,
    Paragraphs,
    Timestamp,
    between,
    length,
    one_of,
    parsed_id,
)
from service.platform.wire.request_parsing import Request, json_body, load

_OPENS_WITHIN: Final = timedelta(days=366)

WITH_ROUND: Final = Parameter("round", "query", DecimalDigits("Only this round.", least=0, most=MAX_ROUNDS - 1), 0)


class RoundRequest(Request):
    """A round of a contest."""

    decks = Whole("The number of decks.", required=True, validate=between(1, MAX_DECKS_OF_ROUND))
    rules = Members(named="ChosenRules", most=len(OPTIONS) + 2, load_default=dict)
    pace = Object(PaceRequest, "The clock of the games; by default none.", null=True)
    pauses = Flag("Whether the seats may pause a game together; by default not.", load_default=False)
    opens_at = Timestamp(
        "When its decks can be played, at most a year from now; by default now.",
        load_default=None,
        facts={"type": "string", "format": "date-time"},
    )
    closes_at = Timestamp(
        "Until when its games must have ended; by default it never closes.",
        load_default=None,
        facts={"type": "string", "format": "date-time"},
    )

    @validates_schema(skip_on_field_errors=True)
    def check_order(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse a round that closes before it opens."""
        if data["closes_at"] is not None and data["opens_at"] is not None and data["closes_at"] <= data["opens_at"]:
            raise ValidationError({"closes_at": [N_("must be after the opening of the round")]})


class EntryRulesRequest(Request):
    """Who may enter a contest, and until when."""

    who = WhoMayEnter(load_default="all")
    accounts = Items(
        Text(named="AccountId"),
        "Only with `invited`: the accounts that may enter.",
        most=MAX_INVITED,
        error=N_("must have at most {most} accounts", most=MAX_INVITED),
        load_default=list,
    )
    closes_at = Timestamp(
        "Until when teams can enter; by default until the last round closes.",
        load_default=None,
        facts={"type": "string", "format": "date-time"},
    )

    @validates_schema(skip_on_field_errors=True)
    def check_accounts(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse a list of accounts that would have no effect, and an empty one."""
        if bool(data["accounts"]) != (data["who"] == "invited"):
            raise ValidationError({"accounts": [N_("is required with `who` `invited`, and not possible otherwise")]})


class CreateContestRequest(Request):
    """A contest to announce."""

    title = PublicName(
        "The name of the contest.",
        required=True,
        validate=length(80),
        facts={"type": "string", "minLength": 1, "maxLength": 80},
    )
    text = Paragraphs("What it is about.", named="Paragraphs", validate=length(2000), load_default=None)
    seats = Whole(
        "The number of players of a team. Six only in the edition `hanab_live`.",
        required=True,
        validate=between(MIN_SEATS, MAX_SEATS),
    )
    rounds = Items(
        Object(RoundRequest),
        "The rounds, at most 1,000 decks in all.",
        required=True,
        least=1,
        most=MAX_ROUNDS,
        error=N_("must have 1 to {most} rounds", most=MAX_ROUNDS),
    )
    entry = Object(EntryRulesRequest, "Who may enter, and until when; by default everybody.")

    @validates_schema(skip_on_field_errors=True)
    def check_decks(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse too many decks."""
        if sum(each["decks"] for each in data["rounds"]) > MAX_DECKS:
            raise ValidationError({"rounds": [N_("must have at most {most} decks in all", most=MAX_DECKS)]})


class PartnerRequest(Request):
    """Who takes one of the other seats: either an account or a bot."""

    facts: ClassVar = {"minProperties": 1, "maxProperties": 1}

    account = Text("An account, which has to confirm unless it is a bot of the same owner.", named="AccountId")
    bot = Text("A bot of the service.", named="BotId", validate=one_of(BOTS))

    @validates_schema(skip_on_field_errors=True)
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse a partner that is both or neither."""
        if len(data) != 1:
            raise ValidationError([N_("must have one of {names}", names="account, bot")])


class CreateEntryRequest(Request):
    """A team that enters, with the caller in seat 0."""

    name = PublicName(
        "The name of the team; by default the names of its members.",
        validate=length(40),
        load_default=None,
        facts={"type": "string", "minLength": 1, "maxLength": 40},
    )
    partners = Items(
        Object(PartnerRequest),
        "Who takes the seats from 1 on.",
        required=True,
        least=1,
        most=MAX_SEATS - 1,
        error=N_("must have 1 to {most} partners", most=MAX_SEATS - 1),
    )


class CreateContestTableRequest(Request):
    """A deck to play."""

    round = Whole("The number of the round, from 0 on.", required=True, facts={"minimum": 0, "maximum": MAX_ROUNDS - 1})
    deck = Whole(
        "The number of the deck in the round, from 0 on.",
        required=True,
        facts={"minimum": 0, "maximum": MAX_DECKS_OF_ROUND - 1},
    )


class NewEntry(NamedTuple):
    """A team that enters."""

    name: str | None
    partners: list[Partner]


def new_contest(now: datetime) -> NewContest:
    """Return the contest that the body describes. Raises invalid-request also for rules that contradict each other."""
    body = load(CreateContestRequest(), json_body())
    rounds: list[NewRound] = []
    faults = []
    for place, each in enumerate(body["rounds"]):
        try:
            edition, options = edition_and_options(each["rules"])
            rules = resolve(edition, options, body["seats"])
        except RulesError as error:
            faults += [fault(f"#/rounds/{place}/rules{step(member)}", why) for member, why in error.faults.items()]
            continue
        if each["opens_at"] is not None and each["opens_at"] > now + _OPENS_WITHIN:
            faults.append(fault(f"#/rounds/{place}/opens_at", N_("must be within a year from now")))
        if each["closes_at"] is not None and each["closes_at"] <= now:
            faults.append(fault(f"#/rounds/{place}/closes_at", N_("must be in the future")))
        rounds.append(
            NewRound(
                each["decks"],
                rules,
                pace_in(each, body["seats"], rules),
                each["opens_at"],
                each["closes_at"],
                each["pauses"],
            )
        )
    entry = body.get("entry") or {"who": "all", "accounts": [], "closes_at": None}
    if entry["closes_at"] is not None and entry["closes_at"] <= now:
        faults.append(fault("#/entry/closes_at", N_("must be in the future")))
    if faults:
        raise Problem("invalid-request", errors=faults)
    invited: list[UUID] = [
        parsed_id("a", one, f"#/entry/accounts/{place}") for place, one in enumerate(entry["accounts"])
    ]
    return NewContest(body["title"], body["text"], body["seats"], rounds, entry["who"], invited, entry["closes_at"])


def new_entry(seats: int) -> NewEntry:
    """Return the team that the body describes, for a contest with so many seats."""
    body = load(CreateEntryRequest(), json_body())
    if len(body["partners"]) != seats - 1:
        raise invalid("#/partners", N_("must have {count} partners", count=seats - 1))
    partners = []
    for place, one in enumerate(body["partners"]):
        account = parsed_id("a", one["account"], f"#/partners/{place}/account") if "account" in one else None
        partners.append(Partner(account, one.get("bot")))
    return NewEntry(body["name"], partners)


def wanted_deck(decks: Sequence[int]) -> tuple[int, int]:
    """Return the round and the deck that the body names, among the decks of each round. Raises invalid-request."""
    body = load(CreateContestTableRequest(), json_body())
    require_deck(decks, body["round"], body["deck"], "#/")
    return body["round"], body["deck"]


def require_deck(decks: Sequence[int], number: int | None, deck: int | None, where: str = "?") -> None:
    """Raise invalid-request unless there is such a round and such a deck, among the decks of each round."""
    of_round = decks[number] if number is not None and 0 <= number < len(decks) else max(decks)
    errors = [
        fault(f"{where}{name}", N_("must be from {low} to {high}", low=0, high=most - 1))
        for name, value, most in (("round", number, len(decks)), ("deck", deck, of_round))
        if value is not None and not 0 <= value < most
    ]
    if errors:
        raise Problem("invalid-request", errors=errors)


def contest_id_of(contest: str) -> UUID:
    """Return the id of a contest in a path. Raises NotFound if it is malformed."""
    contest_id = existing(arenas.contest_id(contest))
    return contest_id
