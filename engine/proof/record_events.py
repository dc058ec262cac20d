"""Validation of the events in a record's JSON form."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from engine.cards import COLORS, RANKS
from engine.codec import CHAIN
from engine.commands import ClockChange, Orientation
from engine.events import AbortReason, Origin
from engine.limits import MAX_TEXT_LENGTH
from engine.pace import MAX_DAYS, MAX_SECONDS, ON_TIMEOUT
from engine.proof.record import RecordedEvent
from engine.proof.record_checks import (
    Check,
    RecordRefused,
    a_bot_id,
    a_game_id,
    a_hash,
    a_list,
    a_mapping,
    a_number,
    a_remark_id,
    a_text,
    a_time,
    an_entropy,
    an_object,
    check_contributions,
    list_of,
    one_of,
    or_null,
)
from engine.rules import EDITIONS, MAX_SEATS, MIN_SEATS, OPTIONS, RULESET, SIX_SEATS_EDITION, seats_fit
from engine.rules.variants import SAME_AS, VARIANTS
from engine.wording import N_

_a_message: Final = a_text(0, MAX_TEXT_LENGTH, (1, MAX_TEXT_LENGTH))
"""A message is never empty in a game here, and the service imports none that is."""


def check_message(members: Mapping[str, Any], where: str) -> None:
    """Refuse a message that is neither a remark nor a text, or both."""
    or_null(a_remark_id)(members["remark"], f"{where}/remark")
    or_null(_a_message)(members["text"], f"{where}/text")
    if (members["remark"] is None) == (members["text"] is None):
        raise RecordRefused(where, N_("must hold either a remark or a text"))


def events_of(value: object, pointer: str, seats: int, chain: int) -> tuple[RecordedEvent, ...]:
    """Return the events of a game with so many seats. `chain` is the version of their hash chain."""
    events = a_list(value, pointer, lambda event, where: _event(event, where, seats, chain))
    if not events or events[0].document["type"] != "deal":
        raise RecordRefused(pointer, N_("must begin with the deal"))
    for version, event in enumerate(events[1:], 1):
        if event.document["type"] == "deal":
            raise RecordRefused(f"{pointer}/{version}", N_("must not be a second deal"))
    return events


def _event(value: object, where: str, seats: int, chain: int) -> RecordedEvent:
    members = a_mapping(value, where)
    kind = one_of(("deal", *_SHAPES))(members.get("type"), f"{where}/type")
    checks = _deal_checks(members, chain) if kind == "deal" else _SHAPES[kind]
    if kind == "clue":
        checks = {**checks, **(_COLORED if "color" in members else _RANKED)}
    elif kind == "clock" and "seconds" in members:
        checks = {**checks, "seconds": _some_seconds}
    elif kind == "message" and "cards" in members:
        checks = {**checks, "cards": _some_cards}
    an_object(value, where, ("type", "at", "hash", *checks))
    for name, check in checks.items():
        check(members[name], f"{where}/{name}")
    if kind == "deal":
        _check_deal(members, where, seats)
    elif kind == "message":
        check_message(members, where)
    if (members.get("seat") or 0) >= seats:
        raise RecordRefused(f"{where}/seat", N_("must be a seat of the game, 0 to {last}", last=seats - 1))
    document = {name: members[name] for name in ("type", *checks)}
    time = a_time if chain == CHAIN else or_null(a_time)
    return RecordedEvent(document, time(members["at"], f"{where}/at"), a_hash(members["hash"], f"{where}/hash"))


_a_seat: Final = a_number(0, MAX_SEATS - 1)
_a_card: Final = a_number(0, 59)
_a_color: Final = one_of(COLORS)


def _some_cards(value: object, where: str) -> None:
    if not a_list(value, where, _a_card):
        raise RecordRefused(where, N_("must not be empty"))


# The members of each type of event, in addition to `type`, `at` and `hash`. Clues also have a color or a rank.
_SHAPES: Final[Mapping[str, Mapping[str, Check]]] = {
    "play": {"seat": _a_seat, "card": _a_card, "declared_color": or_null(_a_color)},
    "discard": {"seat": _a_seat, "card": _a_card},
    "clue": {"seat": _a_seat, "target": _a_seat},
    "reorder": {"seat": _a_seat, "cards": list_of(_a_card)},
    "turn_cards": {"seat": _a_seat, "cards": list_of(_a_card), "orientation": one_of(get_args(Orientation))},
    "message": {"seat": _a_seat, "remark": or_null(a_remark_id), "text": or_null(_a_message)},
    "abort_vote": {"seat": _a_seat},
    "abort_vote_withdrawn": {"seat": _a_seat},
    "abort": {"reason": one_of(get_args(AbortReason))},
    "clock": {
        "seat": or_null(_a_seat),
        "change": one_of(get_args(ClockChange)),
        "days": or_null(a_number(1, MAX_DAYS)),
    },
}
_COLORED: Final = {"color": _a_color}
_RANKED: Final = {"rank": a_number(RANKS[0], RANKS[-1])}

_some_seconds: Final = a_number(1, MAX_SECONDS)
_seconds: Final = or_null(_some_seconds)


def _a_pace(value: object, where: str) -> None:
    pace = an_object(value, where, tuple(_PACE))
    for name, check in _PACE.items():
        check(pace[name], f"{where}/{name}")
    if (pace["turn_s"] is None) == (pace["bank_s"] is None):
        raise RecordRefused(where, N_("must hold either turn_s or bank_s"))


_PACE: Final[Mapping[str, Check]] = {
    "turn_s": _seconds,
    "bank_s": _seconds,
    "increment_s": a_number(0, MAX_SECONDS),
    "vacation_days": a_number(0, MAX_DAYS),
    "on_timeout": one_of(ON_TIMEOUT),
    "bot": or_null(a_bot_id),
}


def _deal_checks(members: Mapping[str, Any], chain: int) -> Mapping[str, Check]:
    checks: dict[str, Check] = {
        "rules": a_mapping,
        "seats": a_number(MIN_SEATS, MAX_SEATS),
        "starting_seat": _a_seat,
        "commitment": a_hash,
        "ruleset": a_number(RULESET, RULESET),
    }
    if chain == CHAIN:
        checks |= {
            "origin": one_of(("shuffled", "given", "replayed", "contest")),
            "chain": a_number(CHAIN, CHAIN),
            "game": a_game_id,
            "holders": list_of(or_null(a_hash)),
            "bots": list_of(or_null(a_bot_id)),
        }
        if "pace" in members:  # missing in games without a clock
            checks["pace"] = _a_pace
    elif "origin" in members:  # missing in old games
        checks["origin"] = one_of(get_args(Origin))
    if members.get("origin") == "shuffled":
        checks |= {"secret_commitment": a_hash, "entropies": list_of(or_null(an_entropy))}
        if "entropy_commitments" in members:  # missing unless a seat gave one
            checks |= dict.fromkeys(("entropy_commitments", "reveals"), list_of(or_null(a_hash)))
    return checks


def _check_deal(deal: Mapping[str, Any], where: str, seats: int) -> None:
    if deal["seats"] != seats:
        raise RecordRefused(f"{where}/seats", N_("must be {seats}, the number of seats", seats=seats))
    if deal["starting_seat"] >= seats:
        raise RecordRefused(f"{where}/starting_seat", N_("must be a seat of the game, 0 to {last}", last=seats - 1))
    for name in ("entropies", "entropy_commitments", "reveals", "holders", "bots"):
        if len(deal.get(name, range(seats))) != seats:
            raise RecordRefused(f"{where}/{name}", N_("must hold one entry per seat"))
    if "entropy_commitments" in deal:
        check_contributions(deal, where)
    for seat, (holder, bot) in enumerate(zip(deal.get("holders", ()), deal.get("bots", ()), strict=True)):
        if (holder is None) == (bot is None):
            raise RecordRefused(f"{where}/holders/{seat}", N_("must be null for a bot, and only then"))
    _check_rules(deal["rules"], f"{where}/rules", seats, _NEW_OPTIONS if "chain" not in deal else frozenset())


_NEW_OPTIONS: Final = frozenset(("variant", "hand_size", "deck_plays"))
"""The options that old games do not have. They played by the values of the booklets."""


def _check_rules(rules: Mapping[str, Any], where: str, seats: int, optional: frozenset[str]) -> None:
    """Refuse unknown and missing options, and unknown values."""
    for name in ("edition", "variant", *OPTIONS):
        if name not in rules and name not in optional:
            raise RecordRefused(where, N_("has no option {name}", name=name))
    for name, value in rules.items():
        if name == "edition":
            one_of(tuple(EDITIONS))(value, f"{where}/edition")
        elif name == "variant":
            if value is not None and (not isinstance(value, str) or value not in VARIANTS or value in SAME_AS):
                raise RecordRefused(f"{where}/{name}", N_("is not a variant"))
        elif name not in OPTIONS:
            raise RecordRefused(where, N_("has an option {name}, which is not known here", name=repr(name)))
        elif name == "finale_loss" and rules["ending"] != "grand_finale":
            if value is not None:
                raise RecordRefused(f"{where}/{name}", N_("has a meaning only with ending grand_finale"))
        elif name == "multicolor" and (value == "variant") != (rules.get("variant") is not None):
            raise RecordRefused(f"{where}/{name}", N_("must be variant with a variant, and only then"))
        elif not OPTIONS[name].allows(value) and (name, value) != ("multicolor", "variant"):
            raise RecordRefused(f"{where}/{name}", N_("is not a value of this option"))
    if not seats_fit(rules["edition"], seats):
        raise RecordRefused(
            f"{where}/edition", N_("must be {edition} for {seats} seats", edition=SIX_SEATS_EDITION, seats=seats)
        )
    start = rules["starting_seat"]
    if isinstance(start, int) and start >= seats:
        raise RecordRefused(
            f"{where}/starting_seat", N_("must be a seat of the game, 0 to {last}, or random", last=seats - 1)
        )
