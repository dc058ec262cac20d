"""axe-core, a checker of accessibility, on a page of the browser."""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

_OPTIONS: Final = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
_COLORS: Final = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}
"""What the dark scheme can change."""


def findings(page: Any) -> list[str]:
    """Return what axe-core finds on a page, in the light scheme, and of colors in the dark one; and faint texts."""
    page.evaluate(_script())
    found = []
    for scheme, options in (("light", _OPTIONS), ("dark", _COLORS)):
        page.emulate_media(color_scheme=scheme)
        violations = page.evaluate(f"axe.run({json.dumps(options)}).then((found) => found.violations)")
        found += [f"{scheme}: {text}" for text in page.evaluate(_contrast())]
        found += [f"{scheme}: {one['id']}: {node['html'][:200]}" for one in violations for node in one["nodes"]]
    return found


@cache
def _contrast() -> str:
    return (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")


@cache
def _script() -> str:
    """Return the checker. The import of its package would take a second, in each worker."""
    package = find_spec("axe_playwright_python")
    assert package is not None and package.origin is not None
    return (Path(package.origin).parent / "axe.min.js").read_text(encoding="utf-8")
