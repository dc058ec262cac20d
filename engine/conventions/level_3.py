"""Level 3: fix clues and sarcastic discards. The order of ones is `plays_and_discards.play_order`."""

from typing import Final

from engine.conventions import fixes_and_stalls, plays_and_discards
from engine.conventions.rule_types import ActRule, ClueRule, Rule

__all__ = ["RULES"]

RULES: Final[tuple[Rule, ...]] = (
    ClueRule("fix clue", "level-3/#the-fix-clue", 10, fixes_and_stalls.fix),
    ActRule("sarcastic discard", "level-3/#the-sarcastic-discard-sd", 10, plays_and_discards.sarcastic_discard),
)
