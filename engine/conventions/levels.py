"""The rules of each level, in the order in which a person applies them.

A level contains what it adds; a table of a level uses the rules of the levels up to it. `order` places a rule among
those of the other levels.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.conventions import beyond as beyond_levels
from engine.conventions import finesses, fixes_and_stalls, play_clues, plays_and_discards
from engine.conventions.rule_types import ActRule, ClueRule, LinkRule, Rule, Rules

GUIDE: Final = "https://hanabi.github.io/"
"""The guide of the group, CC BY-SA 4.0. `page` of a rule is an address below it."""
SOURCE: Final[Mapping[str, str]] = {"name": "H-group", "page": GUIDE, "edition": "2026-11"}
"""Whose conventions these are. `edition` is the year and month in which the rules were written after the guide."""

LEVELS: Final[Mapping[int, tuple[Rule, ...]]] = {
    # Play clues, save clues, prompts and finesses.
    1: (
        ClueRule("save clue", "beginner/save-clues", 40, play_clues.save),
        ClueRule("play clue", "beginner/play-clues", 50, play_clues.play),
        ClueRule("self-prompt", "beginner/prompt", 55, play_clues.self_prompt),
        ClueRule("finesse on me", "beginner/finesse", 60, play_clues.mine),
        ClueRule("repeated clue", "beginner/minimum-clue-value-principle", 90, fixes_and_stalls.repeat),
        LinkRule("delayed play clue", "beginner/delayed-play-clues", 10, finesses.known),
        LinkRule("prompt", "beginner/prompt", 20, finesses.prompt),
        LinkRule("finesse", "beginner/finesse", 30, finesses.single_finesse),
        LinkRule("finesse on what is not seen", "beginner/finesse", 50, finesses.finesse_unseen),
    ),
    # Stalls with fives, and longer and reverse chains of prompts and finesses.
    2: (
        ClueRule("5 stall", "level-2/#the-5-stall-cluing-off-chop-5s", 30, fixes_and_stalls.stall_with_five),
        ClueRule(
            "self-prompt and self-finesse",
            "level-2/#the-self-finesse",
            55,
            play_clues.oneself,
            replaces="self-prompt",
        ),
        ClueRule("self-finesse that fails", "level-2/#the-self-finesse", 65, play_clues.oneself_behind),
        LinkRule(
            "double and reverse finesse",
            "level-2/#the-reverse-finesse",
            30,
            finesses.finesse,
            replaces="finesse",
        ),
        ActRule("wrong prompt", "level-2/#the-wrong-prompt", 30, plays_and_discards.wrong_prompt),
    ),
    # Fix clues and sarcastic discards. The order of ones is `plays_and_discards.play_order`.
    3: (
        ClueRule("fix clue", "level-3/#the-fix-clue", 10, fixes_and_stalls.fix),
        ActRule("sarcastic discard", "level-3/#the-sarcastic-discard-sd", 10, plays_and_discards.sarcastic_discard),
    ),
    # Chop moves.
    4: (
        ClueRule("trash chop move", "level-4/#the-trash-chop-move-tcm", 20, fixes_and_stalls.trash_chop_move),
        ClueRule("5's chop move", "level-4/#the-5s-chop-move-5cm", 32, fixes_and_stalls.fives_chop_move),
        ActRule("order chop move", "level-4/#the-order-chop-move-ocm", 20, plays_and_discards.order_chop_move),
    ),
    # Finesses behind other cards, and finesses that a seat passes on.
    5: (
        LinkRule(
            "prompt",
            "level-5/#prompts-in-multi-color-variants",
            20,
            finesses.prompt_by_information,
            replaces="prompt",
        ),
        LinkRule("hidden finesse", "level-5/#the-hidden-finesse", 25, finesses.hidden),
        LinkRule("layered finesse", "level-5/#the-layered-finesse", 40, finesses.layered),
        ClueRule(
            "urgency", "level-5/#urgency-principle-playing-into-finesses-as-soon-as-possible", 80, play_clues.urgent
        ),
        ClueRule("ambiguous finesse", "level-5/#the-ambiguous-finesse", 70, play_clues.ambiguous),
    ),
}
"""What each level adds."""


@lru_cache
def rules_of(level: int, *, beyond: bool = False) -> Rules:
    """Return the rules of the levels up to one. A rule takes the place of the one that it names.

    With `beyond`, also what explains turns of players of higher levels.
    """
    rules: list[Rule] = [*beyond_levels.RULES] if beyond else []
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
