"""Ask for the results of jobs."""

import hashlib
from collections.abc import Callable

from service.core.requests.caching import Provisional
from service.platform.jobs import queue
from service.platform.limits import gates
from service.platform.limits.address_networks import address_key
from service.platform.requests import exchange
from service.platform.wire import request_record


def ask(is_pending: Callable[[], bool], request: Callable[..., int]) -> int:
    """Request a job, and return in how many seconds it may be done.

    A new one is charged to the caller, who may have only some at once.
    """
    asker = _asker()
    if not is_pending():
        queue.require_turn(asker)
        exchange.charge_units(gates.JOB)
    return request(asker=asker)


def _asker() -> queue.AskerNow:
    """Return who asks, for turns in the queue: a hash of the account, or else of the address."""
    record = request_record.current()
    if record.caller is not None:
        key = record.caller.account_id.bytes
    else:
        key = address_key(record.environ.get("REMOTE_ADDR", ""))
    return queue.AskerNow(hashlib.sha256(key).hexdigest()[:24])


def final(body: object, again_s: int | None) -> object:
    """Return the body. Raises Provisional while a job is running, which may be done in some seconds."""
    if again_s is not None:
        raise Provisional(body, again_s)
    return body
