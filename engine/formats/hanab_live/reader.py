"""Games in hanab.live's JSON format, read into logs under the rules that hanab.live plays by.

Every action is judged by `engine.decide`; what those rules do not cover is refused by name, never cut off.
The format's facts: the `GameJSON` structure and the `options.go` of the Hanabi-Live server.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.cards import SUITS, Card
from engine.clues import marks_of
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.decide import IllegalMove, decide
from engine.events import AbortReason, Event, GameAborted, GameDealt, Log
from engine.fold import evolve, fold
from engine.proof.deal import CompositionError, encode_deck
from engine.rules import MAX_SEATS, MIN_SEATS, Multicolor, Rules, resolve
from engine.state import State

__all__ = ["VARIANTS", "Import", "ImportRefused", "read", "rules_of"]

VARIANTS: Final[Mapping[str, Multicolor]] = {
    "No Variant": "none",
    "6 Suits": "ten",
    "Black (6 Suits)": "five",
    "Rainbow (6 Suits)": "wild_ten",
    "Dark Rainbow (6 Suits)": "wild_five",
}
"""By hanab.live's name of the variant: our value of `multicolor`. Suits stand in the same order in both."""

_MEMBERS: Final = ("id", "players", "deck", "actions", "options", "notes", "characters", "seed")
_FLAGS: Final = (
    "timed",
    "speedrun",
    "cardCycle",
    "deckPlays",
    "emptyClues",
    "oneExtraCard",
    "oneLessCard",
    "allOrNothing",
    "detrimentalCharacters",
)
_NUMBERS: Final = ("startingPlayer", "timeBase", "timePerTurn")

# Types of action.
_PLAY, _DISCARD, _COLOR_CLUE, _RANK_CLUE, _ENDED, _VOTED = range(6)

# Type 4: the end condition in `value` says why. A clock that ran out (3) is no mere timer and is refused.
_TIMEOUT: Final = 3
_ABORTS: Final[Mapping[int, AbortReason]] = {4: "terminated", 6: "idle"}
_VOTE_CODE: Final = 10

_MAX_NAME_LENGTH: Final = 100


class ImportRefused(ValueError):
    """An export that these rules do not cover: a JSON pointer to the member, why, and the ruling that a move broke."""

    def __init__(self, pointer: str, why: str, rule: str | None = None) -> None:
        super().__init__(f"{pointer}: {why}")
        self.pointer = pointer
        self.why = why
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Import:
    """A game that was read: its log, its final state, its players by seat, and what the export says beside it."""

    log: Log
    state: State
    players: tuple[str, ...]
    external_id: int | None
    options: Mapping[str, Any]
    notes: Sequence[Sequence[str]]
    seed: str | None


def read(export: object) -> Import:
    """Return the game that an export (parsed JSON) holds; ImportRefused names the first thing against it."""
    document = _object(export, "#", _MEMBERS)
    options = _options(document.get("options"))
    players = _players(document.get("players"))
    rules = rules_of(options, len(players))
    if document.get("characters"):
        raise ImportRefused("#/characters", "detrimental characters are not supported")
    deck = _deck(document.get("deck"), rules)
    notes = _notes(document.get("notes"), len(players), len(deck) + len(rules.palette.suits))
    external_id, seed = document.get("id"), document.get("seed")
    if seed is not None and not isinstance(seed, str):
        raise ImportRefused("#/seed", "must be a text")
    start = options.get("startingPlayer", 0)
    log, state = _play(Log(deck, [GameDealt(rules, len(players), start)]), _actions(document.get("actions")), options)
    return Import(
        log,
        state,
        players,
        None if external_id is None else _number(external_id, "#/id"),
        options,
        notes,
        seed,
    )


def _options(value: object) -> Mapping[str, Any]:
    if value is None:
        return {}
    options = {
        name: option
        for name, option in _object(value, "#/options", ("variant", *_FLAGS, *_NUMBERS)).items()
        if option is not None
    }
    for name in _FLAGS:
        if not isinstance(options.get(name, False), bool):
            raise ImportRefused(f"#/options/{name}", "must be true or false")
    for name in _NUMBERS:
        if name in options:
            options[name] = _number(options[name], f"#/options/{name}")
    variant = options.get("variant", "No Variant")
    if not isinstance(variant, str):
        raise ImportRefused("#/options/variant", "must be a text")
    if variant not in VARIANTS:
        raise ImportRefused("#/options/variant", f"the variant {variant!r} is not supported")
    if options.get("oneExtraCard", False) != options.get("oneLessCard", False):  # both together cancel out
        name = "oneExtraCard" if options.get("oneExtraCard") else "oneLessCard"
        raise ImportRefused(f"#/options/{name}", f"the option {name} is not supported")
    if options.get("detrimentalCharacters"):
        raise ImportRefused("#/options/detrimentalCharacters", "the option detrimentalCharacters is not supported")
    return options


