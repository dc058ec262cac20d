"""Import of finished games from records, hanab.live and text notation.

A record is verified, and its hash chain is stored unchanged. The id of the game is derived from the record's digest,
so a second import of a record finds the same game. A game in another format gets a new salt and commitment. Data that
the format does not contain, such as times, stays unknown.

Anybody can write a record with any times. So an imported game has the time of its import as `created_at` and
`finished_at`, which order lists and statistics. The times in the record are stored as `claimed` in its source.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, func, insert, literal, select
from sqlalchemy.dialects.postgresql import insert as insert_or_leave
from sqlalchemy.orm import Session

from engine.formats.hanab_live import reader
from engine.formats.hanab_live.reader import Remark
from engine.proof import record_json
from engine.proof.chain import canonical
from engine.proof.deal import deck_key
from engine.rules import rules_as_dict
from engine.wording import N_
from service.core import feature
from service.core.people import names
from service.core.replays import import_checks, import_formats
from service.core.replays.import_checks import Refused
from service.core.replays.import_formats import CheckedGame
from service.core.tables import record_signing, sealed_decks
from service.core.tables.log_tables import Deal, Event
from service.core.tables.record_signing import CoreRecord
from service.core.tables.tables import Game, Message, Seat
from service.platform import ids
from service.platform.database.pool import execute, fetch_all, fetch_one, transaction
from service.platform.database.table_class import Model
from service.platform.plain_text import with_blanks

__all__ = [
    "ImportFormat",
    "Imported",
    "Refused",
    "exists",
    "fetched",
    "import_account",
    "import_document",
    "import_fetched",
    "import_notation",
    "was_fetched",
]

ImportFormat = Literal["native", "hanab-live"]

_ACCOUNT_ID: Final = UUID("00000000-0000-8000-8000-000000000001")

_MAX_NAMED: Final = 20
"""How many unknown members are named."""
_MAX_NAMED_LENGTH: Final = 40


class Imported(NamedTuple):
    """The result of an import."""

    game_id: UUID
    is_new: bool
    """False if the record was imported before."""
    report: tuple[Remark, ...] = ()
    """What was understood, changed or left out in the file."""
    left_out: tuple[str, ...] = ()
    """The names of the unknown members, shortened, and at most the first of them."""

    @property
    def notes(self) -> list[str]:
        """The codes of the report."""
        return [remark.code for remark in self.report]


def import_account() -> UUID:
    """Return the default owner of games imported by `hanabi import`. The account has no token."""
    execute(
        "insert into account (account_id, name, revision) values (%s, %s, 0) on conflict do nothing",
        (_ACCOUNT_ID, names.IMPORTER),
    )
    return _ACCOUNT_ID


def exists(account_id: UUID) -> bool:
    """Return True if an account exists and is not deleted."""
    row = fetch_one("select 1 from account where account_id = %s and deleted_at is null", (account_id,))
    return row is not None


def import_document(
    owner: UUID, document: object, format: ImportFormat | None = None, *, raw: bytes | None = None
) -> Imported:
    """Import a record, a game of hanab.live, or `{"link": …}` with a link of hanab.live, from parsed JSON.

    Without `format`, it is detected. `raw` is the file, to note if a record is not in canonical form. If a record was
    imported before, the result is the existing game. Raises Refused.
    """
    if format is None:
        if isinstance(document, dict) and "link" in document and "players" not in document:
            if len(document) > 1:
                raise Refused(N_("a link stands alone, without other members"), pointer="#/link")
            game = import_formats.from_hanab_live(import_formats.linked(document["link"]))
            return _store(owner, game)._replace(report=game.remarks)
        is_record = isinstance(document, dict) and document.get("format") == record_json.FORMAT
        format = "native" if is_record else "hanab-live"
    if format != "native":
        game = import_formats.from_hanab_live(document)
        return _reported(_store(owner, game), game, document)
    game = import_formats.from_record(document)
    is_canonical = raw is None or canonical(document) == raw
    what = N_("The record has other blanks, line ends or spellings than its canonical form.")
    return _store(owner, game)._replace(report=() if is_canonical else (Remark("not-canonical", what, "#"),))


def was_fetched(number: int) -> bool:
    """Return whether the game with this number on hanab.live was fetched before."""
    return bool(fetch_all("select 1 from game where game_id = %s", (_id_of_fetched(number),)))


def fetched(number: int) -> Imported | None:
    """Return the game with this number on hanab.live if it was fetched before. Raises Refused if it is hidden."""
    row = fetch_one("select hidden from game where game_id = %s", (_id_of_fetched(number),))
    if row is None:
        return None
    if row[0]:
        raise _hidden()
    return Imported(_id_of_fetched(number), is_new=False)


def import_fetched(owner: UUID, number: int, document: dict[str, Any]) -> Imported:
    """Import the export that the service itself has fetched for a number on hanab.live. Raises Refused.

    The id of the game follows from the number, so that it is there once.
    """
    game = import_formats.from_hanab_live(document)
    return _reported(_store(owner, game, _id_of_fetched(number)), game, document)


def _reported(imported: Imported, game: CheckedGame, document: object) -> Imported:
    """Add what the reader says about an export, and the names of the members that it left out."""
    unknown = reader.unknown_members(document) if isinstance(document, dict) else ()
    left_out = tuple([with_blanks(name[:_MAX_NAMED_LENGTH]) for name in sorted(unknown)[:_MAX_NAMED]])
    if not left_out:
        return imported._replace(report=game.remarks)
    what = N_("The file has members that this service does not know and leaves out: {names}", names=", ".join(left_out))
    return imported._replace(report=(*game.remarks, Remark("unknown-members", what, "#")), left_out=left_out)


def import_notation(owner: UUID, text: str) -> Imported:
    """Import a game in text notation. Raises Refused with line and column."""
    return _store(owner, import_formats.from_notation(text))


def _id_of_fetched(number: int) -> UUID:
    return _id_of(hashlib.sha256(b"hanabi/1 fetched from hanab.live %d" % number).hexdigest())


def _id_of(digest: str) -> UUID:
    """Return a UUID made of 122 bits of a digest. Its version is 8 (RFC 9562)."""
    bits = int(digest[:32], 16)
    return UUID(int=bits & ~(0xF << 76) & ~(0b11 << 62) | 8 << 76 | 0b10 << 62)


def _store(owner: UUID, game: CheckedGame, game_id: UUID | None = None) -> Imported:
    """Store a game, under this id if it can be there once. Raises Refused or DeckSealed."""
    deal, result = game.log.deal, game.state.result
    assert result is not None  # the game has ended
    found = game.record
    sealed_decks.require_not_sealed(owner, game.log.deck)
    if found is not None:
        sealed_decks.require_no_sealed_record(deck_key(game.log), deal.commitment)
    if found is not None:
        game_id = _id_of(found.digest)
    is_once = game_id is not None
    game_id = game_id or ids.new()
    with transaction() as changes, changes.begin_nested():
        now = changes.execute(select(func.now())).scalar_one()
        if found is not None:
            import_checks.check_times(found, now)
        inserted = changes.execute(
            insert_or_leave(Game)
            .values(
                game_id=game_id,
                status="ended",
                seats=deal.seats,
                rules=rules_as_dict(deal.rules),
                created_by=owner,
                sandbox=found is not None and found.sandbox,
                private=False,
                source=game.source,
                revision=0,
                version=game.state.version,
                turn=game.state.turn,
                outcome=result.outcome,
                reason=result.reason,
                score=result.score,
                created_at=now,
                finished_at=now,
                head=game.head,
                deck_key=deck_key(game.log),
                **({} if found is None else {"idle_limit_s": found.idle_limit_s}),
            )
            .on_conflict_do_nothing()
            .returning(Game.game_id)
        ).one_or_none()
        if inserted is None:
            if changes.scalar(select(Game.hidden).where(Game.game_id == game_id)):
                raise _hidden()
            return Imported(game_id, is_new=False)
        if is_once and _was_deleted_hidden(changes, game_id):
            raise _hidden()
        changes.add(Deal(game_id, game.log.deck, game.salt, None if found is None else found.secret))
        entropies = deal.entropies or (None,) * deal.seats
        players = zip(game.seats, entropies, strict=True)
        changes.add_all(
            [Seat(game_id, seat, name=name, bot=bot, entropy=part) for seat, ((name, bot), part) in enumerate(players)]
        )
        if found is not None and found.signature is not None:
            changes.flush()
            record_signing.store(game_id, CoreRecord(record_json.core_digest_of(found), found.signature))
        _insert(changes, Event, [{**row, "game_id": game_id} for row in game.rows])
        if found is not None and found.messages:
            _insert(
                changes,
                Message,
                [
                    {
                        "game_id": game_id,
                        "message_id": ids.new(),
                        "seat": message.seat,
                        "remark": message.remark,
                        "text": message.text,
                        "at": import_formats.parse_time(message.at or found.finished_at),
                    }
                    for message in found.messages
                ],
            )
    return Imported(game_id, is_new=True)


def _insert(changes: Session, model: type[Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows with one statement, in which each column is an array.

    With a parameter for each value, psycopg reads a text of 100 kB for a long game, during which no other request runs.
    """
    columns = [model.__table__.c[name] for name in rows[0]]
    arrays = [literal([row[column.name] for row in rows], ARRAY(column.type)) for column in columns]
    given = func.unnest(*arrays).table_valued(*rows[0], name="given").render_derived()
    changes.execute(insert(model).from_select(columns, select(given)))


def _was_deleted_hidden(changes: Session, game_id: UUID) -> bool:
    """Return True if the game was hidden when its importer deleted it."""
    return any(was_withheld(changes, game_id) for was_withheld in feature.given(lambda hooks: hooks.was_withheld))


def _hidden() -> Refused:
    return Refused(N_("a moderator has hidden this game"), pointer="#")
