"""Games in the formats of imports: records, exports of hanab.live, and text notation, read and checked."""

import re
import secrets
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from engine.bots import BOTS, FORMER_BOTS
from engine.codec import row_of, row_of_document
from engine.events import GameDealt, Log
from engine.fold import fold
from engine.formats.hanab_live import links as live_links
from engine.formats.hanab_live import reader
from engine.formats.hanab_live.reader import Remark
from engine.formats.notation import games
from engine.formats.notation.words import NotationError
from engine.limits import MAX_EVENTS, first_beyond_share
from engine.proof import log_validation, record_json, verify
from engine.proof.chain import links
from engine.proof.deal import SEED_BYTES, commitment, starting_seat
from engine.proof.record import Record
from engine.proof.record_checks import RecordRefused
from engine.state import State
from engine.wording import N_, Wording
from service.core.replays import import_checks
from service.core.replays.import_checks import Refused
from service.core.tables import event_store
from service.platform import yielding
from service.platform.plain_text import with_blanks

_MAX_WORDS: Final = 3 * MAX_EVENTS
"""The maximum number of words of a game in notation: its events, line numbers, deck, rules and comments."""
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')

_QUOTATION_MARK: Final = re.compile(r"^(\s*)>", re.MULTILINE)

_TOO_LONG: Final = N_("the game has more than {most} events", most=MAX_EVENTS)

_BEYOND_SHARE: Final = N_("the seat has used up its share of messages, hand orders and votes")


class CheckedGame(NamedTuple):
    """A game that has passed the checks and can be stored."""

    log: Log
    state: State
    seats: tuple[tuple[str, str | None], ...]
    """The name and the bot of each seat."""
    source: dict[str, Any]
    salt: bytes
    rows: list[dict[str, Any]]
    head: bytes
    record: Record | None = None
    remarks: tuple[Remark, ...] = ()
    """What was understood, changed or left out in the file."""


def linked(link: object) -> object:
    """Return the game of a link in hanab.live's JSON format."""
    if not isinstance(link, str):
        raise Refused(N_("must be a string"), pointer="#/link")
    try:
        return live_links.read_link(link)
    except reader.ImportRefused as refused:
        raise Refused(refused.why, pointer="#/link") from None


def from_hanab_live(document: object) -> CheckedGame:
    """Return the game of an export of hanab.live. Raises Refused."""
    _check_length(document, "actions")
    try:
        game = reader.read(document)
    except reader.ImportRefused as refused:
        raise Refused(refused.why, rule=refused.rule, pointer=refused.pointer) from None
    brought = game.brought
    source = {
        "site": "hanab.live",
        "id": game.external_id,
        "options": dict(brought.options),
        "notes": [[with_blanks(note) for note in notes] for notes in brought.notes],
        "seed": game.seed,
        "tail": brought.tail,
        **({"incomplete": True} if game.is_incomplete else {}),
        **({"characters": brought.characters} if brought.characters else {}),
        **({} if brought.ended_by is None else {"ended_by": brought.ended_by}),
        **({} if brought.known_cards is None else {"known_cards": brought.known_cards}),
        **({"other_cards": brought.other_cards} if brought.other_cards else {}),
    }
    import_checks.check_source(source, "#")
    players = [import_checks.player_name(name, pointer=f"#/players/{seat}") for seat, name in enumerate(game.players)]
    checked = _with_new_commitment(game.log, game.state, tuple(players), source)
    return checked._replace(remarks=tuple(game.remarks))


def from_notation(text: str) -> CheckedGame:
    """Return the game in text notation, which may be quoted as in a mail. Raises Refused with line and column."""
    if all(line.lstrip().startswith(">") for line in text.splitlines() if line.strip()):
        text = _QUOTATION_MARK.sub(r"\1 ", text)  # a blank, so that columns stay
    if len(_QUOTED.sub("", text).split()) > _MAX_WORDS:
        raise Refused(N_("the text has more than {most:,} words", most=_MAX_WORDS), line=1, column=1)
    try:
        written = games.read_written(text)
    except NotationError as error:
        raise Refused(error.reason, line=error.line, column=error.column) from None
    log = written.log
    if len(log.events) > MAX_EVENTS:
        line, column = written.places[MAX_EVENTS]
        raise Refused(_TOO_LONG, line=line, column=column)
    yielding.give_way()
    try:
        state = log_validation.final_state(log)
    except log_validation.IllegalLog as illegal:
        line, column = written.places[illegal.version]
        raise Refused(illegal.why, rule=illegal.rule, line=line, column=column) from None
    for version, said in import_checks.message_texts(log):
        line, column = written.places[version]
        import_checks.check_text(said, line=line, column=column)
    beyond = first_beyond_share(log)
    if beyond is not None:
        line, column = written.places[beyond]
        raise Refused(_BEYOND_SHARE, rule="R22", line=line, column=column)
    deal = log.deal
    source = {"site": "notation", "commitment": deal.commitment or None}
    players = tuple(
        [
            import_checks.player_name(name, line=line, column=column)
            for name, (line, column) in zip(written.players, written.player_places, strict=True)
        ]
    ) or tuple([f"Seat {seat}" for seat in range(deal.seats)])
    return _with_new_commitment(log, state, players, source)


