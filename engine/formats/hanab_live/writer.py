"""Export of games in hanab.live's JSON format, with reported losses.

The writer plays each game by hanab.live's own rules (`engine.formats.hanab_live.simulator`) and compares every move
with our rules. It refuses a game with a move that hanab.live refuses or treats differently, and reports the move. An
export never has a `seed`, because hanab.live would then ignore the deck and shuffle one.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from engine.cards import SUITS, card_of
from engine.events import (
    AbortVoteCast,
    AbortVoteWithdrawn,
    CardDiscarded,
    CardPlayed,
    ColorClueGiven,
    GameAborted,
    GameDealt,
    HandReordered,
    LaterEvent,
    Log,
    RankClueGiven,
    Said,
)
from engine.fold import steps
from engine.formats.hanab_live.options import VARIANTS, rules_of
from engine.formats.hanab_live.simulator import (
    COLOR_CLUE,
    DISCARD,
    END,
    END_BY_VOTE,
    PLAY,
    RANK_CLUE,
    LiveTable,
    RefusedByServer,
)
from engine.state import State

__all__ = ["LOSSES", "MAX_BYTES", "REFUSALS", "Export", "ExportRefusal", "Loss", "write"]

MAX_BYTES: Final = 8000
"""The maximum size of a game in bytes. hanab.live accepts messages of at most 8192 bytes."""

LOSSES: Final = ("reorders", "talk", "abort-votes", "declarations", "option", "tokens", "ended-by", "ending", "notes")
"""The codes of losses, in the order of a report."""

REFUSALS: Final = (
    *("game-over", "other-outcome", "no-clue-token"),
    *("clue-tokens-full", "empty-clue", "no-such-player", "no-such-clue", "not-in-hand"),
)
"""The codes of refusals. The codes of the second line also occur for logs that break our rules."""

_NAMES: Final = {multicolor: name for name, multicolor in VARIANTS.items()}
_TERMINATED, _IDLE, _BY_VOTE = 4, 6, 10
_NORMAL: Final = 1

Json = dict[str, Any]


class Loss(NamedTuple):
    """A fact that hanab.live's format or rules cannot express.

    `values` has the numbers and words for a message about it.
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


def write(
    log: Log,
    players: Sequence[str],
    *,
    options: Mapping[str, Any] | None = None,
    notes: Sequence[Sequence[str]] = (),
) -> Export:
    """Return a finished game in hanab.live's format.

    For a game imported from hanab.live, `options` and `notes` are the imported ones. Options without effect on our
    rules, such as `timed`, are written again.
    """
    written = [_Writer(log, chosen).export() for chosen in _options(log.deal)]
    best = next((export for export in written if export.game is not None), written[0])
    if best.game is None:
        return best
    without_effect = {name: value for name, value in (options or {}).items() if name in _WITHOUT_EFFECT}
    game: Json = {"players": list(players), **best.game}
    game["options"] = {**without_effect, **game["options"]}
    if not game["options"]:
        del game["options"]
    if not any(map(any, notes)):
        return best._replace(game=game)
    with_notes = {**game, "notes": [list(texts) for texts in notes]}
    if len(json.dumps(with_notes, separators=(",", ":"), ensure_ascii=False).encode()) <= MAX_BYTES:
        return best._replace(game=with_notes)
    return best._replace(game=game, losses=(*best.losses, Loss("notes", {})))


# Options of hanab.live without an equivalent in our rules. They changed nothing in an imported game.
_WITHOUT_EFFECT: Final = ("timed", "timeBase", "timePerTurn", "speedrun", "cardCycle", "deckPlays")


def _options(deal: GameDealt) -> Iterable[Json]:
    """Yield the possible options of hanab.live for this game, closest first.

    Options with their default value are left out.
    """
    rules = deal.rules
    fixed: Json = {"startingPlayer": deal.starting_seat} if deal.starting_seat else {}
    if rules.multicolor != "none":
        fixed["variant"] = _NAMES[rules.multicolor]
    if rules.empty_clues:
        fixed["emptyClues"] = True
    if rules.ending == "grand_finale":
        yield {**fixed, "allOrNothing": True}
    if rules.finale_loss != "irreplaceable":
        # Under finale_loss strikes_only a lost card does not end the game, as in an ordinary game of hanab.live.
        yield fixed


