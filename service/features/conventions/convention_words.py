"""What turns meant by conventions, and who broke them, in sentences."""

from collections.abc import Callable, Iterator, Mapping
from gettext import NullTranslations
from typing import Final, NamedTuple

from engine.conventions.review import ActMeaning, Ask, ClueMeaning, Fault, Meaning, Review
from engine.conventions.review.meanings import NAMES_FOCUS, is_there
from engine.conventions.review.viewer_thoughts import Place
from engine.conventions.table import has_conventions
from engine.conventions.thoughts import Reading
from engine.rules import Palette
from service.core.rules.card_words import card_name
from service.core.rules.clue_words import clue_name
from service.platform.languages.translations import in_each_language

_MOST_CARDS: Final = 4
"""The number of cards that a sentence lists."""


class ConventionWords(NamedTuple):
    """What sentences about a game need."""

    language: str
    palette: Palette
    name_of: Callable[[int], str]
    """The name of a seat."""
    turn_of: Callable[[int], int]
    """The number of the turn with a version."""
    fronts: Mapping[int, int]
    """The codes of the cards that may be named."""


def _texts(catalog: NullTranslations) -> Mapping[str, str]:
    _ = catalog.gettext
    return {
        # Translators: Terms of players: a play clue, a save clue and a fix clue call for plays, save cards and mend
        # mistakes; the chop is the card that is discarded next. Slot 1 is the newest card; players do not translate it.
        "play": _("Play clue: slot {slot} is the {cards}."),
        "tempo": _("Tempo clue: slot {slot} is the {cards}, and is to be played now."),
        "fill_in": _("Fill-in clue: slot {slot} is the {cards}."),
        "save": _("Save clue: slot {slot} is the {cards}."),
        "play_or_save": _("Play clue or save clue: slot {slot} is the {cards}."),
        "play-some": _("Play clue: slot {slot} fits, now or later."),
        "tempo-some": _("Tempo clue: slot {slot} is to be played now."),
        "fill_in-some": _("Fill-in clue: it says more about slot {slot}."),
        "save-some": _("Save clue: slot {slot} must not be discarded."),
        "play_or_save-some": _("Play clue or save clue to slot {slot}."),
        "fix": _("Fix clue: it keeps {name} from playing or discarding a wrong card."),
        "stall": _("Five stall: it saves slot {slot} and asks for nothing."),
        "void": _("This clue asks for nothing."),
        "trash_chop_move": _("Trash chop move: {name} keeps all cards that are older than the useless one."),
        "fives_chop_move": _("5's chop move: {name} also keeps the card on the chop."),
        "bluff": _(
            "A bluff, perhaps: slot {slot} is the {cards}, and the next seat plays another card blind, which fits."
        ),
        "broken": _("It promises that slot {slot} is the {cards}, but it is the {card}."),
        "broken-some": _("It promises what slot {slot} is not: it is the {card}."),
        "broken-link": _("It asks {name} to play the {card}, which is not there."),
        "unexplained": _("These conventions give this clue no meaning."),
        "heard": _("{name} must also reckon with the {cards}."),
        "by-finesse": _("First, {name} plays the {card} blind."),
        "by-other": _("First, {name} plays the {card}."),
        "then-finesse": _("Then {name} plays the {card} blind."),
        "then-other": _("Then {name} plays the {card}."),
        "blind_play": _("{name} plays slot {slot} blind, as turn {turn} asks."),
        "called_play": _("{name} plays slot {slot}, as the clue of turn {turn} asks."),
        "known_play": _("{name} plays slot {slot}, which fits as far as is known."),
        "own_play": _("{name} plays slot {slot}, for which no clue asks."),
        "misfits": _("It does not fit."),
        "bluffed": _("It is another card, which fits: a bluff, perhaps."),
        "chop_discard": _("{name} discards the chop."),
        "trash_discard": _("{name} discards a card that is known to be useless."),
        "copy_discard": _("{name} discards a copy of a card that somebody else has a clue about."),
        "gentleman_discard": _("Gentleman's discard: another seat has a copy of slot {slot}, and plays it blind."),
        "baton_discard": _("Baton discard: another seat has a copy of slot {slot}, and plays it blind in time."),
        "own_discard": _("{name} discards slot {slot}, which is not the chop."),
        "own_discard-plays": _("{name} discards slot {slot}, which could be played."),
        "locked_discard": _("{name} has no chop, and discards slot {slot}."),
        "order": _("The order of the ones says: the chop of {name} is to be kept."),
        "clue-of": _("The clue of turn {turn} was: {meaning}"),
        "refuted": _("This refutes the clue of turn {turn}, which is read as if it had said nothing from here on."),
        "asked-finesse": _("{name} is called to play slot {slot} blind."),
        "asked-play": _("{name} can play slot {slot}."),
        "asked-save": _("{name} should save the chop of {holder}."),
        "asked-discard": _("{name} has nothing to play and no clue to give: slot {slot} is to be discarded."),
        "fault-broken_promise": _(
            "The clue of {name} promises {holder} that slot {slot} is the {cards}. It is the {card}."
        ),
        "fault-broken_promise-some": _(
            "The clue of {name} promises {holder} something else in slot {slot} than the {card}."
        ),
        "fault-trusted": _("{holder} plays it on turn {turn}, and it does not fit."),
        "fault-missed_finesse": _(
            "{name} should have played slot {slot} blind, the {card}: the clue of turn {turn} asks for it."
        ),
        "fault-missed_play": _(
            "{name} should have played slot {slot}, the {card}: the clue of turn {turn} asks for it."
        ),
        "fault-missed_play-known": _(
            "{name} should have played slot {slot}, the {card}, which fits by what is known of it."
        ),
        "fault-lost_chop": _(
            "{name} should have saved the {card} of {holder}, who discards it as the chop on turn {turn}."
        ),
        "fault-unasked_play": _("{name} plays slot {slot}, for which no clue asks, and it does not fit."),
        "fault-bad_touch": _(
            "The clue of {name} also touches slot {slot} of {holder}, the {card}, which needs no clue. "
            "The clue “{clue}” says the same without it."
        ),
        "fits": _("Level {level} of these conventions explains {explained} of {clues} clues."),
        "no-fit": _(
            "These conventions explain {percent}% of the clues. The players have others, so nothing here is a fault."
        ),
        "perhaps-no-fit": _(
            "Level {level} of these conventions explains {explained} of {clues} clues, but nobody plays blind because "
            "of one. The players may have others, so nothing here is a fault."
        ),
        "no-clues": _("No clue was given."),
        "partial": _("For these cards people have further agreements: only the plain rules are read, without faults."),
        "unsupported": _(
            "These conventions are for suits that are played from 1 to 5, for clues and plays that all see, and "
            "for two to five seats."
        ),
        "or": _("or"),
    }


