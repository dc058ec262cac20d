"""The one character that Postgres cannot store in a text."""

__all__ = ["holds_nul"]


def holds_nul(body: object) -> bool:
    """Return True if a text or a name in parsed JSON has a NUL, which Postgres cannot store."""
    waiting = [body]  # no recursion: a body may be nested more deeply than Python's stack allows
    while waiting:
        match waiting.pop():
            case str(text):
                if "\0" in text:
                    return True
            case list(items):
                waiting += items
            case dict(members):
                waiting += [*members.keys(), *members.values()]
    return False
