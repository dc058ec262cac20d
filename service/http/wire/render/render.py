"""Going out: views, events and replays as the JSON that `openapi.yaml` promises."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from engine.clues import Marks
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.decide import REMARKS
from engine.formats.hanab_live.writer import Loss
from engine.proof.chain import Link
from engine.proof.record import Record
from engine.proof.verify import Verification
from engine.reading.feed import CardItem, ClueItem, DealItem, FaceDown, FaceUp, Item, PlainItem, fields_of, kind_of
from engine.reading.view import Discarded, OpenCard, View, ViewedCard
from engine.rules import rules_as_dict
from engine.score import Result
from service import i18n, ids, timestamps
from service.games.chat import Message, Talk
from service.games.lobby import Invited
from service.games.play import Acted, Feed, FeedEntry, Frames, Table
from service.http.wire import links
from service.identity.accounts import Known, Person
from service.identity.tokens import Caller, TokenInfo
from service.replays.branches import Branch
from service.replays.branches import Listed as ListedBranch
from service.replays.comments import Comment
from service.replays.exporting import Report
from service.replays.notes import Note, SharedNote
from service.replays.replays import Replay, Step
from service.statistics.statistics import Group, Stats

__all__ = [
    "account",
    "acted",
    "branch",
    "comment",
    "entry",
    "export",
    "feed",
    "frames",
    "invitation",
    "known",
    "listed_branch",
    "marks",
    "me",
    "message",
    "messages",
    "note",
    "replay",
    "report",
    "shared_note",
    "stats",
    "step",
    "table",
    "time",
    "token",
    "verified",
]

Json = dict[str, Any]


def account(account_id: str, name: str, token: str) -> Json:
    """Return a new account, the one time that its token is shown."""
    return {"id": account_id, "name": name, "token": token}


def me(person: Person, caller: Caller) -> Json:
    """Return an account as its owner sees it, and the token that asked."""
    return {
        "id": ids.render("a", person.account_id),
        "name": person.name,
        "created_at": time(person.created_at),
        "token": {
            "id": ids.render("t", caller.token_id),
            "scopes": sorted(caller.scopes),
            "game": None if caller.game_id is None else ids.render("g", caller.game_id),
        },
    }


def token(token: TokenInfo, secret: str | None = None) -> Json:
    """Return a token; its secret only when it has just been made."""
    return {
        "id": ids.render("t", token.token_id),
        "name": token.name,
        "scopes": token.scopes,
        "game": None if token.game_id is None else ids.render("g", token.game_id),
        "created_at": time(token.created_at),
        "expires_at": time(token.expires_at),
        **({} if secret is None else {"token": secret}),
    }


def export(kept: Json) -> Json:
    """Return all that is kept of a person."""
    person: Person = kept["account"]
    return {
        "account": {
            "id": ids.render("a", person.account_id),
            "name": person.name,
            "created_at": time(person.created_at),
        },
        "tokens": [token(one) for one in kept["tokens"]],
        "games": [
            {
                "id": ids.render("g", game_id),
                "seat": seat,
                "status": status,
                "sandbox": sandbox,
                "entropy": entropy,
                "created_at": time(created_at),
                "started_at": time(started_at),
                "finished_at": time(finished_at),
            }
            for game_id, seat, status, sandbox, entropy, created_at, started_at, finished_at in kept["games"]
        ],
        "messages": [
            {"game": ids.render("g", game_id), "version": version, "remark": remark, "text": text, "at": time(at)}
            for game_id, version, remark, text, at in kept["messages"]
        ],
        "notes": [{"game": ids.render("g", game_id), **note(one)} for game_id, one in kept["notes"]],
        "comments": [
            {
                "id": ids.render("c", one.comment_id),
                "game": ids.render("g", one.game_id),
                "anchor": one.anchor,
                "text": one.text,
                "at": time(one.at),
            }
            for one in kept["comments"]
        ],
        "imports": [ids.render("g", game_id) for game_id in kept["imports"]],
        "branches": [
            {
                "game": ids.render("g", game_id),
                "branch": ids.render("b", branch_id),
                "at": version,
                "title": title,
                "created_at": time(created_at),
            }
            for game_id, branch_id, version, title, created_at in kept["branches"]
        ],
        "invitations": [
            {
                "game": ids.render("g", game_id),
                "received": received,
                "made_at": time(made_at),
                "expires_at": time(expires_at),
            }
            for game_id, received, made_at, expires_at in kept["invitations"]
        ],
    }


def invitation(invited: Invited) -> Json:
    """Return an invitation, the one time that its code is shown."""
    return {
        "code": invited.code,
        "account": None if invited.account_id is None else ids.render("a", invited.account_id),
        "expires_at": time(invited.expires_at),
    }


def table(table: Table, language: str) -> Json:
    """Return a game as its caller sees it."""
    taken = zip(table.names, table.bots, strict=True)
    seats: list[Json] = [{"seat": seat, "name": name, "bot": bot} for seat, (name, bot) in enumerate(taken)]
    return {**_view(table, seats, table.head, table.view, language), "entropies": table.entropies}


def frames(frames: Frames, language: str) -> Iterable[Json]:
    """Yield the frames: views without the names of the players, who may go while a replay stays."""
    for head, view in zip(frames.heads, frames.views, strict=True):
        seats: list[Json] = [{"seat": seat} for seat in range(view.seats)]
        yield _view(frames, seats, head, view, language)


def step(step: Step, language: str) -> Json:
    """Return an event of a replay and its frame."""
    return {"event": entry(step.entry, step.names, language), "frame": next(iter(frames(step.frame, language)))}


def _view(game: Table | Frames, seats: list[Json], head: bytes, view: View, language: str) -> Json:
    return {
        "id": ids.render("g", game.game_id),
        "status": "open" if view.version < 0 else "running" if view.result is None else "ended",
        "sandbox": game.sandbox,
        "private": game.private,
        "idle_limit_s": game.idle_limit_s,
        "secret_commitment": game.secret_commitment,
        "version": view.version,
        "head": head.hex(),
        "turn": view.turn,
        "rules": rules_as_dict(view.rules),
        "viewer": {"seat": view.viewer},
        "seats": seats,
        "to_move": view.to_move,
        "turns_left": view.turns_left,
        "clue_tokens": view.clue_tokens,
        "strikes": view.strikes,
        "fireworks": dict(view.fireworks),
        "lost_fireworks": view.lost_fireworks,
        "score": view.score,
        "table_points": view.table_points,
        "attainable_score": view.attainable_score,
        "deck_size": view.deck_size,
        "discards": [_discarded(card) for card in view.discards],
        "hands": [{"seat": hand.seat, "cards": [_card(card) for card in hand.cards]} for hand in view.hands],
        "legal_actions": [_action(action) for action in view.legal_actions],
        "abort_votes": view.abort_votes,
        "result": _result(view.result, language),
    }


def _card(card: ViewedCard) -> Json:
    clued = {} if card.marks is None else marks(card.marks)
    if isinstance(card, OpenCard):
        return {"card": card.card, "suit": card.suit, "rank": card.rank, **clued}
    return {"card": card.card, **clued}


@cache
def _discarded(card: Discarded) -> Json:
    return card._asdict()


@lru_cache(4096)  # a long game shows a few hundred
def marks(marks: Marks) -> Json:
    """Return what the clues say of a card. The dict is shared: read it, never change it."""
    return {
        "clues": {"colors": marks.clued_colors, "ranks": marks.clued_ranks},
        "possible": {"suits": marks.possible_suits, "ranks": marks.possible_ranks},
    }


@cache
def _action(action: Turn) -> Json:
    match action:
        case Play(card, None):
            return {"type": "play", "card": card}
        case Play(card, declared):
            return {"type": "play", "card": card, "declared_color": declared}
        case Discard(card):
            return {"type": "discard", "card": card}
        case GiveColorClue(target, color):
            return {"type": "clue", "target": target, "color": color}
        case GiveRankClue(target, rank):
            return {"type": "clue", "target": target, "rank": rank}


def _result(result: Result | None, language: str) -> Json | None:
    if result is None:
        return None
    rating = None
    if result.band is not None:
        words = i18n.rating(language, result.band)
        rating = {"band": result.band, "text": words.text, "own_translation": words.own_translation}
    return {
        "outcome": result.outcome,
        "reason": result.reason,
        "score": result.score,
        "table_points": result.table_points,
        "rating": rating,
    }


def feed(feed: Feed, language: str) -> Json:
    """Return a list of events."""
    items = [entry(one, feed.names, language) for one in feed.entries]
    return {"items": items, "version": feed.version, "ended": feed.ended}


def entry(entry: FeedEntry, names: Sequence[str | None], language: str) -> Json:
    """Return one event as its caller saw it; `names` are the players' by seat."""
    item = entry.item
    after = item.after
    return {
        "version": item.version,
        "type": kind_of(item),
        **_happened(item, entry.link, language),
        "at": time(entry.at),
        "hash": entry.link.hash.hex(),
        "clue_tokens": after.clue_tokens,
        "strikes": after.strikes,
        "score": after.score,
        "table_points": after.table_points,
        "deck_size": after.deck_size,
        "to_move": after.to_move,
        "turns_left": after.turns_left,
        "result": _result(after.result, language),
        "line": i18n.event_line(language, item, lambda seat: names[seat] or ""),
    }


