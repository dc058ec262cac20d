"""Tests of pictures of hanab.live's variants: what their cards, stacks and clues need beyond the booklets."""

import pytest

from engine.cards import START
from engine.clues import decoded_marks
from engine.events import GameDealt, Log
from engine.proof.deal import shuffle
from engine.reading.replay import frame
from engine.reading.view import OpenCard
from engine.rules import Palette, palette_of, resolve
from engine.rules.variants import VARIANTS
from service.features.pictures import picture_words
from service.features.pictures.svg import position_picture
from service.features.pictures.svg.card_clues import strip, strip_height
from service.features.pictures.svg.faces import touch_of
from service.features.pictures.svg.layout import Box
from service.features.pictures.svg.palette import LOOKS
from service.platform.languages import choice
from tests.engine.random_games import WASTEFUL, WILD, Setting, game
from tests.rows import in_one_test, slow_unless
from tests.service.pictures.test_pictures import NAMESPACE, read, values

FIVE = ("red", "yellow", "green", "blue", "purple")
BOX = Box(0, 0, 80, 66)


@in_one_test(
    ("variant", "card", "colors", "ranks"),
    [
        ("none", ("red", 1), None, None),
        ("none", ("white", 5), None, None),
        ("five", ("multicolor", 2), ("red", "yellow", "green", "blue", "white"), None),
        ("wild_ten", ("multicolor", 2), ("red", "yellow", "green", "blue", "white"), None),
        ("Rainbow (5 Suits)", ("rainbow", 3), ("red", "yellow", "green", "blue"), None),
        ("White (6 Suits)", ("white", 3), (), None),
        ("Pink (6 Suits)", ("pink", 3), None, (1, 2, 3, 4, 5)),
        ("Null (6 Suits)", ("null", 3), (), ()),
        ("Dark Pink (6 Suits)", ("dark_pink", 3), None, (1, 2, 3, 4, 5)),
        ("Ambiguous (6 Suits)", ("tomato", 3), ("red",), None),
        ("Dual-Color (5 Suits)", ("tangerine", 3), ("red", "yellow"), None),
        ("Matryoshka (3 Suits)", ("ruby", 3), ("red",), None),
        ("Matryoshka (3 Suits)", ("geas", 3), ("red", "yellow", "green"), None),
        ("Prism (6 Suits)", ("prism", 2), ("yellow",), None),
        ("Rainbow-Ones (5 Suits)", ("red", 1), FIVE, None),
        ("Rainbow-Ones (5 Suits)", ("red", 2), None, None),
        ("Odds and Evens (5 Suits)", ("red", 4), None, (2,)),
        ("Color Blind (5 Suits)", ("red", 4), None, None),
        ("Number Mute (5 Suits)", ("red", 4), None, None),
        ("Up or Down (5 Suits)", ("red", START), None, ()),
    ],
)
def test_the_edges_of_a_card_show_which_clues_touch_it(
    variant: str, card: tuple[str, int], colors: tuple[str, ...] | None, ranks: tuple[int, ...] | None
) -> None:
    """A band has the colors and a row of dots the ranks, unless the suit and the rank say it."""
    touch = touch_of(palette_of(variant), *card)
    assert (touch.colors, touch.ranks) == (colors, ranks)


@in_one_test(
    ("variant", "possible", "cells"),
    [
        ("none", "r1 r2", 0),
        ("none", "r1 y1 r2 y2", 0),
        ("Rainbow-Ones (5 Suits)", "r1 r2 y1", 25),
        ("6 Suits", "r1 y2", 30),
        ("Up or Down (5 Suits)", "r1 y7", 30),
    ],
)
def test_a_strip_has_a_grid_if_suits_and_ranks_do_not_say_all(variant: str, possible: str, cells: int) -> None:
    """The grid has a cell for each card of the game, and needs more room."""
    palette = palette_of(variant)
    codes = [code_of(palette, card) for card in possible.split()]
    cards = [palette.cards[code] for code in codes]
    marks = decoded_marks(palette)[0]._replace(
        possible=sum(1 << code for code in codes),
        possible_suits=tuple({card.suit for card in cards}),
        possible_ranks=tuple({card.rank for card in cards}),
    )
    drawn = "".join(strip(palette, marks, BOX))
    assert (drawn.count('stroke-width="1"'), strip_height(palette, marks)) == (cells, 66.0 if cells else 50.0)


