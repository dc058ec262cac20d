"""The signed results of a contest that is over."""

from typing import Any, Final
from uuid import UUID

from engine.proof.contest_results import TYPE
from service import ids, timestamps
from service.contests import contests, standings, teams
from service.database.pool import connection
from service.refusal import Refusal
from service.signing import keys

__all__ = ["ContestNotClosed", "of_contest"]

Json = dict[str, Any]


class ContestNotClosed(Refusal):
    """A round of the contest has not closed."""

    code = "contest-not-closed"


_TABLES: Final = f"""
    select played.round, played.deck, played.entry_id, t.game_id, g.head, g.outcome, played.score, g.finished_at,
           played.matchpoints
      from ({standings.PLAYED}) played
      join contest_table t on t.contest_id = %(contest)s and t.round = played.round and t.deck = played.deck
                          and t.entry_id = played.entry_id
      join game g on g.game_id = t.game_id
     order by played.round, played.deck, played.entry_id
"""


def of_contest(contest_id: UUID) -> Json:
    """Return the results of a contest with a signature of the service. Raises NotFound or ContestNotClosed."""
    found = contests.read(contest_id)
    if any(deck.is_sealed for each in found.rounds for deck in each.decks):
        raise ContestNotClosed
    with connection() as db:
        everything = {"contest": contest_id, "round": None, "deck": None, "compared": True}
        tables = db.execute(_TABLES, everything).fetchall()
    content = {
        "contest": ids.render("x", contest_id),
        "title": found.summary.title,
        "seats": found.summary.seats,
        "rounds": [
            {
                "rules": each.rules,
                "pace": each.pace,
                "opens_at": timestamps.rfc3339(each.opens_at),
                "closes_at": timestamps.rfc3339(each.closes_at),
                "decks": [
                    {
                        "commitment": deck.commitment.hex(),
                        "secret_commitment": deck.secret_commitment.hex(),
                        "secret": (deck.secret or b"").hex(),
                        "salt": (deck.salt or b"").hex(),
                    }
                    for deck in each.decks
                ],
            }
            for each in found.rounds
        ],
        "entries": [_entry(one) for one in teams.listed(contest_id)],
        "tables": [
            {
                "round": number,
                "deck": deck,
                "entry": ids.render("e", entry_id),
                "game": ids.render("g", game_id),
                "head": head.hex(),
                "outcome": outcome,
                "score": score,
                "finished_at": timestamps.rfc3339(finished_at),
                "matchpoints": matchpoints,
            }
            for number, deck, entry_id, game_id, head, outcome, score, finished_at, matchpoints in tables
        ],
        "standings": [
            {
                "place": one.place,
                "entry": ids.render("e", one.entry_id),
                "played": one.played,
                "matchpoints": one.matchpoints,
                "sum": one.sum,
                "full": one.full,
            }
            for one in standings.of_contest(contest_id, ids.NOBODY, None).standings
        ],
    }
    return {**content, "type": TYPE, "signature": keys.sign(TYPE, content)._asdict()}


def _entry(entry: teams.Entry) -> Json:
    return {
        "entry": ids.render("e", entry.entry_id),
        "name": entry.name,
        "withdrawn": entry.status == "withdrawn",
        "members": [{"seat": one.seat, "name": one.name, "bot": one.bot} for one in entry.members],
    }
