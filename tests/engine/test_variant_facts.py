"""The facts of hanab.live's variants: rows by hand.

A set of cards is written as indexes of suits with their ranks (7 is START), like "0:123 2:5".
"""

from tests.engine.variant_facts import Front, composition, names, touch_table, variant_of
from tests.rows import in_one_test


def cards(text: str) -> set[Front]:
    """Return a set of cards, written as suits with their ranks."""
    parts = [part.split(":") for part in text.split()]
    return {(int(suit), int(rank)) for suit, ranks in parts for rank in ranks}


TOUCH = [
    ("No Variant", "yellow", "1:12345"),
    ("No Variant", 4, "0:4 1:4 2:4 3:4 4:4"),
    # Flags of suits. The special suit is the last of three.
    ("Rainbow (3 Suits)", "red", "0:12345 2:12345"),
    ("Rainbow (3 Suits)", 3, "0:3 1:3 2:3"),
    ("Pink (3 Suits)", "pink", "2:12345"),
    ("Pink (3 Suits)", 2, "0:2 1:2 2:12345"),
    ("White (3 Suits)", "blue", "1:12345"),
    ("White (3 Suits)", 1, "0:1 1:1 2:1"),
    ("Brown (3 Suits)", "brown", "2:12345"),
    ("Brown (3 Suits)", 1, "0:1 1:1"),
    ("Omni (3 Suits)", "blue", "1:12345 2:12345"),
    ("Omni (3 Suits)", 5, "0:5 1:5 2:12345"),
    ("Null (3 Suits)", "red", "0:12345"),
    ("Null (3 Suits)", 5, "0:5 1:5"),
    ("Muddy Rainbow (3 Suits)", "red", "0:12345 2:12345"),
    ("Muddy Rainbow (3 Suits)", 2, "0:2 1:2"),
    ("Light Pink (3 Suits)", "red", "0:12345"),
    ("Light Pink (3 Suits)", 2, "0:2 1:2 2:12345"),
    ("Prism (3 Suits)", "red", "0:12345 2:135"),
    ("Prism (3 Suits)", "blue", "1:12345 2:24"),
    ("Prism (3 Suits)", 2, "0:2 1:2 2:2"),
    ("Prism (6 Suits)", "purple", "4:12345 5:5"),
    ("Orange (3 Suits)", "orange", "2:12345"),
    ("Black (5 Suits)", "black", "4:12345"),
    ("Black (5 Suits)", "red", "0:12345"),
    ("Dark Brown (5 Suits)", "brown", "4:12345"),
    ("Gray Pink (5 Suits)", 3, "0:3 1:3 2:3 3:3 4:12345"),
    ("Cocoa Rainbow (5 Suits)", "green", "2:12345 4:12345"),
    ("Dark Orange (5 Suits)", "orange", "4:12345"),
    ("White Reversed (5 Suits)", "red", "0:12345"),
    # Suits that share colors, or have several.
    ("Ambiguous (4 Suits)", "red", "0:12345 1:12345"),
    ("Dual-Color (5 Suits)", "yellow", "0:12345 1:12345"),
    ("Dual-Color (5 Suits)", "red", "0:12345 4:12345"),
    ("Matryoshka (5 Suits)", "green", "2:12345 3:12345 4:12345"),
    ("RGB Mix (6 Suits)", "blue", "3:12345 4:12345 5:12345"),
    ("Valentine Mix (6 Suits)", "red", "0:12345 4:12345"),
    ("Valentine Mix (6 Suits)", 1, "0:1 1:12345 2:1 3:12345"),
    # Special ranks.
    ("Rainbow-Ones (3 Suits)", "green", "0:1 1:12345 2:1"),
    ("Rainbow-Ones (3 Suits)", 1, "0:1 1:1 2:1"),
    ("Pink-Ones (3 Suits)", 3, "0:13 1:13 2:13"),
    ("Pink-Ones (3 Suits)", "red", "0:12345"),
    ("White-Ones (3 Suits)", "red", "0:2345"),
    ("White-Ones (3 Suits)", 1, "0:1 1:1 2:1"),
    ("Brown-Ones (3 Suits)", "red", "0:12345"),
    ("Brown-Ones (3 Suits)", 2, "0:2 1:2 2:2"),
    ("Omni-Ones (3 Suits)", "red", "0:12345 1:1 2:1"),
    ("Omni-Ones (3 Suits)", 2, "0:12 1:12 2:12"),
    ("Null-Ones (3 Suits)", "red", "0:2345"),
    ("Null-Ones (3 Suits)", 2, "0:2 1:2 2:2"),
    ("Muddy-Rainbow-Fives (3 Suits)", "blue", "0:5 1:5 2:12345"),
    ("Muddy-Rainbow-Fives (3 Suits)", 4, "0:4 1:4 2:4"),
    ("Light-Pink-Fives (3 Suits)", "blue", "2:1234"),
    ("Light-Pink-Fives (3 Suits)", 4, "0:45 1:45 2:45"),
    ("Deceptive-Ones (6 Suits)", 2, "0:12 1:2 2:2 3:2 4:12 5:2"),
    ("Deceptive-Ones (6 Suits)", 3, "0:3 1:13 2:3 3:3 4:3 5:13"),
    ("Deceptive-Fives (6 Suits)", 1, "0:15 1:1 2:1 3:1 4:15 5:1"),
    ("Deceptive-Fives (6 Suits)", 4, "0:4 1:4 2:4 3:45 4:4 5:4"),
    # A suit's flag goes before the special rank's.
    ("Null-Ones & Rainbow (4 Suits)", "red", "0:2345 3:12345"),
    ("Null-Ones & Rainbow (4 Suits)", 3, "0:3 1:3 2:3 3:3"),
    ("Rainbow-Ones & Pink (4 Suits)", "green", "0:1 1:12345 2:1 3:1"),
    ("Rainbow-Ones & Pink (4 Suits)", 2, "0:2 1:2 2:2 3:12345"),
    ("White-Fives & Prism (3 Suits)", "red", "0:1234 2:13"),
    ("Deceptive-Fives & Brown (3 Suits)", 1, "0:15 1:1"),
    # Modifiers.
    ("Color Blind (3 Suits)", "red", ""),
    ("Color Blind (3 Suits)", 1, "0:1 1:1 2:1"),
    ("Number Blind (3 Suits)", "red", "0:12345"),
    ("Number Blind (3 Suits)", 1, ""),
    ("Totally Blind (3 Suits)", "red", ""),
    ("Totally Blind (3 Suits)", 1, ""),
    ("Number Mute (3 Suits)", "red", "0:12345"),
    ("Color Mute (3 Suits)", 1, "0:1 1:1 2:1"),
    ("Odds and Evens & Pink (3 Suits)", 1, "0:135 1:135 2:12345"),
    ("Odds and Evens & Pink (3 Suits)", 2, "0:24 1:24 2:12345"),
    ("Synesthesia (3 Suits)", "red", "0:12345 1:14 2:14"),
    ("Synesthesia (3 Suits)", "blue", "0:3 1:3 2:12345"),
    ("Synesthesia & Brown (4 Suits)", "red", "0:12345 1:15 2:15"),
    ("Synesthesia & Brown (4 Suits)", "brown", "0:4 1:4 2:4 3:12345"),
    ("Synesthesia & White (4 Suits)", "red", "0:12345 1:14 2:14"),
    ("Funnels & Brown (3 Suits)", 3, "0:123 1:123"),
    ("Chimneys & Pink (3 Suits)", 4, "0:45 1:45 2:12345"),
    ("Up or Down & Prism (5 Suits)", "red", "0:123457 4:15"),
    ("Up or Down & Prism (5 Suits)", "blue", "3:123457 4:47"),
    ("Up or Down (5 Suits)", 2, "0:2 1:2 2:2 3:2 4:2"),
    ("Sudoku (4 Suits)", "red", "0:1234"),
    ("Sudoku (5 Suits)", 5, "0:5 1:5 2:5 3:5 4:5"),
    # These change no touch.
    ("Critical Fours (5 Suits)", 4, "0:4 1:4 2:4 3:4 4:4"),
    ("Scarce Ones (5 Suits)", 1, "0:1 1:1 2:1 3:1 4:1"),
    ("Clue Starved (5 Suits)", "red", "0:12345"),
    ("Alternating Clues (3 Suits)", "red", "0:12345"),
    ("Cow & Pig (3 Suits)", "red", "0:12345"),
    ("Duck (3 Suits)", 1, "0:1 1:1 2:1"),
    ("Throw It in a Hole (4 Suits)", "red", "0:12345"),
]


