"""What conventions say about turns, as JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.conventions.levels import SOURCE
from engine.conventions.review import Ask, ClueMeaning, Fault, Meaning, Step, Thought, Turn
from engine.conventions.review.viewer_thoughts import place_in
from engine.conventions.thoughts import Reading
from engine.rules import Palette
from service.core.common_values import CardId, GameId, Language, Rank, Ranks, Seat, Suit, Version
from service.core.tables.words import event_words
from service.features.conventions import convention_words
from service.features.conventions import reviews as conventions
from service.platform import ids
from service.platform.exact_json import Json
from service.platform.wire.field_types import Flag, Items, Map, Named, Object, ResponseSchema, Text, Whole


class ConventionLevel(Named):
    """A level of the conventions: it includes the rules of all levels up to it."""

    of = Whole(least=1, most=5)


class PlaceByAge(Named):
    """The place of a card in its hand by age: 1 is the oldest. Players of these conventions count from the newest."""

    of = Whole(least=1, most=6)


class Identities(Named):
    """Identities of a card: ranks by suit."""

    of = Map(Ranks(), names=Suit())


class ConventionSource(ResponseSchema):
    """Whose conventions they are."""

    name = Text("The name of the group. They are the agreement of this group, and no rules of the game.")
    page = Text("Its guide.", facts={"format": "uri"})
    edition = Text("The year and month in which the service wrote its rules after the guide.")


class ConventionShare(ResponseSchema):
    """How well a level explains a game."""

    level = ConventionLevel()
    clues = Whole("The clues that touched a card.", least=0)
    explained = Whole(
        "Those from which giver and receiver read the truth, and whose finesses were not passed over.", least=0
    )


class NeededCard(ResponseSchema):
    """A card that has to be played before the focus of a clue."""

    seat = Seat()
    card = CardId("The card; the first one if the seat may take several for it.")
    suit = Suit()
    rank = Rank()
    how = Text(
        "Why its seat plays it.",
        values={
            "known": "It plays it anyway.",
            "prompt": "The clue prompts it to play a clued card.",
            "finesse": "The clue calls it to play its newest card without a clue, blind.",
        },
    )


class ClueReading(ResponseSchema):
    """A way to understand a clue to play."""

    suit = Suit()
    rank = Rank()
    needs = Items(Object(NeededCard), "What has to be played before, in order.")


class TurnMeaning(ResponseSchema):
    """What a turn meant.

    With open hands to the seat that took it, which sees the cards that its clue is about; else to the seat as which
    the game is read.
    """

    kind = Text(
        "What kind of turn it is.",
        values={
            "play": "A clue to play its focus, now or later.",
            "tempo": "A clue to play a card with an older clue now.",
            "fill_in": "A clue that says more of a card with an older clue.",
            "save": "A clue that saves the chop.",
            "play_or_save": "A clue that can be either.",
            "fix": "A clue that prevents a mistake.",
            "stall": "A clue that asks for nothing.",
            "trash_chop_move": "A clue about useless cards, which keeps all older ones.",
            "fives_chop_move": "A clue to a five beside the chop, which keeps the chop.",
            "bluff": "A clue that makes the next seat play another card blind than it believes.",
            "broken": "A clue that promises what is not there.",
            "unexplained": "A clue without a meaning by these conventions.",
            "blind_play": "A play without a clue about the card, to which another clue calls.",
            "called_play": "A play of a clued card that fits as far as the seat could know.",
            "own_play": "A play for which no clue asks.",
            "chop_discard": "A discard of the chop, the oldest card without a clue.",
            "trash_discard": "A discard of a card that is known to be useless.",
            "copy_discard": "A discard of a copy of a card about which another seat has a clue.",
            "gentleman_discard": "A discard of a card to be played, of which another seat plays a copy blind.",
            "baton_discard": "The same for a card that cannot be played yet.",
            "own_discard": "A discard of another card.",
        },
    )
    seat = Seat("The receiver of a clue, else the seat that took the turn.")
    card = CardId("The focus of a clue, or the card that was played or discarded.")
    place = PlaceByAge()
    cards = Identities("What the card can be by the clue. The card itself in a play or discard.")
    readings = Items(Object(ClueReading), "The ways to understand a clue to play; empty for other turns.")
    cause = Version("The clue that asked for a play; null if there is none.", null=True)
    moved = Items(CardId(), "The cards without a clue that are kept from now on, as the chop moves past them.")


class ConventionMark(Named):
    """What conventions say about a card."""

    of = Text(
        values={
            "chop": "It is discarded next.",
            "chop_moved": "It has no clue, and is kept.",
            "finessed": "It is called to be played blind.",
            "promised": "A play clue was about it.",
            "playable": "It can be played now, as far as its seat can know.",
            "trash": "It is known to be useless.",
        }
    )


class ConventionCard(ResponseSchema):
    """What is thought of a card."""

    card = CardId()
    cards = Identities("What it can be by clues, conventions, and the cards in sight.")
    marks = Items(ConventionMark(), "What conventions say about it.", facts={"uniqueItems": True})


class ConventionHand(ResponseSchema):
    """What is thought of a hand."""

    seat = Seat()
    cards = Items(Object(ConventionCard), "The cards, oldest first.", most=6)


class ExpectedTurn(ResponseSchema):
    """Something that conventions ask of the seat to move."""

    type = Text(
        "What is asked.",
        values={
            "play": "To play the card.",
            "save": "To give a clue that saves the card, the chop of the next seat.",
            "discard": "To discard the card.",
        },
    )
    seat = Seat("The seat with the card.")
    card = CardId()
    place = PlaceByAge()
    blind = Flag("Whether it is a play without a clue about the card.")
    cause = Version("The clue that asks for it; null if there is none.", null=True)
    text = Language("The same in a sentence.")


class ConventionTurn(ResponseSchema):
    """The deal or a turn, and what conventions say about it. It depends on nothing that came later."""

    version = Version()
    turn = Whole("The number of the turn, 0 for the deal.", least=0)
    meaning = Object(TurnMeaning, "What it meant; null for the deal, and for a clue that touched no card.", null=True)
    text = Language("What it meant, in sentences; empty if it meant nothing.")
    explained = Flag(
        "Whether giver and receiver read the truth from the clue; null for other turns, and with `seat`.", null=True
    )
    refuted = Items(Version(), "The clues that the receiver now knows to be misunderstood. They lose their meaning.")
    hands = Items(
        Object(ConventionHand),
        "What each seat should think of its own cards after it; with `seat`, what this seat thinks of all hands.",
        most=6,
    )
    expected = Items(
        Object(ExpectedTurn),
        "What is asked of the seat to move next, the first first, as far as it can know. Without any, it is free"
        " to give a clue or discard.",
    )


class ConventionFault(ResponseSchema):
    """A turn that broke the conventions. The seat could know better, and the cards confirm it."""

    kind = Text(
        "What broke them.",
        values={
            "broken_promise": "A clue promised its receiver what is not there.",
            "missed_finesse": "A seat did not play blind as a clue called it to.",
            "missed_play": "A seat discarded instead of playing a card that it was called to play.",
            "lost_chop": "A seat did not save what the next one then discarded as its chop.",
            "unasked_play": "A play for which no clue asked did not fit.",
            "bad_touch": "A clue to play touched a useless card, although another clue says the same without it.",
        },
    )
    version = Version("The turn that broke them.")
    seat = Seat("The seat that took it.")
    holder = Seat("The seat with the card that it is about.")
    card = CardId()
    place = PlaceByAge()
    cause = Version("The clue that asked for something else; the turn itself if no clue did.")
    cards = Identities("What the card was promised to be, or what it is.")
    shown_at = Version("The later event by which the card was lost, or the turn itself; null if none.", null=True)
    instead = Text("The color or rank of that other clue, for `bad_touch`.", null=True)
    text = Language("What broke them and what they asked for, in a sentence.")
    shown_text = Language("What came of it, in a sentence; null if nothing did.", null=True)


class GameConventions(ResponseSchema):
    """A finished game in the light of conventions.

    Each seat is read from its own view: nothing is asked of a seat that it could not know. Seats are assumed to
    remember everything, even under `memory_aid` `none`.
    """

    id = GameId()
    source = Object(ConventionSource)
    level = ConventionLevel("The level of the rest; null if the conventions are not for this game.", null=True)
    levels = Items(Object(ConventionShare), "How well the levels explain it: all of them for `level` `best`.")
    fits = Flag(
        "Whether the players follow these conventions, as clues and blind plays show, so that there can be faults."
    )
    text = Language("How many clues it explains, in a sentence.")
    seat = Seat("The seat as which it is read; null for all of them.", null=True)
    turns = Items(Object(ConventionTurn), "The deal and all turns.")
    faults = Items(
        Object(ConventionFault),
        "The turns that broke the conventions, earliest first; none unless `fits`. With `seat`, those about the"
        " cards of others. Points that the analysis says were lost at the `version` or at `shown_at` of a fault"
        " were lost by breaking the conventions.",
    )


def conventions_json(found: conventions.GameConventions, language: str) -> Json:
    """Return the review of a game in a language."""
    review = found.review
    share = None if review is None else review.share
    body = {
        "id": ids.render("g", found.game_id),
        "source": SOURCE,
        "level": None if share is None else share.level,
        "levels": [one._asdict() for one in found.shares],
        "fits": review is not None and review.fits,
        "text": convention_words.convention_fit(language, review),
        "seat": found.seat,
    }
    if review is None:
        return {**body, "turns": [], "faults": []}
    writer = Writer(language, found.palette, found.names, [turn.version for turn in review.turns], found.fronts)
    faults = [fault for fault in review.faults if review.fits and fault.holder != found.seat]
    return {
        **body,
        "turns": [writer.turn(turn, found.seat) for turn in review.turns],
        "faults": [writer.fault(fault) for fault in faults],
    }


class Writer:
    """Writes turns and faults as JSON.

    `versions` are those of the deal and all turns. `fronts` contains the codes of the cards that may be named.
    """

    def __init__(
        self,
        language: str,
        palette: Palette,
        names: Sequence[str | None],
        versions: Iterable[int],
        fronts: Mapping[int, int],
    ) -> None:
        self.palette = palette
        shown = event_words.unique_names(names)
        numbers = {version: number for number, version in enumerate(versions)}
        self.numbers = numbers
        self.words = convention_words.ConventionWords(
            language, palette, lambda seat: shown[seat] or "", lambda version: numbers[version], fronts
        )

    def turn(self, turn: Turn, seat: int | None) -> Json:
        """Return a turn as a seat read it, or as it was meant."""
        if seat is not None:
            return self.step(turn.views[seat], turn.to_move)
        as_meant = Step(turn.version, turn.meaning, turn.hands, turn.expected, turn.refuted)
        return {**self.step(as_meant, turn.to_move, turn.heard), "explained": turn.explained}

    def step(self, step: Step, to_move: int | None, heard: ClueMeaning | None = None) -> Json:
        """Return what a seat thinks after a turn. `heard` is a clue as its receiver reads it, if it may see less."""
        return {
            "version": step.version,
            "turn": self.numbers[step.version],
            "meaning": None if step.meaning is None else self.meaning(step.meaning),
            "text": " ".join(self.sentences(step.meaning, heard, step.hands, step.refuted)),
            "explained": None,
            "refuted": list(step.refuted),
            "hands": [
                {"seat": seat, "cards": [self.card(thought) for thought in hand]}
                for seat, hand in enumerate(step.hands)
            ],
            "expected": [self.asked(ask, to_move, step.hands) for ask in step.expected],
        }

    def sentences(
        self,
        meaning: Meaning | None,
        heard: ClueMeaning | None,
        hands: tuple[tuple[Thought, ...], ...],
        refuted: tuple[int, ...],
    ) -> Iterator[str]:
        """Yield what a turn meant, in sentences."""
        if meaning is not None:
            yield convention_words.convention_meaning(self.words, meaning, heard)
            if not isinstance(meaning, ClueMeaning):
                for seat, hand in enumerate(hands):
                    if any(thought.card in meaning.moved for thought in hand):
                        yield convention_words.chop_kept(self.words, seat)
        for version in refuted:
            yield convention_words.refutation(self.words, version)

    def meaning(self, meaning: Meaning) -> Json:
        """Return what a turn meant."""
        clue = meaning if isinstance(meaning, ClueMeaning) else None
        return {
            "kind": meaning.kind,
            "seat": meaning.seat,
            "card": meaning.card,
            "place": meaning.place.age,
            "cards": self.identities(meaning.codes if isinstance(meaning, ClueMeaning) else 1 << meaning.code),
            "readings": [] if clue is None else [self.reading(one) for one in clue.readings],
            "cause": None if isinstance(meaning, ClueMeaning) else _version(meaning.cause),
            "moved": list(meaning.moved),
        }

    def reading(self, reading: Reading) -> Json:
        """Return a way to understand a clue."""
        needs = [
            {"seat": link.seat, "card": link.cards[0], **self.palette.cards[link.code]._asdict(), "how": link.how}
            for link in reading.links
        ]
        return {**self.palette.cards[reading.code]._asdict(), "needs": needs}

    def card(self, thought: Thought) -> Json:
        """Return what is thought of a card."""
        marks = {
            "chop": thought.chop,
            "chop_moved": thought.moved,
            "finessed": thought.called,
            "promised": thought.promised,
            "playable": thought.plays,
            "trash": thought.trash,
        }
        return {
            "card": thought.card,
            "cards": self.identities(thought.codes),
            "marks": [mark for mark, is_set in marks.items() if is_set],
        }

    def asked(self, ask: Ask, to_move: int | None, hands: tuple[tuple[Thought, ...], ...]) -> Json:
        """Return what is asked of the seat to move."""
        cards = [thought.card for thought in hands[ask.seat]]
        place = place_in(cards, ask.card)
        return {
            "type": ask.kind,
            "seat": ask.seat,
            "card": ask.card,
            "place": place.age,
            "blind": ask.blind,
            "cause": _version(ask.cause),
            "text": convention_words.expectation(self.words, ask, ask.seat if to_move is None else to_move, place),
        }

    def fault(self, fault: Fault) -> Json:
        """Return a turn that broke the conventions."""
        return {
            "kind": fault.kind,
            "version": fault.version,
            "seat": fault.seat,
            "holder": fault.holder,
            "card": fault.card,
            "place": fault.place.age,
            "cause": fault.cause,
            "cards": self.identities(fault.asked),
            "shown_at": fault.shown_at,
            "instead": fault.value_instead,
            "text": convention_words.convention_fault(self.words, fault),
            "shown_text": convention_words.fault_shown(self.words, fault),
        }

    def identities(self, codes: int) -> dict[str, list[int]]:
        """Return a set of cards as ranks by suit."""
        found: dict[str, list[int]] = {}
        for code, card in self.palette.cards.items():
            if codes >> code & 1:
                found.setdefault(card.suit, []).append(card.rank)
        return found


def _version(cause: int) -> int | None:
    return cause if cause >= 0 else None