def rules_of(options: Mapping[str, Any], seats: int) -> Rules:
    """Return the rules that a game with these options of hanab.live is read under; ImportRefused."""
    start = options.get("startingPlayer", 0)
    if not 0 <= start < seats:
        raise ImportRefused("#/options/startingPlayer", f"must be a seat of the game, 0 to {seats - 1}")
    finale = {"ending": "grand_finale", "finale_loss": "irreplaceable"} if options.get("allOrNothing") else {}
    chosen = {
        "multicolor": VARIANTS[options.get("variant", "No Variant")],
        "empty_clues": options.get("emptyClues", False),
        "starting_seat": start,
    }
    return resolve("hanab_live", chosen | finale, seats)


def _players(value: object) -> tuple[str, ...]:
    players = _list(value, "#/players")
    for seat, name in enumerate(players):
        if not isinstance(name, str) or not 1 <= len(name) <= _MAX_NAME_LENGTH:
            raise ImportRefused(f"#/players/{seat}", f"must be a name of 1 to {_MAX_NAME_LENGTH} characters")
    if not MIN_SEATS <= len(players) <= MAX_SEATS:
        raise ImportRefused(
            "#/players", f"{len(players)} players where the rules have {MIN_SEATS} to {MAX_SEATS}", "R1"
        )
    return tuple(players)


def _deck(value: object, rules: Rules) -> bytes:
    suits = rules.palette.suits
    cards = []
    for n, card in enumerate(_list(value, "#/deck")):
        where = f"#/deck/{n}"
        members = _object(card, where, ("suitIndex", "rank"))
        suit = _number(members.get("suitIndex"), f"{where}/suitIndex")
        rank = _number(members.get("rank"), f"{where}/rank")
        if not 0 <= suit < len(suits):
            raise ImportRefused(f"{where}/suitIndex", f"must be 0 to {len(suits) - 1} in this variant", "R2")
        if not 1 <= rank <= 5:
            raise ImportRefused(f"{where}/rank", "must be 1 to 5", "R2")
        cards.append(Card(SUITS[suit], rank))
    try:
        return encode_deck(rules.palette, cards)
    except CompositionError as error:
        raise ImportRefused("#/deck", str(error), "R2") from None


def _notes(value: object, seats: int, longest: int) -> Sequence[Sequence[str]]:
    if value is None:
        return ()
    notes = _list(value, "#/notes")
    if len(notes) != seats:
        raise ImportRefused("#/notes", "must hold one list a player")
    for seat, texts in enumerate(notes):
        if len(_list(texts, f"#/notes/{seat}")) > longest:
            raise ImportRefused(f"#/notes/{seat}", f"holds more than {longest} notes")
        if not all(isinstance(text, str) for text in texts):
            raise ImportRefused(f"#/notes/{seat}", "must be a list of texts")
    return notes


@dataclass(frozen=True, slots=True)
class _Action:
    type: int
    target: int
    value: int


def _actions(value: object) -> list[_Action]:
    actions = []
    for n, action in enumerate(_list(value, "#/actions")):
        members = _object(action, f"#/actions/{n}", ("type", "target", "value"))
        if members.get("value") is None:  # hanab.live reads a missing value as 0
            members = {**members, "value": 0}
        actions.append(
            _Action(*(_number(members.get(name), f"#/actions/{n}/{name}") for name in ("type", "target", "value")))
        )
    if not actions:
        raise ImportRefused("#/actions", "must hold at least one action")
    return actions


