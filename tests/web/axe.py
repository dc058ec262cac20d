"""axe-core, a checker of accessibility, on a page of the browser."""

import json
from pathlib import Path
from typing import Any, Final

import axe_playwright_python

__all__ = ["findings"]

_SCRIPT: Final = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
_OPTIONS: Final = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}


def findings(page: Any) -> list[str]:
    """Return what axe-core finds on a page in both color schemes."""
    page.evaluate(_SCRIPT)
    run = f"axe.run({json.dumps(_OPTIONS)}).then((found) => found.violations)"
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {one['id']}: {node['html'][:200]}" for one in page.evaluate(run) for node in one["nodes"]]
    return found
