"""JSON of frames and events of a game, and of what follows a command."""

from collections.abc import Iterable, Sequence

from engine.proof.deal_trust import protection_of
from engine.reading.feed import CardItem, ClueItem, DealItem, PlainItem, fields_of, kind_of
from service.core.rules import clue_words
from service.core.tables.play import Seen
from service.core.tables.rendering.event_schemas import Result, protection
from service.core.tables.rendering.view_schemas import Frame, View
from service.core.tables.views import Feed, FeedEntry, Frames
from service.core.tables.words import event_words
from service.platform import timestamps, yielding
from service.platform.exact_json import Json


def frames(frames: Frames, language: str) -> Iterable[Json]:
    """Yield the frames of a replay, without the players' names.

    Frames are cached, and a player can delete the account later.
    """
    for frame in yielding.steps(frames.each()):
        yield Frame.render(frame, language)


def acted(seen: Seen, language: str) -> Json:
    """Return the answer to a command: its event, all new events, the view."""
    shown = [entry(one, seen.feed.names, language) for one in seen.feed.entries]
    return {"event": shown[seen.place], "events": shown, "view": View.render(seen.view, language)}


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
        "result": after.result and Result.render(after.result, language),
        "line": line,
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
                "protection": entry.deal and protection(language, protection_of(entry.deal)),
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