def _with_new_commitment(log: Log, state: State, players: tuple[str, ...], source: dict[str, Any]) -> CheckedGame:
    """Return a game to be stored, with a new salt and commitment."""
    deal = log.deal
    yielding.give_way()
    salt = _salt(deal)
    new_deal = GameDealt(deal.rules, deal.seats, deal.starting_seat, commitment(log.deck, salt), origin="imported")
    log = log._replace(deal=new_deal)
    data = row_of(new_deal).data
    assert data is not None
    rows = event_store.rows(UUID(int=0), log.events, None)
    head = links(data, log.later)[-1].hash
    return CheckedGame(
        log=log,
        state=state,
        seats=tuple([(name, None) for name in players]),
        source=source,
        salt=salt,
        rows=rows,
        head=head,
    )


def _salt(deal: GameDealt) -> bytes:
    """Return a random salt that yields the starting seat. Verification requires that (R4)."""
    while starting_seat(deal.rules, deal.seats, salt := secrets.token_bytes(SEED_BYTES)) != deal.starting_seat:
        pass
    return salt


def from_record(document: object) -> CheckedGame:
    """Return the game of a record, which is verified. Raises Refused."""
    _check_length(document, "events")
    _check_length(document.get("core") if isinstance(document, dict) else None, "events", "#/core")
    try:
        found = record_json.from_json(document)
    except RecordRefused as refused:
        raise Refused(refused.why, pointer=refused.pointer) from None
    log = found.log
    at, bots, names = "#", "#/seats/{}/bot", "#/seats/{}/name"
    if found.has_core:
        at, bots, names = "#/core", "#/core/events/0/bots/{}", "#/names/{}"
    for seat, player in enumerate(found.seats):
        if player.bot is not None and player.bot not in BOTS.keys() | FORMER_BOTS:
            raise Refused(N_("is not a known bot"), pointer=bots.format(seat))
        import_checks.player_name(player.name, pointer=names.format(seat))
    for version, said in import_checks.message_texts(log):
        import_checks.check_text(said, pointer=f"{at}/events/{version}/text")
    import_checks.check_messages(found.messages)
    beyond = first_beyond_share(log)
    if beyond is not None:
        raise Refused(_BEYOND_SHARE, rule="R22", pointer=f"{at}/events/{beyond}")
    origin = import_checks.origin_of(found.source)
    yielding.give_way()
    fault = verify.verify(found).fault
    if fault is not None:
        where = "#" if fault.version is None else f"{at}/events/{fault.version}"
        raise Refused(
            Wording("{fault} ({detail})", fault._asdict() | {"fault": fault.text}) if fault.detail else fault.text,
            pointer=where,
        )
    yielding.give_way()
    rows = [
        {"version": version, "at": parse_time(event.at), **event_store.columns(row_of_document(event.document))}
        for version, event in enumerate(found.events)
    ]
    claimed = {"created_at": found.created_at, "started_at": found.started_at, "finished_at": found.finished_at}
    source = {"site": "hanabi", "id": found.id, "digest": found.digest, "origin": origin, "claimed": claimed}
    seats = tuple([(player.name, player.bot) for player in found.seats])
    return CheckedGame(
        log=log,
        state=fold(log),
        seats=seats,
        source=source,
        salt=found.salt,
        rows=rows,
        head=bytes.fromhex(found.events[-1].hash),
        record=found,
    )


def _check_length(document: object, member: str, where: str = "#") -> None:
    """Refuse a game with too many events, before a look at any of them."""
    events = document.get(member) if isinstance(document, dict) else None
    if isinstance(events, list) and len(events) > MAX_EVENTS:
        raise Refused(_TOO_LONG, pointer=f"{where}/{member}/{MAX_EVENTS}")


def parse_time(at: str | None) -> datetime | None:
    """Return a time of a record; None for None."""
    return None if at is None else datetime.fromisoformat(at)
