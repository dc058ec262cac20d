"""Tests that the pages know which cards a clue touches."""

import json
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

from engine.rules.card_set import palette_of
from engine.rules.variants import VARIANTS

# Returns the cards that each clue touches, as texts.
TOUCHED = """async ([address, variants]) => {
    const { touching } = await import(address);
    return variants.map((variant) => {
        const touches = touching({ variant: variant.name, multicolor: "none" }, variant);
        const cards = variant.suits.flatMap(({ name: suit }) => variant.ranks.map((rank) => ({ suit, rank })));
        const colors = variant.clue_colors.map((color) => ({ color }));
        const clues = [...colors, ...variant.clue_ranks.map((rank) => ({ rank }))];
        const told = ({ suit, rank }) => `${suit} ${rank}`;
        const touched = (clue) => cards.filter((card) => touches(clue, card)).map(told);
        return clues.map((clue) => [clue.color ?? `${clue.rank}`, touched(clue)]);
    });
}"""


def names() -> list[str]:
    """Return variants with every flag and every modifier, and some others."""
    first: dict[str, str] = {}
    for name, variant in VARIANTS.items():
        for mark in (*variant.modifiers, *(flag for suit in variant.suits for flag in suit.flags)):
            first.setdefault(mark, name)
    return sorted({*first.values(), *list(VARIANTS)[::200]})


def test_a_clue_touches_what_the_engine_says(server: str, page: Any, module: Callable[[str], str]) -> None:
    wanted = names()
    variants = []
    for name in wanted:
        query = urllib.parse.urlencode({"q": name, "limit": 50})
        with urllib.request.urlopen(f"{server}/v1/variants?{query}", timeout=60) as answer:
            variants.append(next(one for one in json.load(answer)["items"] if one["name"] == name))
    page.goto(f"{server}/docs")
    found = page.evaluate(TOUCHED, [module("page/touch.js"), variants])
    for name, clues in zip(wanted, found, strict=True):
        palette = palette_of(name)
        touched = {str(clue): codes for clue, codes in (*palette.color_touches.items(), *palette.rank_touches.items())}
        assert [clue for clue, _ in clues] == list(touched), name
        for clue, cards in clues:
            expected = [f"{suit} {rank}" for (suit, rank), code in palette.codes.items() if touched[clue] >> code & 1]
            assert sorted(cards) == sorted(expected), (name, clue)
