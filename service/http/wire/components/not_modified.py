"""Answers that several operations have."""

from typing import Final

from service.http.wire.answers import Answer
from service.http.wire.components.headers import LASTING, PRESENT_LOCATION, PUBLIC

LASTING_NOT_MODIFIED: Final = Answer(None, "The caller has the current version already.", headers=LASTING)
PUBLIC_NOT_MODIFIED: Final = Answer(None, "The caller has the current version already.", headers=PUBLIC)
OUTDATED_REVISION: Final = Answer(
    None,
    "The rendering of finished games has changed since this `rev`; `Location` is the current address.",
    headers=(PRESENT_LOCATION,),
)