class _Writer:
    """Writer of one log under one choice of hanab.live's options."""

    def __init__(self, log: Log, options: Json) -> None:
        self._log, self._deal, self._options = log, log.deal, options
        deck = [divmod(code, 5) for code in log.deck]
        wild = {SUITS.index("multicolor")} if log.deal.rules.multicolor.startswith("wild") else ()
        self._table = LiveTable(log.deal.seats, [(suit, rank + 1) for suit, rank in deck], options, wild)
        self._actions: list[Json] = []
        self._counts = {"reorders": 0, "talk": 0, "abort-votes": 0, "declarations": 0}
        self._other_tokens: int | None = None
        self._losses: list[Loss] = []

    def export(self) -> Export:
        states = steps(self._log)
        before = next(states)
        for event, after in zip(self._log.later, states, strict=True):
            try:
                self._add(event, before, after)
            except RefusedByServer as refused:
                return Export(None, tuple(self._all_losses()), ExportRefusal(refused.code, after.version))
            before = after
        deck = [card_of(code) for code in self._log.deck]
        game = {
            "deck": [{"suitIndex": SUITS.index(card.suit), "rank": card.rank} for card in deck],
            "actions": self._actions,
            "options": self._options,
        }
        return Export(game, tuple(self._all_losses()), None)

    def _add(self, event: LaterEvent, before: State, after: State) -> None:
        match event:
            case CardPlayed(_, card, declared):
                self._counts["declarations"] += declared is not None
                self._turn(PLAY, card, 0, after)
            case CardDiscarded(_, card):
                self._turn(DISCARD, card, 0, after)
            case ColorClueGiven(_, target, color):
                self._turn(COLOR_CLUE, target, self._deal.rules.palette.clue_colors.index(color), after)
            case RankClueGiven(_, target, rank):
                self._turn(RANK_CLUE, target, rank, after)
            case HandReordered():
                self._counts["reorders"] += 1
            case Said():
                self._counts["talk"] += 1
            case AbortVoteCast() | AbortVoteWithdrawn():
                self._counts["abort-votes"] += 1
                if after.ending is not None:
                    self._act(END_BY_VOTE, -1, _BY_VOTE)
            case GameAborted("agreed"):
                self._act(END_BY_VOTE, -1, _BY_VOTE)
            case GameAborted(reason):  # pragma: no branch (mypy finds missing cases)
                # hanab.live writes the target -1 for an idle table, but reads only a seat.
                self._losses.append(Loss("ended-by", {}))
                self._act(END, before.to_move or 0, _IDLE if reason == "idle" else _TERMINATED)

    def _turn(self, kind: int, target: int, value: int, after: State) -> None:
        self._act(kind, target, value)
        table = self._table
        if tuple(table.stacks) != after.fireworks or table.strikes != after.strikes:
            raise RefusedByServer("other-outcome")
        if table.tokens != after.clue_tokens and self._other_tokens is None:
            self._other_tokens = after.version
        if after.ending is None:
            return
        if not table.condition:
            self._losses.append(Loss("ending", {"reason": after.ending.reason}))
            self._act(END, table.active, _TERMINATED)
        elif (table.condition == _NORMAL) == (after.ending.outcome == "lost"):
            self._losses.append(Loss("ending", {"reason": after.ending.reason}))

    def _act(self, kind: int, target: int, value: int) -> None:
        self._table.act(kind, target, value)
        self._actions.append({"type": kind, "target": target, "value": value})

    def _all_losses(self) -> Iterable[Loss]:
        found = [Loss(code, {"count": count}) for code, count in self._counts.items() if count]
        found += [Loss("option", {"option": name, "value": value}) for name, value in self._other_options()]
        if self._other_tokens is not None:
            found.append(Loss("tokens", {"version": self._other_tokens}))
        return sorted((*found, *self._losses), key=lambda loss: LOSSES.index(loss.code))

    def _other_options(self) -> Iterable[tuple[str, str | int]]:
        """Yield our options whose value changes when the export is read again."""
        read_back = asdict(rules_of(self._options, self._deal.seats))
        for name, value in asdict(self._deal.rules).items():
            if value != read_back[name]:
                yield name, value if type(value) is int else str(value).lower()
