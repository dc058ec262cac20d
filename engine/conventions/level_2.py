"""Level 2: stalls with fives, and longer and reverse chains of prompts and finesses."""

from typing import Final

from engine.conventions import finesses, fixes_and_stalls, play_clues, plays_and_discards
from engine.conventions.rule_types import ActRule, ClueRule, LinkRule, Rule

__all__ = ["RULES"]

RULES: Final[tuple[Rule, ...]] = (
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
)
