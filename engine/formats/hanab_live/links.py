"""Reader and writer of hanab.live's links that contain a whole game.

Such a link is `https://hanab.live/replay-json/S` or `…/shared-replay-json/S`. S is `PLAYERS DECK,ACTIONS,VARIANT`
without blanks and with any number of hyphens: the number of players, the lowest and the highest rank, and a character
for each card; the lowest and the highest type, and two characters for each action; the id of the variant. Some links
have a fourth part, the seed. The source of the format is `hypoCompress.ts` of the Hanabi-Live client.

A link has no names, notes and options except the variant. So a game can need an option that its link does not have.

People pass links on in mails and chats. So an address may be quoted, in angle brackets or on several lines, and have a
query, a turn or one of the other names of hanab.live.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final
from urllib.parse import unquote

from engine.formats.hanab_live.checks import ImportRefused
from engine.formats.hanab_live.options import NO_VARIANT
from engine.formats.hanab_live.writer import Loss
from engine.rules.variants import VARIANTS, VARIANTS_BY_ID
from engine.wording import N_

PLAYERS: Final = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")
"""The names that hanab.live gives to the players of a link."""

SHARED_LINK: Final = "https://hanab.live/shared-replay-json/"
"""The address before the compact text. hanab.live's own links open a review that several people can watch."""

LINK_LOSSES: Final = ("link-names", "link-option", "link-seats", "ended-by", "card-notes")
"""The codes of losses, in the order of a report."""

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS: Final = {letter: digit for digit, letter in enumerate(_ALPHABET)}
_LETTERS_IN_A_GROUP: Final = 20

_SITE: Final = r"(?:(?:https?://)?(?:www\.)?(?:hanab\.live|hanabi\.live|fireworks\.cards))?"
_END: Final = r"/?(?:\?[^#\s]*)?(?:#[^\s]*)?"
_LINK: Final = re.compile(rf"(?:{_SITE}/(?:shared-)?replay-json/)?([0-9A-Za-z,_-]+){_END}", re.IGNORECASE)
_PARTS: Final = re.compile(r"([2-6])([0-9])([0-9])([0-9A-Za-z]*),([0-9])([0-9])([0-9A-Za-z]*),([0-9]{1,9})(?:,(\w*))?")
_STORED: Final = re.compile(
    rf"(?:{_SITE}/(?:shared-replay|replay|export)/|#)?([0-9]{{1,18}})(?:/[0-9]+)?{_END}", re.IGNORECASE
)
_TABLE: Final = re.compile(rf"{_SITE}/(?:pre-)?game/[0-9]+(?:/[^?#\s]*)?{_END}", re.IGNORECASE)

_HISTORY: Final = re.compile(rf"{_SITE}/history((?:/[^/?#\s]{{1,120}}){{1,6}}){_END}", re.IGNORECASE)

_QUOTATION_MARKS: Final = re.compile(r"^[>\s]+")
_AROUND: Final = "<>()[]\"'`“”„«»‹›.;!"
"""Signs around an address that are not part of it."""

_ENDED, _VOTED = 4, 5
_TERMINATED: Final = 4
_HAND: Final = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}

Json = dict[str, Any]


def stored_number(text: str) -> int | None:
    """Return the number of a game that hanab.live stores, from its address or number; None for any other text."""
    stored = _STORED.fullmatch(_address(text))
    return None if stored is None else int(stored[1])


def players_of_history(text: str) -> tuple[str, ...]:
    """Return the players of an address of the games of one or several; empty for any other text."""
    history = _HISTORY.fullmatch(_address(text))
    return () if history is None else tuple(map(unquote, history[1].strip("/").split("/")))


def _address(text: str) -> str:
    """Return the address in a text that may be quoted, wrapped and in angle brackets."""
    lines = [_QUOTATION_MARKS.sub("", line).strip() for line in text.replace("\ufeff", "").splitlines()]
    return "".join(lines).strip(_AROUND)


def read_link(text: str) -> Json:
    """Return the game of a link in hanab.live's JSON format.

    `text` is the address, with or without its scheme, host and turn (`#5`), or the compact text alone. Raises
    ImportRefused if the text is no such link. The game itself is not checked.
    """
    text = _address(text).replace("%2C", ",").replace("%2c", ",")
    number = stored_number(text)
    if number is not None:
        raise ImportRefused(
            "#",
            N_(
                "is the address or number of a replay on hanab.live, and this service gets nothing from other sites: "
                "import the content of https://hanab.live/export/{number}",
                number=number,
            ),
        )
    if _TABLE.fullmatch(text):
        raise ImportRefused(
            "#", N_("is the address of a table on hanab.live: after the game, share the address of its replay")
        )
    link = _LINK.fullmatch(text)
    if link is None:
        raise ImportRefused(
            "#", N_("is not a link of hanab.live with a game: …/replay-json/… or …/shared-replay-json/…")
        )
    parts = _PARTS.fullmatch(link[1].replace("-", ""))
    if parts is None:
        raise ImportRefused(
            "#", N_("must have players and deck, actions, and the id of the variant, separated by commas")
        )
    players, low_rank, high_rank, cards, low_type, high_type, actions, variant, seed = parts.groups()
    ranks = _size(low_rank, high_rank, N_("ranks"))
    types = _size(low_type, high_type, N_("types of actions"))
    if len(actions) % 2:
        raise ImportRefused("#", N_("must have two characters for each action"))
    if int(variant) not in VARIANTS_BY_ID:
        raise ImportRefused("#", N_("has the id {id}, and hanab.live has no variant with it", id=int(variant)))
    return {
        "players": list(PLAYERS[: int(players)]),
        "deck": [_card(_DIGITS[letter], ranks) for letter in cards],
        "actions": [
            _action(_DIGITS[kind], int(low_type), types, _DIGITS[target])
            for kind, target in zip(actions[::2], actions[1::2], strict=True)
        ],
        "options": {"variant": VARIANTS_BY_ID[int(variant)].name},
        **({"seed": seed} if seed else {}),
    }


