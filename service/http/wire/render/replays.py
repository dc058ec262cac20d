"""JSON of replays, their verification, and reports on exports."""

from typing import Any

from engine.formats.hanab_live.writer import Loss
from engine.proof.protection import protection_of
from engine.proof.record_json import core_digest_of
from engine.rules import rules_as_dict
from service import i18n, ids, timestamps
from service.http.wire import links
from service.http.wire.render import events, games
from service.replays.exporting import ExportReport
from service.replays.replays import Replay, Step
from service.replays.verification import Verified

__all__ = ["replay", "report", "step", "verification"]

Json = dict[str, Any]


def replay(replay: Replay, language: str) -> Json:
    """Return a finished game with its deck and open hands."""
    return {
        "id": ids.render("g", replay.game_id),
        "sandbox": replay.sandbox,
        "private": replay.private,
        "source": replay.source,
        "rules": rules_as_dict(replay.rules),
        "seats": games.seats(replay.names, replay.accounts, replay.bots),
        "starting_seat": replay.starting_seat,
        "deck": [card._asdict() for card in replay.deck],
        "salt": replay.salt.hex(),
        "secret": None if replay.secret is None else replay.secret.hex(),
        "head": replay.head.hex(),
        "events": [events.entry(entry, replay.names, language) for entry in replay.entries],
        "result": events.result(replay.result, language),
        "created_at": timestamps.rfc3339(replay.created_at),
        "started_at": timestamps.rfc3339(replay.started_at),
        "finished_at": timestamps.rfc3339(replay.finished_at),
        "links": links.of_replay(replay.game_id, language),
    }


def step(step: Step, language: str) -> Json:
    """Return an event of a replay and the view after it."""
    (frame,) = games.frames(step.frame, language)
    return {"event": events.entry(step.entry, step.names, language), "frame": frame}


def verification(verified: Verified, language: str) -> Json:
    """Return the result of verifying a game."""
    record, result = verified.record, verified.result
    fault, provenance = result.fault, result.provenance
    return {
        "id": record.id,
        "verified": result.verified,
        "passed": result.passed,
        "deck": provenance
        and {
            "origin": provenance,
            "text": i18n.provenance(language, provenance),
            "protection": events.protection(protection_of(record.events[0].document), language),
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
        "signature": {
            "key": result.signed_by,
            "own": verified.is_own_key,
            "text": i18n.signature(language, result.signed_by),
        },
    }


def report(report: ExportReport, language: str) -> Json:
    """Return the losses of an export, or the refusal of the format."""
    refusal = report.refusal
    return {
        "format": report.format,
        "losses": [_loss(loss, language) for loss in report.losses],
        "refusal": refusal and {**refusal._asdict(), "detail": i18n.refused_there(language, refusal.code)},
    }


def _loss(loss: Loss, language: str) -> Json:
    values: Json = dict(loss.values)
    words = {**values, "reason": i18n.reason(language, values["reason"])} if "reason" in values else values
    return {"code": loss.code, **values, "detail": i18n.loss(language, loss.code, **words)}
