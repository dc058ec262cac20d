"""Where a finished game lost its points, if the deck or the own hand is unknown.

The solver answers for open hands and an open deck. `open_hands` hides the deck and tells errors from luck; `own_view`
hides the own hand too and tells how often a turn would have lost points, as far as its seat could know.
"""

from engine.reading.hindsight.estimates import Estimate
from engine.reading.hindsight.open_hands import AtVersion, OpenHands, Parts, open_hands
from engine.reading.hindsight.own_view import OwnView, own_view

__all__ = ["AtVersion", "Estimate", "OpenHands", "OwnView", "Parts", "open_hands", "own_view"]