TEXTS: Final = in_each_language(_texts)


def convention_meaning(words: ConventionWords, meaning: Meaning | None, heard: ClueMeaning | None = None) -> str:
    """Return what a turn meant. `heard` is a clue as its receiver reads it, if it may see less."""
    if isinstance(meaning, ClueMeaning):
        return " ".join(_clue(words, meaning, heard))
    return "" if meaning is None else _act(words, meaning)


def convention_fault(words: ConventionWords, fault: Fault) -> str:
    """Return what broke the conventions, and what they asked for."""
    given = _given(words, fault)
    if fault.kind == "broken_promise":
        return _listed(words, "fault-broken_promise", fault.asked, **given)
    if fault.instead is not None:
        given["clue"] = clue_name(words.language, fault.instead, words.palette)
    version = fault.shown_at if fault.kind == "lost_chop" and fault.shown_at is not None else fault.cause
    known = "-known" if fault.kind == "missed_play" and fault.cause == fault.version else ""
    return _say(words, f"fault-{fault.kind}{known}", turn=words.turn_of(version), **given)


def fault_shown(words: ConventionWords, fault: Fault) -> str | None:
    """Return what came of a misleading clue later, None if nothing did."""
    if fault.kind not in ("broken_promise", "bad_touch") or fault.shown_at is None:
        return None
    return _say(words, "fault-trusted", turn=words.turn_of(fault.shown_at), **_given(words, fault))


def expectation(words: ConventionWords, ask: Ask, seat: int, place: Place) -> str:
    """Return what is asked of the seat to move. `place` is that of the card."""
    kind = "finesse" if ask.kind == "play" and ask.blind else ask.kind
    holder = words.name_of(ask.seat)
    return _say(words, f"asked-{kind}", name=words.name_of(seat), holder=holder, slot=place.slot)


def refutation(words: ConventionWords, version: int) -> str:
    """Return that a turn refutes the clue with a version."""
    return _say(words, "refuted", turn=words.turn_of(version))


def clue_of_turn(words: ConventionWords, version: int, meaning: str) -> str:
    """Return what the clue with a version meant."""
    return _say(words, "clue-of", turn=words.turn_of(version), meaning=meaning)


