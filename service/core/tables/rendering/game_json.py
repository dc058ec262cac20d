"""JSON of views, frames, events and results of a game, as the contract specifies them."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from engine.clues import Marks
from engine.commands import Discard, GiveColorClue, GiveRankClue, Play, Turn
from engine.pace import pace_as_dict
from engine.proof.deal_trust import Protection, protection_of
from engine.reading.feed import CardItem, ClueItem, DealItem, PlainItem, fields_of, kind_of
from engine.reading.view import Discarded, Hand, OpenCard, View, ViewedCard
from engine.rules import rules_as_dict
from engine.score import Result, fitting
from service.core import links
from service.core.people.program_schema import program_json
from service.core.replays.words import verification_words
from service.core.rules import clue_words
from service.core.tables.play import Seen
from service.core.tables.rendering import clocks
from service.core.tables.rendering.marks import marks_json
from service.core.tables.stored_game import Player
from service.core.tables.views import Feed, FeedEntry, Frames, GameView
from service.core.tables.words import event_words, result_words
from service.platform import ids, timestamps, yielding

Json = dict[str, Any]


def table(table: GameView, language: str) -> Json:
    """Return the caller's view of a game."""
    view = _view(
        table,
        seats(table.players),
        table.head,
        table.view,
        language,
    )
    setting = table.setting
    salt = None if table.holder_salt is None or table.view.version < 0 else table.holder_salt.hex()
    viewer = {"seat": table.view.viewer, "holder_salt": salt}
    return {
        **view,
        **marks_json(table),
        "viewer": viewer,
        "entropies": table.entropies,
        "entropy_commitments": table.entropy_commitments,
        "reveal_until": timestamps.rfc3339(table.reveal_until),
        "awaiting_reveals": table.awaiting_reveals,
        "protection": protection(table.protection, language),
        "pace": setting.pace and pace_as_dict(setting.pace),
        "pause_limit_s": setting.longest_pause_s if setting.pace else None,
        "deadline": None if table.view.result is not None else table.clock and clocks.deadline_json(table.clock),
        "clock": table.clock and clocks.clock_json(table.clock),
        "idle_at": timestamps.rfc3339(table.idle_at),
        "receipt": table.receipt,
        "watching": {
            "who": setting.watching,
            "hands_delay": setting.hands_delay,
            "agreed": table.shown_by,
            "is_past": table.view_version.is_past,
        },
        "links": (
            {"page": links.TABLE + view["id"]}
            if table.view.result is None
            else links.of_replay(table.game_id, language)
        ),
    }


def frames(frames: Frames, language: str) -> Iterable[Json]:
    """Yield the frames of a replay, without the players' names.

    Frames are cached, and a player can delete the account later.
    """
    for head, view in yielding.steps(zip(frames.heads, frames.views, strict=True)):
        yield _view(frames, [{"seat": seat} for seat in range(view.seats)], head, view, language)


def acted(seen: Seen, language: str) -> Json:
    """Return the answer to a command: its event, all new events, the view."""
    shown = [entry(one, seen.feed.names, language) for one in seen.feed.entries]
    return {"event": shown[seen.place], "events": shown, "view": table(seen.view, language)}


def seats(players: Sequence[Player]) -> list[Json]:
    """Return the seats with their players, bots and programs."""
    return [
        {
            "seat": seat,
            "name": player.name,
            "account": ids.render_optional("a", player.account),
            "bot": player.bot,
            "program": program_json(player.program),
            **({"knew_deck": True} if player.knew_deck else {}),
        }
        for seat, player in enumerate(players)
    ]


@lru_cache(4096)  # a long game has a few hundred
def marks(marks: Marks) -> Json:
    """Return the information of clues about a card.

    The dict is cached and must not be modified.
    """
    possible: Json = {"suits": marks.possible_suits, "ranks": marks.possible_ranks}
    if marks.possible_cards is not None:
        possible["cards"] = dict(marks.possible_cards)
    clues: Json = {"colors": marks.clued_colors, "ranks": marks.clued_ranks}
    if marks.touched and not marks.clued_colors and not marks.clued_ranks:
        clues["hidden"] = True
    return {"clues": clues, "possible": possible}


def _view(game: GameView | Frames, seats: list[Json], head: bytes | None, view: View, language: str) -> Json:
    return {
        "id": ids.render("g", game.game_id),
        "status": "open" if view.version < 0 else "running" if view.result is None else "ended",
        "sandbox": game.setting.sandbox,
        "private": game.private,
        "idle_limit_s": game.setting.idle_limit_s,
        "secret_commitment": game.secret_commitment,
        "version": view.version,
        "head": None if head is None else head.hex(),
        "turn": view.turn,
        "rules": rules_as_dict(view.rules),
        "viewer": {"seat": view.viewer},
        "seats": seats,
        "to_move": view.to_move,
        "turns_left": view.turns_left,
        "clue_tokens": view.clue_tokens,
        "strikes": view.strikes,
        "fireworks": None if view.fireworks is None else dict(view.fireworks),
        "lost_fireworks": view.lost_fireworks,
        "score": view.score,
        "table_points": view.table_points,
        "attainable_score": view.attainable_score,
        "deck_size": view.deck_size,
        "discards": [_discarded(card) for card in view.discards],
        "hands": [_hand(hand) for hand in view.hands],
        "legal_actions": [action(turn) for turn in view.legal_actions],
        "abort_votes": view.abort_votes,
        "result": result(view.result, language),
        **({} if view.rules.variant is None else _of_variant(view)),
    }


