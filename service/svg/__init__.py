"""SVG pictures of positions, scores and statistics."""

from service.svg.board import position_picture
from service.svg.score_curve import score_picture
from service.svg.score_histogram import distribution_picture

__all__ = ["distribution_picture", "position_picture", "score_picture"]
