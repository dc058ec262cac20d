"""Request bodies of games, seats and entropy."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Final, NamedTuple
from uuid import UUID

import orjson
from flask import request
from marshmallow import ValidationError, validate, validates_schema

from engine.bots import BOTS
from engine.cards import RANKS, START, Card
from engine.proof.deal import deck_key
from engine.rules import EDITIONS, MAX_SEATS, MIN_SEATS, OPTIONS, Rules, resolve
from engine.rules.variants import SUITS
from engine.wording import N_
from service.core.common_values import WatchingRule
from service.core.replays.finished_game import FinishedGame
from service.core.tables.lobby.contributions import Contribution
from service.core.tables.lobby.creation import GivenDeck, NewTable
from service.core.tables.rendering.clocks import PaceRequest, pace_in
from service.core.tables.setting import DEFAULT_IDLE_LIMIT_S, MAX_IDLE_LIMIT_S, TableSetting
from service.core.tables.watching import DEFAULT_HANDS_DELAY, MAX_HANDS_DELAY, MIN_HANDS_DELAY, SHOWS_HELD
from service.platform import exact_json
from service.platform.wire.field_types import Flag, Items, Object, Text, Whole
from service.platform.wire.problems import invalid
from service.platform.wire.request_fields import Entropy, Hash, Members, between, one_of, parsed_id
from service.platform.wire.request_parsing import Request, json_body, load
from service.platform.wire.request_record import settings

_SUITS: Final = tuple(dict.fromkeys(suit.name for suit in SUITS.values()))

_OF_PEOPLE: Final = ("code", "entropy", "entropy_commitment", "show_hands")
"""The members of a body that have no meaning for a bot."""


class DeckCard(Request):
    """A card of the deck of a sandbox game."""

    suit = Text(named="Suit", required=True, validate=one_of(_SUITS))
    rank = Whole(named="Rank", required=True, validate=one_of((*RANKS, START)))


_OF_PLAYERS: Final = ("private", "invite", "entropy", "entropy_commitment")
"""The members that have no meaning in a game of bots alone."""


class _ContributionBody(Request):
    """What the seat of the caller contributes to the deal."""

    entropy = Entropy(named="Entropy")
    entropy_commitment = Hash(named="EntropyCommitment")

    @validates_schema(skip_on_field_errors=False)
    def refuse_both(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse open entropy beside a commitment to secret entropy."""
        if "entropy" in data and "entropy_commitment" in data:
            raise ValidationError({"entropy_commitment": [N_("is not possible beside entropy")]})


