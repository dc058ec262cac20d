"""Pictures of the table and of games, as SVG: functions of views and numbers, so that nothing hidden can be drawn."""

from service.svg.board import position_picture
from service.svg.score_curve import score_picture
from service.svg.score_histogram import distribution_picture

__all__ = ["distribution_picture", "position_picture", "score_picture"]
