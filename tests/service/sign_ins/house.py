"""What the tests of the house need of sign_ins (`tests/service/house/rooms.py`)."""

from collections.abc import Callable
from typing import Final

from tests.service.client import Answer
from tests.service.house.scene import Scene

PROVOKED: Final[dict[str, Callable[[Scene], Answer]]] = {
    "passkey-refused": lambda w: w.api.post("/v1/sign-in/passkey", {"credential": {}}),
}
