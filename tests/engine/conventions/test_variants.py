"""Games of many variants can be read, and the positions of them that the plain rules decide come out right."""

import pytest

from engine.conventions.from_feed import table_of
from engine.conventions.levels import rules_of
from engine.conventions.review import reviewed
from engine.conventions.table import has_conventions, reads
from engine.formats.hanab_live.reader import read
from engine.reading.feed import Viewpoint, feed
from engine.rules import palette_of
from tests.engine.hanab_live_exports import real
from tests.engine.variant_facts import names
from tests.engine.variant_games import MECHANISMS, mechanisms, quiet
from tests.rows import in_one_test

_UNREAD = {"UD", "Su", "TH", "CP", "Du", "inverted", "reversed"}
"""What a variant has that the plain rules cannot read: other orders of cards, and what is not seen."""


def test_which_variants_are_read() -> None:
    """All are whose cards go from 1 to 5 and whose clues and plays are seen."""
    read_ones = {name for name in names() if reads(palette_of(name))}
    assert read_ones == {name for name in names() if not mechanisms(name) & _UNREAD}


@in_one_test("mechanism", sorted({*MECHANISMS} - _UNREAD))
def test_variants(mechanism: str) -> None:
    """Every card may be what it is, as far as clues say, and is thought to be a part of that."""
    name = next(name for name in names() if mechanism in mechanisms(name) and not mechanisms(name) & _UNREAD)
    log = quiet(name, 1, seats=3, deck_plays=False, turns=12)
    items = feed(log, Viewpoint(0, frozenset({1, 2}), remembers=True))
    for held in table_of(log.deal.rules.palette, 3, 0, rules_of(5), items).held.values():
        assert held.inferred and not held.inferred & ~held.possible
        assert held.possible >> log.deal.rules.palette.codes[log.cards[held.card]] & 1
    review = reviewed(log, 5)
    assert len(review.turns) > 1
    assert review.partial is not has_conventions(log.deal.rules.palette)
    assert not (review.partial and review.fits)


@pytest.mark.parametrize(("file", "is_read"), [("1888970", True), ("1885375", True), ("12345", False)])
def test_exports(file: str, is_read: bool) -> None:
    """Exports with funnels or four suits are read, those with another order of cards are not."""
    log = read(real(f"variants/hanab_live_{file}.json")).log
    assert reads(log.deal.rules.palette) is is_read