def _play(log: Log, actions: Sequence[_Action], options: Mapping[str, Any]) -> tuple[Log, State]:
    state = fold(log)
    events: list[Event] = list(log.events)
    for n, action in enumerate(actions):
        where = f"#/actions/{n}"
        if state.ending is not None:
            raise ImportRefused(where, f"the game had ended before ({state.ending.reason})", "R22")
        event = _event(state, action, where, options)
        after = evolve(state, event)
        _refuse_what_the_options_changed(state, event, after, options)
        state = after
        events.append(event)
    if state.ending is None:
        raise ImportRefused("#/actions", "the actions stop before the end of the game")
    return Log(log.deck, events), state


def _event(state: State, action: _Action, where: str, options: Mapping[str, Any]) -> Event:
    if action.type in (_ENDED, _VOTED):
        return _aborted(action, where, state.seats)
    seat = state.to_move
    assert seat is not None  # the game runs
    drawn_blind = action.type == _PLAY and state.deck_size == 1 and action.target == state.dealt
    if options.get("deckPlays") and drawn_blind:
        raise ImportRefused("#/options/deckPlays", f"the option deckPlays is used by {where}, which is not supported")
    try:
        return decide(state, seat, _command(state, action, where))
    except IllegalMove as illegal:
        refusal = illegal.refusal
        raise ImportRefused(where, f"breaks the rules: {refusal.code}", refusal.rule) from None


def _command(state: State, action: _Action, where: str) -> Turn:
    if action.type in (_COLOR_CLUE, _RANK_CLUE):
        if action.type == _RANK_CLUE:
            return GiveRankClue(action.target, action.value)
        colors = state.rules.palette.clue_colors
        if not 0 <= action.value < len(colors):
            raise ImportRefused(where, f"the clue color must be 0 to {len(colors) - 1} in this variant", "R8")
        return GiveColorClue(action.target, colors[action.value])
    if action.type in (_PLAY, _DISCARD):
        return Play(action.target) if action.type == _PLAY else Discard(action.target)
    raise ImportRefused(f"{where}/type", "must be 0 to 5")


def _aborted(action: _Action, where: str, seats: int) -> GameAborted:
    """R21: the game was given up."""
    if action.type == _VOTED:
        if (action.target, action.value) != (-1, _VOTE_CODE):
            raise ImportRefused(where, "a vote has target -1 and value 10")
        return GameAborted("agreed")
    if not -1 <= action.target < seats:
        raise ImportRefused(f"{where}/target", "must be a seat, or -1")
    if action.value == _TIMEOUT:
        raise ImportRefused("#/options/timed", f"the option timed ended the game in {where}, which is not supported")
    if action.value not in _ABORTS:
        raise ImportRefused(f"{where}/value", "must be an end condition that ends a game: 4 or 6")
    return GameAborted(_ABORTS[action.value])


def _refuse_what_the_options_changed(before: State, event: Event, after: State, options: Mapping[str, Any]) -> None:
    """Options that change nothing in this very game pass; at the first event that they change, refuse them by name."""
    perfect = sum(after.ceilings) == after.rules.palette.max_score
    lost = after.ending is not None and after.ending.outcome == "lost"
    if options.get("speedrun") and not perfect and not lost:
        raise ImportRefused(
            "#/options/speedrun",
            f"the option speedrun ends the game at version {after.version}: not supported",
        )
    if options.get("cardCycle") and after.clue_tokens < before.clue_tokens:
        # After a clue the giver's oldest card without a clue moves to the newest place: nothing if it lies there.
        assert before.to_move is not None
        hand = before.hands[before.to_move]
        if any(not _clued(before, card) for card in hand[:-1]):
            raise ImportRefused(
                "#/options/cardCycle",
                f"the option cardCycle moves a card at version {after.version}, which is not supported",
            )


def _clued(state: State, card: int) -> bool:
    marks = marks_of(state.marks[card])
    return bool(marks.clued_colors or marks.clued_ranks)


def _object(value: object, pointer: str, members: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ImportRefused(pointer, "must be an object")
    for name in value:
        if name not in members:
            what = "option" if pointer == "#/options" else "member"
            raise ImportRefused(f"{pointer}/{_escaped(name)}", f"the {what} {name} is not supported")
    return value


def _list(value: object, pointer: str) -> list[Any]:
    if not isinstance(value, list):
        raise ImportRefused(pointer, "must be a list")
    return value


def _number(value: object, pointer: str) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or abs(value) >= 2**53:
        raise ImportRefused(pointer, "must be a whole number")
    return value


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
