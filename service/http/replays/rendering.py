"""JSON of replays and their verification."""

from typing import Any

from engine.proof.deal_trust import protection_of
from engine.proof.record_json import core_digest_of
from engine.rules import rules_as_dict
from service import i18n, ids, timestamps
from service.http.games import rendering as game_rendering
from service.replays.replays import Replay, Step
from service.replays.verification import Verified
from service.wire import links

__all__ = ["replay", "step", "verification"]

Json = dict[str, Any]


def replay(replay: Replay, language: str) -> Json:
    """Return a finished game with its deck and open hands."""
    return {
        "id": ids.render("g", replay.game_id),
        "sandbox": replay.sandbox,
        **({"replayed": True} if replay.replayed else {}),
        **({"training": True} if replay.training else {}),
        **({"contest": ids.render("x", replay.contest_id)} if replay.contest_id else {}),
        "private": replay.private,
        "source": replay.source,
        "rules": rules_as_dict(replay.rules),
        "seats": game_rendering.seats(replay.names, replay.accounts, replay.bots, replay.programs, replay.knew),
        "pace": game_rendering.pace_json(replay.pace),
        "banks_ms": replay.banks,
        "starting_seat": replay.starting_seat,
        "deck": [card._asdict() for card in replay.deck],
        "salt": replay.salt.hex(),
        "secret": None if replay.secret is None else replay.secret.hex(),
        "head": replay.head.hex(),
        "events": [game_rendering.entry(entry, replay.names, language) for entry in replay.entries],
        "result": game_rendering.result(replay.result, language),
        "created_at": timestamps.rfc3339(replay.created_at),
        "started_at": timestamps.rfc3339(replay.started_at),
        "finished_at": timestamps.rfc3339(replay.finished_at),
        "links": links.of_replay(replay.game_id, language),
    }


def step(step: Step, language: str) -> Json:
    """Return an event of a replay and the view after it."""
    (frame,) = game_rendering.frames(step.frame, language)
    return {"event": game_rendering.entry(step.entry, step.names, language), "frame": frame}


def verification(verified: Verified, language: str) -> Json:
    """Return the result of verifying a game."""
    record, result = verified.record, verified.result
    fault, provenance = result.fault, result.provenance
    origin = provenance and i18n.provenance(language, provenance, is_vouched=verified.is_vouched)
    protection = game_rendering.protection(protection_of(record.events[0].document), language)
    if protection is not None and not verified.is_vouched:
        protection = {**protection, "text": origin}
    return {
        "id": record.id,
        "verified": result.verified,
        "passed": result.passed,
        "deck": provenance
        and {
            "origin": provenance,
            "text": origin,
            "protection": protection,
        },
        "fault": fault
        and {
            "code": fault.code,
            "version": fault.version,
            "text": i18n.fault(language, fault.code, fault.version),
        },
        "head": record.events[-1].hash,
        "digest": record.digest,
        "core_digest": core_digest_of(record) if record.has_core else None,
        "names": {
            "proved": verified.names_are_proved,
            "text": i18n.names(language, are_proved=verified.names_are_proved),
        },
        "own_copy": verified.own_copy
        and {
            "id": ids.render("g", verified.own_copy.game_id),
            "same": verified.own_copy.is_same,
            "same_names": verified.own_copy.has_same_names,
        },
        "signature": {
            "key": result.signed_by,
            "own": verified.is_own_key,
            "text": i18n.signature(language, result.signed_by),
        },
    }
