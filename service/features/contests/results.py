"""The signed results of a contest that is over."""

import logging
import time
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

from engine.codec import deal_of, event_of
from engine.events import KIND_OF, ClockChanged, GameDealt
from engine.proof import contest_results
from engine.proof.contest_results import TYPE, digest_of
from service.core.log import entries
from service.features.commitment_log import sequencer
from service.features.contests import contests, standings, teams
from service.platform import ids, timestamps
from service.platform.database.pool import connection, fetch_all
from service.platform.exact_json import Json
from service.platform.refusal import Refusal
from service.platform.signing import keys
from service.platform.timestamps import milliseconds

_ATTEMPTS: Final = 10
_logger: Final = logging.getLogger(__name__)


class ContestNotClosed(Refusal):
    """A round of the contest has not closed."""

    code = "contest-not-closed"


_TABLES: Final = f"""
    select t.round, t.deck, t.entry_id, t.game_id, {standings.IN_TIME} as in_time, g.head, g.outcome,
           coalesce(g.score, 0), g.finished_at, played.matchpoints
      from contest_table t
      join contest_round r on r.contest_id = %(contest)s and r.round = t.round
      join contest_deck d on d.contest_id = %(contest)s and d.round = t.round and d.deck = t.deck
      left join game g on g.game_id = t.game_id
      left join ({standings.PLAYED}) played
        on played.round = t.round and played.deck = t.deck and played.entry_id = t.entry_id
     where t.contest_id = %(contest)s and t.game_id is not null
     order by t.round, t.deck, t.entry_id
"""
_CLOSED: Final = """
    select c.contest_id, d.log_id
      from contest c join contest_deck d on d.contest_id = c.contest_id and d.round = 0 and d.deck = 0
     where c.closes_at between now() - interval '2 days' and now()
"""
_LOGGED: Final = "select game_id from log_entry where game_id = any(%s) and kind = %s"


