"""The shuffle: stable, uniform, and with the right cards."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from engine.cards import Card, card_of, code_of
from engine.proof.deal import (
    SEED_BYTES,
    CompositionError,
    check_composition,
    commitment,
    encode_deck,
    shuffle,
    starting_seat,
)
from engine.rules import Palette, Rules, palette_of

COUNTED = bytes(range(32))

# The first version of the shuffle dealt these decks; every later version must deal the same.
KNOWN = [
    (
        "none",
        bytes(32),
        "061412171504141708050a1213160a101815110c080b0f16000206070d0c0d03010a0b00100702110f05050103140e090f00",
    ),
    (
        "none",
        COUNTED,
        "0914040516070f110f05131512060d1116050e0700080a080f0b18140217000215140a17010110030a0c000b1006120c030d",
    ),
    (
        "five",
        bytes(32),
        "061b0a11110a120b14040e181703070201130a0c0f1610000d0515070d0208061c051d1416080b010f090c1200051700100314150f1a19",
    ),
    (
        "wild_ten",
        bytes(32),
        "14131915061a17140b150d1a031d010c04030f010b0e121616120d11180c06170f1b051b0a14020700020f0a090508100007191008"
        "1c0a1c00110519",
    ),
]


@pytest.mark.parametrize(("multicolor", "seed", "deck"), KNOWN)
def test_known_decks(multicolor: str, seed: bytes, deck: str) -> None:
    """A seed always gives the same deck."""
    assert shuffle(palette_of(multicolor), seed).hex() == deck  # type: ignore[arg-type]


def numbers(purpose: bytes, seed: bytes) -> Iterable[int]:
    """Yield the numbers behind a shuffle, as documented: SHA-256 in counter mode, four bytes each."""
    counter = 0
    while True:
        block = hashlib.sha256(purpose + b"\0" + seed + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def test_the_shuffle_is_fisher_yates() -> None:
    """The shuffle draws from the last place to the first, and rejects too high numbers."""
    deck = list(palette_of("ten").deck)
    source = iter(numbers(b"hanabi/1 deck", COUNTED))
    for place in range(len(deck) - 1, 0, -1):
        number = next(source)
        while number >= 2**32 // (place + 1) * (place + 1):
            number = next(source)
        pick = number % (place + 1)
        deck[place], deck[pick] = deck[pick], deck[place]
    assert shuffle(palette_of("ten"), COUNTED) == bytes(deck)


STARTS = {
    2: [0, 1, 1, 1, 0, 0, 1, 0],
    3: [1, 1, 1, 1, 0, 2, 1, 2],
    4: [2, 1, 3, 3, 0, 0, 3, 2],
    5: [2, 4, 3, 2, 2, 2, 2, 0],
}


@pytest.mark.parametrize(("seats", "starts"), STARTS.items())
def test_known_starting_seats(seats: int, starts: list[int]) -> None:
    """R4: a random starting seat depends on the seed alone; otherwise the option determines it."""
    seeds = [bytes(range(n, n + 32)) for n in range(8)]
    assert [starting_seat(Rules(), seats, seed) for seed in seeds] == starts
    assert [starting_seat(Rules(starting_seat=1), seats, seed) for seed in seeds] == [1] * 8


def chi_square(counts: Sequence[int]) -> float:
    """Return the chi-squared statistic of counts."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


SEEDS = [hashlib.sha256(n.to_bytes(4, "big")).digest() for n in range(2400)]


def test_every_order_is_as_likely() -> None:
    """The 24 orders of four cards are equally frequent: chi-squared, 23 degrees of freedom, 99.9 percent."""
    four = Palette((), (), {}, (0, 1, 2, 3), ())
    orders = Counter(shuffle(four, seed) for seed in SEEDS)
    assert len(orders) == 24
    assert chi_square(list(orders.values())) < 49.7


