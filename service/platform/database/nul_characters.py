"""Detection of NUL characters, which Postgres cannot store in text."""

__all__ = ["holds_nul"]


def holds_nul(body: object) -> bool:
    """Return True if a string in parsed JSON contains a NUL. Member names are checked too."""
    pending = [body]  # no recursion: a body may be nested more deeply than Python's stack allows
    while pending:
        match pending.pop():
            case str(text):
                if "\0" in text:
                    return True
            case list(items):
                pending += items
            case dict(members):
                pending += [*members.keys(), *members.values()]
    return False
