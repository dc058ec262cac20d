"""Import of games in hanab.live's JSON format.

The game is played by the rules of the edition `hanab_live`, and `engine.decide` checks every action. The reader never
shortens a game. If an export stops before the end of its game, the game was left, and is aborted here. The source of
the format is the `GameJSON` structure of the Hanabi-Live server.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.cards import Card
from engine.events import GameDealt, Log
from engine.formats.hanab_live.actions import ENDED, play_all, play_short, read_actions
from engine.formats.hanab_live.checks import ImportRefused, a_list, a_number, an_object
from engine.formats.hanab_live.options import read_options, rules_of
from engine.proof.deal import CompositionError, encode_deck
from engine.rules import MAX_SEATS, MIN_SEATS, Palette
from engine.state import State
from engine.wording import N_

__all__ = ["Import", "ImportRefused", "read", "unknown_members"]

_MEMBERS: Final = ("id", "players", "deck", "actions", "options", "notes", "characters", "seed", "variant")
"""The members that are read. Bots write `variant` here if a game has no other option."""

_OTHER_RULES: Final = ("Genius", "Panicky", "Contrarian", "Follower")
"""The detrimental characters that change the order of turns, or which cards fit.

The others only limit what a player may do or see.
"""

_MAX_NAME_LENGTH: Final = 100
"""The maximum in old files. The service imports names of at most 40 characters, so faults name this limit."""


@dataclass(frozen=True, slots=True)
class Import:
    """A game from an export. `players` has the names by seat."""

    log: Log
    state: State
    players: tuple[str, ...]
    external_id: int | None
    options: Mapping[str, Any]
    characters: Sequence[Mapping[str, Any]]
    """The detrimental characters by seat, each with `name` and `metadata`; empty without them."""
    notes: Sequence[Sequence[str]]
    seed: str | None
    known_cards: int
    """The number of cards of the deck in the export. A game that was left can lack the cards that were not drawn."""
    ended_by: int | None
    """The seat that ended the game before its end; None if there was none."""


def read(export: object) -> Import:
    """Return the game of an export, given as parsed JSON.

    Raises ImportRefused, with a pointer to the first fault, if the export is invalid or unsupported.
    """
    document = an_object(export, "#", None)
    options = read_options(_options(document))
    players = _players(document.get("players"))
    rules = rules_of(options, len(players))
    characters = _characters(document.get("characters"), len(players))
    if options.get("detrimentalCharacters") and not characters:
        raise ImportRefused("#/characters", N_("must hold one character per player"))
    cards = _cards(document.get("deck"), rules.palette)
    dealt = len(players) * rules.cards_in_hand[len(players)]
    deck = _deck(cards, rules.palette, enough=len(cards) >= dealt)
    notes = _notes(document.get("notes"), len(players), len(deck) + len(rules.palette.suits))
    external_id, seed = document.get("id"), document.get("seed")
    if seed is not None and not isinstance(seed, str):
        raise ImportRefused("#/seed", N_("must be a text"))
    start = options.get("startingPlayer", 0)
    table = Log(GameDealt(rules, len(players), start), deck, [])
    actions = read_actions(document.get("actions"))
    if len(cards) == len(deck):
        log, state = play_all(table, actions, options)
    else:
        log, state = play_short(table, actions, options, len(cards))
    return Import(
        log=log,
        state=state,
        players=players,
        external_id=None if external_id is None else a_number(external_id, "#/id"),
        options=options,
        characters=characters,
        notes=notes,
        seed=seed,
        known_cards=len(cards),
        ended_by=actions[-1].target if actions[-1].type == ENDED and actions[-1].target >= 0 else None,
    )


def unknown_members(export: Mapping[str, Any]) -> set[str]:
    """Return the members of an export that are not read, such as `tags`."""
    return set(export) - set(_MEMBERS)


def _players(value: object) -> tuple[str, ...]:
    players = a_list(value, "#/players")
    for seat, name in enumerate(players):
        if not isinstance(name, str) or not 1 <= len(name) <= _MAX_NAME_LENGTH:
            raise ImportRefused(f"#/players/{seat}", N_("must be a name of 1 to 40 characters"))
    if not MIN_SEATS <= len(players) <= MAX_SEATS:
        raise ImportRefused(
            "#/players",
            N_(
                "{count} players where the rules have {low} to {high}",
                count=len(players),
                low=MIN_SEATS,
                high=MAX_SEATS,
            ),
            "R1",
        )
    return tuple(players)


def _characters(value: object, seats: int) -> tuple[Mapping[str, Any], ...]:
    if not value:
        return ()
    found = []
    for seat, character in enumerate(a_list(value, "#/characters")):
        name = an_object(character, f"#/characters/{seat}", ("name", "metadata")).get("name")
        if not isinstance(name, str) or len(name) > _MAX_NAME_LENGTH:
            raise ImportRefused(f"#/characters/{seat}/name", N_("must be the name of a character"))
        if name in _OTHER_RULES:
            why = N_("{name} changes the order of turns or which cards fit, which is not supported", name=name)
            raise ImportRefused(f"#/characters/{seat}", why)
        number = character.get("metadata")
        if number is not None:
            number = a_number(number, f"#/characters/{seat}/metadata")
        found.append({"name": name} if number is None else {"name": name, "metadata": number})
    if len(found) != seats:
        raise ImportRefused("#/characters", N_("must hold one character per player"))
    return tuple(found)


def _options(document: Mapping[str, Any]) -> object:
    options, variant = document.get("options"), document.get("variant")
    if variant is None or not isinstance(options, dict | None):
        return options
    if (options or {}).get("variant", variant) != variant:
        raise ImportRefused("#/variant", N_("must be the variant in the options"))
    return {**(options or {}), "variant": variant}


def _cards(value: object, palette: Palette) -> list[Card]:
    suits = palette.suits
    cards = []
    for n, card in enumerate(a_list(value, "#/deck")):
        where = f"#/deck/{n}"
        members = an_object(card, where, ("suitIndex", "rank"))
        suit = a_number(members.get("suitIndex"), f"{where}/suitIndex")
        rank = a_number(members.get("rank"), f"{where}/rank")
        if not 0 <= suit < len(suits):
            raise ImportRefused(
                f"{where}/suitIndex", N_("must be 0 to {last} in this variant", last=len(suits) - 1), "R2"
            )
        if rank not in palette.ranks:
            raise ImportRefused(
                f"{where}/rank", N_("must be one of {values}", values=", ".join(map(str, palette.ranks))), "R2"
            )
        cards.append(Card(suits[suit], rank))
    return cards


def _deck(cards: Sequence[Card], palette: Palette, *, enough: bool) -> bytes:
    """Return the codes of the deck.

    The export of a game that was left can lack cards that were not drawn. If there are `enough` to deal, these come
    last, in the order of their codes.
    """
    rest = Counter(palette.deck)
    rest.subtract(palette.codes[card] for card in cards)
    for code, left in rest.items():
        if left < 0:
            suit, rank = palette.cards[code]
            copies = palette.copies[code]
            raise ImportRefused(
                "#/deck",
                N_(
                    "{count} cards {suit} {rank} where the rules have {copies}",
                    count=copies - left,
                    suit=suit,
                    rank=rank,
                    copies=copies,
                ),
                "R2",
            )
    missing = sorted(rest.elements()) if enough else []
    try:
        return encode_deck(palette, [*cards, *[palette.cards[code] for code in missing]])
    except CompositionError as error:
        raise ImportRefused("#/deck", error.args[0], "R2") from None


def _notes(value: object, seats: int, longest: int) -> Sequence[Sequence[str]]:
    if value is None:
        return ()
    notes = a_list(value, "#/notes")
    if len(notes) != seats:
        raise ImportRefused("#/notes", N_("must hold one list per player"))
    for seat, texts in enumerate(notes):
        if len(a_list(texts, f"#/notes/{seat}")) > longest:
            raise ImportRefused(f"#/notes/{seat}", N_("holds more than {longest} notes", longest=longest))
        if not all(isinstance(text, str) for text in texts):
            raise ImportRefused(f"#/notes/{seat}", N_("must be a list of texts"))
    return notes
