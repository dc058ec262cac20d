"""People to meet on `/play`: open tables, an invitation, games with clocks and with watchers, for pictures."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tests.service.factories import unique
from tests.web.conftest import ApiCaller, new_caller

_BANK: Final = {"bank_s": 300, "increment_s": 10}
_DAYS: Final = {"turn_s": 3 * 86400, "vacation_days": 14, "on_timeout": "bot"}


class Meeting(NamedTuple):
    """Games to look at, by id."""

    open: str
    """A table with a free seat that shows hands to watchers."""
    timed: str
    """A game with a bank, at the turn of the reader."""
    paused: str
    """A game over days, which is paused."""
    shown: str
    """A game of others whose watchers see hands."""


def arrange(server: str, reader: ApiCaller) -> Meeting:
    """Set tables, invite the reader, and play until watchers see hands."""
    bela, chloe = (new_caller(server, unique(name)) for name in ("Béla", "Chloé"))
    for seats, wanted in ((2, {"pace": _BANK}), (5, {"pace": _DAYS}), (3, {})):
        bela.call("POST", "/v1/games", {"seats": seats, "rules": {"edition": "hanab_live"}, **wanted})
    bela.call("POST", "/v1/games", {"seats": 4, "private": True, "invite": [reader.call("GET", "/v1/me")["id"]]})
    hands: dict[str, Any] = {"watching": "hands", "hands_delay": 5, "rules": {"starting_seat": 0}}
    shown = bela.game(**hands)
    chloe.call("POST", f"/v1/games/{shown}/seats", {"show_hands": True})
    for turn in range(8):
        (bela, chloe)[turn % 2].move(shown, "discard", "clue")
    timed, paused = (reader.game(chloe, pace=pace, rules={"starting_seat": 0}) for pace in (_BANK, _DAYS))
    for one in (reader, chloe):
        one.call("POST", f"/v1/games/{paused}/clock-changes", {"change": "pause"})
    return Meeting(chloe.game(**hands), timed, paused, shown)


def _seek(page: Any) -> None:
    page.get_by_role("radio", name="With anyone").check()
    page.locator(".number", has_text="5").click()
    page.locator("#setup select[name=pace]").select_option(index=3)
    page.locator("#setup-wait select").select_option(index=2)
    page.locator("#setup summary").click()


def _look(page: Any) -> None:
    _seek(page)
    page.get_by_role("button", name="Start").click()
    page.locator("#seeking").wait_for()


def _more(page: Any) -> None:
    page.get_by_role("tab", name="This table").click()


def _announce(page: Any) -> None:
    page.locator("#announce-begin").click()
    page.locator("#announce-rules:not(:empty)").wait_for()


STATES: Final[dict[str, Callable[[Any], None]]] = {
    "contest-announced": _announce,
    "meet-seek": _seek,
    "meet-seeking": _look,
    "meet-clock": _more,
    "meet-paused": _more,
}
"""What the reader does before the picture, by its name."""
