"""Names in requests that must not look like those of the service."""

from typing import Any

from marshmallow import ValidationError

from service.core.people import names
from service.platform.wire.request_fields import PlainText

__all__ = ["PublicName"]


class PublicName(PlainText):
    """A name or title of a team, a contest or a line, which must not be that of a moderator or a built-in bot."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name = super()._deserialize(value, attr, data, **kwargs)
        try:
            names.require_unreserved(name)
        except names.NameRefused as refused:
            raise ValidationError(refused.args[0]) from None
        return name
