"""Requests through a door, for tests."""

from service.platform.outgoing.addresses import Policy
from service.platform.outgoing.door import Door, Failed
from tests import asynchronous


def posted(url: str, policy: Policy) -> int | str:
    """Send a POST, and return the status of its answer, or why there is none."""
    door = Door(1, total_s=3.0, name="tests")
    try:
        return asynchronous.run(door.post(url, policy, {}, b"{}", asker="test"))
    except Failed as failed:
        return failed.reason