@in_one_test(("name", "value", "expected"), TOUCH)
def test_touch(name: str, value: str | int, expected: str) -> None:
    """The cards that a clue touches equal rows by hand."""
    kind = "color" if isinstance(value, str) else "rank"
    assert touch_table(name)[kind, value] == cards(expected)


def test_rows_have_every_modifier_and_flag() -> None:
    """The rows of touches name each modifier (special ranks by their letter) and each flag of a suit at least once."""

    def mechanisms(rows: list[str]) -> set[str]:
        variants = [variant_of(name) for name in rows]
        flags = {flag for variant in variants for suit in variant.suits for flag in suit.flags}
        special = {modifier[0] for variant in variants if variant.special_rank for modifier in variant.modifiers}
        return flags | special | {key for variant in variants if not variant.special_rank for key in variant.modifiers}

    assert mechanisms([name for name, *_ in TOUCH]) == mechanisms(names())


def test_all_touches() -> None:
    """The clues of all variants touch cards of their decks only.

    The number of variants with a clue that touches no product of suits and ranks was counted from hanab.live's tables.
    """
    assert len(names()) == 2426
    mixed = 0
    for name in names():
        table = touch_table(name)
        assert all(touched <= set(composition(name)) for touched in table.values())
        mixed += any(
            touched != {(suit, rank) for suit, _ in touched for _, rank in touched} for touched in table.values()
        )
    assert mixed == 1416
