"""Descriptions of events in one line, as a viewer sees them."""

from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations
from typing import Final

from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardsTurned,
    ClockChanged,
    Event,
    HandReordered,
    Said,
)
from engine.reading.feed import CardItem, ClueItem, DealItem, Effect, FaceDown, Item
from engine.rules import Palette
from service.core.rules.card_words import card_name, color_name
from service.core.rules.clue_words import announcement, clue_name
from service.core.tables.words.result_words import reason
from service.platform.languages.translations import Counted, in_each_language

Called = Callable[[int], str]

# By the clue tokens gained, and those lost because of the limit (R11, R12).
_TOKENS: Final = {
    (1, 0): "one-token",
    (2, 0): "two-tokens",
    (1, 1): "second-token-lost",
    (0, 1): "bonus-lost",
    (0, 2): "bonus-lost",
}

# By the effect, which is the other of the two for a card of an inverted suit.
_PLAYS: Final[Mapping[Effect, str]] = {"played": "play", "misplayed": "misplay", "discarded": "play-inverted"}
_DISCARDS: Final[Mapping[Effect, str]] = {
    "played": "discard-inverted",
    "misplayed": "discard-misplayed",
    "discarded": "discard",
}


def _events(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "deal": _("The cards are dealt, and {name} goes first."),
        "play": _("{name} plays the {card}."),
        "play-named": _("{name} names {color} and plays the {card}."),
        "misplay": _("{name} plays the {card}, which does not fit: a strike."),
        "misplay-named": _(
            "{name} names {color} and plays the {card}: the right color, but it does not fit. A strike."
        ),
        "misnamed": _("{name} names {color} and plays the {card}: the wrong color, a strike."),
        "one-token": _("A clue token comes back."),
        "two-tokens": _("Two clue tokens come back."),
        "second-token-lost": _("A clue token comes back, a second one is lost."),
        "bonus-lost": _("The clue tokens are full: the bonus is lost."),
        "discard": _("{name} discards the {card}."),
        "clue": _("{name} to {target}: “{text}”"),
        "clue-untold": _("{name} gives {target} a clue: {clue}."),
        "reorder": _("{name} rearranges their hand."),
        "turned-upright": _("{name} turns cards of their hand upright."),
        "turned-left": _("{name} turns cards of their hand to the left."),
        "turned-right": _("{name} turns cards of their hand to the right."),
        "turned-upside_down": _("{name} turns cards of their hand upside down."),
        "said": _("{name}: “{text}”"),
        "vote": _("{name} votes to give up."),
        "vote-withdrawn": _("{name} takes back the vote to give up."),
        "aborted": _("The game is aborted."),
        "timed-out": _("{name} has run out of time."),
        "clock-pause": _("{name} would like a pause."),
        "clock-resume": _("{name} would like to go on."),
        "clock-vacation": _("{name} goes on vacation."),
        "clock-advance": _("{name} advances the clock."),
        "clock-bot": _("{name} has run out of time: a bot takes over."),
        "clock-restart": _("The clock begins this turn again."),
        "nameless": _("Seat {seat}"),
        "play-face-down": _("{name} plays a card face down."),
        "discard-face-down": _("{name} discards a card: inverted, so it is played face down."),
        "play-inverted": _("{name} plays the {card}: inverted, so it is discarded."),
        "discard-inverted": _("{name} discards the {card}: inverted, so it is played."),
        "discard-misplayed": _("{name} discards the {card}: inverted, so it is played, and does not fit. A strike."),
        "half-token": _("Half a clue token comes back."),
        "last-round": _("That was the last card of the deck: the last round begins."),
    }


EVENTS: Final = in_each_language(_events)


def unique_names(names: Sequence[str | None]) -> Sequence[str | None]:
    """Return the names of seats, with a number where two would be equal: "kagiya (1)", "kagiya (2)"."""
    counted = [names[: seat + 1].count(name) for seat, name in enumerate(names)]
    numbered = [name and f"{name} ({number})" for name, number in zip(names, counted, strict=True)]
    found = [numbered[seat] if names.count(name) > 1 else name for seat, name in enumerate(names)]
    known = [name for name in found if name]
    if len(set(known)) == len(known):
        return found
    return [name and f"{name} ({seat})" for seat, name in enumerate(names, 1)]  # somebody has the name "kagiya (1)"


