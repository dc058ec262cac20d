"""How a missing card is supplied: known cards, prompts and finesses."""

from collections.abc import Callable, Iterable

from engine.conventions.search import Search
from engine.conventions.table import UNSEEN, Table, finesse_position, of_rank, of_suit
from engine.conventions.thoughts import Held, How, Link

_TOP = 4
_Able = Callable[[Search, int, int], list[Held]]


def known(search: Search, code: int) -> tuple[Link, ...] | None:
    """Find a card that its seat knows, or plays anyway; one that waits to be known is played at once now."""
    bit, giver, target, table = 1 << code, search.clue.giver, search.clue.target, search.table
    asked: tuple[Link, ...] | None = None
    perhaps: tuple[Link, ...] | None = None
    for seat in [*search.seats, target, giver]:
        sees = search.sees(seat)
        maybe: list[int] = []
        for held in search.cards(seat):
            if not held.inferred & bit or held.trash or not (held.touched or held.called):
                continue
            single = held.inferred == bit
            if not single and seat == giver:
                continue
            if held.called and not held.touched and not (held.certain and single):
                continue
            waits = not single and held.inferred & ~table.playable != 0
            if (waits and not held.promised) or (sees and held.front not in (code, UNSEEN)):
                continue
            if waits and (seat != target or search.own):
                asked = asked or (Link(seat, (held.card,), code, "prompt"),)
                continue
            maybe.append(held.card)
            if held.front == code or single:
                return (Link(seat, (held.card,), code, "known"),)
        if maybe and perhaps is None:
            perhaps = (Link(seat, tuple(maybe), code, "known"),)
    return perhaps or asked


def prompt(search: Search, code: int) -> tuple[Link, ...] | None:
    """Find the clued card that its seat plays if it is asked for a card: the newest."""
    return _prompt(search, code, _newest)


def prompt_by_information(search: Search, code: int) -> tuple[Link, ...] | None:
    """Find the clued card that its seat plays: the one that most clues have touched, then the newest."""
    return _prompt(search, code, _most_told)


def _prompt(search: Search, code: int, able_of: _Able) -> tuple[Link, ...] | None:
    for seat in search.seats:
        able = able_of(search, seat, code)
        if not able:
            continue
        if not search.sees(seat):
            return (Link(seat, tuple([held.card for held in able]), code, "prompt"),)
        found = _in_turn(search, able, code)
        if found is not None:
            return found
        search.wrong = True
    return None


def _in_turn(search: Search, cards: Iterable[Held], code: int) -> tuple[Link, ...] | None:
    """Return the links to a card of a hand that is seen; those that its seat takes for it before have to fit."""
    links: list[Link] = []
    fits = search.fits
    for held in cards:
        how: How = "prompt" if held.touched else "finesse"
        if held.front == code:
            return (*links, Link(held.seat, (held.card,), code, how))
        if not fits >> held.front & 1:
            return None
        links.append(Link(held.seat, (held.card,), held.front, how, hides=True))
        fits = fits & ~(1 << held.front) | (2 << held.front if held.front % 5 < _TOP else 0)
    return None


def hidden(search: Search, code: int) -> tuple[Link, ...] | None:
    """Find the missing card behind playable ones that are prompted for it, unless a seat before plays it blind."""
    for seat in search.seats:
        if not search.finds(seat):
            continue
        able = _most_told(search, seat, code)
        found = _in_turn(search, [*able, *_unclued(search, seat)], code) if able else None
        if found is not None:
            return found
        position = finesse_position(search.table.cards(seat), search.used, code)
        if not able and position is not None and position.front == code:
            return None
    return None


def _unclued(search: Search, seat: int) -> list[Held]:
    """Return the cards of a seat that it plays blind, in order."""
    return [held for held in search.cards(seat) if not held.gotten]


def _newest(search: Search, seat: int, code: int) -> list[Held]:
    """Return the clued cards of a seat that may be the one asked for, in the order in which it plays them."""
    able = [held for held in search.cards(seat) if held.touched and held.inferred >> code & 1 and not held.trash]
    return _by_rank(search.table, able, code) if "allClueRanks" in search.table.flags(code) else able


def _by_rank(table: Table, able: list[Held], code: int) -> list[Held]:
    """Return the cards that may be a pink one: first those known to be pink, none with a clue of another rank."""
    pink, rank = of_suit(code), of_rank(table, code % 5 + 1)
    known = [held for held in able if not held.possible & ~pink]
    return [*known, *[held for held in able if held.possible & ~pink & rank]]


def _most_told(search: Search, seat: int, code: int) -> list[Held]:
    """Return the same cards, in variants with a suit of all colors by the number of their clues."""
    able = _newest(search, seat, code)
    if any("allClueColors" in suit.flags for suit in search.table.palette.variant.suits):
        able.sort(key=lambda held: -held.clues)
    return able


def single_finesse(search: Search, code: int) -> tuple[Link, ...] | None:
    """Find the missing card on the finesse position of a seat that plays before the receiver."""
    giver, seats = search.clue.giver, search.table.seats
    distance = (search.clue.target - giver) % seats
    for seat in search.seats:
        if search.sees(seat) and (seat - giver) % seats < distance and not search.blind_plays:
            held = finesse_position(search.table.cards(seat), search.used, code)
            if held is not None and held.front == code:
                return (Link(seat, (held.card,), code, "finesse"),)
    return None


def finesse(search: Search, code: int) -> tuple[Link, ...] | None:
    """Find the missing card on a finesse position that is seen."""
    for seat in search.seats:
        if search.finds(seat):
            held = finesse_position(search.table.cards(seat), search.used, code)
            if held is not None and held.front == code:
                return (Link(seat, (held.card,), code, "finesse"),)
    return None


def layered(search: Search, code: int) -> tuple[Link, ...] | None:
    """Find the missing card behind playable cards, which come first."""
    for seat in search.seats:
        if not search.finds(seat) or (search.mine and seat == search.clue.target):
            continue
        found = _in_turn(search, _unclued(search, seat), code)
        if found is not None:
            return found
    return None


def finesse_unseen(search: Search, code: int) -> tuple[Link, ...] | None:
    """Suppose the missing card on a finesse position that is not seen: what nobody else has, one has oneself."""
    for seat in search.seats:
        if search.sees(seat) or (seat != search.clue.target and not search.mine):
            continue
        held = finesse_position(search.table.cards(seat), search.used)
        if held is not None and held.inferred >> code & 1:
            return (Link(seat, (held.card,), code, "finesse"),)
    return None
