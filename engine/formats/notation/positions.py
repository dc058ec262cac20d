"""Notation of positions: a whole `State` as one line of text."""

from typing import Final, cast, get_args

from engine.commands import Orientation
from engine.formats.notation.cards import CardReader, CardWriter
from engine.formats.notation.words import NotationError, Sections, Word, read_rules, rules_words, words_of
from engine.rules import MAX_SEATS, MIN_SEATS, RULESET, SIX_SEATS_EDITION, ClueKind, Rules, seats_fit
from engine.score import Ending, Outcome, Reason, attainable, ceiling, gone
from engine.state import State
from engine.wording import N_

# The sections of a position, in order. Except for the hands, a section with its default is not written.
_SECTIONS: Final = (
    "rules",
    "ruleset",
    "hands",
    "fireworks",
    "discards",
    "deck",
    "tokens",
    "half_token",
    "strikes",
    "turns_left",
    "to_move",
    "turn",
    "version",
    "votes",
    "clued",
    "reorders",
    "remarks",
    "turned",
    "face_down",
    "last_clue",
    "ended",
)
_MOST: Final = 999_999_999


def write_position(state: State) -> str:
    """Return a state as one line of notation.

    `read_position` returns the same state from it.
    """
    writer = CardWriter(state)
    hands = [writer.cards(hand) or ["-"] for hand in state.hands]
    sections: tuple[list[str], ...] = (
        rules_words(state.rules),
        [],  # the ruleset is that of today
        [word for hand in hands for word in ("/", *hand)][1:],
        writer.fireworks(),
        writer.cards(state.discards),
        writer.deck(),
        _unless(state.rules.clue_tokens, state.clue_tokens),
        ["1"] if state.half_token else [],
        _unless(0, state.strikes),
        _unless(None, state.turns_left),
        _unless(0, state.to_move or 0),
        _unless(0, state.turn),
        _unless(state.turn, state.version),
        [str(seat) for seat in sorted(state.abort_votes)],
        [str(seat) for seat, clued in enumerate(state.clued) if clued],
        [str(count) for count in state.reorders if any(state.reorders)],
        [str(count) for count in state.remarks if any(state.remarks)],
        [f"{card}={orientation}" for card, orientation in state.turned],
        [str(card) for card in state.face_down],
        [] if state.last_clue is None else [state.last_clue],
        [] if state.ending is None else [state.ending.outcome, state.ending.reason],
    )
    return "; ".join(" ".join((name, *words)) for name, words in zip(_SECTIONS, sections, strict=True) if words)


def _unless(default: int | None, value: int | None) -> list[str]:
    return [] if value == default else [str(value)]


def read_position(text: str, *, needs_deck: bool = False) -> State:
    """Return the state in a line of notation.

    Raises NotationError if the text is not valid notation, or has no deck although `needs_deck` is True.
    """
    sections = Sections(_groups(text), _SECTIONS)
    hands = _hands(sections)
    if needs_deck and "deck" not in sections:
        raise sections.head("hands").error(N_("the position must have a deck: the cards not yet dealt, in order"))
    seats = len(hands)
    rules = read_rules(sections.words("rules"), seats)
    if not seats_fit(rules.edition, seats):
        raise sections.head("hands").error(
            N_("only edition {edition} has {seats} hands", edition=SIX_SEATS_EDITION, seats=seats)
        )
    reader = CardReader(rules)
    hand_ids = tuple([reader.cards(hand) for hand in hands])
    fireworks = reader.fireworks(sections.words("fireworks"))
    discards = reader.cards(sections.words("discards"))
    codes, marks = reader.dealt()
    undealt = reader.deck(sections.words("deck") if "deck" in sections else None)
    palette = rules.palette
    left = list(palette.copies)
    for card in discards:
        left[codes[card]] -= 1
    lost = gone(left)
    sections.number("ruleset", RULESET, least=1, most=RULESET)  # 1 is read by the rules of 2
    turn = sections.number("turn", 0, most=_MOST)
    clued = _seats_in(sections, "clued", seats)
    return State(
        rules=rules,
        seats=seats,
        deck=tuple([palette.cards[code] for code in codes + undealt]),
        version=sections.number("version", turn, most=_MOST),
        turn=turn,
        to_move=_to_move(sections, seats),
        turns_left=_turns_left(sections, seats, due=rules.ending == "last_round" and not undealt),
        clue_tokens=sections.number("tokens", rules.clue_tokens, most=rules.clue_tokens),
        half_token=_half_token(sections, rules),
        strikes=sections.number("strikes", 0, most=rules.strike_tokens),
        fireworks=fireworks,
        table_points=sum([len(palette.stacks[suit].cards[at]) for suit, at in enumerate(fireworks)]),
        ceilings=tuple([ceiling(palette, lost, suit, at) for suit, at in enumerate(fireworks)]),
        attainable=attainable(palette, lost, fireworks),
        hands=hand_ids,
        discards=discards,
        face_down=_face_down(sections, len(codes), hidden=palette.hidden_plays),
        last_clue=_last_clue(sections, alternating=palette.alternating),
        dealt=len(codes),
        marks=marks,
        ending=_ending(sections),
        abort_votes=_seats_in(sections, "votes", seats),
        reorders=_by_seat(sections, "reorders", seats),
        clued=tuple([seat in clued for seat in range(seats)]),
        remarks=_by_seat(sections, "remarks", seats),
        turned=_turned(sections, hand_ids),
    )


