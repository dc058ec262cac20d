"""What a host and players who work together can do to a deck, and what the deal says of it.

The coalition here is the host, who knows the secret from the beginning, and all seats except one. It wants ones in the
first hand. The only thing that it does not know in time is what the honest seat committed to.
"""

import random
from collections.abc import Iterable
from itertools import combinations
from statistics import mean
from typing import Any, Final

from engine.proof.deal import entropy_commitment, seed_of, shuffle
from engine.proof.deal_trust import PROTECTIONS, Protection, protection_of
from engine.rules import palette_of
from tests.rows import in_one_test

PALETTE: Final = palette_of("none")
GAMES: Final = 150
TRIES: Final = 40

Reveals = list[str | None]


def ones(secret: bytes, entropies: list[str | None], reveals: Reveals) -> int:
    """Return the number of ones in the first hand."""
    deck = shuffle(PALETTE, seed_of(secret, entropies, reveals))
    return sum(PALETTE.cards[code].rank == 1 for code in deck[:5])


def drawn(dice: random.Random) -> str:
    """Return 32 random bytes as hex digits."""
    return dice.randbytes(32).hex()


def fair(dice: random.Random) -> int:
    """Return the ones in the first hand of a deck from a random seed."""
    return ones(dice.randbytes(32), [None, None], [])


def by_text(dice: random.Random) -> int:
    """Let the host and the last player choose the best of many texts, after the other player gave one."""
    secret, text = dice.randbytes(32), drawn(dice)
    return max(ones(secret, [text, f"{n}"], []) for n in range(TRIES))


def by_secret(dice: random.Random) -> int:
    """Let the host choose the best of many secrets for a game to which nobody contributes."""
    return max(ones(dice.randbytes(32), [None, None], []) for _ in range(TRIES))


def against_commitment(dice: random.Random) -> int:
    """Let the coalition choose secret, text and own bytes as well as it can, before the honest seat reveals.

    It chooses what is best on average for some guesses of the bytes of the honest seat.
    """
    guesses = [drawn(dice) for _ in range(4)]
    choices = [(dice.randbytes(32), f"{n}", drawn(dice)) for n in range(TRIES // 4)]

    def worth(choice: tuple[bytes, str, str]) -> float:
        secret, text, own = choice
        return mean(ones(secret, [None, text, None], [guess, None, own]) for guess in guesses)

    secret, text, own = max(choices, key=worth)
    return ones(secret, [None, text, None], [drawn(dice), None, own])


def by_withholding(dice: random.Random) -> tuple[int, bool]:
    """Let one seat of the coalition withhold its bytes if the deck is better without. Tell whether it did."""
    secret, honest, own = dice.randbytes(32), drawn(dice), drawn(dice)
    given, withheld = (ones(secret, [None, None], [honest, part]) for part in (own, None))
    return max(given, withheld), withheld > given


def test_who_chooses_last_steers_an_open_deck() -> None:
    """So the tries of this test suffice to steer: without commitments, the first hand has three ones or more."""
    dice = random.Random(1)
    assert mean(by_text(dice) for _ in range(20)) > 3
    assert mean(by_secret(dice) for _ in range(20)) > 3


def test_nobody_steers_a_deck_with_an_honest_commitment() -> None:
    """The mean of ones is that of a fair deck: 1.5, with a standard error of 0.08 for 150 games."""
    dice = random.Random(2)
    assert abs(mean(fair(dice) for _ in range(GAMES)) - 1.5) < 0.25
    assert abs(mean(against_commitment(dice) for _ in range(GAMES)) - 1.5) < 0.25


def test_withholding_helps_a_little_and_shows() -> None:
    """The better one of two decks has 2 ones on average. It has a price: the seat withholds in a third of the games."""
    dice = random.Random(3)
    games = [by_withholding(dice) for _ in range(GAMES)]
    assert 1.75 < mean(score for score, _ in games) < 2.3
    assert 0.2 < mean(withheld for _, withheld in games) < 0.5


def deal(commitments: int, withheld: Iterable[int] = (), texts: int = 0) -> dict[str, Any]:
    """Return the members of a deal of five seats that count here. The first seats have committed."""
    parts = [f"{seat:02}" * 32 for seat in range(commitments)]
    missing = [None] * (5 - commitments)
    return {
        "seats": 5,
        "origin": "shuffled",
        "entropies": [*[None] * (5 - texts), *["x"] * texts],
        "entropy_commitments": [*map(entropy_commitment, map(bytes.fromhex, parts)), *missing],
        "reveals": [*[None if seat in withheld else part for seat, part in enumerate(parts)], *missing],
    }


@in_one_test("commitments", range(1, 6))
def test_the_number_of_choices_is_the_number_of_decks_within_reach(commitments: int) -> None:
    """Seat 0 is honest. The others can withhold or not, and no deck beyond those counted shows so few of them."""
    others = range(1, commitments)
    for shown in range(commitments):
        reachable = [deal(commitments, left) for count in range(shown + 1) for left in combinations(others, count)]
        decks = {shuffle(PALETTE, seed_of(bytes(32), one["entropies"], one["reveals"])) for one in reachable}
        protection = protection_of(deal(commitments, range(1, shown + 1)))
        assert protection is not None and protection.choices == len(decks)


@in_one_test(
    ("found", "expected"),
    [
        (deal(3), ("contributed", 3, 0, 0, 1)),
        (deal(1), ("contributed", 1, 0, 0, 1)),
        (deal(2, texts=3), ("contributed", 2, 3, 0, 1)),
        (deal(2, [1]), ("withheld", 1, 0, 1, 2)),
        (deal(3, [1]), ("withheld", 2, 0, 1, 3)),
        (deal(5, [0, 1, 2, 3]), ("withheld", 1, 0, 4, 16)),
        (deal(2, [0, 1]), ("none", 0, 0, 2, None)),
        ({**deal(2), "bots": [None, "kagiya", *[None] * 3]}, ("contributed", 1, 0, 0, 1)),
        ({**deal(2, [1]), "bots": [None, "kagiya", *[None] * 3]}, ("withheld", 1, 0, 1, 2)),
        ({**deal(1, texts=1), "bots": ["kagiya", *[None] * 4]}, ("open", 0, 1, 0, None)),
        ({**deal(1, texts=1), "bots": ["kagiya", *[None] * 3, "kagiya"]}, ("none", 0, 0, 0, None)),
        (deal(2, [0, 1], texts=1), ("open", 0, 1, 2, None)),
        ({"seats": 5, "origin": "shuffled", "entropies": ["x", None, None, None, None]}, ("open", 0, 1, 0, None)),
        ({"seats": 5, "origin": "shuffled", "entropies": [None] * 5}, ("none", 0, 0, 0, None)),
        ({"seats": 5, "origin": "given"}, ("given", 0, 0, 0, None)),
        ({"seats": 5, "origin": "imported"}, ("imported", 0, 0, 0, None)),
    ],
)
def test_the_protection_of_a_deal(found: dict[str, Any], expected: tuple[Any, ...]) -> None:
    """It says how many seats contributed, gave a text and withheld their part."""
    kind, contributed, texts, withheld, choices = expected
    protection = protection_of(found)
    assert protection == Protection(kind, 5, contributed, texts, withheld, choices)
    if kind in PROTECTIONS:
        assert "{" not in PROTECTIONS[protection.kind].format(**protection._asdict())


def test_an_old_deal_says_nothing() -> None:
    """It is from before seats contributed."""
    assert protection_of({"seats": 2}) is None
