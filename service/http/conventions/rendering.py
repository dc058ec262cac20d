"""JSON of what turns of finished games and lines meant by conventions."""

from collections.abc import Iterator
from typing import Any

from engine.conventions.review import Ask, ClueMeaning, Fault, Meaning, Step, Thought, Turn
from engine.conventions.rules import EDITION, GUIDE
from engine.conventions.thoughts import Reading
from service import i18n, ids
from service.replays.conventions import GameConventions

__all__ = ["game_conventions"]

Json = dict[str, Any]


def game_conventions(found: GameConventions, language: str) -> Json:
    """Return the review of a game in a language."""
    review = found.review
    share = None if review is None else review.share
    body = {
        "id": ids.render("g", found.game_id),
        "source": {"name": "H-group", "page": GUIDE, "edition": EDITION},
        "level": None if share is None else share.level,
        "levels": [one._asdict() for one in found.shares],
        "fits": share is not None and share.fits,
        "text": i18n.convention_fit(language, share),
        "seat": found.seat,
    }
    if review is None:
        return {**body, "turns": [], "faults": []}
    writer = _Writer(found, language)
    faults = [fault for fault in review.faults if share is not None and share.fits and fault.holder != found.seat]
    return {
        **body,
        "turns": [writer.turn(turn) for turn in review.turns],
        "faults": [writer.fault(fault) for fault in faults],
    }


class _Writer:
    """Writes the review of a game as JSON."""

    def __init__(self, found: GameConventions, language: str) -> None:
        assert found.review is not None
        self.seat, self.palette = found.seat, found.palette
        names = i18n.unique_names(found.names)
        numbers = {turn.version: number for number, turn in enumerate(found.review.turns)}
        self.numbers = numbers
        self.words = i18n.ConventionWords(
            language, found.palette, lambda seat: names[seat] or "", lambda version: numbers[version], found.fronts
        )

    def turn(self, turn: Turn) -> Json:
        """Return a turn, as it was meant or as a seat read it."""
        view: Step | None = None if self.seat is None else turn.views[self.seat]
        meaning, heard, hands, expected, refuted = (
            (turn.meaning, turn.heard, turn.hands, turn.expected, turn.refuted)
            if view is None
            else (view.meaning, None, view.hands, view.expected, view.refuted)
        )
        return {
            "version": turn.version,
            "turn": self.numbers[turn.version],
            "meaning": None if meaning is None else self.meaning(meaning),
            "text": " ".join(self.sentences(meaning, heard, hands, refuted)),
            "explained": turn.explained if view is None else None,
            "refuted": list(refuted),
            "hands": [
                {"seat": seat, "cards": [self.card(thought) for thought in hand]} for seat, hand in enumerate(hands)
            ],
            "expected": [self.asked(ask, turn.to_move, hands) for ask in expected],
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
            yield i18n.convention_meaning(self.words, meaning, heard)
            if not isinstance(meaning, ClueMeaning):
                for seat, hand in enumerate(hands):
                    if any(thought.card in meaning.moved for thought in hand):
                        yield i18n.chop_kept(self.words, seat)
        for version in refuted:
            yield i18n.refutation(self.words, version)

    def meaning(self, meaning: Meaning) -> Json:
        """Return what a turn meant."""
        clue = meaning if isinstance(meaning, ClueMeaning) else None
        return {
            "kind": meaning.kind,
            "seat": meaning.seat,
            "card": meaning.card,
            "place": meaning.place,
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
        place = cards.index(ask.card) + 1
        return {
            "type": ask.kind,
            "seat": ask.seat,
            "card": ask.card,
            "place": place,
            "blind": ask.blind,
            "cause": _version(ask.cause),
            "text": i18n.expectation(self.words, ask, ask.seat if to_move is None else to_move, place),
        }

    def fault(self, fault: Fault) -> Json:
        """Return a turn that broke the conventions."""
        return {
            "kind": fault.kind,
            "version": fault.version,
            "seat": fault.seat,
            "holder": fault.holder,
            "card": fault.card,
            "place": fault.place,
            "cause": fault.cause,
            "cards": self.identities(fault.asked),
            "shown_at": fault.shown_at,
            "text": i18n.convention_fault(self.words, fault),
            "shown_text": i18n.fault_shown(self.words, fault),
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
