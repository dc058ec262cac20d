"""Names in requests that must not look like those of the service."""

from typing import Any

from marshmallow import ValidationError

from service.core.people import names
from service.platform.wire.request_fields import PlainText


class PublicName(PlainText):
    """A name of a team or a title of a contest, which must not be that of a moderator or a built-in bot.

    The title of a line may have any words: it is a text beside the name of its author, like a comment.
    """

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name = super()._deserialize(value, attr, data, **kwargs)
        try:
            names.require_unreserved(name)
        except names.NameRefused as refused:
            raise ValidationError(refused.args[0]) from None
        return name
