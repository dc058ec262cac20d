"""Pictures of the table and of games, as SVG: functions of views and numbers, so that nothing hidden can be drawn."""

from service.pictures.distribution import distribution_picture
from service.pictures.position import position_picture
from service.pictures.score import score_picture

__all__ = ["distribution_picture", "position_picture", "score_picture"]