def _happened(item: Item, link: Link, language: str) -> Json:
    match item:
        case DealItem(hands=hands):
            return {
                "origin": None,
                "secret_commitment": None,
                "entropies": None,
                **link.document,
                "seat": None,
                "hands": [{"seat": seat, "cards": [_face(card) for card in cards]} for seat, cards in hands],
            }
        case CardItem(card=card):
            return {
                **fields_of(item),
                **_face(card),
                **({"landed": item.landed} if kind_of(item) == "play" else {}),
                "drawn": None if item.drawn is None else _face(item.drawn),
                "clue_tokens_gained": item.tokens_gained,
                "clue_tokens_lost": item.tokens_lost,
            }
        case ClueItem(event=event, touched=touched):
            if touched is None:
                return fields_of(item)
            positions = [card.position for card in touched]
            return {
                **fields_of(item),
                "touched": [card._asdict() for card in touched],
                "announcement": i18n.announcement(language, event, positions, item.hand_size),
            }
        case PlainItem():
            return fields_of(item)


def _face(card: FaceDown | FaceUp) -> Json:
    return card._asdict()


def acted(acted: Acted, language: str) -> Json:
    """Return the event that a command became, and the caller's view after it."""
    return {"event": entry(acted.entry, acted.table.names, language), "view": table(acted.table, language)}


