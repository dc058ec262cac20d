"""Changes of the signing keys, which the log has too."""

from service.core.log import entries
from service.features.commitment_log import sequencer
from service.platform.database.pool import transaction
from service.platform.signing import keys

__all__ = ["revoke", "rotate"]


def rotate() -> None:
    """Make a new key, signed by the one in use, and put this into the log."""
    with transaction() as changes:
        event = keys.rotate()
        if event is not None:
            entries.key_stated(changes, event)
    sequencer.sequence_all()


def revoke(key: str) -> None:
    """Revoke a key, and put this into the log. Raises keys.UnknownKey."""
    with transaction() as changes:
        entries.key_stated(changes, keys.revoke(key))
    sequencer.sequence_all()
