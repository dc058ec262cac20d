"""Signed receipts of a game: its opening, and each state that the service has shown."""

from typing import Any

from engine.proof.signatures import SignedType
from service import ids
from service.games.views import GameView
from service.signing import keys
from service.timestamps import rfc3339

__all__ = ["receipt"]


def receipt(game: GameView) -> dict[str, Any] | None:
    """Return the signed receipt of a view, as JSON; None for an imported game.

    Before the deal it has the commitment to the secret, and what the seats contribute. Later it has the version and
    the hash of the newest event, which covers all events. Where the view hides the hash, so does the receipt.
    """
    if game.is_imported:
        return None
    content: dict[str, Any] = {"game": ids.render("g", game.game_id)}
    type: SignedType = "hanabi/receipt"
    if game.view.version < 0:
        type = "hanabi/opening"
        content |= {
            "secret_commitment": game.secret_commitment,
            "at": rfc3339(game.created_at),
            "seat": game.view.viewer,
            "entropies": list(game.entropies),
            "entropy_commitments": list(game.entropy_commitments),
            "reveal_until": rfc3339(game.reveal_until),
        }
    else:
        head = None if game.head is None else game.head.hex()
        content |= {"version": game.view.version, "head": head, "at": rfc3339(game.at)}
    return {"type": type, **content, **keys.sign(type, content)._asdict()}
