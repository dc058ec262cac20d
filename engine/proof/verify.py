"""Verification of records, from the shuffle to the score.

`docs/verification.md` explains what this proves and what it does not prove.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from engine.clock import is_possible, started
from engine.events import GameAborted, GameDealt, Log
from engine.proof.chain import genesis_of, link
from engine.proof.deal import (
    CompositionError,
    check_composition,
    commitment,
    entropy_commitment,
    secret_commitment,
    seed_of,
    shuffle,
    starting_seat,
)
from engine.proof.log_validation import EventAfterEnd, IllegalLog, validated_steps
from engine.proof.record import Record
from engine.proof.record_checks import RecordRefused
from engine.proof.record_json import digest_of, read, signed_content, write
from engine.proof.signatures import is_signed
from engine.proof.verdicts import FAULTS, Provenance
from engine.state import State

CHECKS: Final = ("chain", "deck", "commitments", "shuffle", "moves", "result", "digest")
"""The checks. `chain` and `moves` apply to each event, the others to the whole record."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Fault(NamedTuple):
    """A fault of a record.

    It has a code of FAULTS, the version of the event if any, and a description in English.
    """

    code: str
    version: int | None
    text: str
    detail: str | None = None
    """Details in English, such as a JSON pointer or a ruling."""


class Verification(NamedTuple):
    """The result of verifying a record."""

    provenance: Provenance | None
    """None if verification failed before the origin is known."""
    passed: tuple[str, ...]
    """The CHECKS that passed: all of them if there is no fault."""
    fault: Fault | None
    """The first fault, None for a correct record."""
    signed_by: str | None = None
    """The public key of the record's signature; None for an unsigned record, or if there is a fault."""
    canonical: bool = True
    """False for a file with a record in another JSON form, which is not a fault."""

    @property
    def verified(self) -> bool:
        """True if there is no fault."""
        return self.fault is None


class _FaultFound(Exception):
    def __init__(self, code: str, version: int | None = None, detail: str | None = None) -> None:
        super().__init__(code)
        self.fault = Fault(code, version, FAULTS[code].format(version=version), detail)


def verify_file(raw: bytes) -> tuple[Record | None, Verification]:
    """Return the record in a file and its verification.

    The record is None if the file has no valid record.
    """
    try:
        record = read(raw)
    except RecordRefused as error:
        return None, Verification(None, (), Fault("malformed", None, FAULTS["malformed"], str(error)))
    return record, verify(record)._replace(canonical=write(record) == raw)


def verify(record: Record) -> Verification:
    """Return the verification of a record, with its first fault.

    Raises ImportError for a signed record if the library `cryptography` is missing.
    """
    passed: list[str] = []
    provenance: Provenance | None = None
    log = record.log
    deal = log.deal
    try:
        # Check the hash of event 0 first, because the checks of the deck rely on event 0.
        chain = _check_chain(record)
        next(chain)
        _check_deck(record, deal)
        passed.append("deck")
        _check_commitments(record, deal)
        passed.append("commitments")
        provenance = _check_shuffle(record, deal)
        passed.append("shuffle")
        state = _check_moves(log, chain, imported=provenance == "imported")
        _check_clock(record, log, imported=provenance == "imported")
        passed += ["chain", "moves"]
        if state.ending is None:
            raise _FaultFound("not-ended", log.version)
        if record.result != state.result:
            raise _FaultFound("result")
        passed.append("result")
        if record.digest != digest_of(record):
            raise _FaultFound("digest")
        passed.append("digest")
        signed_by = _check_signature(record)
        if deal.origin == "given" and not record.sandbox:
            raise _FaultFound("given-deck", 0)
    except _FaultFound as wrong:
        return Verification(provenance, tuple(check for check in CHECKS if check in passed), wrong.fault)
    return Verification(provenance, CHECKS, None, signed_by)


