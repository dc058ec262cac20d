"""Signing keys on the command line: their list, rotation and revocation (`hanabi keys`)."""

from service.core.replays import signing_again
from service.features.commitment_log import sequencer
from service.platform import timestamps
from service.platform.commands.command_database import open_database
from service.platform.settings import Settings
from service.platform.signing import keys


def list_keys(settings: Settings, *, action: str | None = None, key: str | None = None) -> list[str]:
    """Return a line for each public signing key, newest first.

    With the action `rotate`, make a new key before; with `revoke`, revoke a key, that in use without `key`.
    Raises UnknownKey.
    """
    with open_database(settings) as database, database.bind():
        if action == "rotate":
            sequencer.rotate()
        elif action == "revoke":
            key = key or keys.signer().public
            signing_again.plan(key)  # before, so that no revocation is without the job
            sequencer.revoke(key)
        return [_line(listed) for listed in keys.public_keys()]


def _line(key: keys.PublicKey) -> str:
    times = f"{key.key}  from {timestamps.rfc3339(key.since)}  until {timestamps.rfc3339(key.until) or 'now'}"
    return times if key.revocation is None else f"{times}  revoked {key.revocation.at}"
