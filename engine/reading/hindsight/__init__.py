"""Where a finished game lost its points, if the deck or the own hand is unknown.

The solver assumes open hands and an open deck. `open_hands` hides the deck and separates errors from luck. `own_view`
also hides the own hand, and counts in how many deals a turn would have lost points.
"""

from engine.reading.hindsight.causes_of_loss import AtVersion, OpenHands, Parts, open_hands
from engine.reading.hindsight.estimates import Estimate
from engine.reading.hindsight.indistinguishable_deals import OwnView, own_view

__all__ = ["AtVersion", "Estimate", "OpenHands", "OwnView", "Parts", "open_hands", "own_view"]