def messages(talk: Talk, language: str) -> Json:
    """Return the talk at a table, and what may be said there."""
    return {
        "policy": talk.policy,
        "remarks": [{"id": remark, "text": i18n.remark(language, remark)} for remark in REMARKS],
        "items": [message(one, language) for one in talk.messages],
    }


def message(message: Message, language: str) -> Json:
    """Return one message; a remark's text is in the reader's language."""
    return {
        "version": message.version,
        "seat": message.seat,
        "remark": message.remark,
        "text": message.text if message.remark is None else i18n.remark(language, message.remark),
        "at": time(message.at),
    }


def replay(replay: Replay, language: str) -> Json:
    """Return a finished game with everything open."""
    names = replay.names
    return {
        "id": ids.render("g", replay.game_id),
        "sandbox": replay.sandbox,
        "private": replay.private,
        "source": replay.source,
        "rules": rules_as_dict(replay.rules),
        "seats": [
            {"seat": seat, "name": name, "bot": bot}
            for seat, (name, bot) in enumerate(zip(names, replay.bots, strict=True))
        ],
        "starting_seat": replay.starting_seat,
        "deck": [card._asdict() for card in replay.deck],
        "salt": replay.salt.hex(),
        "secret": None if replay.secret is None else replay.secret.hex(),
        "head": replay.head.hex(),
        "events": [entry(one, names, language) for one in replay.entries],
        "result": _result(replay.result, language),
        "created_at": time(replay.created_at),
        "started_at": time(replay.started_at),
        "finished_at": time(replay.finished_at),
        "links": links.of_replay(replay.game_id, language),
    }


def verified(record: Record, verified: Verification, language: str) -> Json:
    """Return what a verification came to."""
    fault, provenance = verified.fault, verified.provenance
    return {
        "id": record.id,
        "verified": verified.verified,
        "passed": verified.passed,
        "deck": provenance and {"origin": provenance, "text": i18n.provenance(language, provenance)},
        "fault": fault
        and {
            "code": fault.code,
            "version": fault.version,
            "text": i18n.fault(language, fault.code, fault.version),
        },
        "head": record.events[-1].hash,
        "digest": record.digest,
    }