def _size(low: str, high: str, what: str) -> int:
    if low > high:
        raise ImportRefused(
            "#",
            N_("must not have a lowest of {low} and a highest of {high} for its {what}", low=low, high=high, what=what),
        )
    return int(high) - int(low) + 1


def _card(digit: int, ranks: int) -> Json:
    # The lowest rank counts as 1, whatever the link says: hanab.live's reader does not add it. Every deck has a 1.
    suit, rank = divmod(digit, ranks)
    return {"suitIndex": suit, "rank": rank + 1}


def _action(digit: int, low_type: int, types: int, target: int) -> Json:
    value, kind = divmod(digit, types)  # 0 stands for no value, which hanab.live reads as 0
    return {"type": low_type + kind, "target": target, "value": max(0, value - 1)}


def write_link(export: Json) -> str | None:
    """Return the link of a game in hanab.live's JSON format.

    The export must be one that the reader of exports accepts. Return None if the game does not fit into a link.
    `link_losses` contains what the link lacks. If the game needs one of the lost options, hanab.live does not show all
    of it: read the link and play its game to find out.
    """
    options = export.get("options") or {}
    variant = VARIANTS.get(options.get("variant", NO_VARIANT))
    seats = len(export["players"])
    if variant is None or seats not in _HAND:
        return None
    known = list(takewhile(lambda card: card["rank"] >= 0, export["deck"]))
    deck, actions = _from_first_seat({**export, "deck": known}, seats, options.get("startingPlayer", 0))
    ranks = max([card["rank"] for card in deck])
    low, high = min([kind for kind, _, _ in actions]), max([kind for kind, _, _ in actions])
    digits = [card["suitIndex"] * ranks + card["rank"] - 1 for card in deck]
    for kind, target, value in actions:
        digits += [(value + 1) * (high - low + 1) + kind - low, target]
    if not all(0 <= digit < len(_ALPHABET) for digit in digits):
        return None
    letters = "".join([_ALPHABET[digit] for digit in digits])
    text = f"{seats}1{ranks}{letters[: len(deck)]},{low}{high}{letters[len(deck) :]},{variant.id}"
    groups = [text[at : at + _LETTERS_IN_A_GROUP] for at in range(0, len(text), _LETTERS_IN_A_GROUP)]
    return SHARED_LINK + "-".join(groups)


def _from_first_seat(export: Json, seats: int, start: int) -> tuple[Sequence[Json], list[tuple[int, int, int]]]:
    """Return the deck and the actions (type, target, value) as if the first seat had started.

    The hands are dealt seat by seat, so another first seat means another order of the cards that are dealt.
    """
    size = _HAND[seats]
    dealt = [(seat + start) % seats * size + place for seat in range(seats) for place in range(size)]
    place_of = {card: place for place, card in enumerate(dealt)}
    deck = [export["deck"][card] for card in dealt] + export["deck"][size * seats :]
    actions = []
    for turn, action in enumerate(export["actions"]):
        kind, target, value = action["type"], action["target"], action.get("value") or 0
        if _ends_without_seat(action):
            kind, target, value = _ENDED, turn % seats, _TERMINATED if kind == _VOTED else value
        elif kind in (0, 1):
            target = place_of.get(target, target)
        else:
            target = (target - start) % seats
        actions.append((kind, target, value))
    return deck, actions


def _ends_without_seat(action: Json) -> bool:
    """Return True for a vote to end the game, and for an end by the server: a link has no target -1."""
    kind, target = action["type"], action["target"]
    return bool(kind == _VOTED or (kind == _ENDED and target < 0))


def link_losses(export: Json) -> tuple[Loss, ...]:
    """Return what a game in hanab.live's JSON format has and its link has not."""
    return tuple(_losses(export))


def _losses(export: Json) -> Iterator[Loss]:
    if tuple(export["players"]) != PLAYERS[: len(export["players"])]:
        yield Loss("link-names", {})
    options = export.get("options") or {}
    for name, value in options.items():
        if name not in ("variant", "startingPlayer") and value:
            yield Loss("link-option", {"option": name})
    if options.get("startingPlayer"):
        yield Loss("link-seats", {"seat": options["startingPlayer"]})
    if any(_ends_without_seat(action) for action in export["actions"]):
        yield Loss("ended-by", {})
    notes = sum(1 for texts in export.get("notes") or () for text in texts if text)
    if notes:
        yield Loss("card-notes", {"count": notes})
