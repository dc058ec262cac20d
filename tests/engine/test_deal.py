"""The shuffle: stable, uniform, and with the right cards; and what is dealt."""

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import pytest

from engine.cards import Card
from engine.events import GameDealt, Log
from engine.fold import fold
from engine.proof.deal import (
    SEED_BYTES,
    CompositionError,
    Numbers,
    check_composition,
    commitment,
    deck_key,
    encode_deck,
    shuffle,
    starting_seat,
)
from engine.rules import Rules, palette_of
from tests.cards import card_of, hand_size
from tests.engine.random_games import Setting, deal
from tests.rows import in_one_test

COUNTED = bytes(range(32))

# Decks dealt by the first version of the shuffle. Every later version must deal the same.
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


@in_one_test(("multicolor", "seed", "deck"), KNOWN)
def test_known_decks(multicolor: str, seed: bytes, deck: str) -> None:
    """A seed always gives the same deck."""
    assert shuffle(palette_of(multicolor), seed).hex() == deck


def numbers(purpose: bytes, seed: bytes) -> Iterable[int]:
    """Yield the random numbers of a shuffle, as documented.

    Each is four bytes of SHA-256 in counter mode.
    """
    counter = 0
    while True:
        block = hashlib.sha256(purpose + b"\0" + seed + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


@in_one_test(
    ("multicolor", "seed"),
    product(("none", "five", "ten", "wild_ten", "wild_five"), (bytes(32), COUNTED, COUNTED[::-1])),
)
def test_the_shuffle_is_fisher_yates(multicolor: str, seed: bytes) -> None:
    """The shuffle is Fisher-Yates from the last place, with rejection sampling."""
    deck = list(palette_of(multicolor).deck)
    source = iter(numbers(b"hanabi/1 deck", seed))
    for place in range(len(deck) - 1, 0, -1):
        number = next(source)
        while number >= 2**32 // (place + 1) * (place + 1):
            number = next(source)
        pick = number % (place + 1)
        deck[place], deck[pick] = deck[pick], deck[place]
    assert shuffle(palette_of(multicolor), seed) == bytes(deck)


STARTS = {
    2: [0, 1, 1, 1, 0, 0, 1, 0],
    3: [1, 1, 1, 1, 0, 2, 1, 2],
    4: [2, 1, 3, 3, 0, 0, 3, 2],
    5: [2, 4, 3, 2, 2, 2, 2, 0],
}


@in_one_test(("seats", "starts"), STARTS.items())
def test_known_starting_seats(seats: int, starts: list[int]) -> None:
    """R4: the option or the seed determines the starting seat."""
    seeds = [bytes(range(n, n + 32)) for n in range(8)]
    assert [starting_seat(Rules(), seats, seed) for seed in seeds] == starts
    assert [starting_seat(Rules(starting_seat=1), seats, seed) for seed in seeds] == [1] * 8


# A change to the cards of the base game, and the message.
WRONG = [
    ([], ["red 5"], "49 cards where the rules have 50"),
    (["red 5"], [], "51 cards where the rules have 50"),
    (["red 5"], ["red 1"], "2 cards red 1 where the rules have 3"),
    (["white 1"], ["white 5"], "4 cards white 1 where the rules have 3"),
    (["multicolor 1"], ["white 5"], "a card multicolor 1, which the rules do not have"),
    (["multicolor 1"], ["multicolor 1"], None),
]


@in_one_test(("added", "removed", "message"), WRONG)
def test_composition(added: list[str], removed: list[str], message: str | None) -> None:
    """R2: a given deck must have exactly the game's cards.

    The message has the first difference.
    """
    cards = [card_of(code) for code in palette_of("none").deck] + [card_named(name) for name in added]
    for name in removed:
        cards.remove(card_named(name))
    if message is None:
        assert encode_deck(palette_of("none"), cards) == bytes(palette_of("none").deck)
    else:
        with pytest.raises(CompositionError, match=f"^{message}$"):
            encode_deck(palette_of("none"), cards)


def card_named(name: str) -> Card:
    """Return the card with a name such as `red 5`."""
    suit, rank = name.split()
    return Card(suit, int(rank))


def test_the_sixth_suit_is_counted() -> None:
    """R2: a deck with a wrong number of multicolor cards is refused."""
    with pytest.raises(CompositionError, match=r"^60 cards where the rules have 55$"):
        check_composition(palette_of("five"), bytes(palette_of("ten").deck))
    with pytest.raises(CompositionError, match=r"^50 cards where the rules have 55$"):
        check_composition(palette_of("wild_five"), bytes(palette_of("none").deck))
    with pytest.raises(CompositionError, match=r"^0 cards white 5 where the rules have 1$"):
        check_composition(palette_of("none"), bytes([*palette_of("none").deck[:-1], palette_of("ten").deck[-1]]))


def test_commitment() -> None:
    """A commitment depends on the deck and on the salt."""
    deck = bytes.fromhex(KNOWN[0][2])
    known = commitment(deck, COUNTED)
    assert known == "0c2b12068edd348cf0c7ef24947feced9d8683fec747be8f60eb70ca6c7d1e82"
    assert known == hashlib.sha256(b"hanabi/1 commitment\0" + COUNTED + deck).hexdigest()
    assert len({known, commitment(deck[::-1], COUNTED), commitment(deck, bytes(SEED_BYTES))}) == 3


def test_the_key_of_a_deal() -> None:
    """It never changes, because the service stores it. Other cards, seats, starts and options have another key."""
    deal, deck = GameDealt(Rules(), 2, 0), bytes(palette_of("none").deck)
    key = deck_key(Log(deal, deck, []))
    assert key.hex() == "8d95a20ca1278131301c0d3535e855b3"
    for same in ({"rules": Rules(starting_seat=0)}, {"commitment": 64 * "0", "origin": "given"}):
        assert deck_key(Log(replace(deal, **same), deck, [])) == key
    changes = ({"seats": 3}, {"starting_seat": 1}, {"rules": Rules(empty_clues=False)})
    others = [Log(deal, deck[::-1], []), *(Log(replace(deal, **change), deck, []) for change in changes)]
    assert len({key, *map(deck_key, others)}) == 5


def test_numbers_are_not_biased() -> None:
    """A word above the last multiple of the limit is skipped."""
    numbers = Numbers(b"test", bytes(32))
    numbers._words = (word for word in (2**32 - 1, 5))
    assert numbers.below(3) == 2


DEALS = [
    ("none", 2, 5, 50),
    ("none", 3, 5, 50),
    ("none", 4, 4, 50),
    ("none", 5, 4, 50),
    ("five", 2, 5, 55),
    ("ten", 3, 5, 60),
    ("wild_ten", 4, 4, 60),
    ("wild_five", 5, 4, 55),
]


@in_one_test(("multicolor", "seats", "size", "cards"), DEALS)
def test_deal(multicolor: str, seats: int, size: int, cards: int) -> None:
    """R1, R3, R4: the state after a deal."""
    rules = Rules(multicolor=multicolor, clue_tokens=7, starting_seat=1)  # type: ignore[arg-type]
    state = fold(deal(Setting(rules, seats), seed=1))
    assert hand_size(seats) == size
    assert state.hands == tuple(tuple(range(size * seat, size * (seat + 1))) for seat in range(seats))
    assert (len(state.deck), state.deck_size) == (cards, cards - size * seats)
    assert (state.clue_tokens, state.strikes, sum(state.fireworks), state.discards) == (7, 0, 0, ())
    assert (state.to_move, state.turn, state.version, state.turns_left) == (1, 0, 0, None)


TEN = "1112233445"
SIXTH_SUITS = [("none", None), ("five", "12345"), ("ten", TEN), ("wild_ten", TEN), ("wild_five", "12345")]


@in_one_test(("multicolor", "sixth"), SIXTH_SUITS)
def test_cards_of_the_game(multicolor: str, sixth: str | None) -> None:
    """R2: each suit has the right ranks."""
    state = fold(deal(Setting(Rules(multicolor=multicolor), 2), seed=1))  # type: ignore[arg-type]
    ranks = {suit: "".join(str(card.rank) for card in sorted(state.deck) if card.suit == suit) for suit in state.suits}
    ordinary = dict.fromkeys(("red", "yellow", "green", "blue", "white"), TEN)
    assert ranks == ordinary | ({"multicolor": sixth} if sixth else {})
