"""Schemas of the analysis of finished games and positions."""

from engine.reading.event_analysis import ClueInformation, EventAnalysis
from engine.reading.progress import Progress
from service.core.common_values import (
    CardId,
    ClueColor,
    DeckSize,
    GameId,
    Language,
    Points,
    Score,
    Tokens,
    Version,
)
from service.core.replays.rendering.schemas import DealtCard
from service.core.tables.rendering import view_schemas
from service.core.tables.rendering.event_schemas import EVENT_TYPES, TokensMoved
from service.core.tables.rendering.view_schemas import Action, Face
from service.features.analysis import packed_results
from service.platform.wire.field_types import Flag, Items, Named, Object, Real, ResponseSchema, Text, Whole
from service.platform.wire.rendering import Rendered


class Count(Named):
    """A number of turns, cards or tokens."""

    of = Whole(least=0)


class Efficiency(Named):
    """`cards_gotten` per `clues_spent`; null before the first."""

    of = Real(least=0, null=True)


class ThinkTime(Named):
    """Milliseconds."""

    of = Whole(least=0, null=True)


class AnalysisTotals(ResponseSchema):
    """Counts over the whole game."""

    turns = Count("The number of turns: plays, discards and clues.")
    plays = Count(
        "Turns that played a card: `landed` and `misplays`. In games without inverted suits also "
        "`known_safe` and `gambles`."
    )
    landed = Count("Plays that added a card to a firework.")
    misplays = Count("Plays that cost a strike (R10).")
    known_safe = Count("Plays that succeed in every deal that the seat could not exclude.")
    gambles = Count("Plays that fail in a deal that the seat could not exclude.")
    gambles_landed = Count("Gambles that added a card to a firework.")
    discards = Count("The number of discards.")
    clues = Count("The number of clues.")
    clues_touching_nothing_new = Count("Clues that touched only cards that an earlier clue had touched.")
    clues_telling_nothing_new = Count("Clues after which each card had as many possible identities as before.")
    clue_tokens_lost = Count("Clue tokens that were due and lost because all were available (R11, R12).")
    points_lost = Count("Over all events, including the deal and an abort: the difference to the maximum.")
    think_time_ms = ThinkTime("Over all turns; null for an import.")
    cards_gotten = Count("Cards that were played or that a clue touched.")
    clues_spent = Count()
    efficiency = Efficiency()


class Estimate(ResponseSchema):
    """The mean of samples."""

    points = Real("The mean of what is proved, in points; null if it is not decided.", null=True)
    error = Real(
        "The standard error of the mean plus what the bounds leave open, in points; null for a single sample.",
        least=0,
        null=True,
    )


class OpenHandsAtVersion(ResponseSchema):
    """What happened at a version."""

    value = Object(Estimate, "What could still be reached after the event.")
    loss = Object(Estimate, "What the event lost, before the next card was drawn.")
    draw = Object(Estimate, "What the card drawn lost; negative if it was better than the average.")


class OpenHands(ResponseSchema):
    """The lost points of a table that sees all hands and not the deck.

    `deal`, `draws`, `seats`, `end` and `undecided` add up to the maximum minus the final points. A figure is null
    if more than a point of it is not decided.
    """

    deal = Object(Estimate, "What the dealt hands lost.")
    draws = Object(Estimate, "What the cards drawn lost; negative if they were better than the average.")
    seats = Items(
        Object(Estimate),
        "What the turns of each seat lost; `points` is null too if the error is above half a point or unknown.",
    )
    end = Object(Estimate, "What an event that is not a turn lost by ending the game (R21).")
    undecided = Real("The points of which no figure tells the cause; negative if undecided draws gained more.")
    versions = Items(Object(OpenHandsAtVersion), "Every event; the n-th has version n.")
    samples = Whole("The number of samples of the deck.", least=1)
    inexact = Whole("The number of searched positions of which only bounds are known.", least=0)
    searched = Whole("The number of different positions of all samples.", least=0)


class OwnView(ResponseSchema):
    """A turn in the deals that its seat could not tell apart."""

    version = Version()
    losing = Whole("The number of deals in which the turn provably loses points.", least=0)
    undecided = Whole("The number of deals in which it is not known whether it does.", least=0)
    deals = Whole("The number of deals examined.", least=1)
    exact = Flag("Whether these are all deals; if not, they are a sample.")
    loss = Real("The mean loss over these deals, in points.")
    text = Language("The first numbers in a sentence.")


