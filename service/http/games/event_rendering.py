"""JSON of events and results, as the contract specifies them."""

from collections.abc import Sequence
from typing import Any

from engine.proof.deal_trust import Protection, protection_of
from engine.reading.feed import CardItem, ClueItem, DealItem, PlainItem, fields_of, kind_of
from engine.score import Result
from service import i18n, timestamps
from service.games.views import Feed, FeedEntry

__all__ = ["entry", "feed", "protection", "result"]

Json = dict[str, Any]


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
    item = entry.item
    after = item.after
    called = i18n.unique_names(names)
    return {
        "version": item.version,
        "type": kind_of(item),
        **_members(entry, language),
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
        "line": i18n.event_line(language, item, lambda seat: called[seat], entry.palette),
    }


def result(result: Result | None, language: str) -> Json | None:
    """Return the result of a game; None for a running game."""
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


def protection(protection: Protection | None, language: str) -> Json | None:
    """Return how well a deal was protected, with words; None before the deal and in old games."""
    if protection is None:
        return None
    return {
        "kind": protection.kind,
        "seats_contributed": protection.contributed,
        "seats_open": protection.open,
        "seats_withheld": protection.withheld,
        "choices": protection.choices,
        "text": i18n.protection(language, protection),
    }


def _members(entry: FeedEntry, language: str) -> Json:
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
                **({"landed": None if item.effect is None else item.landed} if kind_of(item) == "play" else {}),
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
                "announcement": i18n.announcement(language, event, positions, item.hand_size, entry.palette),
            }
        case PlainItem():
            return fields_of(item)
