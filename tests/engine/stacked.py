"""Games with a stacked deck: the cards that matter lie on top, the rest of the box under them."""

from engine.events import Log
from engine.formats.notation.games import read_game
from engine.formats.notation.positions import read_position

__all__ = ["stacked"]


def stacked(top: str, moves: str = "", *, seats: int = 2, rules: str = "") -> Log:
    """Return the log of a game in which `top` is dealt first and these moves are made, as they stand."""
    options = f"rules {rules}" if rules else ""
    # A position with an open hand of these cards has the rest of the box, in its order, for its deck.
    rest = read_position(f"{options}{options and '; '}hands {top} / -").deck[len(top.split()) :]
    deck = [*top.split(), *(f"{suit[0]}{rank}" for suit, rank in rest)]
    events = f"1 {moves}" if moves else ""
    return read_game(f"hanabi 1\nseats {seats}\nstart 0\n{options}\ndeck {' '.join(deck)}\n{events}")
