"""What contests give to the house."""

from service.core.feature import Hooks
from service.features.contests import arenas, results, sealed_decks, sealing
from service.platform.jobs.chore import Chore

__all__ = ["HOOKS"]

HOOKS = Hooks(
    chores={
        "open_seals": Chore(sealing.open_all_due, "opened the seals of {} decks"),
        "log_results": Chore(results.log_due, "logged the results of {} contests"),
        "renew_arenas": Chore(arenas.renew, "announced {} arenas"),
    },
    started=arenas.announce_missing,
    refuse_deck=sealed_decks.require_not_played,
    refuse_record=sealed_decks.require_no_sealed_record,
)