def event_line(language: str, item: Item, name_of: Callable[[int], str | None], palette: Palette) -> str:
    """Return an event in words: action, effect, and reason of an end.

    The line never contains a drawn card. `name_of` returns the name of a seat, or None to use its number. `palette` is
    that of the game: some variants need other words.
    """

    def called(seat: int) -> str:
        return name_of(seat) or _say(language, "nameless", seat=str(seat))

    if item.after.timed_out is not None:
        return _say(language, "timed-out", name=called(item.after.timed_out))
    sentences = [_action(language, item, called, palette)]
    if isinstance(item, CardItem) and item.effect == "played":
        bonus = _TOKENS.get((item.tokens_gained, item.tokens_lost))
        if bonus == "one-token" and palette.half_tokens:
            bonus = "half-token"
        if bonus:
            sentences.append(_say(language, bonus))
    if isinstance(item, CardItem) and item.starts_last_round:
        sentences.append(_say(language, "last-round"))
    if item.after.result:
        sentences.append(reason(language, item.after.result.reason))
    return " ".join(sentences)


def _action(language: str, item: Item, called: Called, palette: Palette) -> str:
    match item:
        case DealItem():
            return _say(language, "deal", name=called(item.event.starting_seat))
        case CardItem():
            return _card_line(language, item, called)
        case ClueItem():
            return _clue_line(language, item, called, palette)
        case _:
            return _plain_line(language, item.event, called)


def _card_line(language: str, item: CardItem, called: Called) -> str:
    event, card = item.event, item.card
    name = called(event.seat)
    if isinstance(card, FaceDown) or item.effect is None:
        return _say(language, f"{'discard' if isinstance(event, CardDiscarded) else 'play'}-face-down", name=name)
    named_card = card_name(language, card.suit, card.rank)
    if isinstance(event, CardDiscarded):
        return _say(language, _DISCARDS[item.effect], name=name, card=named_card)
    if event.declared_color is None:
        return _say(language, _PLAYS[item.effect], name=name, card=named_card)
    wrong = "misplay-named" if event.declared_color == card.suit else "misnamed"  # R12
    color = color_name(language, event.declared_color)
    return _say(language, "play-named" if item.landed else wrong, name=name, card=named_card, color=color)


def _clue_line(language: str, item: ClueItem, called: Called, palette: Palette) -> str:
    clue = item.event
    name, target = called(clue.seat), called(clue.target)
    if item.touched is None:
        return _say(language, "clue-untold", name=name, target=target, clue=clue_name(language, clue, palette))
    text = announcement(language, clue, [touched.position for touched in item.touched], item.hand_size, palette)
    return _say(language, "clue", name=name, target=target, text=text)


def _plain_line(language: str, event: Event, called: Called) -> str:
    match event:
        case Said(seat=seat, remark=remark_id, text=text, cards=cards):
            said = " ".join((text or "").split())
            words = remark(language, remark_id, len(cards)) if remark_id is not None else said
            return _say(language, "said", name=called(seat), text=words)
        case HandReordered(seat=seat):
            return _say(language, "reorder", name=called(seat))
        case CardsTurned(seat=seat, orientation=orientation):
            return _say(language, f"turned-{orientation}", name=called(seat))
        case AbortVoteCast(seat=seat):
            return _say(language, "vote", name=called(seat))
        case AbortVoteWithdrawn(seat=seat):
            return _say(language, "vote-withdrawn", name=called(seat))
        case ClockChanged(seat=None):
            return _say(language, "clock-restart")
        case ClockChanged(seat=int(seat), change=change):
            return _say(language, f"clock-{change}", name=called(seat))
        case _:
            return _say(language, "aborted")


def _say(language: str, key: str, **words: str) -> str:
    return EVENTS[language][key].format(**words)


def _remarks(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        "no-information": _("I still have no information about my hand."),
        "remember-your-hand": _("Do you remember what you hold?"),
    }


def _about_cards(catalog: NullTranslations) -> Mapping[str, Counted]:
    """Return the remarks that name cards, by their number."""
    ngettext = catalog.ngettext
    return {
        "no-information": lambda count: ngettext(
            "I still have no information about this card.", "I still have no information about these cards.", count
        ),
    }


_REMARKS: Final = in_each_language(_remarks)
_ABOUT_CARDS: Final = in_each_language(_about_cards)


def remark(language: str, remark_id: str, cards: int = 0) -> str:
    """Return the text of a remark (R27), by its id in `engine.commands.REMARKS` and the number of its cards."""
    return _ABOUT_CARDS[language][remark_id](cards) if cards else _REMARKS[language][remark_id]
