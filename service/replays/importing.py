"""Games brought in: whole games in a format that can be read here are judged, and kept as finished games.

A record is verified first, keeps its chain and its times, and has the id that its digest gives it, so that one record
is one game however often it comes. A game in another format is dealt anew: what it does not tell, such as the times,
stays unknown.
"""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import func, insert, select
from sqlalchemy.dialects.postgresql import insert as insert_or_leave

from engine.bots import BOTS
from engine.codec import row_of, row_of_document
from engine.decide import REMARKS
from engine.events import GameDealt, Log
from engine.fold import fold
from engine.formats.hanab_live import reader
from engine.formats.notation import games
from engine.formats.notation.words import NotationError
from engine.proof import log_validation, record_json, verify
from engine.proof.chain import links
from engine.proof.deal import SEED_BYTES, commitment, starting_seat
from engine.proof.record import Record
from engine.proof.record_checks import RecordRefused
from engine.rules import rules_as_dict
from engine.state import State
from service import ids
from service.database.pool import connection, transaction
from service.database.schema import Deal, Event, Game, Message, Seat
from service.games import event_store

__all__ = ["MAX_EVENTS", "ImportFormat", "Refused", "Taken", "exists", "keeper", "take", "take_notation"]

ImportFormat = Literal["native", "hanab-live"]

MAX_EVENTS: Final = 10_000
"""Of a game that is brought in: no game needs as many, and each costs time to judge."""

_TOO_LONG: Final = f"the game has more than {MAX_EVENTS} events"

_KEEPER: Final = UUID("00000000-0000-8000-8000-000000000001")
_KEEPER_NAME: Final = "hanabi import"


class Refused(ValueError):
    """A game that cannot be taken: why, the ruling that is broken, and where, by JSON pointer or line and column."""

    def __init__(self, why: str, *, rule: str | None = None, **where: str | int) -> None:
        super().__init__(f"{' '.join(map(str, where.values()))}: {why}" if where else why)
        self.why = why
        self.rule = rule
        self.where: Mapping[str, str | int] = where


class Taken(NamedTuple):
    """A game that is here now, and whether it was not before."""

    game_id: UUID
    is_new: bool


class _Arrival(NamedTuple):
    """All that is to be kept of a game."""

    log: Log
    state: State
    seats: tuple[tuple[str, str | None], ...]
    """Name and bot."""
    source: dict[str, Any]
    salt: bytes
    rows: list[dict[str, Any]]
    head: bytes
    record: Record | None = None


def keeper() -> UUID:
    """Return the account that keeps games which nobody brought: it has no token, and is made when it is needed."""
    with connection() as db:
        db.execute(
            "insert into account (account_id, name, revision) values (%s, %s, 0) on conflict do nothing",
            (_KEEPER, _KEEPER_NAME),
        )
    return _KEEPER


def exists(account_id: UUID) -> bool:
    """Say whether there is an account with this id that could keep games."""
    with connection() as db:
        row = db.execute("select 1 from account where account_id = %s and deleted_at is null", (account_id,)).fetchone()
    return row is not None


def take(owner: UUID, document: object, form: ImportFormat | None = None) -> Taken:
    """Keep a game in parsed JSON, a record or an export of hanab.live; Refused. Without a form it is told by its shape.

    Whoever brings a record that is here already gets the game that is here.
    """
    if form is None:
        is_record = isinstance(document, dict) and document.get("format") == record_json.FORMAT
        form = "native" if is_record else "hanab-live"
    return _kept(owner, _recorded(document) if form == "native" else _from_hanab_live(document))


def take_notation(owner: UUID, text: str) -> Taken:
    """Keep a game in the text notation; Refused names line and column."""
    return _kept(owner, _noted(text))


def _from_hanab_live(document: object) -> _Arrival:
    try:
        game = reader.read(document)
    except reader.ImportRefused as refused:
        raise Refused(refused.why, rule=refused.rule, pointer=refused.pointer) from None
    source = {
        "site": "hanab.live",
        "id": game.external_id,
        "options": dict(game.options),
        "notes": game.notes,
        "seed": game.seed,
    }
    return _dealt_anew(game.log, game.state, game.players, source)


def _noted(text: str) -> _Arrival:
    try:
        written = games.read_written(text)
    except NotationError as error:
        raise Refused(error.reason, line=error.line, column=error.column) from None
    log, names = written.log, written.players
    if len(log.events) > MAX_EVENTS:
        line, column = written.places[MAX_EVENTS]
        raise Refused(_TOO_LONG, line=line, column=column)
    try:
        state = log_validation.final_state(log)
    except log_validation.IllegalLog as illegal:
        line, column = written.places[illegal.version]
        raise Refused(illegal.why, rule=illegal.rule, line=line, column=column) from None
    deal = log.deal
    source = {"site": "notation", "commitment": deal.commitment or None}
    players = names or tuple([f"Seat {seat}" for seat in range(deal.seats)])
    return _dealt_anew(log, state, players, source)


