"""Level 1: play clues, save clues, prompts and finesses."""

from typing import Final

from engine.conventions import finesses, fixes_and_stalls, play_clues
from engine.conventions.rule_types import ClueRule, LinkRule, Rule

__all__ = ["RULES"]

RULES: Final[tuple[Rule, ...]] = (
    ClueRule("save clue", "beginner/save-clues", 40, play_clues.save),
    ClueRule("play clue", "beginner/play-clues", 50, play_clues.play),
    ClueRule("self-prompt", "beginner/prompt", 55, play_clues.self_prompt),
    ClueRule("finesse on me", "beginner/finesse", 60, play_clues.mine),
    ClueRule("repeated clue", "beginner/minimum-clue-value-principle", 90, fixes_and_stalls.repeat),
    LinkRule("delayed play clue", "beginner/delayed-play-clues", 10, finesses.known),
    LinkRule("prompt", "beginner/prompt", 20, finesses.prompt),
    LinkRule("finesse", "beginner/finesse", 30, finesses.single_finesse),
    LinkRule("finesse on what is not seen", "beginner/finesse", 50, finesses.finesse_unseen),
)
