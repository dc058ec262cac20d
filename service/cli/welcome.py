"""The message that `hanabi run` prints when the service is ready."""

from typing import Final

__all__ = ["welcome"]

_GAME: Final = '{"seats":2,"rules":{"edition":"de","starting_seat":0}}'
_MOVE: Final = '{"type":"play","card":0,"expected_version":0}'


def welcome(url: str, pages: str, place: str) -> str:
    """Return the addresses, the data location, and commands for a first game."""
    send = "-H 'Content-Type: application/json' -d"
    ada, bob = (f'-H "Authorization: Bearer ${name}"' for name in ("ADA", "BOB"))
    token = r"""| sed 's/.*"token": *"\([^"]*\)".*/\1/')"""
    game = r"""| sed 's/.*"id": *"\(g_[^"]*\)".*/\1/')"""
    first_game = (
        f"""ADA=$(curl -s {url}/v1/accounts {send} '{{}}' {token}""",
        f"""BOB=$(curl -s {url}/v1/accounts {send} '{{}}' {token}""",
        f"""GAME=$(curl -s {url}/v1/games {ada} {send} '{_GAME}' {game}""",
        # Two requests with one curl: Bob takes his seat, then Ada plays.
        f"""curl -s -o /dev/null {url}/v1/games/$GAME/seats {bob} {send} '{{}}'"""
        f""" --next -s {url}/v1/games/$GAME/moves {ada} {send} '{_MOVE}'""",
    )
    lines = "\n".join(first_game)
    return f"\nAddress: {url}\nPages:   {pages}\nData:    {place}\n\nA first game, for another terminal:\n\n{lines}\n"
