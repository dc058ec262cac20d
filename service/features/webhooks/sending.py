"""One attempt to send a delivery."""

from typing import Final, NamedTuple
from uuid import UUID

from service.platform.outgoing.addresses import Policy
from service.platform.outgoing.door import BUSY, Door, Failed

TIMEOUT_S: Final = 3.0
"""The time for an attempt in total, from the name's look-up to the status of the response."""

FAST: Final = Door(64, total_s=TIMEOUT_S, name="hanabi-webhooks/1")
SLOW: Final = Door(64, total_s=TIMEOUT_S, name="hanabi-webhooks/1")
"""The way to slow receivers, whose name servers may be slow as well."""

_ERRORS: Final = {BUSY: "timeout", "too-long": "connection-failed"}
"""The errors of a delivery for reasons that it does not tell. An account is busy while its name servers are slow."""


class Outcome(NamedTuple):
    """The result of an attempt: the status of the response, or the error that prevented one."""

    status: int | None
    error: str | None = None

    @property
    def is_success(self) -> bool:
        """True if the receiver has accepted the delivery."""
        return self.status is not None and 200 <= self.status < 300


async def send(
    url: str, headers: dict[str, str], body: bytes, policy: Policy, *, account: UUID, door: Door = FAST
) -> Outcome:
    """Send a request for an account, and return the outcome. Redirects are not followed."""
    try:
        return Outcome(
            await door.post(url, policy, {"Content-Type": "application/json", **headers}, body, asker=account)
        )
    except Failed as failed:
        return Outcome(None, _ERRORS.get(failed.reason, failed.reason))
