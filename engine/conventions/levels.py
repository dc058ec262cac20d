"""The rules of each level, in the order in which a person applies them.

A level contains what it adds; a table of a level uses the rules of the levels up to it. To add a level, write a module
with its rules, and list it in `LEVELS`. `order` places a rule among those of the other levels.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.conventions import level_1, level_2, level_3, level_4, level_5
from engine.conventions.rule_types import ActRule, ClueRule, LinkRule, Rule, Rules

__all__ = ["GUIDE", "LEVELS", "SOURCE", "rules_of"]

GUIDE: Final = "https://hanabi.github.io/"
"""The guide of the group, CC BY-SA 4.0. `page` of a rule is an address below it."""
SOURCE: Final[Mapping[str, str]] = {"name": "H-group", "page": GUIDE, "edition": "2026-11"}
"""Whose conventions these are. `edition` is the year and month in which the rules were written after the guide."""

LEVELS: Final[Mapping[int, tuple[Rule, ...]]] = {
    1: level_1.RULES,
    2: level_2.RULES,
    3: level_3.RULES,
    4: level_4.RULES,
    5: level_5.RULES,
}
"""What each level adds."""


@lru_cache
def rules_of(level: int) -> Rules:
    """Return the rules of the levels up to one. A rule takes the place of the one that it names."""
    rules: list[Rule] = []
    for number, added in LEVELS.items():
        if number <= level:
            replaced = {rule.replaces for rule in added}
            rules = [rule for rule in rules if rule.name not in replaced] + [*added]
    rules.sort(key=lambda rule: rule.order)
    return Rules(
        level,
        tuple([rule for rule in rules if isinstance(rule, ClueRule)]),
        tuple([rule for rule in rules if isinstance(rule, LinkRule)]),
        tuple([rule for rule in rules if isinstance(rule, ActRule)]),
        frozenset([rule.name for rule in rules]),
    )