def convention_fit(language: str, review: Review | None) -> str:
    """Return how many clues a level explains. None if the conventions are not for the game."""
    texts = TEXTS[language]
    if review is None:
        return texts["unsupported"]
    share = review.share
    if not share.clues:
        return texts["no-clues"]
    if review.partial:
        return f"{texts['fits'].format(**share._asdict())} {texts['partial']}"
    if not share.fits:
        return texts["no-fit"].format(percent=round(100 * share.part))
    key = "fits" if review.fits else "perhaps-no-fit"
    return texts[key].format(**share._asdict())


def table_note(language: str, palette: Palette, *, is_read: bool) -> str | None:
    """Return why a table is not read, or by the plain rules alone; None if it is read in full."""
    texts = TEXTS[language]
    if not is_read:
        return texts["unsupported"]
    return None if has_conventions(palette) else texts["partial"]


def _clue(words: ConventionWords, clue: ClueMeaning, heard: ClueMeaning | None) -> Iterator[str]:
    given: dict[str, object] = {"slot": clue.place.slot, "name": words.name_of(clue.seat)}
    if clue.kind in (*NAMES_FOCUS, "bluff"):
        yield _listed(words, clue.kind, clue.codes, **given)
    elif clue.kind == "broken":
        yield _broken(words, clue, given)
    else:
        yield _say(words, clue.kind if clue.codes or clue.kind != "stall" else "void", **given)
    if clue.kind in ("play", "fill_in") and len(clue.readings) == 1:
        yield from _links(words, clue.readings[0])
    more = 0 if heard is None or clue.kind not in ("play", "save") else heard.codes & ~clue.codes
    if more and more.bit_count() <= _MOST_CARDS:
        yield _say(words, "heard", cards=_cards(words, more), **given)


def _broken(words: ConventionWords, clue: ClueMeaning, given: dict[str, object]) -> str:
    """Return what a clue promises that is not there: its focus, or a card that it needs."""
    links = [link for reading in clue.readings for link in reading.links if not is_there(link, words.fronts)]
    if clue.codes == 1 << words.fronts[clue.card] and links:
        return _say(words, "broken-link", name=words.name_of(links[0].seat), card=_card(words, links[0].code))
    return _listed(words, "broken", clue.codes, card=_card(words, words.fronts[clue.card]), **given)


def _links(words: ConventionWords, reading: Reading) -> Iterator[str]:
    for number, link in enumerate(reading.links):
        key = f"{'then' if number else 'by'}-{'finesse' if link.how == 'finesse' else 'other'}"
        yield _say(words, key, name=words.name_of(link.seat), card=_card(words, link.code))


def chop_kept(words: ConventionWords, seat: int) -> str:
    """Return that the order of the ones keeps the chop of a seat."""
    return _say(words, "order", name=words.name_of(seat))


def _act(words: ConventionWords, act: ActMeaning) -> str:
    kind: str = act.kind
    if kind in ("called_play", "blind_play") and act.cause < 0:
        kind = "known_play"
    elif kind == "own_discard" and act.could_play:
        kind = "own_discard-plays"
    elif kind == "own_discard" and act.locked:
        kind = "locked_discard"
    turn = words.turn_of(act.cause) if act.cause >= 0 else 0
    said = _say(words, kind, name=words.name_of(act.seat), slot=act.place.slot, turn=turn)
    if act.misfits or act.bluffed:
        return f"{said} {_say(words, 'misfits' if act.misfits else 'bluffed')}"
    return said


def _given(words: ConventionWords, fault: Fault) -> dict[str, object]:
    return {
        "name": words.name_of(fault.seat),
        "holder": words.name_of(fault.holder),
        "slot": fault.place.slot,
        "card": _card(words, words.fronts[fault.card]),
    }


def _listed(words: ConventionWords, key: str, codes: int, **given: object) -> str:
    """Return a sentence with a list of cards, or the one without it if there are too many."""
    if codes.bit_count() > _MOST_CARDS:
        return _say(words, f"{key}-some", **given)
    return _say(words, key, cards=_cards(words, codes), **given)


def _cards(words: ConventionWords, codes: int) -> str:
    names = [_card(words, code) for code in range(codes.bit_length()) if codes >> code & 1]
    *others, last = names or [""]
    return f"{', '.join(others)} {TEXTS[words.language]['or']} {last}" if others else last


def _card(words: ConventionWords, code: int) -> str:
    return card_name(words.language, words.palette.suits[code // 5], code % 5 + 1)


def _say(words: ConventionWords, key: str, **given: object) -> str:
    return TEXTS[words.language][key].format(**given)