class _SettingBody(Request):
    """What is agreed about a table."""

    seats = Whole("R1. Six only in the edition `hanab_live`.", required=True, validate=between(MIN_SEATS, MAX_SEATS))
    rules = Members(named="ChosenRules", most=len(OPTIONS) + 2, load_default=dict)
    sandbox = Flag(
        "True for a game for experiments, which is not counted in statistics, and whose clock can be advanced"
        " (`POST /v1/sandbox/{game}/clock`); by default false.",
        load_default=False,
    )
    training = Flag(
        "Whether the seats may read what turns mean by conventions (`GET /v1/games/{game}/conventions`); by default "
        "false. Everybody at the table sees it. Not with `memory_aid` `none`, as it remembers all clues.",
        load_default=False,
    )
    watching = WatchingRule(load_default="table")
    hands_delay = Whole(
        "Only with `hands` or `held`: how many turns later watchers see hands; by default 10.",
        validate=between(MIN_HANDS_DELAY, MAX_HANDS_DELAY),
    )
    idle_limit_s = Whole(
        "The number of seconds without an event after which the game ends as aborted (R21); by "
        "default 604,800, a week.",
        load_default=DEFAULT_IDLE_LIMIT_S,
        validate=between(60, MAX_IDLE_LIMIT_S),
    )
    pace = Object(PaceRequest, "The clock; by default none.", null=True)
    pause_limit_s = Whole(
        "Only with `pace`: the number of seconds after which a pause ends the game as aborted (R21), at least "
        "`idle_limit_s`; by default 604,800, or `idle_limit_s` if that is longer.",
        validate=between(60, MAX_IDLE_LIMIT_S),
    )

    @validates_schema(skip_on_field_errors=False)
    def check_watching(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse held cards that the operator does not allow to show, and a delay of hands that nobody sees."""
        if data.get("watching") == SHOWS_HELD and not settings().watchers_see_held_cards:
            raise ValidationError({"watching": [N_("is not possible on this server")]})
        if "hands_delay" in data and data.get("watching") not in ("hands", SHOWS_HELD):
            raise ValidationError({"hands_delay": [N_("is possible only if watchers see hands")]})

    @validates_schema(skip_on_field_errors=False)
    def check_pause_limit(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse a limit of pauses without a clock, or below the idle limit, which the record of the game states."""
        if "pause_limit_s" in data and data.get("pace") is None:
            raise ValidationError({"pause_limit_s": [N_("has a meaning only with a clock")]})
        if data.get("pause_limit_s", MAX_IDLE_LIMIT_S) < data.get("idle_limit_s", DEFAULT_IDLE_LIMIT_S):
            raise ValidationError({"pause_limit_s": [N_("must be at least idle_limit_s")]})


class CreateGameRequest(_SettingBody, _ContributionBody):
    """A game to create."""

    facts: ClassVar = {
        "allOf": [{"anyOf": [{"required": ["seats"]}, {"required": ["deck_of"]}]}],
        "not": {"required": ["entropy", "entropy_commitment"]},
        "if": {"required": ["deck"], "properties": {"deck": {"minItems": 1}}},
        "then": {"required": ["sandbox"], "properties": {"sandbox": {"const": True}}},
    }

    seats = Whole("R1. Six only in the edition `hanab_live`.", validate=between(MIN_SEATS, MAX_SEATS))
    private = Flag("True for a game that only players with a seat in it can see; by default false.", load_default=False)
    deck_of = Text(
        "A finished game whose cards this one plays, with its seats, its rules and its seat to start, instead of"
        " `seats`, `rules` and `deck`, and without entropy.",
        named="GameId",
    )
    knew_deck = Flag(
        "True if the caller knows the deck of `deck_of`; by default false. The seat then says so. Without it, an "
        "account that has played, read or imported such a game gets `deck-known`.",
        load_default=False,
    )
    deck = Items(
        Object(DeckCard),
        "The deck, first dealt card first; only for sandbox games. It must contain the cards of the"
        " rules (R2). In other games an empty list counts as absent.",
        most=60,
        error=N_("must have at most 60 cards"),
    )
    bots = Items(
        Text(validate=one_of(BOTS), named="BotId"),
        "Bots that take the seats from 1 on, by default none. If they take all other seats, the game starts at "
        "once. As many bots as seats play a game without the caller: only a sandbox game that is not private, "
        "without `invite` and without a contribution to the shuffle.",
        most=MAX_SEATS,
        error=N_("must have at most {most} bots", most=MAX_SEATS),
        load_default=list,
    )
    invite = Items(
        Text(named="AccountId"),
        "Accounts to invite for a day, as `POST /v1/games/{game}/invitations` does; by default none.",
        most=MAX_SEATS - 1,
        error=N_("must have at most {most} accounts", most=MAX_SEATS - 1),
        load_default=list,
    )

    @validates_schema(skip_on_field_errors=False)
    def check_together(self, data: dict[str, Any], **_: Any) -> None:
        """Check the members that depend on others, as far as these are valid."""
        faults: dict[str, Any] = {}
        for name in ("seats", "rules", "deck") if "deck_of" in data else ():
            if data.get(name):
                faults[name] = [N_("follows from deck_of")]
        for name in ("entropy", "entropy_commitment") if "deck_of" in data else ():
            if name in data:
                faults[name] = [N_("has no meaning beside deck_of")]
        if data.get("knew_deck") and "deck_of" not in data:
            faults["knew_deck"] = [N_("has no meaning without deck_of")]
        if data.get("deck") and data.get("sandbox") is False:
            faults["deck"] = [N_("is for sandbox games alone")]
        places = data.get("seats", MAX_SEATS)
        if len(data.get("bots", ())) > places:
            faults["bots"] = [N_("must have at most {most} bots", most=places)]
        if len(data.get("bots", ())) == places and (
            not data.get("sandbox") or any(data.get(name) for name in _OF_PLAYERS)
        ):
            faults["bots"] = [N_("can take all seats only in a sandbox game that nobody else is asked to join")]
        if not isinstance(data.get("rules", {}).get("edition", ""), str):
            faults["rules"] = {"edition": [N_("must be one of {values}", values=", ".join(EDITIONS))]}
        shows_hands = data.get("watching") in ("hands", SHOWS_HELD)
        if shows_hands and data.get("private"):
            faults["watching"] = [N_("is not possible in a private game")]
        if faults:
            raise ValidationError(faults)


class CreateSeatRequest(_ContributionBody):
    """The seat to take, by default the first free one, for the caller or for a bot."""

    facts: ClassVar = {
        "allOf": [
            {"not": {"required": ["code", "bot"]}},
            {"not": {"required": ["entropy", "bot"]}},
            {"not": {"required": ["entropy_commitment", "bot"]}},
            {"not": {"required": ["show_hands", "bot"]}},
            {"not": {"required": ["entropy", "entropy_commitment"]}},
        ]
    }

    seat = Whole(named="Seat", validate=between(0, MAX_SEATS - 1))
    code = Text("The code of an invitation; not with `bot`.", validate=validate.Length(1, 100))
    knew_deck = Flag(
        "True if the caller knows the deck of a game that plays that of an earlier one; by default false. The seat "
        "then says so. Without it, an account that has played or read such a game gets `deck-known`.",
        load_default=False,
    )
    bot = Text("The bot that takes the seat.", named="BotId", validate=one_of(BOTS))
    show_hands = Flag(
        "Whether the caller agrees that watchers see all hands some turns later, as `watching` of the game offers; "
        "by default false.",
    )

    @validates_schema(skip_on_field_errors=False)
    def check_bot(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse for a bot what only people have."""
        if "bot" in data and (faults := {name: ["has no meaning for a bot"] for name in _OF_PEOPLE if name in data}):
            raise ValidationError(faults)


class UpdateEntropyRequest(Request):
    """The caller's part of the shuffle: either open entropy or a commitment to secret entropy."""

    facts: ClassVar = {"minProperties": 1, "maxProperties": 1}

    entropy = Entropy("The new open entropy of the seat; null for no contribution at all.", named="Entropy", null=True)
    entropy_commitment = Hash(named="EntropyCommitment")
    reveal = Hash("The 32 bytes to which the seat has committed.", facts={"pattern": "^[0-9a-f]{64}$"})


class WantedSeat(NamedTuple):
    """A seat to take. The number is None for the next free seat."""

    seat: int | None
    code: str | None
    bot: str | None
    contribution: Contribution
    knew_deck: bool
    show_hands: bool


class GivenEntropy(NamedTuple):
    """Either a new contribution of the caller's seat, or the secret entropy that it reveals."""

    contribution: Contribution | None
    reveal: bytes | None


def new_table(finished: Callable[[UUID], FinishedGame]) -> NewTable:
    """Return the table that the body describes. Raises RulesError for options that contradict each other.

    `finished` returns the game whose deck the table plays, or raises what the caller gets instead.
    """
    body = load(CreateGameRequest(), json_body())
    if "deck_of" in body:
        return _replaying(body, finished(parsed_id("g", body["deck_of"], "#/deck_of")))
    if "seats" not in body:
        raise invalid("#/seats", N_("is missing"))
    # An empty list counts as absent, as generated clients send it, but a sandbox game needs the cards that it names.
    has_deck = bool(body.get("deck")) or ("deck" in body and body["sandbox"])
    # A given deck makes a game reproducible, so the starting seat is fixed too.
    setting = setting_in(body, starting_seat=0) if has_deck else setting_in(body)
    return NewTable(
        setting,
        private=body["private"],
        deck=GivenDeck([Card(card["suit"], card["rank"]) for card in body["deck"]]) if has_deck else None,
        bots=body["bots"],
        contribution=contribution(body),
        invited=_invited(body),
    )


def _replaying(body: dict[str, Any], earlier: FinishedGame) -> NewTable:
    """Return a table that plays the deck of an earlier game."""
    stored = earlier.stored
    if len(body["bots"]) >= stored.seats:
        raise invalid("#/bots", N_("must have at most {most} bots", most=stored.seats - 1))
    setting = TableSetting(
        **_given(body, stored.seats, stored.rules)
        | {
            "seats": stored.seats,
            "rules": replace(stored.rules, starting_seat=earlier.deal.starting_seat),
            "sandbox": body["sandbox"] or stored.setting.sandbox,
            "replayed": True,
        }
    )
    return NewTable(
        setting,
        private=body["private"],
        deck=GivenDeck(earlier.log.cards, deck_key(earlier.log)),
        bots=body["bots"],
        contribution=contribution(body),
        knew_deck=body["knew_deck"],
        invited=_invited(body),
        again_of=earlier.game_id,
    )


def _invited(body: dict[str, Any]) -> list[UUID]:
    return [parsed_id("a", one, f"#/invite/{place}") for place, one in enumerate(body["invite"])]


def setting_in(body: dict[str, Any], **options: Any) -> TableSetting:
    """Return the setting in a parsed body. Raises RulesError for options that contradict each other.

    `options` are those of the rules if the body does not say otherwise.
    """
    edition, overrides = edition_and_options(body["rules"])
    rules = resolve(edition, {**options, **overrides}, body["seats"])
    return TableSetting(**{**_given(body, body["seats"], rules), "rules": rules})


def _given(body: dict[str, Any], seats: int, rules: Rules) -> dict[str, Any]:
    """Return the members of the setting that the body has. Their rules are not resolved."""
    given = {name: body[name] for name in _SettingBody().fields if name in body}
    if body["watching"] in ("hands", SHOWS_HELD):
        given.setdefault("hands_delay", DEFAULT_HANDS_DELAY)
    return {**given, "pace": pace_in(body, seats, rules)}


def edition_and_options(chosen: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the edition and the overridden options of chosen rules. They still have to be resolved."""
    options = {name: _integral(value) for name, value in chosen.items()}
    return str(options.pop("edition", "de")), options


def seat() -> WantedSeat:
    """Return the requested seat. An empty body requests the next free seat for the caller."""
    body = load(CreateSeatRequest(), json_body(optional=True))
    return WantedSeat(
        body.get("seat"),
        body.get("code"),
        body.get("bot"),
        contribution(body),
        body["knew_deck"],
        body.get("show_hands", False),
    )


def invitation_code() -> str | None:
    """Return the code of an invitation in the body, or None.

    The body may be otherwise invalid.
    """
    try:
        body = exact_json.loads(request.get_data())
    except (orjson.JSONDecodeError, RecursionError):
        return None
    code = body.get("code") if isinstance(body, dict) else None
    return code if isinstance(code, str) else None


def entropy() -> GivenEntropy:
    """Return the contribution or the reveal in the body. An entropy of null withdraws the contribution."""
    body = load(UpdateEntropyRequest(), json_body())
    if len(body) != 1:
        names = ", ".join(UpdateEntropyRequest().fields)
        raise invalid("#", N_("must have one of {names}", names=names))
    return GivenEntropy(None if "reveal" in body else contribution(body), body.get("reveal"))


def contribution(body: dict[str, Any]) -> Contribution:
    """Return the contribution in a parsed body."""
    return Contribution(body.get("entropy"), body.get("entropy_commitment"))


def _integral(value: object) -> object:
    """Return an integral float as an integer, as JSON Schema defines it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
