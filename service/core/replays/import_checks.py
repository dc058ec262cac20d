"""Checks of the texts, times and source of a game to be imported.

The texts follow the rules of the API. Times in a record cannot be proved, so they are only checked for plausibility.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import orjson

from engine.commands import REMARKS
from engine.events import Log, Said
from engine.limits import MAX_TEXT_LENGTH
from engine.proof.record import Record, RecordedMessage
from engine.wording import N_
from service.core.people.names import MAX_NAME_LENGTH
from service.core.tables.chat import MAX_AFTER_THE_END
from service.platform.plain_text import NotPlain, plain_text

MAX_SOURCE_BYTES: Final = 64_000
"""The maximum size of what a game says about its origin, as JSON. Notes of hanab.live are most of it."""

_EARLIEST: Final = datetime(2010, 1, 1, tzinfo=UTC)
"""Hanabi was published in this year."""
_STEP_BACK: Final = timedelta(minutes=1)
"""The maximum by which an event may be earlier than the one before. Clocks are adjusted, and databases fail over."""


class Refused(ValueError):
    """The game cannot be imported. `where` is a JSON pointer, or line and column."""

    def __init__(self, why: str, *, rule: str | None = None, **where: Any) -> None:
        super().__init__(f"{' '.join(map(str, where.values()))}: {why}" if where else why)
        self.why = why
        self.rule = rule
        self.where: Mapping[str, str | int] = where


def player_name(name: str, **where: Any) -> str:
    """Return the name of a player in NFC. Raises Refused."""
    return _line(name, MAX_NAME_LENGTH, **where)


def message_texts(log: Log) -> Iterator[tuple[int, str]]:
    """Yield the version and the text of each message in a log."""
    for version, event in enumerate(log.events):
        if isinstance(event, Said) and event.text is not None:
            yield version, event.text


def check_text(text: str, **where: Any) -> None:
    """Refuse the text of a message that the API would refuse."""
    _line(text, MAX_TEXT_LENGTH, **where)


def check_messages(messages: Iterable[RecordedMessage]) -> None:
    """Refuse messages after the end that the API would refuse."""
    sent: Counter[int] = Counter()
    for place, message in enumerate(messages):
        where = f"#/messages/{place}"
        if message.remark is not None and message.remark not in REMARKS:
            raise Refused(N_("is not a known remark"), rule="R27", pointer=f"{where}/remark")
        if message.text is not None:
            check_text(message.text, pointer=f"{where}/text")
        sent[message.seat] += 1
        if sent[message.seat] > MAX_AFTER_THE_END:
            raise Refused(
                N_(
                    "a seat sends at most {most} messages after the end",
                    most=MAX_AFTER_THE_END,
                ),
                rule="R27",
                pointer=where,
            )


def check_source(source: Mapping[str, Any] | None, pointer: str) -> None:
    """Refuse the origin of a game if it is too large, or has a text that the API would refuse.

    `pointer` is its place in the document.
    """
    if len(orjson.dumps(source)) > MAX_SOURCE_BYTES:
        why = N_(
            "what the game says about its origin must have at most {most} bytes as JSON",
            most=MAX_SOURCE_BYTES,
        )
        raise Refused(why, pointer=pointer)
    for where, text in _texts(source, pointer):
        try:
            plain_text(text, paragraphs=True)
        except NotPlain as error:
            raise Refused(error.args[0], pointer=where) from None


def origin_of(source: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return the checked source of a record. The source of a copy is that of the first copy. Raises Refused."""
    pointer = "#/source"
    if source is not None and source.get("site") == "hanabi":
        source, pointer = source.get("origin"), "#/source/origin"
        if source is not None and not isinstance(source, dict):
            raise Refused(N_("must be an object"), pointer=pointer)
    check_source(source, pointer)
    return source


def check_times(record: Record, now: datetime) -> None:
    """Refuse times that are in the future, older than the game of Hanabi, or that go backwards."""
    latest = _EARLIEST
    where = "#/core" if record.has_core else "#"
    events = [(f"{where}/events/{version}/at", event.at) for version, event in enumerate(record.events)]
    times = [(f"{where}/created_at", record.created_at), *events]
    if not record.has_core:
        times[1:] = [("#/started_at", record.started_at), *events, ("#/finished_at", record.finished_at)]
    for pointer, at in times:
        latest = max(latest, _checked_time(at, latest, now, pointer))
    for place, message in enumerate(record.messages):
        _checked_time(message.at, latest, now, f"#/messages/{place}/at")


def _checked_time(text: str | None, latest: datetime, now: datetime, pointer: str) -> datetime:
    if text is None:
        return latest
    at = datetime.fromisoformat(text)
    if at > now:
        raise Refused(N_("must not be in the future"), pointer=pointer)
    if at < _EARLIEST:
        raise Refused(N_("must not be before {year}", year=_EARLIEST.year), pointer=pointer)
    if at < latest - _STEP_BACK:
        raise Refused(N_("must not be before an earlier time of the game"), pointer=pointer)
    return at


def _line(text: str, longest: int, **where: Any) -> str:
    try:
        plain = plain_text(text)
    except NotPlain as error:
        raise Refused(error.args[0], **where) from None
    if not 1 <= len(plain) <= longest:
        raise Refused(N_("must have 1 to {longest} characters", longest=longest), **where)
    return plain


def _texts(value: object, pointer: str) -> Iterator[tuple[str, str]]:
    """Yield the pointer and the content of each text in parsed JSON. Names of members are texts too."""
    match value:
        case str(text):
            yield pointer, text
        case list(items):
            for place, item in enumerate(items):
                yield from _texts(item, f"{pointer}/{place}")
        case dict(members):
            for name, item in members.items():
                yield pointer, name
                yield from _texts(item, f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}")
