"""Signed receipts of a game: its opening, and each state that the service has shown."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.proof.signatures import SignedType
from service.core.tables.setting import TableSetting
from service.core.tables.stored_game import LogPoint
from service.platform import ids
from service.platform.signing import keys
from service.platform.timestamps import rfc3339


def of_opening(
    game_id: UUID,
    secret_commitment: str | None,
    at: datetime,
    seat: int | None,
    entropies: Sequence[str | None],
    entropy_commitments: Sequence[str | None],
    reveal_until: datetime | None,
    log: LogPoint | None,
    setting: TableSetting,
) -> dict[str, Any]:
    """Return the signed receipt of a game before its deal, as JSON.

    It contains the commitment to the secret, and what the seats contribute. `seat` is that of the viewer.
    """
    content = {
        "sandbox": setting.sandbox,
        "idle_limit_s": setting.idle_limit_s,
        "secret_commitment": secret_commitment,
        "at": rfc3339(at),
        "seat": seat,
        "entropies": list(entropies),
        "entropy_commitments": list(entropy_commitments),
        "reveal_until": rfc3339(reveal_until),
        "log": _log(log),
    }
    return _signed("hanabi/opening", game_id, content)


def of_state(
    game_id: UUID, version: int, head: bytes | None, at: datetime | None, log: LogPoint | None, setting: TableSetting
) -> dict[str, Any]:
    """Return the signed receipt of a state, as JSON: its version and the hash of its event, which covers all events.

    `head` is None where the view hides the hash.
    """
    content = {
        "sandbox": setting.sandbox,
        "idle_limit_s": setting.idle_limit_s,
        "version": version,
        "head": None if head is None else head.hex(),
        "at": rfc3339(at),
        "log": _log(log),
    }
    return _signed("hanabi/receipt", game_id, content)


def _log(point: LogPoint | None) -> dict[str, Any] | None:
    return None if point is None else {"size": point.size, "root": point.root.hex()}


def _signed(type: SignedType, game_id: UUID, state: dict[str, Any]) -> dict[str, Any]:
    content = {"game": ids.render("g", game_id), **state}
    return {"type": type, **content, **keys.sign(type, content)._asdict()}
