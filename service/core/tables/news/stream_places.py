"""Places for streams and long-polls: how many one client, and all clients, may occupy."""

from collections import Counter
from collections.abc import Hashable, Mapping

from service.platform.limits import gates

Holder = tuple[str, Hashable]
"""A client that places are counted for, such as an account or an address, with the kind of client."""


class Places:
    """The places of one process."""

    def __init__(self, total: int) -> None:
        self._total, self._kept = total, total // gates.KEPT_FOR_PLAYERS
        self._taken = 0
        self._by_holder: Counter[Holder] = Counter()

    def take(self, limits: Mapping[Holder, int], *, plays: bool) -> bool:
        """Take a place for a client. Return False if there is none.

        `limits` maps each holder of the place to its number of places. `plays` is True for a player of a running
        game.
        """
        if self._taken >= self._total - (0 if plays else self._kept):
            return False
        if any(self._by_holder[holder] >= most for holder, most in limits.items()):
            return False
        self._taken += 1
        self._by_holder.update(limits.keys())
        return True

    def leave(self, holders: Mapping[Holder, int]) -> list[Holder]:
        """Free a place. Return the holders that have none left."""
        self._taken -= 1
        self._by_holder.subtract(holders.keys())
        gone = [holder for holder in holders if not self._by_holder[holder]]
        for holder in gone:
            del self._by_holder[holder]
        return gone
