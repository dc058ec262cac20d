"""JSON of branches and lines of a replay."""

from typing import Any

from engine.rules import rules_as_dict
from service import ids, timestamps
from service.http.wire.render import events, games
from service.replays.branches import BranchReplay, BranchSummary
from service.replays.lines import LineReplay

__all__ = ["branch", "line", "listed_branch"]

Json = dict[str, Any]


def branch(branch: BranchReplay, language: str) -> Json:
    """Return a branch with its deck and open hands."""
    return {
        **listed_branch(branch.about),
        "rules": rules_as_dict(branch.rules),
        "seats": games.seats(branch.names, branch.accounts, branch.bots),
        "starting_seat": branch.starting_seat,
        "deck": [card._asdict() for card in branch.deck],
        "events": [events.entry(entry, branch.names, language) for entry in branch.entries],
        "result": events.result(branch.result, language),
    }


def listed_branch(about: BranchSummary) -> Json:
    """Return a branch as a row of a list."""
    game, branch = ids.render("g", about.game_id), ids.render("b", about.branch_id)
    return {
        "id": branch,
        "game": game,
        "author": about.author,
        "author_account": ids.render_optional("a", about.author_account),
        "mine": about.is_callers,
        "title": about.title,
        "at": about.at,
        "deal": "original" if about.seat is None else "resampled",
        "seat": about.seat,
        "deal_seed": about.seed,
        "version": about.version,
        "outcome": about.outcome,
        "reason": about.reason,
        "score": about.score,
        "created_at": timestamps.rfc3339(about.created_at),
        "links": {
            "branch": f"/v1/replays/{game}/branches/{branch}",
            "frames": f"/v1/replays/{game}/branches/{branch}/frames",
        },
    }


def line(replay: LineReplay, language: str) -> Json:
    """Return the events of a line, and the table after each of them."""
    seat, seed = replay.line.deal or (None, None)
    return {
        "id": ids.render("g", replay.frames.game_id),
        "at": replay.line.version,
        "version": replay.line.version + len(replay.line.moves),
        "deal": "original" if seat is None else "resampled",
        "deal_seat": seat,
        "deal_seed": seed,
        "deck": [card._asdict() for card in replay.deck],
        "events": [events.entry(entry, replay.names, language) for entry in replay.entries],
        "frames": list(games.frames(replay.frames, language)),
        "result": events.result(replay.result, language),
    }
