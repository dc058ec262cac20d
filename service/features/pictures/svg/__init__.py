"""Pictures of positions and scores, as SVG and as raster images."""

from service.features.pictures.svg.board import position_picture
from service.features.pictures.svg.palette import SCHEMES, SchemeName
from service.features.pictures.svg.png_and_gif import MOST_POSITIONS, RasterFailed, gif, png
from service.features.pictures.svg.score_curve import score_picture

__all__ = [
    "MOST_POSITIONS",
    "SCHEMES",
    "RasterFailed",
    "SchemeName",
    "gif",
    "png",
    "position_picture",
    "score_picture",
]