def of_contest(contest_id: UUID) -> Json:
    """Return the results of a contest with a signature of the service. Raises NotFound or ContestNotClosed.

    The log of commitments gets the digest of the first ones.
    """
    found = contests.read(contest_id)
    decks = {(deck.round, deck.deck): deck for deck in contests.decks(contest_id)}
    if any(deck.is_sealed for deck in decks.values()):
        raise ContestNotClosed
    everything = {"contest": contest_id, "round": None, "deck": None, "compared": True}
    tables = fetch_all(_TABLES, everything)
    facts = of_games([row[3] for row in tables])
    content = {
        "contest": ids.render("x", contest_id),
        "title": found.summary.title,
        "seats": found.summary.seats,
        "who": found.summary.who,
        "rounds": [
            {
                "rules": each.rules,
                "pace": each.pace,
                "pauses": each.pauses,
                "opens_at": timestamps.rfc3339(each.opens_at),
                "closes_at": timestamps.rfc3339(each.closes_at),
                "decks": [
                    {
                        "log_id": ids.render("g", deck.log_id),
                        "commitment": deck.commitment.hex(),
                        "secret_commitment": deck.secret_commitment.hex(),
                        "secret": (deck.secret or b"").hex(),
                        "salt": (deck.salt or b"").hex(),
                    }
                    for deck in decks.values()
                    if deck.round == each.round
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
                "head": head.hex() if in_time else None,
                "outcome": outcome if in_time else None,
                "score": score if in_time else None,
                "finished_at": timestamps.rfc3339(finished_at) if in_time else None,
                "matchpoints": matchpoints,
                "paused_s": facts[game_id].paused_s if in_time else 0,
                "bots_took": [*facts[game_id].bots_took] if in_time else [],
                "knew_deck": [*facts[game_id].knew_deck],
            }
            for number, deck, entry_id, game_id, in_time, head, outcome, score, finished_at, matchpoints in tables
        ],
        "standings": [
            {
                "place": one.place,
                "entry": ids.render("e", one.entry_id),
                "played": one.played,
                "matchpoints": one.matchpoints,
                "sum": one.sum,
                "full": one.full,
                "bots_took": one.bots_took,
            }
            for one in standings.of_contest(contest_id, ids.NOBODY, None).standings
        ],
    }
    ended = {row[3]: row[5] for row in tables if row[4]}
    played = {row[3]: decks[row[0], row[1]].secret_commitment for row in tables}
    content["log_index"] = _log_index(
        contest_id, list(decks.values()), played, ended, bytes.fromhex(digest_of(content))
    )
    return {**content, "type": TYPE, "signature": keys.sign(TYPE, content)._asdict()}


def log_due() -> int:
    """Log the results of contests that have closed of late, and that nobody has read. Return their number."""
    closed = fetch_all(_CLOSED)
    kind = entries.code_of("contest-results")
    logged = {row[0] for row in fetch_all(_LOGGED, ([log_id for _, log_id in closed], kind))}
    due = [contest_id for contest_id, log_id in closed if log_id not in logged]
    for contest_id in due:
        of_contest(contest_id)
    return len(due)


def _log_index(
    contest_id: UUID,
    decks: Sequence[contests.DeckView],
    played: Mapping[UUID, bytes],
    ended: Mapping[UUID, bytes],
    digest: bytes,
) -> int | None:
    """Return where the log has the digest of results, and add it if it has none. None if it has another.

    `played` maps the games to the commitments to the secrets of their decks, `ended` those that have ended in time to
    their last hashes. The log gets no digest of results that it contradicts: then a row was changed or deleted.
    """
    logged = entries.of_contest(contest_id)
    result = _result_in(logged)
    if result is None:
        announced = entries.announced([deck.log_id for deck in decks])
        is_right = announced == {deck.log_id: deck.secret_commitment for deck in decks} and all(
            played.get(entry.game_id) == entry.secret_commitment
            if entry.kind == "contest-deal"
            else ended.get(entry.game_id, entry.head) == entry.head
            for entry in logged
        )
        if not is_right:
            _logger.error("the results of the contest %s contradict the log", ids.render("x", contest_id))
            return None
        entries.resulted(decks[0].log_id, contest_id, decks[0].secret_commitment, digest)
    for _ in range(_ATTEMPTS):
        result = _result_in(entries.of_contest(contest_id))
        if result is None or result.head != digest:
            return None
        if result.position is not None:
            return result.position
        sequencer.sequence_all()
        time.sleep(0.1)  # another process may be doing it
    return None


def _result_in(logged: Sequence[entries.ContestEntry]) -> entries.ContestEntry | None:
    return next((entry for entry in logged if entry.kind == "contest-results"), None)


def _entry(entry: teams.Entry) -> Json:
    return {
        "entry": ids.render("e", entry.entry_id),
        "name": entry.name,
        "withdrawn": entry.status == "withdrawn",
        "members": [{"seat": one.seat, "name": one.name, "bot": one.bot} for one in entry.members],
    }


class GameFacts(NamedTuple):
    """What the results of a contest say about a game beside its score."""

    paused_s: int = 0
    """The seconds for which it was paused."""
    bots_took: tuple[int, ...] = ()
    """The seats that a bot took because their time was over."""
    knew_deck: tuple[int, ...] = ()
    """The seats whose accounts had imported a game of the deck before the deal."""


_CHANGES: Final = f"""
    select e.game_id, e.kind, e.seat, e.target, e.value, e.data, e.at, g.finished_at
      from event e join game g on g.game_id = e.game_id
     where e.game_id = any(%s) and g.pace is not null
       and e.kind in ({KIND_OF[GameDealt].code}, {KIND_OF[ClockChanged].code})
     order by e.game_id, e.version
"""
_KNEW: Final = "select game_id, seat from seat where game_id = any(%s) and knew_deck order by game_id, seat"


def of_games(games: Sequence[UUID]) -> dict[UUID, GameFacts]:
    """Return the facts about each of these games."""
    with connection() as db:
        rows = db.execute(_CHANGES, (list(games),)).fetchall()
        knew = db.execute(_KNEW, (list(games),)).fetchall()
    clocks = {game_id: _clock_facts([*of_game]) for game_id, of_game in groupby(rows, itemgetter(0))}
    knowing = {game_id: tuple([seat for _, seat in of_game]) for game_id, of_game in groupby(knew, itemgetter(0))}
    none = contest_results.ClockFacts(0, ())
    return {game_id: GameFacts(*clocks.get(game_id, none), knowing.get(game_id, ())) for game_id in games}


def _clock_facts(rows: Sequence[tuple[Any, ...]]) -> contest_results.ClockFacts:
    """Return what the rows of `_CHANGES` of a game tell."""
    (_, _, _, _, _, dealt, _, finished_at), *later = rows
    changes = [event_of(*row[1:6]) for row in later]
    times = [milliseconds(row[6]) for row in rows]
    end = times[-1] if finished_at is None else milliseconds(finished_at)
    changed = [event for event in changes if isinstance(event, ClockChanged)]
    return contest_results.clock_facts(deal_of(dealt), changed, [*times, end])