def _check_chain(record: Record) -> Iterator[None]:
    """Yield after each event with the right hash. Raise _FaultFound at any other event."""
    # No deal is before the creation of its game. The times of chain 2 can be those of another site.
    previous, latest = genesis_of(record.events[0].document), record.created_at if record.has_core else None
    for version, event in enumerate(record.events):
        at = event.at if record.has_core else None
        previous = link(previous, event.document, at).hash
        if previous.hex() != event.hash:
            raise _FaultFound("chain", version)
        if at is not None and latest is not None:
            rested = datetime.fromisoformat(at) - datetime.fromisoformat(latest)
            if rested < timedelta(0):
                raise _FaultFound("times", version)
        latest = at
        yield


def _check_clock(record: Record, log: Log, *, imported: bool) -> None:
    """Check that the clock allows each event at its time (R31), and the idle limit (R21).

    An imported game has no clock here. The limit counts from the event before, or from the beginning of the pause.
    """
    times = [0 if event.at is None else milliseconds_of(event.at) for event in record.events]
    clock = None if imported else started(log.deal, times[0])
    for version, (event, at) in enumerate(zip(log.later, times[1:], strict=True), 1):
        if not imported and not is_possible(clock, event, at, sandbox=record.sandbox):
            raise _FaultFound("clock", version)
        rests_from = clock.since if clock is not None and clock.is_paused else times[version - 1]
        is_idle = record.has_core and event == GameAborted("idle")
        if is_idle and at - rests_from < record.idle_limit_s * 1000:
            raise _FaultFound("idle-limit", version)
        clock = clock and clock.after(event, at)


def milliseconds_of(at: str) -> int:
    """Return the milliseconds since 1970 of a time in a record. Raises ValueError."""
    return (datetime.fromisoformat(at) - _EPOCH) // timedelta(milliseconds=1)


def _check_deck(record: Record, deal: GameDealt) -> None:
    try:
        check_composition(deal.rules.palette, record.deck)
    except CompositionError as error:
        raise _FaultFound("composition", 0, str(error)) from None


def _check_commitments(record: Record, deal: GameDealt) -> None:
    if deal.commitment != commitment(record.deck, record.salt):
        raise _FaultFound("deck-commitment", 0)
    if (deal.secret_commitment or None) != (None if record.secret is None else secret_commitment(record.secret)):
        raise _FaultFound("secret-commitment", 0)
    given = [one for one in deal.entropy_commitments if one is not None]
    revealed = zip(deal.entropy_commitments, deal.reveals, strict=True)
    # Two equal commitments are a copy: its seat contributes nothing of its own.
    if len(set(given)) < len(given) or any(
        reveal is not None and entropy_commitment(bytes.fromhex(reveal)) != committed for committed, reveal in revealed
    ):
        raise _FaultFound("entropy-commitment", 0)


def _check_shuffle(record: Record, deal: GameDealt) -> Provenance:
    """Check the deck and starting seat, and return the deck's origin."""
    # In old games the salt was the seed. It still determines the starting seat for a given deck.
    seed = record.salt if record.secret is None else seed_of(record.secret, deal.entropies, deal.reveals)
    drawn = shuffle(deal.rules.palette, seed) == record.deck
    if deal.origin == "shuffled" and not drawn:
        raise _FaultFound("shuffle", 0)
    if deal.starting_seat != starting_seat(deal.rules, deal.seats, seed):
        raise _FaultFound("starting-seat", 0)
    if deal.origin is not None:
        return deal.origin
    if drawn:
        return "unshared"
    if record.source is None and not record.sandbox:
        raise _FaultFound("shuffle", 0)
    return "given" if record.source is None else "imported"


def _check_signature(record: Record) -> str | None:
    """Return the key of the signature; None for an unsigned record."""
    if record.signature is None:
        return None
    if not is_signed("hanabi/record", signed_content(record), record.signature):
        raise _FaultFound("signature")
    return record.signature.key


def _check_moves(log: Log, chain: Iterator[None], *, imported: bool) -> State:
    """Check each later event's hash and legality, and return the last state.

    The hash of an event is checked before its legality.
    """
    try:
        states = validated_steps(log, imported=imported)
        state = next(states)
        for _ in chain:
            state = next(states)
    except EventAfterEnd as late:
        raise _FaultFound("after-the-end", late.version) from None
    except IllegalLog as illegal:
        raise _FaultFound("illegal-move", illegal.version, illegal.detail) from None
    return state
