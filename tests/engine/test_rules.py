"""Options and editions: valid values, defaults and refusals."""

from dataclasses import replace
from typing import Any

import pytest

from engine.rules import EDITIONS, OPTIONS, Rules, RulesError, default_of, resolve, rules_as_dict, rules_from_dict
from tests.rows import in_one_test

# The defaults that each edition changes.
CHANGES: dict[str, dict[str, Any]] = {
    "de": {},
    "en": {},
    "nl": {"strikeout_score": "none", "hand_reorder": "after_clue"},
    "da": {"strikeout_score": "none", "hand_reorder": "after_clue"},
    "fr": {
        "strikeout_score": "none",
        "empty_clues": False,
        "finale_loss": "strikes_only",
        "hand_reorder": "after_clue",
    },
    "hanab_live": {"empty_clues": False, "early_end": "no_points_left"},
}


@in_one_test("edition", CHANGES)
def test_editions(edition: str) -> None:
    """An edition changes defaults. `finale_loss` is set only in a grand finale."""
    assert list(EDITIONS) == ["de", "en", "fr", "nl", "da", "hanab_live"]
    loss = {"finale_loss": CHANGES[edition].get("finale_loss", "irreplaceable")}
    defaults = replace(Rules(), edition=edition, **CHANGES[edition] | loss)
    assert {name: default_of(edition, name) for name in OPTIONS} == {name: getattr(defaults, name) for name in OPTIONS}
    assert resolve(edition, {}, 4) == replace(defaults, finale_loss=None)
    assert resolve(edition, {"ending": "grand_finale"}, 4) == replace(defaults, ending="grand_finale")


@in_one_test("name", OPTIONS)
def test_every_value_can_be_chosen(name: str) -> None:
    """A chosen value overrides the edition's, and changes no other option."""
    for edition in EDITIONS:
        seats = 6 if edition == "hanab_live" else 5
        finale = {"ending": "grand_finale"} if name == "finale_loss" else {}
        base = rules_as_dict(resolve(edition, finale, seats))
        for value in [value for value in OPTIONS[name].values if (name, value, seats) != ("starting_seat", 5, 5)]:
            chosen = dict(rules_as_dict(resolve(edition, finale | {name: value}, seats)))
            assert type(chosen[name]) is type(value)
            if name == "ending" and value == "grand_finale":
                assert chosen["finale_loss"] == default_of(edition, "finale_loss")
                chosen["finale_loss"] = None
            assert chosen == base | {name: value}


FAULTS: list[tuple[str, dict[str, Any], int, list[str]]] = [
    ("xx", {}, 2, ["edition"]),
    ("de", {"foo": 1}, 2, ["foo"]),
    ("de", {"edition": "de"}, 2, ["edition"]),
    ("de", {"clue_tokens": 0, "strike_tokens": 4, "bar": 1}, 2, ["bar", "clue_tokens", "strike_tokens"]),
    ("de", {"clue_tokens": 21}, 2, ["clue_tokens"]),
    ("de", {"clue_tokens": "8"}, 2, ["clue_tokens"]),
    ("de", {"clue_tokens": 8.0}, 2, ["clue_tokens"]),
    ("de", {"strike_tokens": True}, 2, ["strike_tokens"]),
    ("de", {"empty_clues": 1}, 2, ["empty_clues"]),
    ("de", {"empty_clues": None}, 2, ["empty_clues"]),
    ("de", {"multicolor": ["ten"]}, 2, ["multicolor"]),
    ("de", {"finale_loss": "strikes_only"}, 2, ["finale_loss"]),
    ("fr", {"finale_loss": "strikes_only", "ending": "last_round"}, 2, ["finale_loss"]),
    ("de", {"finale_loss": None, "ending": "grand_finale"}, 2, ["finale_loss"]),
    ("de", {"starting_seat": 2}, 2, ["starting_seat"]),
    ("de", {"starting_seat": 4}, 4, ["starting_seat"]),
    ("de", {"starting_seat": -1}, 4, ["starting_seat"]),
    ("de", {"starting_seat": False}, 4, ["starting_seat"]),
    ("de", {"starting_seat": 5}, 5, ["starting_seat"]),
    ("de", {}, 6, ["edition"]),
    ("fr", {"variant": "3 Suits"}, 6, ["edition"]),
    ("hanab_live", {"starting_seat": 6}, 6, ["starting_seat"]),
    ("de", {"hand_size": "two_more"}, 2, ["hand_size"]),
    ("de", {"deck_plays": 1}, 2, ["deck_plays"]),
    ("de", {"variant": "Hanabi"}, 2, ["variant"]),
    ("de", {"variant": ""}, 2, ["variant"]),
    ("de", {"variant": 18}, 2, ["variant"]),
    ("de", {"variant": ["3 Suits"]}, 2, ["variant"]),
    ("de", {"variant": "3 Suits", "multicolor": "ten"}, 2, ["multicolor"]),
    ("de", {"multicolor": "variant"}, 2, ["multicolor"]),
    ("de", {"variant": "3 Suits", "color_declaration": True}, 2, ["color_declaration"]),
]


@in_one_test(("edition", "overrides", "seats", "members"), FAULTS)
def test_faults(edition: str, overrides: dict[str, Any], seats: int, members: list[str]) -> None:
    """Invalid options are refused, with all faulty members."""
    with pytest.raises(RulesError) as error:
        resolve(edition, overrides, seats)
    assert sorted(error.value.faults) == members


def test_stored_rules() -> None:
    """Stored options are read unchanged. Missing options have their default."""
    rules = resolve("fr", {"ending": "grand_finale", "clue_tokens": 3}, 2)
    stored = rules_as_dict(rules)
    assert rules_from_dict(stored) == rules
    assert rules_from_dict(stored | {"a_future_option": 1}) == rules
    assert rules_from_dict({"edition": "de"}) == Rules()
