"""Components of the contract: results."""

from service.http.wire.components.values import BandName, Language, Points, Score, Seat
from service.http.wire.members import Flag, Items, Named, Object, ResponseSchema, Text


class AbortVotes(Named):
    """The seats that have voted to abort (R21)."""

    of = Items(Seat())


class Outcome(Named):
    """How a game ended."""

    of = Text(
        values={
            "won": "All fireworks are complete.",
            "lost": "It was lost by strikes or by the loss of a card (R14, R15).",
            "finished": "It came to its end with a score.",
            "aborted": "It ended early and has no score (R21).",
        }
    )


class Reason(Named):
    """Why the game ended. The last eight are those of aborted games (R21)."""

    of = Text(
        values={
            "strikeout": "The last strike was made (R14).",
            "irreplaceable_card_lost": "The last copy of a needed card was lost in a grand finale (R15).",
            "fireworks_complete": "All fireworks are complete (R16).",
            "last_round_over": "The last round is over (R17).",
            "no_legal_action": "The seat to move has no legal action (R19).",
            "no_points_left": "No more points can be made (R20).",
            "agreed": "All seats voted to abort.",
            "idle": "No seat took its turn within the idle limit.",
            "no_show": "A seat did not take its first turn in time, and another seat ended the game.",
            "removed": "The creator removed a seat before the first turn; only in older games.",
            "terminated": "A player ended the game; only in games from hanab.live.",
            "left": "The players left the game before its end; only in imported games.",
            "timed_out": "A player ran out of time; only in games from hanab.live.",
            "speedrun_failed": "A speedrun failed; only in games from hanab.live.",
        }
    )


class Rating(ResponseSchema):
    """What the booklets say about a score (R25)."""

    band = BandName()
    text = Language()
    own_translation = Flag("Whether the printed rules lack this text in this language.")


class Result(ResponseSchema):
    """How a game ended, with its score."""

    outcome = Outcome()
    reason = Reason()
    score = Score()
    table_points = Points()
    rating = Object(Rating, "The rating (R23); null where R24 gives none.", null=True)


class ResultOrNull(Named):
    """How the game ended; null while it has not."""

    of = Object(Result, null=True)