class SolutionStatus(Named):
    """How far the exact analysis is.

    Until it is `solved`, what could be reached is bounded by the discards and the turns left.
    """

    of = Text(
        values={
            "solved": "The exact answer is there.",
            "running": "It is still being computed.",
            "failed": "It cannot be computed, and only bounds are known.",
        }
    )


class Hindsight(ResponseSchema):
    """What was luck and what was choice in a finished game."""

    id = GameId()
    status = SolutionStatus()
    open_hands = Object(
        OpenHands, "The level with open hands and an unknown deck; null unless the status is `solved`.", null=True
    )
    own_views = Items(
        Object(OwnView),
        "The level with the seat's own view, for each turn that lost points; null unless the status is `solved`.",
        null=True,
    )


class LossKind(Named):
    """What lost the points."""

    of = Text(
        values={
            "turn": "A play, discard or clue.",
            "end": "Another event that ended the game (R21).",
            "deal": "The deal: they never could be reached.",
        }
    )


class Line(Named):
    """Turns in order, each as the body of a move.

    They follow the rules, and can be sent as the `moves` of `POST /v1/replays/{game}/lines`.
    """

    of = Items(Object(Action, to_json=view_schemas.action))


class SavingTurn(ResponseSchema):
    """A turn that keeps a score, with a line of turns that reaches it."""

    action = Object(Action, "The turn, as the body of a move.")
    line = Line()
    score = Points("The points on the table after the line.")


class Cause(Named):
    """What a turn did that lost points."""

    of = Text(
        values={
            "card_lost": "A needed card became unreachable.",
            "time_lost": "The remaining turns no longer suffice for what the cards would allow.",
            "strike": "A misplay.",
            "game_lost": "The game ended as lost.",
        }
    )


class LostPoints(ResponseSchema):
    """Points that were lost, why, and what would have kept them."""

    version = Version(
        "The version of the event that lost them, or unless it is `certain`, the latest that can have lost them."
    )
    since = Whole(
        "The last version at which they provably could be reached; null if none is known.", least=0, null=True
    )
    turn = Whole("The number of turns taken at `version`, 0 for the deal.", least=0)
    points = Whole("The number of points lost.", least=1, most=30)
    kind = LossKind()
    seat = Whole("The seat that took the turn; null if no turn lost them.", least=0, most=5, null=True)
    certain = Flag("True if the event at `version` certainly lost them: they could be reached before.")
    causes = Items(
        Cause(),
        "What the turn did, if a turn lost them. `card_lost`: a needed card became unreachable. "
        "`time_lost`: the remaining turns no longer suffice for what the cards would allow. "
        "`strike`: a misplay. `game_lost`: the game ended as lost.",
    )
    reachable_before = Whole("The score that could be reached at `since`.", least=0, most=30, null=True)
    saving_turns = Items(
        Object(SavingTurn),
        "Turns at `since` that keep `reachable_before`. All clues that lead to the same count as "
        "one. What the bot kagiya prefers, with what the seat saw, is first. Empty if none is known.",
    )
    text = Language("What happened and what would have kept the points, without names.")


def _rounded(points: float) -> float:
    return round(points, 3)


class BotTurn(Rendered[packed_results.Worth]):
    """A turn that the bot considers."""

    action = Object(Action, "The turn, as the body of a move.", attribute="turn", to_json=view_schemas.action)
    worth = Real(
        "How good the bot believes it to be, on a scale of its own; null if it rules it out.",
        null=True,
        to_json=_rounded,
    )


class BotOpinion(Rendered[packed_results.BotTurn]):
    """What the bot `kagiya` would have done in the view of the seat."""

    best = Items(Object(BotTurn), "Its best turns, best first.", most=3)
    done = Real(
        "The worth of the turn that was taken; null if the bot rules it out or does not judge it.",
        null=True,
        to_json=_rounded,
    )
    ruled_out = Flag("Whether the bot rules out the turn that was taken, a play that is too risky.")


class PositionAnalysis(ResponseSchema):
    """What can be reached in a position with all cards known."""

    status = SolutionStatus()
    reachable_score = Points("An upper bound of the score that can be reached.")
    reachable_at_least = Points("A lower bound of the score that can be reached.")
    exact = Flag("Whether both bounds are equal.")
    line = Line("Turns that reach `reachable_at_least`; null unless the status is `solved`.", null=True)
    saving_turns = Items(
        Object(SavingTurn),
        "The turns of the seat to move that keep `reachable_at_least`, sorted as in `LostPoints`. "
        "All clues that lead to the same count as one.",
    )
    text = Language("What can be reached.")


