"""Import of games in hanab.live's JSON format.

The game is played by the rules of the edition `hanab_live`, and `engine.decide` checks every action. An action that is
not possible ends the game here, as on hanab.live: it and what follows stay in `tail`, and a remark says so. If an
export stops before the end of its game, the game was left, and is aborted here. The source of the format is the
`GameJSON` structure of the Hanabi-Live server.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine.cards import Card
from engine.events import GameDealt, Log
from engine.formats.hanab_live.actions import Action, Played, play, read_actions
from engine.formats.hanab_live.checks import ImportRefused, Remark, a_list, a_number, an_object
from engine.formats.hanab_live.older_files import in_todays_form
from engine.formats.hanab_live.options import read_options, rules_of
from engine.formats.hanab_live.writer import Brought
from engine.proof.deal import CompositionError, encode_deck
from engine.rules import MAX_SEATS, MIN_SEATS, Palette
from engine.state import State
from engine.wording import N_

__all__ = ["Import", "ImportRefused", "Remark", "read", "unknown_members"]

_MEMBERS: Final = ("id", "players", "deck", "actions", "options", "notes", "characters", "seed", "variant")
"""The members that are read. Bots write `variant` here if a game has no other option."""

_OTHER_RULES: Final = ("Genius", "Panicky", "Contrarian", "Follower")
"""The detrimental characters that change the order of turns, or which cards fit.

The others only limit what a player may do or see.
"""

_UNKNOWN: Final = -1

_MAX_NAME_LENGTH: Final = 100
"""The maximum in old files. The service imports names of at most 40 characters, so faults name this limit."""


@dataclass(frozen=True, slots=True)
class Import:
    """A game from an export. `players` contains the names by seat."""

    log: Log
    state: State
    players: tuple[str, ...]
    external_id: int | None
    seed: str | None
    brought: Brought
    """What the writer needs to write the export again."""
    is_incomplete: bool
    """Whether the export has turns that are not in the game."""
    remarks: Sequence[Remark]


def read(export: object) -> Import:
    """Return the game of an export, given as parsed JSON.

    Raises ImportRefused, with a pointer to the first fault, if the export is invalid or unsupported.
    """
    document, remarks = in_todays_form(an_object(export, "#", None))
    options = read_options(_options(document))
    players = _players(document.get("players"))
    rules = rules_of(options, len(players))
    characters = _characters(document.get("characters"), len(players))
    if options.get("detrimentalCharacters") and not characters:
        raise ImportRefused("#/characters", N_("must hold one character per player"))
    cards = _cards(document.get("deck"), rules.palette)
    known_cards = _known(cards)
    if len(cards) > len(rules.palette.deck):
        raise _wrong_count(cards, rules.palette)
    dealt = len(players) * rules.cards_in_hand[len(players)]
    deck = _deck(cards, rules.palette, enough=known_cards >= dealt)
    notes = _notes(document.get("notes"), len(players), len(deck) + len(rules.palette.suits))
    external_id, seed = document.get("id"), document.get("seed")
    if seed is not None and not isinstance(seed, str):
        raise ImportRefused("#/seed", N_("must be a text"))
    start = options.get("startingPlayer", 0)
    actions = read_actions(document.get("actions"))
    table = Log(GameDealt(rules, len(players), start), deck, [])
    if len(cards) < len(deck):
        played = _play_short(table, actions, options, cards)
    else:
        played = play(table, actions, options, known_cards)
    left_out = actions[played.read :]
    is_incomplete = not played.has_ended and not all(action.is_end for action in left_out)
    if known_cards < len(deck):
        what = N_("Cards that the file does not have: {count}. They were not drawn.", count=len(deck) - known_cards)
        remarks.append(Remark("unknown-cards", what, "#/deck"))
    remarks += _about_rest(played, left_out, is_incomplete=is_incomplete)
    return Import(
        log=played.log,
        state=played.state,
        players=players,
        external_id=None if external_id is None else a_number(external_id, "#/id"),
        seed=seed,
        brought=Brought(
            options=options,
            notes=notes,
            characters=characters,
            known_cards=known_cards if known_cards < len(deck) else None,
            other_cards=[_written(card, rules.palette) for card in cards[known_cards:]],
            ended_by=actions[-1].target if actions[-1].is_end and actions[-1].target >= 0 else None,
            tail=[asdict(action) for action in actions[played.turns :]],
        ),
        is_incomplete=is_incomplete,
        remarks=remarks,
    )


def _play_short(
    table: Log, actions: Sequence[Action], options: Mapping[str, Any], cards: Sequence[Card | None]
) -> Played:
    """Play a game whose export has fewer cards than its rules. It must have been left, so that no other rules fit."""
    with suppress(ImportRefused):
        played = play(table, actions, options, _known(cards))
        if played.fault is None and not played.has_ended:
            return played
    raise _wrong_count(cards, table.deal.rules.palette)


def _about_rest(played: Played, left_out: Sequence[Action], *, is_incomplete: bool) -> Iterator[Remark]:
    """Say which actions were left out, and why."""
    if played.fault is None:
        return
    words = {"number": played.read + 1, "reason": played.fault.why, "count": len(left_out)}
    pointer = f"#/actions/{played.read}"
    if is_incomplete:
        what = N_(
            "Move {number} is not possible ({reason}), so the game is shown up to there. Actions left out: {count}.",
            **words,
        )
        yield Remark("incomplete", what, pointer)
    elif all(action.is_end for action in left_out):
        what = N_("By the file, the game ended in another way than by its moves ({reason}). That is left out.", **words)
        yield Remark("end-left-out", what, pointer)
    else:
        what = N_("Actions after the end of the game are left out: {count}.", **words)
        yield Remark("after-the-end", what, pointer)


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


def _cards(value: object, palette: Palette) -> list[Card | None]:
    """Return the cards of the deck; None for one that nobody saw, which has the suit and the rank -1."""
    suits = palette.suits
    cards: list[Card | None] = []
    for n, card in enumerate(a_list(value, "#/deck")):
        where = f"#/deck/{n}"
        members = an_object(card, where, ("suitIndex", "rank"))
        suit = a_number(members.get("suitIndex"), f"{where}/suitIndex")
        rank = a_number(members.get("rank"), f"{where}/rank")
        if suit == rank == _UNKNOWN:
            cards.append(None)
            continue
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


def _known(cards: Sequence[Card | None]) -> int:
    """Return the number of cards before the first that nobody saw."""
    return cards.index(None) if None in cards else len(cards)


def _wrong_count(cards: Sequence[object], palette: Palette) -> ImportRefused:
    why = N_("{count} cards where the rules have {copies}", count=len(cards), copies=len(palette.deck))
    return ImportRefused("#/deck", why, "R2")


def _written(card: Card | None, palette: Palette) -> Mapping[str, int]:
    if card is None:
        return {"suitIndex": _UNKNOWN, "rank": _UNKNOWN}
    return {"suitIndex": palette.suits.index(card.suit), "rank": card.rank}


def _deck(cards: Sequence[Card | None], palette: Palette, *, enough: bool) -> bytes:
    """Return the codes of the deck.

    The export of a game that was left can lack cards that were not drawn. If there are `enough` to deal, the missing
    ones stand in the places of the unknown cards and at the end, in the order of their codes.
    """
    rest = Counter(palette.deck)
    rest.subtract(palette.codes[card] for card in cards if card is not None)
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
    missing = iter([palette.cards[code] for code in sorted(rest.elements())] if enough else [])
    filled = [next(missing, None) if card is None else card for card in cards]
    try:
        return encode_deck(palette, [card for card in [*filled, *missing] if card is not None])
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
