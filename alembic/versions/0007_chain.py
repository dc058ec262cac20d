"""Add heads of hash chains, and secrets and entropies of shuffles.

Revision 0007, after 0006.
"""

import hashlib
import json
import secrets
from typing import Any, Final
from uuid import UUID

import sqlalchemy as sa

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_BATCH: Final = 500
_SECRET_BYTES: Final = 32
_SUITS: Final = ("red", "yellow", "green", "blue", "white", "multicolor")


def upgrade() -> None:
    """Add the columns, heads of finished games and secrets of open games.

    A running game gets its head with its next move, since the previous release may still append events to it.
    """
    op.add_column("game", sa.Column("head", sa.LargeBinary), if_not_exists=True)
    op.add_column("deal", sa.Column("secret", sa.LargeBinary), if_not_exists=True)
    op.alter_column("deal", "deck", nullable=True)
    op.add_column("seat", sa.Column("entropy", sa.Text), if_not_exists=True)
    # In autocommit, so that other transactions do not wait until all games are updated.
    with op.get_context().autocommit_block():
        database = op.get_bind()
        _fill_heads(database)
        _draw_secrets(database)


def downgrade() -> None:
    """Remove the columns; open games are dealt as in the previous release."""
    op.execute("delete from deal where deck is null")
    op.alter_column("deal", "deck", nullable=False)
    op.drop_column("seat", "entropy")
    op.drop_column("deal", "secret")
    op.drop_column("game", "head")


def _fill_heads(database: sa.Connection) -> None:
    after = UUID(int=0)
    while games := _logs(database, after):
        database.execute(
            sa.text("update game set head = :head where game_id = :game_id"),
            [{"game_id": game_id, "head": _head(rows)} for game_id, rows in games],
        )
        after = games[-1][0]


def _logs(database: sa.Connection, after: UUID) -> list[tuple[UUID, list[Any]]]:
    """Return the next batch of finished games. Each has the rows of its events."""
    found = database.execute(
        sa.text(
            """select game_id, kind, seat, target, value, data from event
                where game_id in (select game_id from game where status = 'ended' and game_id > :after
                                   order by game_id limit :many)
                order by game_id, version"""
        ),
        {"after": after, "many": _BATCH},
    )
    games: dict[UUID, list[Any]] = {}
    for game_id, *row in found:
        games.setdefault(game_id, []).append(row)
    return list(games.items())


def _head(rows: list[Any]) -> bytes:
    """Return the hash of the last event (docs/verification.md, "The chain")."""
    head = hashlib.sha256(b"hanabi/2 chain\0").digest()
    for row in rows:
        document = json.dumps(_document(*row), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        head = hashlib.sha256(head + document.encode()).digest()
    return head


def _document(kind: int, seat: int | None, target: int | None, value: int | None, data: Any) -> dict[str, Any]:
    """Return the public form of an event from its columns."""
    match kind:
        case 0:
            return {"type": "deal", **data}
        case 1:
            declared = None if value is None else _SUITS[value]
            return {"type": "play", "seat": seat, "card": target, "declared_color": declared}
        case 2:
            return {"type": "discard", "seat": seat, "card": target}
        case 3:
            assert value is not None
            return {"type": "clue", "seat": seat, "target": target, "color": _SUITS[value]}
        case 4:
            return {"type": "clue", "seat": seat, "target": target, "rank": value}
        case 5:
            return {"type": "reorder", "seat": seat, "cards": data["cards"]}
        case 6:
            return {"type": "message", "seat": seat, "remark": data["remark"], "text": data["text"]}
        case 7 | 8:
            return {"type": "abort_vote" if kind == 7 else "abort_vote_withdrawn", "seat": seat}
        case 9:
            return {"type": "abort", "reason": data["reason"]}
    raise ValueError(f"an event of kind {kind}")


def _draw_secrets(database: sa.Connection) -> None:
    found = database.execute(
        sa.text(
            """select game_id from game
                where status = 'open' and not exists (select from deal where deal.game_id = game.game_id)"""
        )
    )
    drawn = [
        {"game_id": game_id, "salt": secrets.token_bytes(_SECRET_BYTES), "secret": secrets.token_bytes(_SECRET_BYTES)}
        for (game_id,) in found
    ]
    if drawn:
        database.execute(
            sa.text(
                "insert into deal (game_id, salt, secret) values (:game_id, :salt, :secret) on conflict do nothing"
            ),
            drawn,
        )
