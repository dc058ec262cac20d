"""Export of games in hanab.live's JSON format, with reported losses.

The writer plays each game again by hanab.live's rules (the edition `hanab_live`) and compares every move with the rules
of the game. It refuses a game with a move that hanab.live refuses or treats differently, and reports the move. A game
that was imported from there is written as it was brought. An export never has a `seed`, because hanab.live would then
ignore the deck and shuffle one.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from engine.commands import Play
from engine.decide import GameNotRunning, IllegalMove, Refusal, decide
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    CardsTurned,
    ClockChanged,
    ColorClueGiven,
    GameAborted,
    HandReordered,
    LaterEvent,
    Log,
    RankClueGiven,
    Said,
    TurnTaken,
    as_command,
)
from engine.fold import evolve, fold, steps
from engine.formats.hanab_live.actions import is_inverted
from engine.formats.hanab_live.options import FACTS, options_of, rules_of
from engine.pace import Pace
from engine.rules import rules_as_dict
from engine.state import State

MAX_BYTES: Final = 8000
"""The maximum size of a game in bytes. hanab.live accepts messages of at most 8192 bytes."""

LOSSES: Final = (
    *("reorders", "turned-cards", "talk", "abort-votes", "declarations"),
    *("option", "tokens", "ended-by", "ending", "clock", "notes"),
)
"""The codes of losses, in the order of a report."""

REFUSALS: Final = (
    *("game-over", "other-outcome", "no-clue-token"),
    *("clue-tokens-full", "empty-clue", "no-such-player", "no-such-clue", "not-in-hand"),
)
"""The codes of refusals. The codes of the second line also occur for logs that break our rules."""

# The types of actions, and the end conditions of type 4 and 5.
_PLAY, _DISCARD, _COLOR_CLUE, _RANK_CLUE, _END, _END_BY_VOTE = range(6)
_TIMED_OUT, _TERMINATED, _IDLE, _BY_VOTE = 3, 4, 6, 10

_CODES: Final = {
    Refusal.NO_CLUE_TOKEN: "no-clue-token",
    Refusal.CLUE_TOKENS_FULL: "clue-tokens-full",
    Refusal.EMPTY_CLUE: "empty-clue",
    Refusal.OWN_HAND: "no-such-player",
    Refusal.NO_SUCH_SEAT: "no-such-player",
    Refusal.NO_SUCH_COLOR: "no-such-clue",
    Refusal.NO_SUCH_RANK: "no-such-clue",
    Refusal.SAME_KIND_OF_CLUE: "no-such-clue",
    Refusal.NOT_IN_HAND_TO_PLAY: "not-in-hand",
    Refusal.NOT_IN_HAND_TO_DISCARD: "not-in-hand",
}
"""The code for each reason why hanab.live refuses a turn."""

Json = dict[str, Any]


class Loss(NamedTuple):
    """A fact that hanab.live's format or rules cannot express.

    `values` contains the numbers and words for a message about it.
    """

    code: str
    values: Mapping[str, str | int]


class ExportRefusal(NamedTuple):
    """The reason why a game cannot be written.

    `version` is the version of the first event at fault.
    """

    code: str
    version: int


class Export(NamedTuple):
    """The result of an export: a game with losses, or a refusal.

    Either `game` or `refusal` is None.
    """

    game: Json | None
    losses: tuple[Loss, ...]
    refusal: ExportRefusal | None


class Brought(NamedTuple):
    """What an export of hanab.live had besides the turns of its game."""

    options: Mapping[str, Any] = {}
    notes: Sequence[Sequence[str]] = ()
    characters: Sequence[Mapping[str, Any]] = ()
    """The detrimental characters by seat, each with `name` and `metadata`; empty without them."""
    known_cards: int | None = None
    """The number of cards before the first that nobody saw; None for the whole deck."""
    other_cards: Sequence[Mapping[str, int]] = ()
    """The cards of the export after these."""
    ended_by: int | None = None
    """The seat that ended the game before its end; None if there was none."""
    tail: Sequence[Json] | None = None
    """The actions after the last turn; None if they are unknown, as of older imports."""


def write(
    log: Log, players: Sequence[str], brought: Brought | None = None, notes: Sequence[Sequence[str]] = ()
) -> Export:
    """Return a finished game in hanab.live's format.

    A game that was brought from hanab.live is written with the options, notes, characters and actions of its export.
    Others get the `notes` on cards, by seat and card id.
    """
    brought = brought or Brought(notes=notes)
    export = _played_again(log, brought) if brought.tail is None else _as_brought(log, brought, brought.tail)
    if export.game is None:
        return export
    game: Json = {"players": list(players), **export.game}
    game["deck"] = [*game["deck"][: brought.known_cards], *brought.other_cards]
    if brought.characters:
        game["characters"] = [dict(character) for character in brought.characters]
    if not game["options"]:
        del game["options"]
    if not any(map(any, brought.notes)):
        return export._replace(game=game)
    with_notes = {**game, "notes": [list(texts) for texts in brought.notes]}
    if len(json.dumps(with_notes, separators=(",", ":"), ensure_ascii=False).encode()) <= MAX_BYTES:
        return export._replace(game=with_notes)
    return export._replace(game=game, losses=(*export.losses, Loss("notes", {})))


def _as_brought(log: Log, brought: Brought, tail: Sequence[Json]) -> Export:
    state = fold(log)
    turns = [event for event in log.later if isinstance(event, TurnTaken)]
    actions = [dict(zip(("type", "target", "value"), _action(event, state), strict=True)) for event in turns]
    game = {"deck": _deck(log), "actions": [*actions, *tail], "options": dict(brought.options)}
    return Export(game, (), None)


def _played_again(log: Log, brought: Brought) -> Export:
    """Return the game under the options of hanab.live that fit best."""
    facts = {name: value for name, value in brought.options.items() if name in FACTS} | _clock_options(log.deal.pace)
    written = [_Writer(log, chosen, facts, brought.ended_by).export() for chosen in options_of(log.deal)]
    best = next((export for export in written if export.game is not None), written[0])
    if best.game is None:
        return best
    return best._replace(game={**best.game, "options": {**facts, **best.game["options"]}})


def _deck(log: Log) -> list[Json]:
    palette = log.deal.rules.palette
    return [
        {"suitIndex": palette.suits.index(card.suit), "rank": card.rank}
        for card in map(palette.cards.__getitem__, log.deck)
    ]


def _action(event: TurnTaken, state: State) -> tuple[int, int, int]:
    """Return the type, the target and the value of a turn. A play or discard is what became of the card."""
    match event:
        case CardPlayed(_, card):
            return (_DISCARD if is_inverted(state, card) else _PLAY), card, 0
        case CardDiscarded(_, card):
            return (_PLAY if is_inverted(state, card) else _DISCARD), card, 0
        case ColorClueGiven(_, target, color):
            return _COLOR_CLUE, target, state.palette.clue_colors.index(color)
        case RankClueGiven(_, target, rank):  # pragma: no branch (mypy finds missing cases)
            return _RANK_CLUE, target, rank


class _Writer:
    """Writer of one log under one choice of hanab.live's options."""

    def __init__(self, log: Log, options: Json, facts: Json, ended_by: int | None) -> None:
        self._ended_by = ended_by
        self._log, self._deal, self._options, self._facts = log, log.deal, options, facts
        rules = rules_of(options, log.deal.seats)
        self._table = fold(Log(replace(log.deal, rules=rules), log.deck, []))
        self._actions: list[Json] = []
        self._counts = {"reorders": 0, "turned-cards": 0, "talk": 0, "abort-votes": 0, "declarations": 0}
        self._other_tokens: int | None = None
        self._losses: list[Loss] = []

    def export(self) -> Export:
        states = steps(self._log)
        before = next(states)
        for event, after in zip(self._log.later, states, strict=True):
            try:
                self._add(event, before, after)
            except _RefusedThere as refused:
                return Export(None, tuple(self._all_losses()), ExportRefusal(refused.code, after.version))
            before = after
        game = {"deck": _deck(self._log), "actions": self._actions, "options": self._options}
        return Export(game, tuple(self._all_losses()), None)

    def _add(self, event: LaterEvent, before: State, after: State) -> None:
        match event:
            case CardPlayed() | CardDiscarded() | ColorClueGiven() | RankClueGiven():
                self._counts["declarations"] += isinstance(event, CardPlayed) and event.declared_color is not None
                self._turn(event, before, after)
            case HandReordered():
                self._counts["reorders"] += not self._facts.get("cardCycle")
            case CardsTurned():
                self._counts["turned-cards"] += 1
            case Said():
                self._counts["talk"] += 1
            case AbortVoteCast() | AbortVoteWithdrawn():
                self._counts["abort-votes"] += 1
                if after.ending is not None:
                    self._end(_END_BY_VOTE, -1, _BY_VOTE)
            case ClockChanged():
                pass  # reported with the pace
            case GameAborted("agreed"):
                self._end(_END_BY_VOTE, -1, _BY_VOTE)
            case GameAborted("left" | "speedrun_failed"):
                pass  # hanab.live has no action for these
            case GameAborted("timed_out"):
                self._end(_END, self._ender(before), _TIMED_OUT)
            case GameAborted(reason):  # pragma: no branch (mypy finds missing cases)
                if self._ended_by is None:
                    self._losses.append(Loss("ended-by", {}))
                self._end(_END, self._ender(before), _IDLE if reason == "idle" else _TERMINATED)

    def _turn(self, event: TurnTaken, before: State, after: State) -> None:
        command = as_command(event)
        try:
            done = decide(self._table, event.seat, Play(command.card) if isinstance(command, Play) else command)
        except GameNotRunning:
            raise _RefusedThere("game-over") from None
        except IllegalMove as illegal:
            raise _RefusedThere(_CODES[illegal.refusal]) from None
        self._table = table = evolve(self._table, done)
        self._actions.append(dict(zip(("type", "target", "value"), _action(event, before), strict=True)))
        if table.fireworks != after.fireworks or table.strikes != after.strikes:
            raise _RefusedThere("other-outcome")
        if table.clue_tokens != after.clue_tokens and self._other_tokens is None:
            self._other_tokens = after.version
        if after.ending is None:
            return
        if table.ending is None:
            self._losses.append(Loss("ending", {"reason": after.ending.reason}))
            self._end(_END, table.to_move or 0, _TERMINATED)
        elif (table.ending.outcome == "lost") != (after.ending.outcome == "lost"):
            self._losses.append(Loss("ending", {"reason": after.ending.reason}))

    def _ender(self, before: State) -> int:
        """Return the seat that ended the game. hanab.live writes -1 for an idle table, but reads only a seat."""
        return (before.to_move or 0) if self._ended_by is None else self._ended_by

    def _end(self, kind: int, target: int, value: int) -> None:
        if self._table.ending is not None:
            raise _RefusedThere("game-over")
        self._actions.append({"type": kind, "target": target, "value": value})

    def _all_losses(self) -> Iterable[Loss]:
        found = [Loss(code, {"count": count}) for code, count in self._counts.items() if count]
        found += [Loss("option", {"option": name, "value": value}) for name, value in self._other_options()]
        if _has_another_clock(self._log):
            found.append(Loss("clock", {}))
        if self._other_tokens is not None:
            found.append(Loss("tokens", {"version": self._other_tokens}))
        return sorted((*found, *self._losses), key=lambda loss: LOSSES.index(loss.code))

    def _other_options(self) -> Iterable[tuple[str, str | int]]:
        """Yield our options whose value changes when the export is read again."""
        read_back = rules_as_dict(rules_of(self._options, self._deal.seats))
        for name, value in rules_as_dict(self._deal.rules).items():
            if value != read_back[name]:
                yield name, value if type(value) is int else str(value).lower()


def _clock_options(pace: Pace | None) -> Json:
    """Return hanab.live's options for a pace. It has banks with an increment, and games that end on timeout."""
    if pace is None or pace.bank_s is None:
        return {}
    return {"timed": True, "timeBase": pace.bank_s, "timePerTurn": pace.increment_s}


def _has_another_clock(log: Log) -> bool:
    """Return True if hanab.live has no clock like that of the game."""
    pace = log.deal.pace
    is_other = pace is not None and (pace.bank_s is None or pace.on_timeout != "end")
    return is_other or any(isinstance(event, ClockChanged) for event in log.later)


class _RefusedThere(Exception):
    """A move that hanab.live refuses or treats differently, with a code of `REFUSALS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
