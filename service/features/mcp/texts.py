"""Views, frames and knowledge as compact text for a language model."""

from collections.abc import Iterable

from service.platform.exact_json import Json


def table_text(view: Json) -> str:
    """Return a view or a frame in a few lines: the state, each hand, and the legal actions."""
    me, fireworks = view["viewer"]["seat"], view["fireworks"] or {}
    return "\n".join(
        [
            f"Game {view['id']}, {view['status']}, version {view['version']}, turn {view['turn']}.",
            *_whose_turn(view, me),
            f"Clue tokens {view['clue_tokens']}, strikes {_shown(view['strikes'])}, deck {view['deck_size']}, "
            f"points {_shown(view['table_points'])}, still attainable {_shown(view['attainable_score'])}."
            + (f" Turns left: {view['turns_left']}." if view["turns_left"] is not None else ""),
            f"Fireworks: {', '.join(f'{suit} {_shown(top)}' for suit, top in fireworks.items()) or '?'}.",
            f"Discards: {', '.join(map(_card, view['discards'])) or 'none'}.",
            *(_hand(hand, view["seats"], me) for hand in view["hands"]),
            *_actions(view["legal_actions"]),
            *_result(view["result"]),
        ]
    )


def _whose_turn(view: Json, me: int | None) -> Iterable[str]:
    if me is None:
        is_open = all("suit" in card for hand in view["hands"] for card in hand["cards"])
        yield "All hands are open." if is_open else "You have no seat, so you see the backs of cards."
    else:
        yield f"You are seat {me}."
    if view["to_move"] is not None:
        yield f"Seat {view['to_move']} is to move" + (": it is your turn." if view["to_move"] == me else ".")
        if view.get("deadline") is not None:
            yield f"The time of this seat is over at {view['deadline']}."
        if (view.get("clock") or {}).get("paused"):
            yield "The game is paused: no turn is possible until the seats go on."
    elif view["status"] == "open":
        free = [seat["seat"] for seat in view["seats"] if seat.get("name") is None]
        yield f"The game has not started. Free seats: {', '.join(map(str, free)) or 'none'}."


def _hand(hand: Json, seats: list[Json], me: int | None) -> str:
    name = next((seat.get("name") for seat in seats if seat["seat"] == hand["seat"]), None)
    owner = "you" if hand["seat"] == me else name
    cards = "; ".join(f"slot {slot} {_held(card)}" for slot, card in enumerate(reversed(hand["cards"]), 1))
    return f"Seat {hand['seat']}{f' ({owner})' if owner else ''}, newest card first: {cards}."


def _held(card: Json) -> str:
    """Return a card of a hand with its id, its face if it is seen, the clues on it, and what they leave."""
    parts = [f"#{card['card']} {_card(card) if card.get('suit') else 'hidden'}"]
    clues = card.get("clues")
    if clues and (clues["colors"] or clues["ranks"]):
        parts.append(f"clued {', '.join([*clues['colors'], *map(str, clues['ranks'])])}")
    possible = card.get("possible")
    if possible and not card.get("suit"):
        parts.append(f"can be {'/'.join(possible['suits'])} {'/'.join(map(str, possible['ranks']))}")
    return ", ".join(parts)


def _card(card: Json) -> str:
    if not card.get("suit"):
        return f"#{card['card']}"
    return f"{card['suit']} {'START' if card['rank'] == 7 else card['rank']}"


def _actions(actions: list[Json]) -> Iterable[str]:
    """Yield the legal actions: the cards to play and to discard, and the clues by seat."""
    for kind in ("play", "discard"):
        if cards := [f"#{action['card']}" for action in actions if action["type"] == kind]:
            yield f"You can {kind}: {', '.join(cards)}."
    clues = [action for action in actions if action["type"] == "clue"]
    for target in sorted({action["target"] for action in clues}):
        said = [str(action.get("color") or action.get("rank")) for action in clues if action["target"] == target]
        yield f"You can clue seat {target}: {', '.join(said)}."


def _result(result: Json | None) -> Iterable[str]:
    if result is not None:
        yield f"The game is over: {result['outcome']} ({result['reason']}), score {_shown(result['score'])}."


def _shown(value: object) -> str:
    return "?" if value is None else str(value)


def event_lines(events: Iterable[Json]) -> str:
    """Return events in words, each with its version."""
    return "\n".join(f"{event['version']}. {event['line']}" for event in events)


def game_line(game: Json) -> str:
    """Return a game of a list in one line."""
    names = ", ".join(seat.get("name") or "free" for seat in game["seats"])
    result = game.get("result") or game  # a list has the members of the result
    score = f", score {_shown(result['score'])}" if result.get("outcome") else ""
    return f"{game['id']}: {game['status']}, {names}{score}"


def knowledge_text(knowledge: Json) -> str:
    """Return what seats could know about their hands: the likeliest identities of each card, with probabilities."""
    lines = [f"Before the next event after version {knowledge['version']}:"]
    for hand in knowledge["hands"]:
        for card in hand["cards"]:
            known = sorted(card["own"]["identities"], key=lambda one: -one["probability"])
            likely = [f"{_card(one)} {one['probability']:.0%}" for one in known[:6] if one["probability"]]
            lines.append(f"Seat {hand['seat']} #{card['card']}: {', '.join(likely)}")
    return "\n".join(lines)
