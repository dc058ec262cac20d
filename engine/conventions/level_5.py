"""Level 5: finesses behind other cards, and finesses that a seat passes on."""

from typing import Final

from engine.conventions import finesses, play_clues
from engine.conventions.rule_types import ClueRule, LinkRule, Rule

__all__ = ["RULES"]

RULES: Final[tuple[Rule, ...]] = (
    LinkRule(
        "prompt",
        "level-5/#prompts-in-multi-color-variants",
        20,
        finesses.prompt_by_information,
        replaces="prompt",
    ),
    LinkRule("hidden finesse", "level-5/#the-hidden-finesse", 25, finesses.hidden),
    LinkRule("layered finesse", "level-5/#the-layered-finesse", 40, finesses.layered),
    ClueRule("urgency", "level-5/#urgency-principle-playing-into-finesses-as-soon-as-possible", 80, play_clues.urgent),
    ClueRule("ambiguous finesse", "level-5/#the-ambiguous-finesse", 70, play_clues.ambiguous),
)
