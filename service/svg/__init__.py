"""SVG pictures of tables, scores and statistics, drawn from views and numbers, which hold no hidden card."""

from service.svg.board import position_picture
from service.svg.score_curve import score_picture
from service.svg.score_histogram import distribution_picture

__all__ = ["distribution_picture", "position_picture", "score_picture"]
