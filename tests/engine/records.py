"""Records of random games."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.codec import CHAIN, row_of
from engine.events import GameDealt, Log, Origin, Seating
from engine.fold import fold
from engine.proof.chain import genesis_of, link, links
from engine.proof.deal import commitment, entropy_commitment, secret_commitment, seed_of, shuffle, starting_seat
from engine.proof.record import Record, RecordedEvent, RecordedMessage, RecordedSeat
from engine.proof.record_json import sealed, signed_content
from engine.proof.signatures import Signature, signed_message
from tests.engine.random_games import STEADY, Setting, Style, game

NAMES = ("Ada", "Béla", "Chloé 🎆", "Đorđe", "Eva", "Fen")
AT = "2026-11-21T18:30:00.000Z"
IDLE_AT = "2026-11-28T18:30:00.000Z"
"""The first time at which a game is idle, a week after `AT`."""
TIMED_OUT_AT = "2026-11-21T18:31:00.000Z"
"""The deadline of a game with a minute for a turn that was dealt at `AT`."""
SALT = bytes(range(32))
SECRET = bytes(range(32, 64))
GAME = "g_" + 32 * "0"
HOLDER = 64 * "a"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
NOBODY = {seats: Seating(GAME, (None,) * seats, (None,) * seats) for seats in range(2, 7)}


def played(
    of: Setting,
    seed: int,
    style: Style = STEADY,
    *,
    chain: int = CHAIN,
    parts: Mapping[int, bytes] | None = None,
    withheld: int = 0,
) -> Record:
    """Return the signed record of a whole shuffled game under a setting. With chain 2, it is an old record.

    `parts` has the secret entropy of seats that commit. The first `withheld` of them do not reveal it.
    """
    log, secret = dealt(of, seed, chain=chain, parts=parts, withheld=withheld)
    return record_of(game(of, seed, style, begun=log), secret=secret)


def dealt(
    of: Setting, seed: int, *, chain: int = CHAIN, parts: Mapping[int, bytes] | None = None, withheld: int = 0
) -> tuple[Log, bytes]:
    """Return the log of a shuffled game with only a deal, and its secret. The parameters are those of `played`."""
    entropies = tuple(["amber kite 41", None, '"\\', "~ ~", None, "six"][: of.seats])
    commitments: tuple[str | None, ...] = ()
    reveals: tuple[str | None, ...] = ()
    if parts:
        entropies = tuple([None if seat in parts else text for seat, text in enumerate(entropies)])
        commitments = tuple([entropy_commitment(parts[seat]) if seat in parts else None for seat in range(of.seats)])
        told = {seat: parts[seat].hex() for seat in sorted(parts)[withheld:]}
        reveals = tuple([told.get(seat) for seat in range(of.seats)])
    secret = seed.to_bytes(32)
    drawn = seed_of(secret, entropies, reveals)
    deck = shuffle(of.rules.palette, drawn)
    deal = GameDealt(
        of.rules,
        of.seats,
        starting_seat(of.rules, of.seats, drawn),
        commitment(deck, SALT),
        origin="shuffled",
        secret_commitment=secret_commitment(secret),
        entropies=entropies,
        entropy_commitments=commitments,
        reveals=reveals,
        seating=seating(of.seats) if chain == CHAIN else None,
    )
    return Log(deal, deck, []), secret


def seating(seats: int) -> Seating:
    """Return who plays: a bot in the last seat, and people."""
    return Seating(GAME, tuple([HOLDER] * (seats - 1) + [None]), tuple([None] * (seats - 1) + ["kagiya"]))


def signed(record: Record) -> Record:
    """Return a record with a new signature of its core, and its digest."""
    if record.has_core:
        signature = KEY.sign(signed_message("hanabi/record", signed_content(record)))
        record = record._replace(signature=Signature(KEY.public_key().public_bytes_raw().hex(), signature.hex()))
    return sealed(record)


def in_old_form(record: Record) -> Record:
    """Return the record that an older release would have written of a game: chain 2, and no signature."""
    new = ("chain", "game", "holders", "bots")
    documents = [{name: value for name, value in event.document.items() if name not in new} for event in record.events]
    events: list[RecordedEvent] = []
    previous = genesis_of(documents[0])
    for event, document in zip(record.events, documents, strict=True):
        previous = link(previous, document).hash
        events.append(event._replace(document=document, hash=previous.hex()))
    return sealed(record._replace(events=tuple(events), signature=None))


def redealt(log: Log, origin: Origin | None) -> Log:
    """Return a game with another origin of its deck.

    The starting seat becomes the one of the option.
    """
    deal = log.deal
    rules = replace(deal.rules, starting_seat=deal.starting_seat)
    return log._replace(deal=replace(deal, rules=rules, origin=origin, commitment=commitment(log.deck, SALT)))


def record_of(log: Log, *, salt: bytes = SALT, secret: bytes | None = None, **changes: Any) -> Record:
    """Return the record of an ended game, with messages after the end. It is signed if its deal has a seating."""
    state, data, times = fold(log), row_of(log.deal).data, [AT] * len(log.events)
    assert state.result is not None and data is not None
    if log.deal.seating:  # a verifier compares the times of chain 3
        times[-1] = {"idle": IDLE_AT, "timed_out": TIMED_OUT_AT}.get(state.result.reason, AT)
    record = Record(
        id=GAME,
        sandbox=False,
        private=False,
        idle_limit_s=604800,
        source=None,
        seats=tuple(map(RecordedSeat, NAMES, (log.deal.seating or NOBODY[state.seats]).bots)),
        deck=log.deck,
        salt=salt,
        secret=secret,
        events=tuple(
            [
                RecordedEvent(link.document, at, link.hash.hex())
                for link, at in zip(links(data, log.later, times), times, strict=True)
            ]
        ),
        messages=(
            RecordedMessage(0, None, "Well played, \u2028 \x7f!", AT),
            RecordedMessage(1, "no-information", None, None),
        ),
        result=state.result,
        created_at=AT,
        started_at=AT,
        finished_at=times[-1],
        digest="",
    )
    return signed(record._replace(**changes))
