"""What a table that sees all cards, the deck included, could still reach.

`reachable` answers for a position, `curve` for every version of a game, `losses` and `saving_turns` say where points
were lost and what would have kept them. `position` is the position as the solver reads it, `bounds` excludes scores
without a solver, `encoding` writes the rest as a `formula`, and `lines` plays the answers by the rules.
"""

from engine.reading.losing_turns import Loss, Reachable, losses
from engine.reading.solver.budget import Budget
from engine.reading.solver.curve import curve, saving_turns, saving_turns_at
from engine.reading.solver.search import reachable

__all__ = ["Budget", "Loss", "Reachable", "curve", "losses", "reachable", "saving_turns", "saving_turns_at"]
