"""What each room says to the tests of the house, in its module `house` (`tests/service/<room>/house.py`).

- `REQUESTS`: by operation, the requests that the two worlds compare, besides the usual ones (`tests/service/leaks`).
- `ACCESS`: by operation, the answers to some callers that do not follow from its declaration (`test_access.py`).
- `PROVOKED`: by code of a problem, what provokes it (`test_errors.py`).
- `CROSS_GAME`: by their purpose, the statements about several games (`test_distribution.py`).
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

_TESTS: Final = Path(__file__).resolve().parents[1]


@cache
def of_rooms(name: str) -> dict[str, Any]:
    """Return what all rooms say under a name."""
    found: dict[str, Any] = {}
    for path in sorted(_TESTS.glob("*/house.py")):
        said = getattr(import_module(f"tests.service.{path.parent.name}.house"), name, {})
        assert not found.keys() & said.keys()
        found |= said
    return found
