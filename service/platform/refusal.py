"""Exceptions that refuse a request. Each knows the code of its problem document."""

from collections.abc import Mapping
from typing import Any, ClassVar


class Refusal(Exception):
    """A request is refused, with the problem that the code names."""

    code: ClassVar[str]
    retry_after_s: ClassVar[int | None] = None
    """When the same request may succeed; None if that is not known."""

    @property
    def members(self) -> Mapping[str, Any]:
        """Further members of the problem document."""
        return {}