def _groups(text: str) -> list[list[Word]]:
    groups: list[list[Word]] = [[]]
    for word in words_of(text):
        if word.text != ";":
            groups[-1].append(word)
        elif groups[-1]:
            groups.append([])
        else:
            raise word.error(N_("a section must follow here"))
    if not groups[-1]:
        raise NotationError(1, len(text) + 1, N_("a section must follow here"))
    return groups


def _hands(sections: Sections) -> list[list[Word]]:
    head = sections.head("hands")
    hands: list[list[Word]] = [[]]
    for word in sections.words("hands"):
        if word.text == "/":
            hands.append([])
        else:
            hands[-1].append(word)
    if not MIN_SEATS <= len(hands) <= MAX_SEATS:
        raise head.error(N_("there must be {low} to {high} hands, with / between them", low=MIN_SEATS, high=MAX_SEATS))
    if not all(hands):
        raise head.error(N_("a hand without cards is written -"))
    return [[] if [word.text for word in hand] == ["-"] else hand for hand in hands]


def _to_move(sections: Sections, seats: int) -> int | None:
    if "ended" not in sections:
        return sections.number("to_move", 0, most=seats - 1)
    if "to_move" in sections:
        raise sections.head("to_move").error(N_("nobody is to move in a game that has ended"))
    return None


def _turns_left(sections: Sections, seats: int, *, due: bool) -> int | None:
    if due != ("turns_left" in sections):
        where = sections.head("hands" if due else "turns_left")
        raise where.error(
            N_("turns_left is required in a last round, when the deck is empty, and not allowed otherwise")
        )
    return sections.number("turns_left", 0, most=seats) if due else None


def _half_token(sections: Sections, rules: Rules) -> bool:
    if "half_token" not in sections:
        return False
    if not rules.palette.half_tokens:
        raise sections.head("half_token").error(N_("these rules have no half tokens"))
    return sections.number("half_token", least=1, most=1) == 1


def _face_down(sections: Sections, dealt: int, *, hidden: bool) -> tuple[int, ...]:
    if "face_down" in sections and not hidden:
        raise sections.head("face_down").error(N_("these rules have no cards face down"))
    return tuple([word.number(0, dealt - 1) for word in sections.words("face_down")])


def _turned(sections: Sections, hands: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, Orientation], ...]:
    if "turned" not in sections:
        return ()
    turned = {}
    for word in sections.words("turned"):
        card, _, orientation = word.text.partition("=")
        held = [str(held) for hand in hands for held in hand]
        if orientation not in get_args(Orientation)[1:] or card not in held:
            raise word.error(N_("must be a card in a hand and how it is turned: 3=left, 3=right or 3=upside_down"))
        turned[int(card)] = cast(Orientation, orientation)
    return tuple(sorted(turned.items()))


def _last_clue(sections: Sections, *, alternating: bool) -> ClueKind | None:
    if "last_clue" not in sections:
        return None
    word = sections.word("last_clue")
    if not alternating:
        raise word.error(N_("these rules do not limit the kind of a clue"))
    for kind in get_args(ClueKind):
        if word.text == kind:
            return cast(ClueKind, kind)
    raise word.error(N_("must be color or rank"))


def _ending(sections: Sections) -> Ending | None:
    if "ended" not in sections:
        return None
    words = [word.text for word in sections.words("ended")]
    for outcome in get_args(Outcome):
        for reason in get_args(Reason):
            if words == [outcome, reason]:
                return Ending(outcome, reason)
    outcomes, reasons = ", ".join(get_args(Outcome)), ", ".join(get_args(Reason))
    raise sections.head("ended").error(
        N_("must be followed by one of {outcomes} and one of {reasons}", outcomes=outcomes, reasons=reasons)
    )


def _seats_in(sections: Sections, name: str, seats: int) -> frozenset[int]:
    return frozenset(word.number(0, seats - 1) for word in sections.words(name))


def _by_seat(sections: Sections, name: str, seats: int) -> tuple[int, ...]:
    numbers = tuple([word.number(0, _MOST) for word in sections.words(name)]) or (0,) * seats
    if len(numbers) != seats:
        raise sections.head(name).error(
            N_("{name} needs a number for each of the {seats} seats", name=name, seats=seats)
        )
    return numbers