@pytest.mark.parametrize("card", [Card("red", 5), Card("white", 5)])
def test_every_place_is_as_likely(card: Card) -> None:
    """A card is equally frequent at each of the 50 places: 49 degrees of freedom, 99.9 percent."""
    places = Counter(shuffle(palette_of("none"), seed).index(code_of(card)) for seed in SEEDS)
    assert chi_square([places[place] for place in range(50)]) < 85.4


@pytest.mark.parametrize(("seats", "limit", "limit_of_both"), [(2, 10.8, 27.9), (3, 13.8, 36.1), (4, 16.3, 43.8)])
def test_every_seat_is_as_likely(seats: int, limit: float, limit_of_both: float) -> None:
    """Each seat starts equally often, 99.9 percent, independent of the suit of the first card."""
    starts = [starting_seat(Rules(), seats, seed) for seed in SEEDS]
    assert chi_square([starts.count(seat) for seat in range(seats)]) < limit
    tops = [shuffle(palette_of("none"), seed)[0] // 5 for seed in SEEDS]
    both = Counter(zip(starts, tops, strict=True))
    assert chi_square([both[seat, suit] for seat in range(seats) for suit in range(5)]) < limit_of_both


@pytest.mark.parametrize("multicolor", ["none", "five", "ten", "wild_ten", "wild_five"])
def test_a_shuffle_keeps_the_cards(multicolor: str) -> None:
    """R2: a shuffled deck holds the cards of its rules."""
    palette = palette_of(multicolor)  # type: ignore[arg-type]
    for seed in SEEDS[:20]:
        check_composition(palette, shuffle(palette, seed))
    assert sorted(shuffle(palette, SEEDS[0])) == list(palette.deck)


# A change to the cards of the base game, and the message.
WRONG = [
    ([], ["red 5"], "49 cards where the rules have 50"),
    (["red 5"], [], "51 cards where the rules have 50"),
    (["red 5"], ["red 1"], "2 cards red 1 where the rules have 3"),
    (["white 1"], ["white 5"], "4 cards white 1 where the rules have 3"),
    (["multicolor 1"], ["white 5"], "0 cards white 5 where the rules have 1"),
    (["multicolor 1"], ["multicolor 1"], None),
]


@pytest.mark.parametrize(("added", "taken", "said"), WRONG)
def test_composition(added: list[str], taken: list[str], said: str | None) -> None:
    """R2: a given deck without exactly the game's cards is refused; the message has the first difference."""
    cards = [card_of(code) for code in palette_of("none").deck] + [card_called(name) for name in added]
    for name in taken:
        cards.remove(card_called(name))
    if said is None:
        assert encode_deck(palette_of("none"), cards) == bytes(palette_of("none").deck)
    else:
        with pytest.raises(CompositionError, match=f"^{said}$"):
            encode_deck(palette_of("none"), cards)


def card_called(name: str) -> Card:
    """Return the card of a name."""
    suit, rank = name.split()
    return Card(suit, int(rank))  # type: ignore[arg-type]


def test_the_sixth_suit_is_counted() -> None:
    """R2: ten multicolor cards, or none, are refused if the rules have one of each."""
    with pytest.raises(CompositionError, match=r"^60 cards where the rules have 55$"):
        check_composition(palette_of("five"), bytes(palette_of("ten").deck))
    with pytest.raises(CompositionError, match=r"^50 cards where the rules have 55$"):
        check_composition(palette_of("wild_five"), bytes(palette_of("none").deck))


def test_commitment() -> None:
    """A commitment depends on the deck and on the salt."""
    deck = bytes.fromhex(KNOWN[0][2])
    said = commitment(deck, COUNTED)
    assert said == "0c2b12068edd348cf0c7ef24947feced9d8683fec747be8f60eb70ca6c7d1e82"
    assert said == hashlib.sha256(b"hanabi/1 commitment\0" + COUNTED + deck).hexdigest()
    assert len({said, commitment(deck[::-1], COUNTED), commitment(deck, bytes(SEED_BYTES))}) == 3
