"""Level 4: chop moves."""

from typing import Final

from engine.conventions import chop_moves, plays_and_discards
from engine.conventions.rule_types import ActRule, ClueRule, Rule

__all__ = ["RULES"]

RULES: Final[tuple[Rule, ...]] = (
    ClueRule("trash chop move", "level-4/#the-trash-chop-move-tcm", 20, chop_moves.trash_chop_move),
    ClueRule("5's chop move", "level-4/#the-5s-chop-move-5cm", 32, chop_moves.fives_chop_move),
    ActRule("order chop move", "level-4/#the-order-chop-move-ocm", 20, plays_and_discards.order_chop_move),
)
