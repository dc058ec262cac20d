"""Find the readings of a play clue: what its focus may be, and who plays what before."""

from collections.abc import Collection, Iterable, Sequence

from engine.conventions.rule_types import Clue, LinkRule
from engine.conventions.table import Table
from engine.conventions.thoughts import Held, Link, Reading

_RANKS = 5


class Search:
    """The search for readings from the viewpoint of one seat, in the viewer's table."""

    __slots__ = (
        "blind",
        "blind_plays",
        "clue",
        "fits",
        "mine",
        "own",
        "passing",
        "rules",
        "seats",
        "table",
        "used",
        "wrong",
    )

    def __init__(
        self,
        table: Table,
        clue: Clue,
        rules: Sequence[LinkRule],
        *,
        blind: frozenset[int],
        own: bool = False,
        mine: bool = False,
        passing: Collection[int] = (),
    ) -> None:
        self.table, self.clue, self.rules = table, clue, rules
        self.blind = blind
        """The seats whose cards are not seen in this search."""
        self.own = own
        """Whether the receiver may have to supply cards that it does not know."""
        self.mine = mine
        """Whether the viewer, who did not get the clue, may have to play blind."""
        self.passing = passing
        """The seats that are supposed not to play blind, though their cards are seen."""
        order = table.order(clue.giver)
        order.remove(clue.target)
        self.seats = [*order, clue.target] if own else order
        """The seats that may supply a card, in the order in which they are asked."""
        self.used: set[int] = set()
        self.fits = table.playable
        self.wrong = False
        self.blind_plays = 0

    def readings(self, codes: int) -> list[Reading]:
        """Return the ways in which the focus can be one of some identities."""
        found = []
        for suit, position in enumerate(self.table.positions):
            if not codes >> 5 * suit & 31:
                continue
            self.used, self.wrong, self.fits = {self.clue.focus.card}, False, self.table.playable
            self.blind_plays = 0
            links: tuple[Link, ...] = ()
            last = (codes >> 5 * suit & 31).bit_length()
            for rank in range(position, last):
                code = 5 * suit + rank
                if self.table.dead >> code & 1:
                    break
                if codes >> code & 1:
                    found.append(Reading(code, links, own=self._own(links), wrong_prompt=self.wrong))
                if rank + 1 == last:
                    break
                more = self._supply(code)
                if more is None:
                    break
                links += more
                self.fits = self.fits & ~(1 << code) | (2 << code if rank + 1 < _RANKS else 0)
        return found

    def _supply(self, code: int) -> tuple[Link, ...] | None:
        for rule in self.rules:
            found = rule.apply(self, code)
            if found is not None:
                for link in found:
                    self.blind_plays += link.how == "finesse"
                    self.used.add(link.cards[0])
                return found
        return None

    def _own(self, links: Iterable[Link]) -> bool:
        return any(link.seat == self.clue.target and link.how != "known" for link in links)

    def cards(self, seat: int) -> list[Held]:
        """Return the cards of a seat that are not used yet, newest first."""
        used = self.used
        return [held for held in reversed(self.table.cards(seat)) if held.card not in used]

    def finds(self, seat: int) -> bool:
        """Return True if a seat may play blind what is seen in its hand."""
        return seat not in self.blind and seat not in self.passing

    def sees(self, seat: int) -> bool:
        """Return True if the cards of a seat are seen in this search."""
        return seat not in self.blind
