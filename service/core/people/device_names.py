"""Names of devices, from the header `User-Agent`."""

from typing import Final

# The first match counts: most browsers also name those that they descend from.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device(user_agent: str) -> str:
    """Return the browser and the system that a `User-Agent` names, such as "Firefox, Linux".

    It contains no other text of the header, since others will read it. It is `?` if neither is known.
    """
    known = [_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)]
    return ", ".join([name for name in known if name is not None]) or "?"


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for sign, name in names if sign in user_agent), None)