def report(report: Report, language: str) -> Json:
    """Return what a format cannot say of a game, and why the game cannot go there, if it cannot."""
    refusal = report.refusal
    return {
        "format": report.format,
        "losses": [_loss(loss, language) for loss in report.losses],
        "refusal": refusal and {**refusal._asdict(), "detail": i18n.refused_there(language, refusal.code)},
    }


def _loss(loss: Loss, language: str) -> Json:
    values: Json = dict(loss.values)
    said = {**values, "reason": i18n.reason(language, values["reason"])} if "reason" in values else values
    return {"code": loss.code, **values, "detail": i18n.loss(language, loss.code, **said)}


def note(note: Note) -> Json:
    """Return a note as its author sees it."""
    return {"anchor": note.anchor, "shared": note.shared, **_history(note)}


def shared_note(shown: SharedNote) -> Json:
    """Return a note as readers of the replay see it."""
    return {"seat": shown.seat, "anchor": shown.note.anchor, **_history(shown.note)}


def _history(note: Note) -> Json:
    history = [{"version": one.version, "text": one.text, "at": time(one.at)} for one in note.history]
    return {**history[-1], "history": history}


def comment(comment: Comment) -> Json:
    """Return a comment."""
    author = None if comment.author is None else ids.render("a", comment.author)
    return {
        "id": ids.render("c", comment.comment_id),
        "author": {"id": author, "name": comment.name},
        "seat": comment.seat,
        "anchor": comment.anchor,
        "text": comment.text,
        "at": time(comment.at),
    }


def stats(stats: Stats) -> Json:
    """Return what finished games came to."""
    return {
        "games": stats.games,
        "mean_score": stats.mean_score,
        "median_score": stats.median_score,
        "perfect": stats.perfect,
        "strikeouts": stats.strikeouts,
        "outcomes": stats.outcomes,
        "scores": [{"score": score, "games": games} for score, games in stats.scores],
        "unscored": stats.unscored,
        "by_edition": [_group("edition", one) for one in stats.by_edition],
        "by_seats": [_group("seats", one) for one in stats.by_seats],
        "by_multicolor": [_group("multicolor", one) for one in stats.by_multicolor],
        "apart": {"aborted": stats.aborted, "imported": stats.imported, "bots": stats.bots},
    }


def _group(name: str, group: Group) -> Json:
    value, *figures = group
    return {name: value, **dict(zip(Group._fields[1:], figures, strict=True))}


def known(known: Known, figures: Stats) -> Json:
    """Return an account as anybody may know it."""
    account_id = ids.render("a", known.account_id)
    return {
        "id": account_id,
        "name": known.name,
        "since": time(known.created_at),
        "replays": f"/v1/replays?player={account_id}",
        "stats": stats(figures),
    }


def branch(branch: Branch, language: str) -> Json:
    """Return a branch with everything open."""
    names = branch.names
    return {
        **listed_branch(branch.about),
        "rules": rules_as_dict(branch.rules),
        "seats": [
            {"seat": seat, "name": name, "bot": bot}
            for seat, (name, bot) in enumerate(zip(names, branch.bots, strict=True))
        ],
        "starting_seat": branch.starting_seat,
        "deck": [card._asdict() for card in branch.deck],
        "events": [entry(one, names, language) for one in branch.entries],
        "result": _result(branch.result, language),
    }


def listed_branch(about: ListedBranch) -> Json:
    """Return what a list tells of a branch."""
    game, branch = ids.render("g", about.game_id), ids.render("b", about.branch_id)
    return {
        "id": branch,
        "game": game,
        "author": about.author,
        "mine": about.is_callers,
        "title": about.title,
        "at": about.at,
        "deal": "original" if about.seat is None else "resampled",
        "seat": about.seat,
        "version": about.version,
        "outcome": about.outcome,
        "reason": about.reason,
        "score": about.score,
        "created_at": time(about.created_at),
        "links": {
            "branch": f"/v1/replays/{game}/branches/{branch}",
            "frames": f"/v1/replays/{game}/branches/{branch}/frames",
        },
    }


def time(at: datetime | None) -> str | None:
    """Return a moment as RFC 3339 in UTC, to the millisecond."""
    return None if at is None else timestamps.written(at)
