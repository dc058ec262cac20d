"""JSON of contests."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from service import ids, timestamps
from service.contests.contests import ContestView, ListedContest, RoundView
from service.contests.standings import Standings
from service.contests.tables import Table
from service.contests.teams import Entry
from service.games.stored_game import hex_of
from service.wire.programs import program_json

__all__ = ["contest_json", "entry_json", "standings_json", "summary_json", "table_json"]

Json = dict[str, Any]


def summary_json(found: ListedContest) -> Json:
    """Return a contest in a list."""
    return {
        "id": ids.render("x", found.contest_id),
        "title": found.title,
        "status": found.status,
        "by": {"id": ids.render_optional("a", found.created_by), "name": found.creator_name},
        "created_at": timestamps.rfc3339(found.created_at),
        "seats": found.seats,
        "opens_at": timestamps.rfc3339(found.opens_at),
        "closes_at": timestamps.rfc3339(found.closes_at),
        "entry": {
            "who": found.who,
            "closes_at": timestamps.rfc3339(found.entry_until),
            "open": found.is_entry_open,
        },
        "rounds_total": found.rounds,
        "decks_total": found.decks,
        "entries": found.entries,
    }


def contest_json(found: ContestView, mine: Entry | None) -> Json:
    """Return a contest with the entry of the caller."""
    return {
        **summary_json(found.summary),
        "text": found.about,
        "rounds": [_round_json(each) for each in found.rounds],
        "my_entry": None if mine is None else entry_json(mine),
    }


def _round_json(found: RoundView) -> Json:
    return {
        "round": found.round,
        "status": found.status,
        "rules": found.rules,
        "pace": found.pace,
        "opens_at": timestamps.rfc3339(found.opens_at),
        "closes_at": timestamps.rfc3339(found.closes_at),
        "decks": [
            {
                "deck": deck.deck,
                "log_id": ids.render("g", deck.log_id),
                "commitment": deck.commitment.hex(),
                "secret_commitment": deck.secret_commitment.hex(),
                "sealed": deck.is_sealed,
                "secret": hex_of(deck.secret),
                "salt": hex_of(deck.salt),
            }
            for deck in found.decks
        ],
    }


def entry_json(found: Entry) -> Json:
    """Return a team."""
    return {
        "id": ids.render("e", found.entry_id),
        "contest": ids.render("x", found.contest_id),
        "name": found.name,
        "status": found.status,
        "members": [
            {
                "seat": member.seat,
                "id": ids.render_optional("a", member.account_id),
                "name": member.name,
                "bot": member.bot,
                "program": program_json(member.program),
                "confirmed": member.confirmed,
            }
            for member in found.members
        ],
        "created_at": timestamps.rfc3339(found.created_at),
    }


def table_json(found: Table) -> Json:
    """Return a table."""
    return {
        "round": found.round,
        "deck": found.deck,
        "entry": ids.render("e", found.entry_id),
        "status": found.status,
        "ready": [ids.render("a", one) for one in found.ready],
        "game": ids.render_optional("g", found.game_id),
        "outcome": found.outcome,
        "score": found.score,
        "matchpoints": found.matchpoints,
    }


def standings_json(contest_id: UUID, number: int | None, found: Standings, entries: Iterable[Entry]) -> Json:
    """Return the standings, with the teams in full."""
    by_id = {entry.entry_id: entry_json(entry) for entry in entries}
    return {
        "contest": ids.render("x", contest_id),
        "round": number,
        "decks": found.decks,
        "final": found.is_final,
        "items": [
            {
                "place": each.place,
                "entry": by_id[each.entry_id],
                "played": each.played,
                "matchpoints": each.matchpoints,
                "sum": each.sum,
                "full": each.full,
            }
            for each in found.standings
            if each.entry_id in by_id
        ],
    }
