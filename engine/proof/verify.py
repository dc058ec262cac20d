"""Whether a record is true: what binds its parts together, from the secret to the score, and the first that does not.

What is proved, and what is not, stands in `docs/verification.md`.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from engine.decide import GameNotRunning, IllegalMove, NotYourTurn, decide
from engine.events import Event, GameAborted, GameDealt, Log
from engine.fold import evolve, fold
from engine.proof.chain import GENESIS, link
from engine.proof.deal import (
    CompositionError,
    check_composition,
    commitment,
    secret_commitment,
    seed_of,
    shuffle,
    starting_seat,
)
from engine.proof.log_validation import COMMAND_OF
from engine.proof.record import Record, RecordRefused, digest_of, read
from engine.score import result_of
from engine.state import State

__all__ = ["CHECKS", "FAULTS", "PROVENANCES", "Fault", "Provenance", "Report", "verify", "verify_file"]

Provenance = Literal["shuffled", "unshared", "given", "imported"]
"""Where the deck comes from: `unshared` is an old game's, drawn by the service alone."""

CHECKS: Final = ("chain", "deck", "commitments", "shuffle", "moves", "result", "digest")
"""What is looked at; the chain and the moves event by event, the rest once."""

FAULTS: Final[Mapping[str, str]] = {
    "malformed": "This is not the record of a game.",
    "not-canonical": "The file does not have the canonical form of a record: its bytes were changed.",
    "chain": "The event with version {version} does not have the hash that stands there: one of the two was changed.",
    "composition": "The deck does not hold exactly the cards of the game.",
    "deck-commitment": "The deck is not the one that was committed to at the deal.",
    "secret-commitment": "The secret is not the one that was committed to before the deal.",
    "shuffle": "The deck is not the one that the secret and the seats' entropies give.",
    "starting-seat": "Another seat should have started.",
    "illegal-move": "The event with version {version} is not possible by the rules of the game.",
    "after-the-end": "The event with version {version} comes after the end of the game.",
    "not-ended": "The game does not end with its last event.",
    "result": "The result is not the one that the game came to.",
    "digest": "Something was changed that the digest alone covers, such as a name, a time or a message.",
}
"""By code: what is wrong, in English."""

PROVENANCES: Final[Mapping[Provenance, str]] = {
    "shuffled": "The deck was shuffled from a secret that the service had committed to and from what the seats gave.",
    "unshared": "The deck was shuffled by the service alone, which committed to it at the deal.",
    "given": "The deck was given by a player: nothing says where it comes from.",
    "imported": "The game was played elsewhere: nothing says where its deck comes from.",
}
"""By provenance: what is known of the deck, in English."""


class Fault(NamedTuple):
    """What is wrong: a code of FAULTS, the version of the event if it is one, and the sentence in English."""

    code: str
    version: int | None
    text: str
    detail: str | None = None
    """More of it, in English, for those who look for the place: a pointer, a ruling."""


class Report(NamedTuple):
    """What a verification came to."""

    provenance: Provenance | None
    """None where what was found wrong comes before."""
    passed: tuple[str, ...]
    """The CHECKS that passed, all if nothing is wrong."""
    fault: Fault | None
    """The first thing that is wrong."""

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong."""
        return self.fault is None


class _Wrong(Exception):
    def __init__(self, code: str, version: int | None = None, detail: str | None = None) -> None:
        super().__init__(code)
        self.fault = Fault(code, version, FAULTS[code].format(version=version), detail)


def verify_file(raw: bytes) -> tuple[Record | None, Report]:
    """Return the record that a file holds, None where it holds none, and whether it is true."""
    try:
        record = read(raw)
    except RecordRefused as error:
        fault = Fault(error.code, None, FAULTS[error.code], str(error))
        return None, Report(None, (), fault)
    return record, verify(record)


def verify(record: Record) -> Report:
    """Return whether a record is true, or the first thing that is wrong with it."""
    passed: list[str] = []
    provenance: Provenance | None = None
    log = record.log
    deal = log.events[0]
    assert isinstance(deal, GameDealt)  # a record begins with its deal
    try:
        # Event 0 before the deck: what it says of the deck is to be trusted, or named as changed.
        chain = _chained(record)
        next(chain)
        _check_deck(record, deal)
        passed.append("deck")
        _check_commitments(record, deal)
        passed.append("commitments")
        provenance = _check_shuffle(record, deal)
        passed.append("shuffle")
        state = fold(Log(log.deck, log.events[:1]))
        for version, event in enumerate(log.events[1:], 1):
            next(chain)
            if state.ending is not None:
                raise _Wrong("after-the-end", version)
            _check_move(state, event, version)
            state = evolve(state, event)
        passed += ["chain", "moves"]
        if state.ending is None:
            raise _Wrong("not-ended", len(log.events) - 1)
        if record.result != result_of(state.rules, state.ending, sum(state.fireworks)):
            raise _Wrong("result")
        passed.append("result")
        if record.digest != digest_of(record):
            raise _Wrong("digest")
        passed.append("digest")
    except _Wrong as wrong:
        return Report(provenance, tuple(check for check in CHECKS if check in passed), wrong.fault)
    return Report(provenance, CHECKS, None)


def _chained(record: Record) -> Iterator[None]:
    """Yield after each event whose hash is right."""
    previous = GENESIS
    for version, event in enumerate(record.events):
        previous = link(previous, event.document).hash
        if previous.hex() != event.hash:
            raise _Wrong("chain", version)
        yield


def _check_deck(record: Record, deal: GameDealt) -> None:
    try:
        check_composition(deal.rules.palette, record.deck)
    except CompositionError as error:
        raise _Wrong("composition", 0, str(error)) from None


def _check_commitments(record: Record, deal: GameDealt) -> None:
    if deal.commitment != commitment(record.deck, record.salt):
        raise _Wrong("deck-commitment", 0)
    if (deal.secret_commitment or None) != (None if record.secret is None else secret_commitment(record.secret)):
        raise _Wrong("secret-commitment", 0)


def _check_shuffle(record: Record, deal: GameDealt) -> Provenance:
    """Say where the deck comes from, and hold deck and starting seat against what they were drawn from."""
    # The salt was the seed of the first games, and still draws the starting seat where the deck was given.
    seed = record.salt if record.secret is None else seed_of(record.secret, deal.entropies)
    drawn = shuffle(deal.rules.palette, seed) == record.deck
    if deal.origin == "shuffled" and not drawn:
        raise _Wrong("shuffle", 0)
    if deal.starting_seat != starting_seat(deal.rules, deal.seats, seed):
        raise _Wrong("starting-seat", 0)
    if deal.origin is not None:
        return deal.origin
    if drawn:
        return "unshared"
    if record.source is None and not record.sandbox:
        raise _Wrong("shuffle", 0)
    return "given" if record.source is None else "imported"


def _check_move(state: State, event: Event, version: int) -> None:
    if isinstance(event, GameDealt):
        raise _Wrong("illegal-move", version)
    if isinstance(event, GameAborted):
        return  # R21: something else than its seats may end a game at any time
    seat, *fields = event
    try:
        judged = decide(state, seat, COMMAND_OF[type(event)](*fields))
    except (GameNotRunning, NotYourTurn, IllegalMove) as refused:
        raise _Wrong("illegal-move", version, str(refused) or type(refused).__name__) from None
    if judged != event:
        raise _Wrong("illegal-move", version)
