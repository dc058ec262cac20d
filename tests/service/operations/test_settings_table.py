"""Tests that the table in docs/settings.md has every setting and its default."""

import re
from pathlib import Path

from service.platform.settings import Quota, Settings

_TABLE = Path(__file__).resolve().parents[3] / "docs" / "settings.md"
_ROW = re.compile(r"^\| `([A-Z_]+)` \| (.*?) \| (.+) \|$", re.MULTILINE)

# These have no default, or one that depends on the machine. The table describes it in words.
_IN_WORDS = {
    "WORKERS",
    "DATABASE_URL",
    "LISTEN_URL",
    "PG_BIN",
    "PUBLIC_URL",
    "METRICS_TOKEN",
    "WEBHOOK_NETWORKS",
    "HANAB_LIVE",
}


def _shown(value: object) -> set[str]:
    """Return the accepted notations of a default."""
    match value:
        case bool():
            return {"on", "1"} if value else {"off", "0"}
        case Quota(units, window_s):
            return {f"{units}/{window_s}"}
        case Path():
            return {f"./{value.relative_to(Path.cwd())}"}
        case None:
            return {"memory"}
        case _:
            return {str(value)}


def test_the_table_has_every_setting_and_its_default() -> None:
    """Each variable has one row with its default."""
    rows = {name: default for name, default, _ in _ROW.findall(_TABLE.read_text())}
    fields = {name.upper(): name for name in Settings.variables()}
    assert rows.keys() == fields.keys()
    settings = Settings.from_environ({})
    for name in fields.keys() - _IN_WORDS:
        assert rows[name].strip("`") in _shown(getattr(settings, fields[name])), name


def test_defaults_can_be_copied_from_the_table() -> None:
    """Settings copied from the table equal the defaults."""
    rows = {name: default.strip("`") for name, default, _ in _ROW.findall(_TABLE.read_text())}
    written = {name: value for name, value in rows.items() if name not in _IN_WORDS}
    assert Settings.from_environ(written) == Settings.from_environ({})