def _dealt_anew(log: Log, state: State, players: tuple[str, ...], source: dict[str, Any]) -> _Arrival:
    """A game that nothing but its course is known of: its deck is committed to here."""
    deal = log.deal
    salt = _salt(deal)
    fresh = GameDealt(
        deal.rules, deal.seats, deal.starting_seat, commitment(log.deck, salt), deal.ruleset, origin="imported"
    )
    log = log._replace(deal=fresh)
    data = row_of(fresh).data
    assert data is not None  # a deal has
    rows = event_store.rows(UUID(int=0), log.events, None)
    head = links(data, log.later)[-1].hash
    return _Arrival(log, state, tuple([(name, None) for name in players]), source, salt, rows, head)


def _salt(deal: GameDealt) -> bytes:
    """A random salt that draws the seat which started, as a verification expects of every salt (R4)."""
    while starting_seat(deal.rules, deal.seats, salt := secrets.token_bytes(SEED_BYTES)) != deal.starting_seat:
        pass
    return salt


def _recorded(document: object) -> _Arrival:
    try:
        found = record_json.from_json(document)
    except RecordRefused as refused:
        raise Refused(refused.why, pointer=refused.pointer) from None
    if len(found.events) > MAX_EVENTS:
        raise Refused(_TOO_LONG, pointer=f"#/events/{MAX_EVENTS}")
    log = found.log
    for seat, sitter in enumerate(found.seats):
        if sitter.bot is not None and sitter.bot not in BOTS:
            raise Refused("is no bot that is known here", pointer=f"#/seats/{seat}/bot")
    for place, message in enumerate(found.messages):
        if message.remark is not None and message.remark not in REMARKS:
            raise Refused("is no remark that is known here", rule="R27", pointer=f"#/messages/{place}/remark")
    fault = verify.verify(found).fault
    if fault is not None:
        where = "#" if fault.version is None else f"#/events/{fault.version}"
        raise Refused(f"{fault.text}{f' ({fault.detail})' if fault.detail else ''}", pointer=where)
    rows = [
        {"version": version, "at": _moment(one.at), **event_store.columns(row_of_document(one.document))}
        for version, one in enumerate(found.events)
    ]
    origin = found.source
    if origin is not None and origin.get("site") == "hanabi":  # a copy of a copy comes from where the first did
        origin = origin.get("origin")
    source = {"site": "hanabi", "id": found.id, "digest": found.digest, "origin": origin}
    seats = tuple([(sitter.name, sitter.bot) for sitter in found.seats])
    return _Arrival(log, fold(log), seats, source, found.salt, rows, bytes.fromhex(found.events[-1].hash), found)


def _moment(at: str | None) -> datetime | None:
    return None if at is None else datetime.fromisoformat(at)


def _id_of(told: Record) -> UUID:
    """A UUID of version 8 (RFC 9562) made of 122 bits of the digest, which no two records share."""
    bits = int(told.digest[:32], 16)
    return UUID(int=bits & ~(0xF << 76) & ~(0b11 << 62) | 8 << 76 | 0b10 << 62)


def _kept(owner: UUID, arrival: _Arrival) -> Taken:
    deal, result = arrival.log.deal, arrival.state.result
    assert result is not None  # the game has ended
    told = arrival.record
    game_id = ids.new() if told is None else _id_of(told)
    with transaction() as changes:
        now = changes.execute(select(func.now())).scalar_one()
        finished_at = now if told is None else _moment(told.finished_at)
        made = changes.execute(
            insert_or_leave(Game)
            .values(
                game_id=game_id,
                status="ended",
                seats=deal.seats,
                rules=rules_as_dict(deal.rules),
                created_by=owner,
                sandbox=told is not None and told.sandbox,
                private=False,
                source=arrival.source,
                revision=0,
                version=arrival.state.version,
                turn=arrival.state.turn,
                outcome=result.outcome,
                reason=result.reason,
                score=result.score,
                created_at=now if told is None else _moment(told.created_at),
                started_at=None if told is None else _moment(told.started_at),
                moved_at=None if told is None else finished_at,
                finished_at=finished_at,
                head=arrival.head,
                **({} if told is None else {"idle_limit_s": told.idle_limit_s}),
            )
            .on_conflict_do_nothing()
            .returning(Game.game_id)
        ).one_or_none()
        if made is None:
            return Taken(game_id, is_new=False)
        changes.add(Deal(game_id, arrival.log.deck, arrival.salt, None if told is None else told.secret))
        entropies = deal.entropies or (None,) * deal.seats
        held = zip(arrival.seats, entropies, strict=True)
        changes.add_all(
            [Seat(game_id, seat, name=name, bot=bot, entropy=gift) for seat, ((name, bot), gift) in enumerate(held)]
        )
        changes.execute(insert(Event), [{**row, "game_id": game_id} for row in arrival.rows])
        if told is not None and told.messages:
            changes.execute(
                insert(Message),
                [
                    {
                        "game_id": game_id,
                        "message_id": ids.new(),
                        "seat": one.seat,
                        "remark": one.remark,
                        "text": one.text,
                        "at": _moment(one.at) or finished_at,
                    }
                    for one in told.messages
                ],
            )
    return Taken(game_id, is_new=True)
