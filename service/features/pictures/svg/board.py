"""The picture of a position: a view and the last turn.

All pictures have the same size, and the places in them depend on the number of seats, cards and suits only. So nothing
moves from one turn to the next.
"""

from collections.abc import Sequence

from engine.reading.feed import CardItem, ClueItem, Item
from engine.reading.knowledge import prospects
from engine.reading.view import View
from service.core.tables.words import result_words
from service.features.pictures import picture_words
from service.features.pictures.svg.card_status import standings
from service.features.pictures.svg.counters import counters
from service.features.pictures.svg.description import names_of, status_words, table_words
from service.features.pictures.svg.fireworks import suit_rows
from service.features.pictures.svg.hands import hands
from service.features.pictures.svg.layout import FOOTER_TOP, HEIGHT, MARGIN, WIDTH, Drawing, write
from service.features.pictures.svg.markup import Svg, document, element, fitted, wrapped
from service.features.pictures.svg.palette import SCHEMES, SchemeName


def position_picture(
    view: View,
    last: Item,
    language: str,
    scheme: SchemeName = "dark",
    names: Sequence[str | None] = (),
    caption: str | None = None,
) -> str:
    """Return the SVG of a view.

    `last` is the last turn, or the deal, as the same viewer saw it. Without `names`, seats are named by number. With a
    `caption`, the picture has no other sentences, so `names` need not be names: a language inflects "You".
    """
    name_of = names_of(language, names)
    seat = None if view.viewer is None else name_of(view.viewer)
    title = caption or picture_words.picture(language, "open" if seat is None else "as-seen", turn=view.turn, seat=seat)
    ahead = None if view.positions is None else prospects(view)
    colors = SCHEMES[scheme]
    drawing = Drawing(
        view, last, language, colors, name_of, _touched(last), _new(last), ahead, standings(view, ahead), caption
    )
    return document(
        f"position-{view.version}-{'open' if view.viewer is None else view.viewer}",
        (WIDTH, HEIGHT if caption is None else FOOTER_TOP),
        language,
        title,
        caption or table_words(language, view, last, drawing.standings, name_of),
        element("rect", width=WIDTH, height=HEIGHT, fill=drawing.scheme.table),
        *counters(drawing),
        *suit_rows(drawing),
        *hands(drawing),
        *(_footer(drawing) if caption is None else ()),
    )


def _touched(last: Item) -> frozenset[int]:
    match last:
        case ClueItem(touched=touched):
            return frozenset(card.card for card in touched or ())
        case CardItem(card=card):
            return frozenset({card.card})
        case _:
            return frozenset()


def _new(last: Item) -> int | None:
    return last.drawn.card if isinstance(last, CardItem) and last.drawn is not None else None


def _footer(drawing: Drawing) -> list[Svg]:
    """Return the last move and the state of the game."""
    width, scheme = WIDTH - 2 * MARGIN, drawing.scheme
    status = status_words(drawing.language, drawing.view, drawing.name_of)
    if drawing.view.result is not None and drawing.view.result.band is not None:
        status = f"{status}. {result_words.rating(drawing.language, drawing.view.result.band).text}"
    elif drawing.view.result is not None:
        status = f"{status}. {drawing.say('table-points', points=drawing.view.table_points)}"
    last = drawing.labelled(drawing.say("last-move"), drawing.last_words)
    lines = wrapped(last, 19, width)
    top = FOOTER_TOP + (17 if len(lines) > 1 else 27)
    return [
        *[write(line, MARGIN, top + 22 * n, 19, scheme.text) for n, line in enumerate(lines)],
        write(
            status,
            MARGIN,
            top + 4 + 23 * len(lines),
            fitted(status, 19, width, bold=True),
            scheme.text,
            font_weight=700,
        ),
    ]
