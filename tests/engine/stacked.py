"""Games with a stacked deck, which has chosen cards on top."""

from engine.events import Log
from engine.formats.notation.games import read_game
from engine.formats.notation.positions import read_position


def stacked(top: str, moves: str = "", *, seats: int = 2, rules: str = "") -> Log:
    """Return a game with a stacked deck and these moves.

    The cards in `top` are dealt first, the others in the order of their codes.
    """
    options = f"rules {rules}" if rules else ""
    # In a position with these cards in hand, the deck has the other cards in the order of their codes.
    rest = read_position(f"{options}{options and '; '}hands {top} / -").deck[len(top.split()) :]
    deck = [*top.split(), *(f"{suit[0]}{rank}" for suit, rank in rest)]
    events = f"1 {moves}" if moves else ""
    return read_game(f"hanabi 1\nseats {seats}\nstart 0\n{options}\ndeck {' '.join(deck)}\n{events}")