def code_of(palette: Palette, card: str) -> int:
    """Return the code of a card such as r1, by the first letter of its suit."""
    return next(code for code, one in palette.cards.items() if (one.suit[0], one.rank) == (card[0], int(card[1])))


GAMES = [
    ("Up or Down (5 Suits)", 3, {}),
    ("Sudoku (5 Suits)", 4, {}),
    ("Throw It in a Hole (6 Suits)", 5, {}),
    ("Clue Starved (6 Suits)", 2, {}),
    ("Ambiguous (6 Suits)", 6, {}),
    ("White Reversed (6 Suits)", 3, {"hand_size": "one_more"}),
    ("Dual-Color (6 Suits)", 6, {"hand_size": "one_more"}),
    ("Rainbow-Ones & Omni (6 Suits)", 4, {}),
    ("Matryoshka (6 Suits)", 2, {"hand_size": "one_more"}),
    ("Special Mix (6 Suits)", 5, {"hand_size": "one_less"}),
    ("Prism (3 Suits)", 2, {}),
    ("Extremely Ambiguous (6 Suits)", 4, {}),
    ("Cow & Pig (5 Suits)", 4, {}),
    ("Duck (5 Suits)", 3, {}),
    ("Orange (6 Suits)", 3, {}),
    ("Synesthesia (5 Suits)", 4, {}),
]


@in_one_test(("variant", "seats", "options"), GAMES)
def test_games_of_variants_can_be_drawn(variant: str, seats: int, options: dict[str, str]) -> None:
    """All texts fit, for each viewer, from the deal to the end."""
    rules = resolve("hanab_live", {"variant": variant, **options}, seats)
    for seed, style in enumerate((WASTEFUL, WILD)):
        log = game(Setting(rules, seats), seed, style)
        for version in range(0, len(log.events), 7):
            seat = (None, *range(seats))[version % (seats + 1)]
            found = frame(log, version, seat)
            assert found is not None
            root = read(position_picture(*found, choice.LANGUAGES[version % 5]))
            cards = [card.card for hand in found.view.hands for card in hand.cards]
            cards += [card.card for card in found.view.discards]
            assert sorted(values(root, "data-card")) == sorted(map(str, cards))
            assert values(root, "data-face-down") == (
                [str(len(found.view.face_down))] if found.view.fireworks is None else []
            )
            ways = values(root, "data-way")
            assert len(ways) == {"Up or Down (5 Suits)": 5, "White Reversed (6 Suits)": 1}.get(variant, 0)
            titles = {node.text for node in root.iter(f"{NAMESPACE}title")}
            language = choice.LANGUAGES[version % 5]
            words = picture_words.picture(language, "clue-tokens")
            half = "½" if found.view.half_token else ""
            assert picture_words.labelled(language, words, f"{found.view.clue_tokens}{half}/8") in titles


@pytest.mark.parametrize("part", slow_unless((0).__eq__, range(8)))
def test_every_variant_can_be_drawn(part: int) -> None:
    """Each of the 2,426 variants has a picture of its deal, with a card of each hand in the look of its suit."""
    for name in list(VARIANTS)[part::8]:
        rules = resolve("hanab_live", {"variant": name}, 3)
        log = Log(GameDealt(rules, 3, 0), shuffle(rules.palette, part.to_bytes(32)), [])
        found = frame(log, 0)
        assert found is not None
        drawn = position_picture(found.view, found.last, choice.LANGUAGES[part % len(choice.LANGUAGES)])
        for hand in found.view.hands:
            assert all(f'data-card="{card.card}"' in drawn for card in hand.cards)
            assert all(LOOKS[card.suit].shape in drawn for card in hand.cards if isinstance(card, OpenCard))
