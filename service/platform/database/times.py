"""Reading of times and days from Postgres, whose range is larger than Python's."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final, cast

import psycopg
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import AdaptersMap, Loader
from psycopg.pq import Format

from service.platform.timestamps import UNREADABLE, UNREADABLE_DAY

_INSTEAD: Final[Mapping[int, datetime | date]] = {
    psycopg.adapters.types["timestamptz"].oid: UNREADABLE,
    psycopg.adapters.types["date"].oid: UNREADABLE_DAY,
}


class _TimeLoader(Loader):
    """psycopg's loader, but one time that it cannot read does not end the whole query."""

    def __init__(self, oid: int, context: AdaptContext | None = None) -> None:
        super().__init__(oid, context)
        loader = cast(type[Loader], psycopg.adapters.get_loader(oid, self.format))
        self._load, self._instead = loader(oid, context).load, _INSTEAD[oid]

    def load(self, data: Buffer) -> object:
        """Return a time or a day. One that Python cannot express is UNREADABLE or UNREADABLE_DAY."""
        try:
            return self._load(data)
        except psycopg.DataError:
            return self._instead


class _BinaryTimeLoader(_TimeLoader):
    """The same for cursors that read binary values."""

    format = Format.BINARY


def register(adapters: AdaptersMap) -> None:
    """Let connections with these adapters read times in this way."""
    for oid in _INSTEAD:
        adapters.register_loader(oid, _TimeLoader)
        adapters.register_loader(oid, _BinaryTimeLoader)
