"""Labels of pictures, and the sentences of their descriptions."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Final

from service.platform.languages.translations import in_each_language


def _pictures(catalog: NullTranslations) -> Mapping[str, str]:
    _, pgettext = catalog.gettext, catalog.pgettext
    return {
        "seat": _("Seat {seat}"),
        "open": _("The table at turn {turn}, all hands open"),
        "as-seen": _("The table at turn {turn}, as {seat} saw it"),
        "to-move": _("{seat} is to move."),
        # Translators: a text and what it is about, such as "Seats: 3". French has a no-break space before the colon.
        "labelled": _("{name}: {text}"),
        "turns-left": _("Turns left"),
        "score": _("Score"),
        "attainable": _("Reachable"),
        "reachable": _("Reachable"),
        "clue-tokens": _("Clue tokens"),
        "strikes": _("Strikes"),
        "deck": _("Deck"),
        "turn": _("Turn"),
        "fireworks": pgettext("in a picture", "Fireworks"),
        "discards": _("Discard pile"),
        "last-move": _("Last move"),
        "told": _("told: {what}"),
        "not": _("not: {what}"),
        "hidden": _("hidden card"),
        "turned-left": _("tilted to the left"),
        "turned-right": _("tilted to the right"),
        "turned-upside_down": _("upside down"),
        "new": pgettext("in a picture", "just drawn"),
        "playable": _("playable now"),
        "critical": _("critical: the last copy"),
        "trash": _("trash: never needed again"),
        "gives-clue": _("{seat} gives this clue"),
        "played": _("played"),
        "viewer": _("This seat looks on."),
        "table-points": _("Points on the table: {points}."),
        "limit": _("This firework can reach {rank} at most."),
        "lost": _("This firework can no longer be completed."),
        "face-down": _("Face down"),
        "score-title": _("Score over the turns"),
        "score-so": _("Turn {turn}"),
        "card-lost": _("needed card lost"),
        "time-lost": _("too few turns left"),
        "strike": _("strike"),
        "game-lost": _("game lost"),
    }


PICTURES: Final = in_each_language(_pictures)


def picture(language: str, key: str, **words: object) -> str:
    """Return a label or a sentence of a picture.

    Words that the text does not use are ignored.
    """
    return PICTURES[language][key].format(**words)


def labelled(language: str, name: str, text: object) -> str:
    """Return a text with the name of what it is about before it."""
    return picture(language, "labelled", name=name, text=text)