def _of_variant(view: View) -> Json:
    """Return the members that only games with a variant have."""
    return {"stacks": _stacks(view), "half_clue_token": view.half_token, "face_down": view.face_down}


def _stacks(view: View) -> Json | None:
    """Return the cards of each firework and the ranks that fit.

    The result is None while they lie face down.
    """
    if view.positions is None:
        return None
    palette = view.rules.palette
    fits = fitting(palette, view.positions)
    return {
        suit: {
            "cards": stack.cards[position],
            "next": [palette.cards[code].rank for code in stack.following[position] if fits >> code & 1],
        }
        for suit, stack, position in zip(palette.suits, palette.stacks, view.positions, strict=True)
    }


def _hand(hand: Hand) -> Json:
    cards = [_card(card) for card in hand.cards]
    if not hand.turned:
        return {"seat": hand.seat, "cards": cards}
    turned = [{"card": card, "orientation": orientation} for card, orientation in hand.turned]
    return {"seat": hand.seat, "cards": cards, "turned": turned}


def _card(card: ViewedCard) -> Json:
    clued = {} if card.marks is None else marks(card.marks)
    if isinstance(card, OpenCard):
        return {"card": card.card, "suit": card.suit, "rank": card.rank, **clued}
    return {"card": card.card, **clued}


@cache
def _discarded(card: Discarded) -> Json:
    return card._asdict()


@cache
def action(turn: Turn) -> Json:
    """Return a turn as in the body of a move, without `expected_version`."""
    match turn:
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


def feed(feed: Feed, language: str) -> Json:
    """Return events, the newest version, and whether the game has ended."""
    items = [entry(feed_entry, feed.names, language) for feed_entry in feed.entries]
    return {
        "items": items,
        "version": feed.version,
        "ended": feed.ended,
        "reveal_until": timestamps.rfc3339(feed.reveal_until),
    }


def entry(entry: FeedEntry, names: Sequence[str | None], language: str) -> Json:
    """Return an event as its reader sees it. `names` are by seat; the line tells equal ones apart."""
    item, kind, after = entry.item, kind_of(entry.item), entry.item.after
    called = event_words.unique_names(names)
    line = event_words.event_line(language, item, lambda seat: called[seat], entry.palette)
    members = _members(entry, kind, language)
    return {
        "version": item.version,
        "type": kind,
        **members,
        "at": timestamps.rfc3339(entry.at),
        "hash": None if entry.hash is None else entry.hash.hex(),
        "clue_tokens": after.clue_tokens,
        "half_clue_token": after.half_token,
        "strikes": after.strikes,
        "score": after.score,
        "table_points": after.table_points,
        "deck_size": after.deck_size,
        "to_move": after.to_move,
        "turns_left": after.turns_left,
        "result": result(after.result, language),
        "line": line,
    }


def result(result: Result | None, language: str) -> Json | None:
    """Return the result of a game; None for a running game."""
    if result is None:
        return None
    rating = None
    if result.band is not None:
        words = result_words.rating(language, result.band)
        rating = {"band": result.band, "text": words.text, "own_translation": words.own_translation}
    return {
        "outcome": result.outcome,
        "reason": result.reason,
        "score": result.score,
        "table_points": result.table_points,
        "rating": rating,
    }


def protection(protection: Protection | None, language: str) -> Json | None:
    """Return how well a deal was protected, with words.

    The result is None before the deal and in old games.
    """
    if protection is None:
        return None
    return {
        "kind": protection.kind,
        "seats_contributed": protection.contributed,
        "seats_open": protection.open,
        "seats_withheld": protection.withheld,
        "choices": protection.choices,
        "text": verification_words.protection(language, protection),
    }


def _members(entry: FeedEntry, kind: str, language: str) -> Json:
    """Return the members that only events of this type have."""
    item = entry.item
    match item:
        case DealItem(hands=hands):
            return {
                "origin": None,
                "secret_commitment": None,
                "entropies": None,
                "entropy_commitments": None,
                "reveals": None,
                **(entry.deal or {}),
                "protection": None if entry.deal is None else protection(protection_of(entry.deal), language),
                "seat": None,
                "hands": [{"seat": seat, "cards": [card._asdict() for card in cards]} for seat, cards in hands],
            }
        case CardItem(card=card):
            return {
                **fields_of(item),
                **card._asdict(),
                **({"landed": None if item.effect is None else item.landed} if kind == "play" else {}),
                "effect": item.effect,
                "drawn": None if item.drawn is None else item.drawn._asdict(),
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
                "announcement": clue_words.announcement(language, event, positions, item.hand_size, entry.palette),
            }
        case PlainItem():
            return fields_of(item)