class AnalysedPlay(Rendered[EventAnalysis]):
    """The risk of a play, given all that its seat could know."""

    declared_color = ClueColor("The color that was named with it (R12).", null=True)
    landed = Flag("Whether the play added a card to a firework.")
    certainty = Text(
        "Whether the seat could know that the play succeeds.",
        values={
            "known_safe": "It succeeds in every deal that the seat could not exclude.",
            "gamble": "It fails in at least one of these deals.",
        },
        computed=lambda event: "known_safe" if event.risk.known_safe else "gamble",
    )
    landing_deals = Whole("In how many of them it succeeds.", attribute="risk.landing_deals", least=0)
    deals = Whole("The number of deals, as in `own.deals` of the knowledge.", attribute="risk.deals", least=1)
    probability = Real("The quotient of the two numbers.", attribute="risk.probability", least=0, most=1)


class CardIds(Named):
    """Cards of one hand, by id."""

    of = Items(CardId(), most=6)


class AnalysedClue(Rendered[ClueInformation]):
    """What a clue showed everyone."""

    touched = CardIds("In hand order.")
    newly_touched = CardIds("Those that no earlier clue had touched.")
    newly_informed = CardIds(
        "Cards of the hand, touched or not, with fewer possible identities by common knowledge than before."
    )
    touched_nothing_new = Flag("`newly_touched` is empty.", computed=lambda clue: not clue.newly_touched)
    told_nothing_new = Flag("`newly_informed` is empty.", computed=lambda clue: not clue.newly_informed)


class GameStanding(Rendered[Progress]):
    """The state of the game after an event."""

    turn = Whole("The number of turns taken.", least=0)
    score = Score()
    table_points = Points()
    attainable_score = Points("The highest score still attainable (R13).")
    reachable_score = Points(
        "An upper bound of the score that a table that sees all cards could still reach; the "
        "points, once the game has ended."
    )
    reachable_at_least = Points("A lower bound of that score.")
    exact = Flag("Whether both bounds are equal.", attribute="is_exact")
    clue_tokens = Tokens()
    strikes = Whole("Strikes so far.", least=0, most=3)
    deck_size = DeckSize()
    pace = Whole(
        "Points plus deck size plus seats minus the attainable score: how many cards can be drawn "
        "without a point before one is lost. Null in the last round, in a grand finale and after "
        "the end.",
        null=True,
    )
    cards_gotten = Points("Cards played or clued.")
    clues_spent = Count("Clues, strikes, and tokens lost because all were available.")
    efficiency = Efficiency()


class AnalysedEvent(ResponseSchema):
    """An event with its measures. Members that do not apply to its type are null or empty."""

    version = Version()
    type = Text("The type of the event.", values=EVENT_TYPES)
    seat = Whole("The seat that caused the event; null for none.", least=0, most=5, null=True)
    think_time_ms = ThinkTime(
        "For a turn, the time since its seat was to move; null for other events and in an import."
    )
    attainable_before = Points("The highest score that the discards allowed before.")
    attainable_after = Points("The highest score that they allow now (R13).")
    points_lost = Points(
        "By how much the event lowered `reachable_score`; for the deal, its difference to the maximum."
    )
    became_critical = Items(Object(DealtCard), "Needed cards of which only one copy is left now.")
    became_dead = Items(Object(DealtCard), "Needed cards that are unreachable now.")
    clue_tokens_lost = TokensMoved("Tokens that were due and lost because all were available (R11, R12).")
    card = Object(Face, "The card that was played or discarded.", null=True)
    play = Object(AnalysedPlay, "The risk of the play; null for other events.", null=True)
    clue = Object(AnalysedClue, "What the clue showed; null for other events.", null=True)
    bot = Object(
        BotOpinion,
        "The opinion of the bot; null for other events than turns, in variants that it does not "
        "play, and until the game is solved.",
        null=True,
    )
    after = Object(GameStanding)


class Analysis(ResponseSchema):
    """The analysis of a finished game. A member is null or empty if it does not apply."""

    id = GameId()
    status = SolutionStatus()
    summary = Language()
    max_score = Whole("The points with every firework complete.", least=15, most=30)
    winnable = Flag(
        "Whether `max_score` could be reached from the deal with all cards known; null if that is not proved.",
        null=True,
    )
    totals = Object(AnalysisTotals)
    losses = Items(
        Object(LostPoints),
        "Where points were lost, in order. The sum of their `points` is the difference to `max_score`.",
    )
    events = Items(Object(AnalysedEvent), "Every event; the n-th has version n.", least=1)
