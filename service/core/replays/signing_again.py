"""Records that a revoked key has signed, which the key in use signs again."""

import logging
from datetime import timedelta
from typing import Final
from uuid import UUID

from procrastinate import JobContext

from engine.proof.record_json import sealed, signed_content
from engine.proof.verify import verify
from service.core.replays.verification import stored_fault
from service.core.tables import event_store, record_signing
from service.platform import ids
from service.platform.database.pool import Database, fetch_all
from service.platform.jobs import queue
from service.platform.signing import keys

_TASK: Final = "sign_again"
_BATCH: Final = 100
_WAIT: Final = timedelta(minutes=2)
"""Other processes sign with a key for up to a minute after it was revoked."""
_SIGNED_BY: Final = """
    select game_id from core_record where key = %s and game_id > %s order by game_id limit %s
"""

_log = logging.getLogger(__name__)


def plan(key: str) -> None:
    """Let a job sign again what a key has signed, if it is revoked by then. Do not call it in a transaction."""
    _wake(key, UUID(int=0), _WAIT)


@queue.app.task(name=_TASK, pass_context=True, retry=queue.Retries())
def sign_again(context: JobContext, key: str, after: str) -> None:
    """Sign a batch of records again, and let another job do the next one."""
    database: Database = context.additional_context["database"]
    with database.bind():
        last = sign_next(key, UUID(after))
        if last is not None:
            _wake(key, last, timedelta(0))


def _wake(key: str, after: UUID, wait: timedelta) -> None:
    ((at,),) = fetch_all("select now() + %s", (wait,))
    queue.wake(_TASK, f"{_TASK} {key}", at, queue=queue.DEFAULT, arguments={"key": key, "after": str(after)})


def sign_next(key: str, after: UUID) -> UUID | None:
    """Sign the next records again that a revoked key has signed.

    They come in order of ids. Return the last one; None if none is left. A record is signed only if the rows of the
    game are still those that were signed, and none is if the key is not revoked. Imported records stay as they are:
    somebody else says what they contain.
    """
    if all(listed.key != key or listed.revocation is None for listed in keys.public_keys()):
        return None
    found = [game_id for (game_id,) in fetch_all(_SIGNED_BY, (bytes.fromhex(key), after, _BATCH))]
    for game_id in found:
        _sign(game_id, key)
    return found[-1] if found else None


def _sign(game_id: UUID, key: str) -> None:
    stored, core = event_store.load(game_id), record_signing.frozen(game_id)
    if stored is None or core is None or stored.source is not None:
        return
    record = sealed(record_signing.record_of(stored)._replace(signature=core.signature))
    fault = verify(record).fault
    code = fault.code if fault else stored_fault(stored, record, {key})
    if code is not None:
        _log.warning("the record of %s is not signed again: %s", ids.render("g", game_id), code)
        return
    record_signing.replace_signature(game_id, core.signature, keys.sign("hanabi/record", signed_content(record)))
