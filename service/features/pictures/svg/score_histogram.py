"""The histogram of scores, with the bands of the rating scale."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.score import Band
from service.core.tables.words import result_words
from service.features.pictures import picture_words
from service.features.pictures.svg.axes import Field, step_of
from service.features.pictures.svg.markup import Svg, document, element, fitted, tooltip, width_of
from service.features.pictures.svg.palette import SCHEMES, SchemeName

__all__ = ["distribution_picture"]

_SIZE: Final = (1040.0, 560.0)


def distribution_picture(
    counts: Mapping[int, int],
    unscored: int,
    max_score: int,
    bands: Sequence[Band],
    language: str,
    scheme: SchemeName = "dark",
) -> str:
    """Return the histogram of games by score as SVG.

    Scores go from 0 to `max_score`. `unscored` is the number of games without a score. `bands` are those of the rating
    scale; there are none if all games have a variant.
    """
    games = sum(counts.values()) + unscored
    title = (
        picture_words.picture(language, "no-games")
        if not games
        else picture_words.picture(language, "one-game" if games == 1 else "distribution", games=games)
    )
    colors = SCHEMES[scheme]
    highest = max(*counts.values(), 1) if counts else 1
    step = step_of(highest, 6)
    field = Field(96, 132, 1020, 480, (-0.5, max_score + 0.5), (0, -(-highest // step) * step), colors)
    bars = [_bar(field, score, counts.get(score, 0), language) for score in range(max_score + 1)]
    apart = picture_words.labelled(language, picture_words.picture(language, "unscored"), unscored) if unscored else ""
    bars_in_words = [_bar_words(score, counts[score], language) for score in sorted(counts) if counts[score]]
    return document(
        "distribution",
        _SIZE,
        language,
        title,
        ". ".join([*bars_in_words, *([apart] if apart else []), title]) + ".",
        element("rect", width=_SIZE[0], height=_SIZE[1], rx=18, fill=colors.table),
        element(
            "text", title, x=20, y=44, font_size=fitted(title, 26, 640, bold=True), font_weight=700, fill=colors.text
        ),
        element("text", apart, x=1020, y=44, font_size=20, fill=colors.grey, text_anchor="end"),
        *_scale(field, bands, language),
        *field.levels(range(0, int(field.up[1]) + 1, step)),
        *bars,
        *field.below(range(0, max_score + 1, 1)),
        element(
            "text",
            picture_words.picture(language, "score"),
            x=1020,
            y=542,
            font_size=20,
            fill=colors.grey,
            text_anchor="end",
        ),
        element("text", picture_words.picture(language, "games"), x=20, y=104, font_size=20, fill=colors.grey),
    )


def _scale(field: Field, bands: Sequence[Band], language: str) -> list[Svg]:
    """Return the bands of the rating scale, with sentences as tooltips."""
    parts = []
    for place, band in enumerate(bands):
        left, right = field.x(band.lowest - 0.5), field.x(band.highest + 0.5)
        parts += [
            element(
                "rect",
                tooltip(picture_words.labelled(language, band.name, result_words.rating(language, band.name).text)),
                x=left,
                y=field.top - 56,
                width=right - left,
                height=field.bottom - field.top + 56,
                fill=field.scheme.table if place % 2 else field.scheme.panel,
            ),
            element(
                "text",
                band.name,
                x=(left + right) / 2,
                y=field.top - 32,
                font_size=fitted(band.name, 20, right - left - 2),
                fill=field.scheme.grey,
                text_anchor="middle",
            ),
        ]
    return parts


def _bar(field: Field, score: int, games: int, language: str) -> Svg:
    left, width = field.x(score - 0.5) + 3, field.x(score + 0.5) - field.x(score - 0.5) - 6
    top = field.y(games)
    parts = [
        tooltip(_bar_words(score, games, language)),
        element("rect", x=left, y=top, width=width, height=field.bottom - top, fill=field.scheme.accent),
    ]
    number = str(games)
    if games and width_of(number, 16) <= width + 4:
        parts.append(
            element(
                "text",
                number,
                x=left + width / 2,
                y=top - 6,
                font_size=16,
                fill=field.scheme.text,
                text_anchor="middle",
            )
        )
    return element("g", *parts, data_score=score)


def _bar_words(score: int, games: int, language: str) -> str:
    return picture_words.picture(language, "bar", score=score, games=games)
